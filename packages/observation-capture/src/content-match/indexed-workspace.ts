import { setImmediate } from "node:timers/promises";
import type { ContentHash } from "@runningtab/content-hash";
import type { CaptureContext } from "../capture-strategy.ts";
import type { LineIndex } from "./line-index.ts";

type TextLines = NonNullable<CaptureContext["textLines"]>;

/** Characters that are indexed before other work gets its turn: a few milliseconds. */
const CHARACTERS_PER_TURN = 128 * 1024;

/** Keeps an index in step with a workspace's files, in the background. Contents are indexed once, however many files have them. */
export interface IndexedWorkspace {
  /**
   * Takes the files of a context: what is gone is no longer found when this returns, and what is new is queued. Costs a
   * look at each file, and next to nothing while `context.revision` is the same object.
   */
  follow(context: CaptureContext): void;
  /** Puts contents in front of the queue. */
  hasten(hashes: Iterable<ContentHash>): void;
  /** Resolves when nothing is queued, or after `milliseconds`. */
  settled(milliseconds: number): Promise<void>;
  /** Paths that have a content now. */
  pathsOf(hash: ContentHash): readonly string[];
  /** Contents that are not indexed yet. */
  readonly pending: number;
  /** Contents that did not fit into the index. */
  readonly leftOut: number;
}

export function createIndexedWorkspace(index: LineIndex): IndexedWorkspace {
  let taken: object | undefined;
  let textLines: TextLines | undefined;
  let paths = new Map<ContentHash, string[]>();
  let queue = new Set<ContentHash>();
  const leftOut = new Set<ContentHash>();
  let work: Promise<void> | undefined;

  function take(context: CaptureContext): void {
    const now = new Map<ContentHash, string[]>();
    for (const path of context.paths?.() ?? []) {
      const hash = context.stat(path)?.hash;
      if (hash === undefined) continue;
      const known = now.get(hash);
      if (known === undefined) now.set(hash, [path]);
      else known.push(path);
    }
    for (const hash of paths.keys()) {
      if (now.has(hash)) continue;
      index.remove(hash);
      queue.delete(hash);
      if (!leftOut.delete(hash) && leftOut.size > 0) {
        // There is room again.
        for (const one of leftOut) queue.add(one);
        leftOut.clear();
      }
    }
    for (const hash of now.keys()) if (!paths.has(hash)) queue.add(hash);
    paths = now;
  }

  async function drain(): Promise<void> {
    for (;;) {
      const [hash] = queue;
      if (hash === undefined || textLines === undefined) return;
      await indexContent(hash, textLines);
      queue.delete(hash);
    }
  }

  async function indexContent(hash: ContentHash, linesOf: TextLines): Promise<void> {
    const path = paths.get(hash)?.[0];
    if (path === undefined) return;
    if (leftOut.size > 0) return void leftOut.add(hash);
    const writer = index.begin(hash);
    let characters = 0;
    let lines = 0;
    try {
      for await (const { address, line } of linesOf(hash, path)) {
        lines++;
        if (!queue.has(hash)) return writer.undo();
        if (!writer.add(address, line)) {
          leftOut.add(hash);
          return writer.undo();
        }
        characters += line.length + 1;
        if (characters < CHARACTERS_PER_TURN) continue;
        characters = 0;
        await setImmediate();
      }
    } catch {
      // Nobody can read it; its text will not be shown as text either.
      lines = 0;
    }
    // What has no lines, such as an image, is not asked for again: only contents that come anew are queued.
    if (lines === 0 || !queue.has(hash)) writer.undo();
    else writer.finish();
  }

  return {
    follow(context) {
      textLines = context.textLines ?? textLines;
      // A context without a revision counts as one of its own: the same one twice is the same observation.
      const state = context.revision ?? context;
      if (state !== taken) take(context);
      taken = state;
      if (queue.size === 0 || textLines === undefined || work !== undefined) return;
      work = drain().finally(() => (work = undefined));
    },
    hasten(hashes) {
      const first = [...hashes].filter((hash) => queue.has(hash));
      if (first.length > 0) queue = new Set([...first, ...queue]);
    },
    async settled(milliseconds) {
      if (work === undefined || milliseconds <= 0) return;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      });
      await Promise.race([work, late]);
      clearTimeout(timer);
    },
    pathsOf: (hash) => paths.get(hash) ?? [],
    get pending() {
      return queue.size;
    },
    get leftOut() {
      return leftOut.size;
    },
  };
}
