import { basename } from "node:path";
import type { Documents, ParsedRecord, Source } from "@runningtab/parsed-cache";
import type { Config } from "../config.ts";
import { parsersOf } from "../parsers-of.ts";

/** Reads single versions of documents in the parsers' jail, wherever their bytes come from; nothing is kept on disk. */
export interface VersionReader {
  /** The record of these bytes, also of a failed parse; `undefined` where no parser reads such files. */
  read(path: string, bytes: Uint8Array, signal?: AbortSignal): Promise<ParsedRecord | undefined>;
  close(): Promise<void>;
}

/** The parser id of records of a kind that no parser reads. */
const NO_PARSER = "none";

/** No child process is started before the first read. */
export function createVersionReader(config: Config): VersionReader {
  let opened: Promise<Documents> | undefined;
  let current: { readonly name: string; readonly source: Source } | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function open(): Promise<Documents> {
    const { createDocuments } = await import("@runningtab/parsed-cache");
    return createDocuments({
      read: async (name) => (name === current?.name ? current.source : undefined),
      parsers: await parsersOf(config),
    });
  }

  async function read(path: string, bytes: Uint8Array, signal?: AbortSignal): Promise<ParsedRecord | undefined> {
    const { hashBytesSync } = await import("@runningtab/content-hash/node");
    const documents = await (opened ??= open());
    const hash = hashBytesSync(bytes);
    const name = `${hash.slice("sha256:".length)}/${basename(path)}`;
    current = { name, source: { bytes, hash } };
    const file = { path: name, hash, size: bytes.byteLength, modifiedAtMs: 0 };
    await documents.sync([file], { wait: true, ...(signal && { signal }) });
    const record = await documents.record(name);
    return record?.key.parserId === NO_PARSER ? undefined : record;
  }

  return {
    read(path, bytes, signal) {
      const result = turn.then(() => read(path, bytes, signal));
      turn = result.catch(() => undefined);
      return result;
    },
    async close() {
      await turn;
      await (await opened)?.close();
    },
  };
}
