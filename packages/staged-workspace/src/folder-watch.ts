import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import type { KnownFolders } from "./known-folder.ts";

/** Word of the system about the folders in which something happened. It only narrows a scan, and may give up at any time. */
export interface FolderWatch {
  /**
   * The folders with events since the last call that `settle` followed; `undefined`: a scan has to look at all of them.
   * Waits for what the system has to tell by now.
   */
  changed(): Promise<ReadonlySet<string> | undefined>;
  /** Watches these folders from now on, which a scan has just been through. */
  settle(folders: KnownFolders): void;
  close(): void;
}

/** A scan of everything at least this often: writes through a memory map or another hard link give no event. */
const FULL_SCAN_MS = 30_000;
/** The queue of the system holds 16,384 events by default and loses what comes after without telling us. */
const MANY_EVENTS = 4096;
/** Each folder takes a watch of the system, of which a user may have 8,192 where little memory is. */
const MAX_FOLDERS = 4096;

export function createFolderWatch(realRoot: string, now: () => number): FolderWatch {
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly inode: bigint | undefined }>();
  let dirty = new Set<string>();
  let taken = new Set<string>();
  /** What came or went, if it was a folder: a new one at its path may even have the inode of the one before. */
  let renamed = new Set<string>();
  let events = 0;
  let [lastFullScan, startedAt] = [-Infinity, 0];
  let isFull = true;
  /** Some folder has no watch, so that nothing but a look at all of them helps. */
  let isBlind = false;

  const drop = (path: string): void => {
    watchers.get(path)?.watcher.close();
    watchers.delete(path);
  };
  const add = (path: string, inode: bigint | undefined): void => {
    try {
      const watcher = watch(join(realRoot, path), { persistent: false }, (event, name) => {
        events++;
        dirty.add(path);
        if (event === "rename") renamed.add(name === null ? path : `${path}${name}/`);
      });
      watcher.on("error", () => {
        isBlind = true;
      });
      watchers.set(path, { watcher, inode });
      // Between the scan and this moment anything may have happened.
      dirty.add(path);
    } catch {
      isBlind = true;
    }
  };

  return {
    async changed() {
      // Events of calls that have returned are in the queue, which the event loop reads once a turn.
      for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
      startedAt = now();
      isFull = isBlind || startedAt - lastFullScan > FULL_SCAN_MS || events > MANY_EVENTS;
      // Those of a scan that failed are still to be looked at.
      taken = new Set([...taken, ...dirty]);
      dirty = new Set();
      events = 0;
      return isFull ? undefined : taken;
    },
    settle(folders) {
      taken = new Set();
      if (isFull) lastFullScan = startedAt;
      isBlind = folders.size > MAX_FOLDERS;
      if (isBlind) {
        for (const path of watchers.keys()) drop(path);
        return;
      }
      // A watch goes along with its folder, wherever that is moved.
      for (const path of renamed) {
        if (!watchers.has(path)) continue;
        for (const inner of watchers.keys()) if (inner.startsWith(path)) drop(inner);
      }
      renamed = new Set();
      for (const [path, { inode }] of watchers) {
        const folder = folders.get(path);
        if (folder?.stamp === undefined || folder.stamp.inode !== inode) drop(path);
      }
      for (const [path, folder] of folders) if (!watchers.has(path)) add(path, folder.stamp?.inode);
    },
    close() {
      for (const path of watchers.keys()) drop(path);
    },
  };
}
