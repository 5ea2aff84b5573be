import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createReferenceEngine, createWasmEngine } from "@runningtab/lexical-ranker";
import {
  createDocuments,
  createRecordStore,
  type Documents,
  type DocumentsOptions,
  type RecordStore,
  type VectorIndex,
} from "@runningtab/parsed-cache";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it, onTestFinished } from "vitest";
import { fakePool } from "../../test/fake-pool.ts";
import { type WorkspaceFolder, workspaceFolder } from "../../test/workspace-folder.ts";

const FILES = {
  "ferry/a.md": "the harbour master keeps the harbour log of the harbour",
  "ferry/b.txt": "a harbour without ferries",
  "orchard.csv": "apples,harbour",
};

async function open(folder: WorkspaceFolder, options: Partial<DocumentsOptions> = {}): Promise<Documents> {
  const documents = createDocuments({
    root: folder.root,
    pool: fakePool(),
    index: createReferenceEngine(),
    ...options,
  });
  onTestFinished(() => documents.close());
  await documents.sync(folder.manifest(), { wait: true });
  return documents;
}

const pathsOf = async (documents: Documents, query: string, options = {}): Promise<string[]> =>
  (await documents.search(query, options)).hits.map(({ path }) => path);

describe("search", () => {
  it("stays within paths and kinds of files", async () => {
    const documents = await open(workspaceFolder(FILES));
    expect((await pathsOf(documents, "harbour")).toSorted()).toEqual(["ferry/a.md", "ferry/b.txt", "orchard.csv"]);
    expect(await pathsOf(documents, "harbour", { paths: ["ferry"], types: [".TXT", "csv"] })).toEqual(["ferry/b.txt"]);
    expect((await documents.grep("harbour", { types: ["csv"] })).hits.map(({ path }) => path)).toEqual(["orchard.csv"]);
    expect((await documents.files("ferry", { paths: ["ferry"], types: ["md"] })).hits.map(({ path }) => path)).toEqual([
      "ferry/a.md",
    ]);
    expect((await documents.search("harbour", { types: ["pdf"] })).searched).toBe(0);
  });

  it("gives at most so many hits of a file, the file with the best one first", async () => {
    const long = Array.from({ length: 12 }, (_, n) => `## Pier ${n}\n${"the pier of the harbour ".repeat(120)}`).join(
      "\n",
    );
    const folder = workspaceFolder({ "long.txt": long, "short.txt": "a pier", "other.txt": "one pier more than none" });
    const pool = {
      ...fakePool(),
      schedule: (async (task) =>
        task(async (bytes) => ({
          status: "parsed" as const,
          jail: "fake",
          parts: new TextDecoder()
            .decode(bytes)
            .split("## ")
            .filter((text) => text !== "")
            .map((text, page) => ({ type: "page" as const, address: `page=${page + 1}`, text })),
        }))) as ReturnType<typeof fakePool>["schedule"],
    };
    const documents = await open(folder, { pool });
    expect(new Set(await pathsOf(documents, "pier harbour", { limit: 5 }))).toEqual(new Set(["long.txt"]));
    const grouped = await documents.search("pier harbour", { limit: 4, perFile: 2 });
    expect(grouped.hits.map(({ path }) => path)).toEqual(["long.txt", "long.txt", "short.txt", "other.txt"]);
    expect(grouped.truncated).toBe(false);
    expect((await documents.search("pier harbour", { limit: 2, perFile: 1 })).truncated).toBe(true);
  });

  it("ranks by meaning, and by both, when an index of meanings is handed in", async () => {
    const vectors: VectorIndex & { texts: Map<string, string> } = {
      texts: new Map(),
      async add(pages) {
        for (const { id, text } of pages) this.texts.set(id, text);
      },
      async remove(ids) {
        for (const id of ids) this.texts.delete(id);
      },
      async search(query, { limit = 10, filter = () => true } = {}) {
        // "Means" the same here: has as many words.
        const distance = (text: string): number => Math.abs(text.split(" ").length - query.split(" ").length);
        return [...this.texts]
          .filter(([id]) => filter(id))
          .map(([id, text]) => ({ id, score: 1 / (1 + distance(text)) }))
          .toSorted((a, b) => b.score - a.score)
          .slice(0, limit);
      },
    };
    const folder = workspaceFolder(FILES);
    const documents = await open(folder, { vectors });
    expect(documents.searchModes).toEqual(["lexical", "vector", "hybrid"]);
    expect(await pathsOf(documents, "boats in the bay", { mode: "vector", limit: 1 })).toEqual(["ferry/b.txt"]);
    // First by words and third by meaning, before those that are found by meaning alone.
    const both = await documents.search("log boats here now", { mode: "hybrid" });
    expect(both.hits.map(({ path, score }) => [path, score])).toEqual([
      ["ferry/a.md", 1 / 61 + 1 / 63],
      ["ferry/b.txt", 1 / 61],
      ["orchard.csv", 1 / 62],
    ]);
    folder.remove("ferry/b.txt");
    await documents.sync(folder.manifest());
    expect(await pathsOf(documents, "boats in the bay", { mode: "vector" })).not.toContain("ferry/b.txt");
    expect(vectors.texts.size).toBe(2);

    const without = await open(folder);
    expect(without.searchModes).toEqual(["lexical"]);
    await expect(without.search("x", { mode: "hybrid" })).rejects.toMatchObject({ code: "unsupported" });
  });
});

describe("an index that is kept", () => {
  const countingStore = (): RecordStore & { reads: number } => {
    const store = createRecordStore();
    return {
      ...store,
      reads: 0,
      async get(key) {
        this.reads += 1;
        return store.get(key);
      },
    };
  };

  it("is reopened without reading the documents again, and follows what changed meanwhile", async () => {
    const folder = workspaceFolder(FILES);
    const store = countingStore();
    const indexFile = join(temporaryFolder("index"), "pages.index");
    const notes: string[] = [];
    const reopen = () =>
      open(folder, { store, indexFile, index: createWasmEngine(), onNote: (text) => void notes.push(text) });

    const first = await reopen();
    const before = await first.search("harbour log");
    await first.close();
    expect(statSync(indexFile).mode & 0o777).toBe(0o600);

    store.reads = 0;
    const second = await reopen();
    expect((await second.grep("nothing of the kind")).searched).toBe(3);
    expect(store.reads).toBe(0);
    expect((await second.grep("HARBOUR LOG", { ignoreCase: true })).hits).toHaveLength(1);
    expect((await second.search("zebra")).hits).toEqual([]);
    expect(store.reads).toBe(1);
    expect((await second.search("harbour log")).hits).toEqual(before.hits);
    await second.close();

    folder.remove("ferry/a.md");
    folder.write("new.txt", "a new harbour log");
    const third = await reopen();
    expect((await third.search("harbour log")).hits[0]!.path).toBe("new.txt");
    expect(await pathsOf(third, "master keeps")).toEqual([]);
    await third.close();
    const fourth = await reopen();
    expect((await fourth.search("harbour log")).hits[0]!.path).toBe("new.txt");
    expect(notes).toEqual([]);
  });

  it("is built anew, with a note, when it is damaged or was made otherwise", async () => {
    const folder = workspaceFolder(FILES);
    const indexFile = join(temporaryFolder("index"), "pages.index");
    const ask = async (options: Partial<DocumentsOptions> = {}): Promise<readonly [string[], string[]]> => {
      const notes: string[] = [];
      const index = createWasmEngine();
      const documents = await open(folder, { indexFile, index, onNote: (text) => void notes.push(text), ...options });
      const found = await pathsOf(documents, "apples");
      await documents.close();
      return [found, notes];
    };
    expect(await ask()).toEqual([["orchard.csv"], []]);
    const sound = readFileSync(indexFile);
    for (const at of [3, 9, 30, sound.length >> 1, sound.length - 5]) {
      const damaged = Buffer.from(sound);
      damaged[at]! ^= 0x21;
      writeFileSync(indexFile, damaged);
      const [found, notes] = await ask();
      expect(found).toEqual(["orchard.csv"]);
      expect(notes).toEqual([expect.stringMatching(/pages\.index is built anew: /)]);
    }
    writeFileSync(indexFile, sound.subarray(0, 50));
    expect((await ask())[1]).toHaveLength(1);
    expect(await ask()).toEqual([["orchard.csv"], []]);
    const other = { ...createWasmEngine(), name: "other" };
    expect((await ask({ index: other }))[1]).toEqual([expect.stringContaining("it was made in another way")]);
  });

  it("is deleted when it may hold words of a file that must not be read", async () => {
    const folder = workspaceFolder({ ...FILES, "secret.txt": "password swordfish" });
    const store = createRecordStore();
    const indexFile = join(temporaryFolder("index"), "pages.index");
    const first = await open(folder, { store, indexFile, index: createWasmEngine() });
    expect(await pathsOf(first, "swordfish")).toEqual(["secret.txt"]);
    await first.close();
    const refuse = (path: string): string | undefined => (path === "secret.txt" ? "secret by name" : undefined);
    const second = await open(folder, { store, indexFile, index: createWasmEngine(), refuse });
    await second.close();
    expect(() => readFileSync(indexFile)).toThrow("ENOENT");
  });
});
