import { basename } from "node:path";
import type { Source } from "@runningtab/parsed-cache";
import type { DiffInput } from "@runningtab/review-diff";
import type { Config } from "./config.ts";
import { parsersOf } from "./parsers-of.ts";

/** The parser id of records of a kind that no parser reads. */
const NO_PARSER = "none";

/** One version of a document: its ending tells kinds of text apart. Without bytes it is a file that does not exist. */
export interface Side {
  readonly name: string;
  readonly bytes?: Uint8Array;
}

/** Two versions as sides of a comparison. */
export interface OpenSides {
  readonly inputs: readonly [DiffInput, DiffInput];
  /** A document inside one of them as a side, for the option `open` of `diff`. */
  open(path: string, bytes: Uint8Array): Promise<DiffInput>;
  close(): Promise<void>;
}

/** Two versions as sides of a comparison: their bytes, and the parts that a parser finds in them. */
export async function openSides(sides: readonly [Side, Side], config: Config): Promise<OpenSides> {
  const { createDocuments } = await import("@runningtab/parsed-cache");
  const { hashBytesSync } = await import("@runningtab/content-hash/node");
  const sources = new Map<string, Source>();
  const documents = createDocuments({ read: async (name) => sources.get(name), parsers: await parsersOf(config) });
  const files: { path: string; hash: Source["hash"]; size: number; modifiedAtMs: number }[] = [];
  const read = async (added: readonly (readonly [name: string, bytes: Uint8Array])[]): Promise<void> => {
    for (const [name, bytes] of added) {
      const hash = hashBytesSync(bytes);
      sources.set(name, { bytes, hash });
      files.push({ path: name, hash, size: bytes.byteLength, modifiedAtMs: 0 });
    }
    await documents.sync(files, { wait: true });
  };
  const inputOf = async (path: string, bytes: Uint8Array, name: string): Promise<DiffInput> => {
    // A document that a parser tried and failed is asked too: its reason is what the comparison then notes.
    const isRead = (await documents.record(name))?.key.parserId !== NO_PARSER;
    return { path, bytes, ...(isRead && { parts: () => documents.parts(name) }) };
  };
  await read(
    sides.flatMap(({ name, bytes }, index) => (bytes === undefined ? [] : [[nameOfSide(name, index), bytes] as const])),
  );
  const sideOf = async ({ name, bytes }: Side, index: number): Promise<DiffInput> =>
    bytes === undefined ? { path: name } : inputOf(name, bytes, nameOfSide(name, index));
  return {
    inputs: [await sideOf(sides[0], 0), await sideOf(sides[1], 1)],
    async open(path, bytes) {
      const name = `inside-${files.length}/${basename(path.replaceAll("\\", "/"))}`;
      await read([[name, bytes]]);
      return inputOf(path, bytes, name);
    },
    close: () => documents.close(),
  };
}

/** Keeps the sides apart. */
function nameOfSide(name: string, index: number): string {
  return `${index === 0 ? "before" : "after"}/${name}`;
}
