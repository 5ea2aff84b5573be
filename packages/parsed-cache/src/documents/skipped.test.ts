import { createReferenceEngine } from "@runningtab/lexical-ranker";
import { createDocuments, createRecordStore, renderAnswer } from "@runningtab/parsed-cache";
import { describe, expect, it, onTestFinished } from "vitest";
import { workspaceFolder } from "../../test/workspace-folder.ts";

const SKIPPED = [
  { path: "closed/", reason: "permission denied" },
  { path: "link.txt", reason: "a symbolic link, not followed" },
];

describe("what the manifest cannot hold", () => {
  it("keeps searches from proving that nothing is there", async () => {
    const folder = workspaceFolder({ "a.txt": "apples", "notes/b.txt": "pears" });
    const documents = createDocuments({ root: folder.root, index: createReferenceEngine() });
    onTestFinished(() => documents.close());
    await documents.sync(folder.manifest(), { wait: true, skipped: SKIPPED });
    for (const answer of [await documents.search("zebra"), await documents.grep("zebra")]) {
      expect(answer.skipped).toEqual(SKIPPED);
      expect(renderAnswer(answer)).toContain("No hits in 2 files, but that is not proven: 2 files");
    }
    expect((await documents.files("zebra")).skipped).toEqual(SKIPPED);
    expect((await documents.grep("zebra", { paths: ["notes"] })).skipped).toEqual([]);
    expect((await documents.grep("zebra", { paths: ["closed/deep"] })).skipped).toEqual([SKIPPED[0]]);
  });

  it("is named by a view for what it is, as are folders and files that never were", async () => {
    const folder = workspaceFolder({ "a.txt": "apples", "notes/b.txt": "pears" });
    const documents = createDocuments({ root: folder.root });
    onTestFinished(() => documents.close());
    await documents.sync(folder.manifest(), { wait: true, skipped: SKIPPED });
    const shown = async (path: string) => (await documents.view(path)).shown;
    expect(await shown("link.txt")).toBe("nothing shown: it was not read (a symbolic link, not followed)");
    expect(await shown("closed/x.txt")).toBe("nothing shown: it was not read (in closed/: permission denied)");
    expect(await shown("notes")).toBe("nothing shown: it is a folder with 1 file; view one of them: notes/b.txt");
    expect(await shown("never.txt")).toBe("nothing shown: there is no such file");
    await documents.sync(folder.manifest().filter(({ path }) => path !== "a.txt"));
    expect(await shown("a.txt")).toBe("nothing shown: the file is gone");
  });
});

describe("what was not read of a document", () => {
  it("keeps searches from proving that it is not there", async () => {
    const folder = workspaceFolder({ "long.csv": `${"a,b\n".repeat(40)}zebra,c\n`, "a.txt": "apples" });
    const index = createReferenceEngine();
    const documents = createDocuments({ root: folder.root, index, limits: { maxCells: 20 } });
    onTestFinished(() => documents.close());
    await documents.sync(folder.manifest(), { wait: true });
    for (const answer of [await documents.search("zebra"), await documents.grep("zebra")]) {
      expect(answer.skipped).toEqual([{ path: "long.csv", reason: expect.stringContaining("cut off at a limit") }]);
      expect(renderAnswer(answer)).toContain("not proven: 1 file");
    }
  });
});

describe("what was asked of a search", () => {
  it("is named where no file is of that name", async () => {
    const folder = workspaceFolder({ "re\u0301sume\u0301.txt": "apples", "notes/b.txt": "pears" });
    const documents = createDocuments({ root: folder.root, index: createReferenceEngine() });
    onTestFinished(() => documents.close());
    await documents.sync(folder.manifest(), { wait: true });
    const absent = { path: "nots", reason: "there is no such file or folder" };
    for (const answer of [
      await documents.search("pears", { paths: ["nots", "notes"] }),
      await documents.grep("pears", { paths: ["nots", "notes"] }),
    ]) {
      expect(answer).toMatchObject({ searched: 1, skipped: [absent] });
      expect(answer.hits.map(({ path }) => path)).toEqual(["notes/b.txt"]);
    }
    const composed = await documents.grep("apples", { paths: ["r\u00e9sum\u00e9.txt"] });
    expect(composed.skipped[0]?.reason).toContain("re\u0301sume\u0301.txt is, whose letters are composed otherwise");
    expect((await documents.grep("apples", { paths: ["."] })).skipped).toEqual([]);
  });

  it("is refused where it makes no sense", async () => {
    const folder = workspaceFolder({ "a.txt": "apples" });
    const documents = createDocuments({ root: folder.root, index: createReferenceEngine() });
    onTestFinished(() => documents.close());
    await documents.sync(folder.manifest(), { wait: true });
    const refused = expect.objectContaining({ code: "argument-invalid" });
    for (const count of [0, -3, 1.5, Number.NaN]) {
      await expect(documents.grep("a", { limit: count })).rejects.toEqual(refused);
      await expect(documents.search("a", { limit: count })).rejects.toEqual(refused);
      await expect(documents.search("a", { perFile: count })).rejects.toEqual(refused);
      await expect(documents.files("a", { limit: count })).rejects.toEqual(refused);
      await expect(documents.view("a.txt", { maxCharacters: count })).rejects.toEqual(refused);
    }
    await expect(documents.view("a.txt", { offset: -1 })).rejects.toEqual(refused);
    expect((await documents.view("a.txt", { offset: 0 })).text).toBe("apples");
    expect((await documents.grep("apples", { limit: Number.POSITIVE_INFINITY })).hits).toHaveLength(1);
  });

  it("is the text of a document with what it lacks", async () => {
    const folder = workspaceFolder({ "long.csv": "a,b\n".repeat(40), "a.txt": "apples" });
    const documents = createDocuments({ root: folder.root, limits: { maxCells: 20 } });
    onTestFinished(() => documents.close());
    await documents.sync(folder.manifest(), { wait: true });
    expect(await documents.text("long.csv")).toMatchObject({ missing: expect.stringContaining("cut off at a limit") });
    expect(await documents.text("a.txt")).not.toHaveProperty("missing");
  });
});

describe("refused files", () => {
  const refuse = (path: string) => (path.endsWith(".env") ? "secret by name" : undefined);

  it("are never parsed, are skipped by name, and leave no text in the store", async () => {
    const folder = workspaceFolder({ ".env": "TOKEN=hunter2", "a.txt": "apples" });
    const store = createRecordStore();
    const open = createDocuments({ root: folder.root, store, index: createReferenceEngine() });
    await open.sync(folder.manifest(), { wait: true });
    expect((await open.search("hunter2")).hits).toHaveLength(1);
    await open.close();

    const documents = createDocuments({
      root: folder.root,
      store,
      index: createReferenceEngine(),
      refuse,
      fallback: async () => "TOKEN=hunter2",
    });
    onTestFinished(() => documents.close());
    await documents.sync(folder.manifest(), { wait: true });
    const answer = await documents.search("hunter2");
    expect([answer.hits, answer.skipped]).toEqual([[], [{ path: ".env", reason: "secret by name" }]]);
    const view = await documents.view(".env");
    expect([view.text, view.shown]).toEqual(["", "nothing shown: its content is not read (secret by name)"]);
    expect((await documents.text(".env")).text).toBeUndefined();
    expect(await store.list()).toHaveLength(1);
  });

  it("do not take the record of an equal file", async () => {
    const folder = workspaceFolder({ "x.env": "same", "a.txt": "same" });
    const documents = createDocuments({ root: folder.root, refuse });
    onTestFinished(() => documents.close());
    await documents.sync(folder.manifest(), { wait: true });
    expect((await documents.view("x.env")).text).toBe("");
    expect((await documents.view("a.txt")).text).toBe("same");
  });
});

describe("a lost record", () => {
  it("is parsed again before the first search answers", async () => {
    const folder = workspaceFolder({ "a.txt": "apples" });
    const store = createRecordStore();
    const open = async () => {
      const documents = createDocuments({ root: folder.root, store, index: createReferenceEngine() });
      onTestFinished(() => documents.close());
      await documents.sync(folder.manifest(), { wait: true });
      return documents;
    };
    await open();
    for (const ask of ["search", "grep"] as const) {
      const documents = await open();
      for (const { key } of await store.list()) await store.delete(key);
      const { hits, skipped } = await documents[ask]("apples");
      expect([hits.length, skipped]).toEqual([1, []]);
    }
  });
});
