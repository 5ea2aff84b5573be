import type { Source } from "@runningtab/parsed-cache";
import type { DiffInput } from "@runningtab/review-diff";
import { parsersOf } from "./compose.ts";
import type { Config } from "./config.ts";

/** The parser id of records of a kind that no parser reads. */
const NO_PARSER = "none";

/** One version of a document: its ending tells kinds of text apart. Without bytes it is a file that does not exist. */
export interface Side {
  readonly name: string;
  readonly bytes?: Uint8Array;
}

/** Two versions as sides of a comparison: their bytes, and the parts that a parser finds in them. */
export async function openSides(
  sides: readonly [Side, Side],
  config: Config,
): Promise<{ readonly inputs: readonly [DiffInput, DiffInput]; close(): Promise<void> }> {
  const { createDocuments } = await import("@runningtab/parsed-cache");
  const { hashBytesSync } = await import("@runningtab/content-hash/node");
  const sources = new Map<string, Source>(
    sides.flatMap(({ name, bytes }, index): readonly [string, Source][] =>
      bytes === undefined ? [] : [[nameOfSide(name, index), { bytes, hash: hashBytesSync(bytes) }]],
    ),
  );
  const documents = createDocuments({ read: async (name) => sources.get(name), parsers: await parsersOf(config) });
  const files = [...sources].map(([path, { hash, bytes }]) => ({
    path,
    hash,
    size: bytes.byteLength,
    modifiedAtMs: 0,
  }));
  await documents.sync(files, { wait: true });
  const inputOf = async ({ name: path, bytes }: Side, index: number): Promise<DiffInput> => {
    if (bytes === undefined) return { path };
    const name = nameOfSide(path, index);
    // A document that a parser tried and failed is asked too: its reason is what the comparison then notes.
    const isRead = (await documents.record(name))?.key.parserId !== NO_PARSER;
    return { path, bytes, ...(isRead && { parts: () => documents.parts(name) }) };
  };
  return { inputs: [await inputOf(sides[0], 0), await inputOf(sides[1], 1)], close: () => documents.close() };
}

/** Keeps the sides apart. */
function nameOfSide(name: string, index: number): string {
  return `${index === 0 ? "before" : "after"}/${name}`;
}
