import { createReferenceEngine } from "@runningtab/lexical-ranker";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { createDocuments, type SearchAnswer, type SourceFile } from "@runningtab/parsed-cache";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { fakePool } from "../../test/fake-pool.ts";

const PATHS = ["a.txt", "b.txt", "c.md"];
/** Every text holds `word`, so that a search for it finds all, and names itself. */
const TEXTS = ["word one", "word two", "word three", "FAIL"];

type Step =
  | { type: "write"; path: string; text: string }
  | { type: "remove" | "touch"; path: string }
  | { type: "rename"; path: string; to: string }
  | { type: "sync"; wait: boolean }
  | { type: "gate"; isOpen: boolean }
  | { type: "read"; path: string };

const path = fc.constantFrom(...PATHS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("write" as const), path, text: fc.constantFrom(...TEXTS) }) },
  fc.record({ type: fc.constantFrom("remove" as const, "touch" as const), path }),
  fc.record({ type: fc.constant("rename" as const), path, to: path }),
  { weight: 4, arbitrary: fc.record({ type: fc.constant("sync" as const), wait: fc.boolean() }) },
  fc.record({ type: fc.constant("gate" as const), isOpen: fc.boolean() }),
  { weight: 5, arbitrary: fc.record({ type: fc.constant("read" as const), path }) },
);

it("every text shown is that of the hash it names, and current only when that is the path's hash", async () => {
  /** Guards against a run in which nothing was ever stale. */
  let staleTexts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: "max" }), async (steps) => {
      const disk = new Map<string, string>();
      /** What the last sync was told: the state that `current` speaks of. */
      let synced = new Map<string, string>();
      const textOf = new Map(TEXTS.map((text) => [hashBytesSync(Buffer.from(text)) as string, text]));
      const pool = fakePool();
      const documents = createDocuments({
        pool,
        index: createReferenceEngine(),
        read: async (name) => {
          const text = disk.get(name);
          if (text === undefined) return undefined;
          const bytes = Buffer.from(text);
          return { bytes, hash: hashBytesSync(bytes) };
        },
      });
      const manifest = (): SourceFile[] =>
        [...disk].map(([name, text]) => ({
          path: name,
          hash: hashBytesSync(Buffer.from(text)),
          size: text.length,
          modifiedAtMs: 0,
        }));
      const check = (name: string, text: string, freshness: SearchAnswer["hits"][0]["freshness"]): void => {
        const expected = synced.get(name);
        if (freshness.state === "current") expect(freshness.recordHash).toBe(freshness.sourceHash);
        if (freshness.sourceHash !== undefined) expect(textOf.get(freshness.sourceHash)).toBe(expected);
        if (freshness.state === "missing") expect(expected).toBeUndefined();
        if (text !== "") expect(text).toBe(textOf.get(freshness.recordHash!));
        if (text === "" || freshness.state === "current") return;
        expect(freshness.state).toBe("stale");
        staleTexts += 1;
      };
      const readAll = async (name: string): Promise<void> => {
        const view = await documents.view(name, { wait: false });
        check(name, view.text, view.freshness);
        for (const answer of [await documents.grep("word"), await documents.search("word")]) {
          for (const hit of answer.hits) check(hit.path, hit.text, hit.freshness);
        }
        const whole = pool.isOpen() ? await documents.text(name) : { text: undefined };
        if (whole.text !== undefined) expect(whole.text).toBe(synced.get(name));
      };
      try {
        for (const one of steps) {
          if (one.type === "write") disk.set(one.path, one.text);
          else if (one.type === "remove") disk.delete(one.path);
          else if (one.type === "rename" && disk.has(one.path)) {
            disk.set(one.to, disk.get(one.path)!);
            if (one.to !== one.path) disk.delete(one.path);
          } else if (one.type === "gate") pool.setOpen(one.isOpen);
          else if (one.type === "sync") {
            if (one.wait) pool.setOpen(true);
            const files = manifest();
            synced = new Map(disk);
            await documents.sync(files, { wait: one.wait });
          } else if (one.type === "read") await readAll(one.path);
        }
        pool.setOpen(true);
        synced = new Map(disk);
        await documents.sync(manifest(), { wait: true });
        for (const name of PATHS) {
          await readAll(name);
          const isReadable = synced.has(name) && synced.get(name) !== "FAIL";
          const state = !synced.has(name) ? "missing" : isReadable ? "current" : "failed";
          expect(documents.freshness(name).state).toBe(state);
        }
      } finally {
        pool.setOpen(true);
        await documents.close();
      }
    }),
    { numRuns: 150 },
  );
  expect(staleTexts).toBeGreaterThan(0);
});
