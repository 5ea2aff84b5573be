import { hashBytes, type ContentHash } from "@runningtab/content-hash";
import type { CaptureContext } from "../src/index.ts";

export async function contentHashOf(text: string): Promise<ContentHash> {
  return hashBytes(new TextEncoder().encode(text));
}

/** A context over texts in memory, with their hashes and lines. */
export async function textContext(files: Readonly<Record<string, string>>): Promise<CaptureContext> {
  const facts = new Map<string, { hash: ContentHash; size: number; kind: "file" }>();
  const texts = new Map<ContentHash, string>();
  for (const [path, text] of Object.entries(files)) {
    const hash = await contentHashOf(text);
    facts.set(path, { hash, size: new TextEncoder().encode(text).length, kind: "file" });
    texts.set(hash, text);
  }
  return {
    root: "/srv/project",
    stat: (path) => facts.get(path),
    paths: () => facts.keys(),
    async *textLines(hash) {
      for (const [at, line] of (texts.get(hash) ?? "").replace(/\n$/, "").split("\n").entries())
        yield { address: `L${at + 1}`, line };
    },
  };
}
