import { createReferenceEngine } from "@runningtab/lexical-ranker";
import {
  builtInParsers,
  createDocuments,
  createRecordStore,
  type Documents,
  type DocumentsOptions,
  ParsedCacheError,
  type RecordStore,
  renderAnswer,
  renderView,
} from "@runningtab/parsed-cache";
import { writeDocx, writeEml, writeXlsx } from "@runningtab/test-kit/office";
import { zipSync } from "fflate";
import { describe, expect, it, onTestFinished } from "vitest";
import { fakePool } from "../../test/fake-pool.ts";
import { DRAW_IMAGE, drawText, makePdf } from "../../test/make-pdf.ts";
import { type WorkspaceFolder, workspaceFolder } from "../../test/workspace-folder.ts";

function documentsOf(folder: WorkspaceFolder, options: Partial<DocumentsOptions> = {}): Documents {
  const documents = createDocuments({ root: folder.root, index: createReferenceEngine(), ...options });
  onTestFinished(() => documents.close());
  return documents;
}

const hashIn = (folder: WorkspaceFolder, path: string): string =>
  folder.manifest().find((file) => file.path === path)!.hash;

describe("documents of all kinds", { timeout: 90_000 }, () => {
  it("are found by content whatever their format, and what was not searched is said (C02)", async () => {
    const folder = workspaceFolder({
      "letter.txt": "nothing of note",
      "violations.docx": writeDocx({ blocks: [{ type: "paragraph", text: "Notice issued by OATH" }] }),
      "plan.xlsx": writeXlsx({
        sheets: [
          {
            name: "Q1 plan",
            rows: [
              ["Item", "Sum"],
              ["Travel", 128],
            ],
          },
        ],
      }),
      "scan.pdf": makePdf([DRAW_IMAGE]),
      "broken.xlsx": Buffer.from("PK\x03\x04 this is no workbook xl/workbook.xml", "latin1"),
      "slides.key": Buffer.from([0, 1, 2, 3]),
    });
    const documents = documentsOf(folder);
    await documents.sync(folder.manifest(), { wait: true });

    const found = await documents.grep("OATH");
    expect(found.hits.map(({ address }) => address)).toEqual(["violations.docx#paragraph=1"]);
    const nowhere = await documents.grep("nowhere-at-all");
    expect(nowhere.hits).toEqual([]);
    expect(nowhere.searched).toBe(4);
    expect(nowhere.skipped.map(({ path }) => path).toSorted()).toEqual(["broken.xlsx", "scan.pdf", "slides.key"]);
    expect(renderAnswer(nowhere)).toContain(
      "No hits in 4 files, but that is not proven: 3 files could not be searched",
    );
    expect(renderAnswer(nowhere)).toContain("not searched: scan.pdf (image only: no text to search)");

    expect((await documents.grep("128")).hits[0]?.address).toBe("plan.xlsx#sheet=Q1%20plan&cell=B2");
    expect((await documents.view("plan.xlsx#sheet=Q1%20plan&cell=B2")).text).toBe("B2: 128");
    const ranked = await documents.search("notice OATH");
    expect(ranked.hits[0]).toMatchObject({ address: "violations.docx#paragraph=1", freshness: { state: "current" } });
    expect(ranked.skipped.map(({ path }) => path)).toContain("scan.pdf");
    expect((await documents.files("violations")).hits[0]?.path).toBe("violations.docx");
  });

  it("answer with the cells of workbooks in mails and archives, however the address is typed", async () => {
    const workbook = writeXlsx({
      sheets: [
        {
          name: "Q1 plan",
          rows: [
            ["Item", "Cost"],
            ["Travel", 128],
          ],
        },
      ],
    });
    const packed = zipSync({ "a/plan.xlsx": workbook });
    const attachments = [
      { name: "plan.xlsx", mediaType: "application/octet-stream", bytes: workbook },
      { name: "more.zip", mediaType: "application/zip", bytes: packed },
    ];
    const mail = writeEml({
      from: "a@example.com",
      to: "b@example.com",
      subject: "Plan",
      date: "Tue, 05 Mar 2024 09:30:00 +0100",
      body: "Here.",
      attachments,
    });
    const folder = workspaceFolder({ "offer.eml": mail, "papers.zip": packed });
    const documents = documentsOf(folder);
    await documents.sync(folder.manifest(), { wait: true });
    const cell = "sheet=Q1%20plan&cell=B2";
    const places = [
      `offer.eml#attachment=1&${cell}`,
      `offer.eml#attachment=2&member=a%2Fplan.xlsx&${cell}`,
      `papers.zip#member=a%2Fplan.xlsx&${cell}`,
    ];
    expect((await documents.grep("128")).hits.map(({ address }) => address)).toEqual(places);
    for (const address of places) {
      expect(await documents.view(address)).toMatchObject({ text: "B2: 128", addresses: [address] });
    }
    const typed = await documents.view("papers.zip#member=a/plan.xlsx&sheet=Q1 plan&cell=b2");
    expect(typed).toMatchObject({ text: "B2: 128", addresses: [places[2]] });
    expect((await documents.view("papers.zip#member=a/plan.xlsx")).text).toContain("| 2 | Travel | 128 |");
    expect((await documents.view("papers.zip#member=a/plan.xlsx&sheet=Q2&cell=B2")).shown).toBe(
      "nothing shown: there is no sheet Q2; the sheets are Q1 plan",
    );
  });

  it("without a byte are not read where the name promises a document, and are empty where it is a text's", async () => {
    const folder = workspaceFolder({ "empty.txt": "", "offer.pdf": "", "plan.xlsx": "" });
    const store = createRecordStore();
    // Twice: what the store kept of the empty text is no record of the others.
    for (const _ of [1, 2]) {
      const documents = documentsOf(folder, { store });
      await documents.sync(folder.manifest(), { wait: true });
      expect(documents.freshness("empty.txt").state).toBe("current");
      for (const path of ["offer.pdf", "plan.xlsx"])
        expect(documents.freshness(path)).toMatchObject({ state: "failed", reason: "The file is empty (0 bytes)." });
      expect((await documents.grep("x")).skipped.map(({ path }) => path)).toEqual(["offer.pdf", "plan.xlsx"]);
    }
  });

  it("are parsed only when they are asked for, where that is wished", async () => {
    const folder = workspaceFolder({ "a.txt": "first", "b.txt": "second", "c.txt": "third" });
    const documents = documentsOf(folder);
    await documents.sync(folder.manifest(), { parse: "asked-for", wait: true });
    expect(renderAnswer(await documents.files("txt"))).toBe("a.txt\nb.txt\nc.txt\n3 hits; 3 files searched.");
    expect((await documents.view("b.txt")).text).toBe("second");
    expect(["a.txt", "b.txt", "c.txt"].map((path) => documents.freshness(path).state)).toEqual([
      "pending",
      "current",
      "pending",
    ]);
    expect((await documents.grep("first")).skipped).toHaveLength(2);
    await documents.sync(folder.manifest(), { wait: true });
    expect((await documents.grep("first")).hits).toHaveLength(1);
  });

  it("are viewed by page with their hash, times and freshness", async () => {
    const folder = workspaceFolder({
      "a.pdf": makePdf(["one", "two", "three", "four"].map((word) => drawText(word, 50, 700))),
    });
    const documents = documentsOf(folder, { now: () => Date.UTC(2026, 0, 2) });
    await documents.sync(folder.manifest(), { wait: true });
    const answer = await documents.view("a.pdf", { pages: "2-3" });
    expect(answer).toMatchObject({
      addresses: ["a.pdf#page=2", "a.pdf#page=3"],
      text: "two\n\nthree",
      source: "record",
      shown: "pages 2–3 of 4 shown",
      parsedAt: "2026-01-02T00:00:00.000Z",
    });
    const text = renderView(answer);
    expect(text.split("\n").at(-1)).toBe("pages 2–3 of 4 shown");
    expect(text).toContain(`current | source ${hashIn(folder, "a.pdf")} | updated ${answer.sourceUpdatedAt} | parsed`);
    expect((await documents.view("a.pdf#page=4")).text).toBe("four");
    expect((await documents.view("a.pdf#page=9")).shown).toBe("nothing shown: there is no page 9; the document has 4");
    expect((await documents.record("a.pdf"))?.jail).toMatch(/permission/);
  });

  it("show tracked changes as accepted, and the loss says so (C03)", async () => {
    const folder = workspaceFolder({
      "contract.docx": writeDocx({
        blocks: [
          {
            type: "paragraph",
            text: [
              "Term is ",
              { text: "twelve", revision: { kind: "deleted", author: "Ann" } },
              { text: "twenty-four", revision: { kind: "inserted", author: "Ann" } },
              " months",
            ],
          },
        ],
      }),
    });
    const documents = documentsOf(folder);
    await documents.sync(folder.manifest(), { wait: true });
    const answer = await documents.view("contract.docx");
    expect(answer.text).toBe("Term is twenty-four months");
    expect(renderView(answer)).toMatch(/left out or decided: .*Ann/);
    const runs: string[] = [];
    for await (const part of documents.parts("contract.docx")) {
      if (part.type === "block") runs.push(...part.runs.map(({ text }) => text));
    }
    expect(runs).toContain("twelve");
  });

  it("find what tracked changes deleted or moved away, mark it, and show both readings of its place", async () => {
    const change = (kind: "deleted" | "inserted" | "moved-from" | "moved-to", text: string) => ({
      text,
      revision: { kind, author: "Ann" },
    });
    const folder = workspaceFolder({
      "offer.docx": writeDocx({
        blocks: [
          { type: "paragraph", text: ["Price is ", change("deleted", "100"), change("inserted", "200"), " EUR"] },
          { type: "paragraph", text: [change("moved-from", "Ships in May.")] },
          { type: "paragraph", text: "Kept, for 2 EUR." },
          { type: "paragraph", text: [change("moved-to", "Ships in May.")] },
          { type: "paragraph", text: [change("deleted", "Penalty of 7 %.")] },
        ],
      }),
    });
    const documents = documentsOf(folder, { index: createReferenceEngine() });
    await documents.sync(folder.manifest(), { wait: true });
    const { text, losses } = await documents.view("offer.docx");
    expect(text).toBe("Price is 200 EUR\n\nKept, for 2 EUR.\n\nShips in May.");
    expect(losses[0]).toMatchObject({ kind: "tracked-changes", count: 5 });
    expect(losses[0]?.detail).toMatch(/ at paragraph=1, paragraph=2, paragraph=4, paragraph=5; shown as if accepted/);

    const found = async (pattern: string) =>
      (await documents.grep(pattern)).hits.map((hit) => [hit.address.split("#")[1], hit.text, hit.removed === true]);
    const both = "Price is [deleted: 100][inserted: 200] EUR";
    expect(await found("\\b100\\b")).toEqual([["paragraph=1", both, true]]);
    expect(await found("is 100 EUR")).toEqual([["paragraph=1", both, true]]);
    expect(await found("Price")).toEqual([["paragraph=1", "Price is 200 EUR", false]]);
    expect((await found("(1|2)00 EUR")).map(([, hit]) => hit)).toEqual(["Price is 200 EUR", both]);
    expect(await found("Penalty")).toEqual([["paragraph=5", "[deleted: Penalty of 7 %.]", true]]);

    const searched = await documents.search("penalty");
    expect(searched.hits).toMatchObject([{ text: "[deleted: Penalty of 7 %.]", removed: true }]);
    // Also once the index knows of which documents a pattern cannot be.
    expect(await found("Penalty")).toHaveLength(1);

    const at = async (place: string) => (await documents.view(`offer.docx#${place}`)).text;
    expect(await at("paragraph=1")).toBe(`Price is 200 EUR\n[with tracked changes, paragraph=1] ${both}`);
    expect(await at("paragraph=2")).toBe("[with tracked changes, paragraph=2] [moved to paragraph=4: Ships in May.]");
    expect(await at("paragraph=1-3")).toBe("Price is 200 EUR\n\nKept, for 2 EUR.");
    expect(await at("paragraph=3")).toBe("Kept, for 2 EUR.");
    expect(await at("paragraph=5")).toBe("[with tracked changes, paragraph=5] [deleted: Penalty of 7 %.]");
  });

  it("show of a document that was deleted whole that it was, and find its text", async () => {
    const folder = workspaceFolder({
      "gone.docx": writeDocx({
        blocks: [{ type: "paragraph", text: [{ text: "All of it", revision: { kind: "deleted", author: "Ann" } }] }],
      }),
    });
    const documents = documentsOf(folder);
    await documents.sync(folder.manifest(), { wait: true });
    const whole = await documents.view("gone.docx");
    expect([whole.text, whole.shown]).toEqual([
      "[with tracked changes, paragraph=1] [deleted: All of it]",
      "page 1 of 1 shown",
    ]);
    expect((await documents.grep("All")).hits).toMatchObject([{ address: "gone.docx#paragraph=1", removed: true }]);
    expect(await documents.text("gone.docx")).toMatchObject({ text: "" });
  });
});

describe("freshness", () => {
  it("labels an edited file stale with both hashes until it is parsed, and never returns a deleted one (C17)", async () => {
    const folder = workspaceFolder({ "ghost.md": "a unique zebra", "other.md": "something else" });
    const pool = fakePool();
    const documents = documentsOf(folder, { pool });
    await documents.sync(folder.manifest(), { wait: true });
    const before = hashIn(folder, "ghost.md");

    folder.write("ghost.md", "an edited zebra");
    pool.setOpen(false);
    await documents.sync(folder.manifest());
    const after = hashIn(folder, "ghost.md");
    const stale = { state: "stale", recordHash: before, sourceHash: after };
    expect(documents.freshness("ghost.md")).toEqual(stale);
    for (const answer of [await documents.search("zebra"), await documents.grep("zebra")]) {
      expect(answer.hits[0]).toMatchObject({ text: "a unique zebra", freshness: stale });
      expect(answer.skipped[0]?.reason).toMatch(/only an older version/);
      expect(renderAnswer(answer)).toContain("ghost.md#L1 [stale]: a unique zebra");
    }
    const view = await documents.view("ghost.md", { wait: false });
    expect(renderView(view)).toContain(`[stale: this text is of ${before}; the file is now ${after}]`);
    expect(await documents.view("other.md", { wait: false })).toMatchObject({ freshness: { state: "current" } });

    pool.setOpen(true);
    expect(await documents.view("ghost.md")).toMatchObject({
      text: "an edited zebra",
      freshness: { state: "current" },
    });

    folder.remove("ghost.md");
    await documents.sync(folder.manifest());
    expect(documents.freshness("ghost.md")).toEqual({ state: "missing", recordHash: after });
    expect((await documents.search("zebra")).hits).toEqual([]);
    expect((await documents.grep("zebra")).hits).toEqual([]);
    expect(renderView(await documents.view("ghost.md"))).toMatch(/source missing.*\nnothing shown: the file is gone/);
  });

  it("parses again when the parser's version or options change, and not otherwise (C18)", async () => {
    const folder = workspaceFolder({ "a.md": "text", "copy of a.md": "text" });
    const store = createRecordStore();
    const pool = fakePool();
    const open = async (change: object): Promise<void> => {
      const parsers = builtInParsers().map((parser) => ({ ...parser, ...change }));
      const documents = createDocuments({ root: folder.root, store, pool, parsers });
      await documents.sync(folder.manifest(), { wait: true });
      expect(documents.freshness("a.md").state).toBe("current");
      await documents.close();
    };
    await open({});
    await open({});
    expect(pool.parsed).toHaveLength(1);
    await open({ version: "changed" });
    await open({ options: { other: true } });
    expect(pool.parsed).toHaveLength(3);
    expect(await store.list()).toHaveLength(3);
  });

  it("parses only what changed; a renamed and a copied file are current at once", async () => {
    const folder = workspaceFolder({ "a.txt": "first", "b.txt": "second" });
    const pool = fakePool();
    const documents = documentsOf(folder, { pool });
    await documents.sync(folder.manifest(), { wait: true });
    folder.remove("a.txt");
    folder.write("renamed.txt", "first");
    folder.write("copy.txt", "second");
    folder.write("b.txt", "second, edited");
    const progress: string[] = [];
    await documents.sync(folder.manifest(), {
      wait: true,
      onProgress: ({ path, done, total }) => void progress.push(`${path} ${done}/${total}`),
    });
    expect(pool.parsed.toSorted()).toEqual(["first", "second", "second, edited"]);
    expect(progress).toEqual(["b.txt 1/1"]);
    expect((await documents.grep("first|second")).hits.map(({ address }) => address)).toEqual([
      "b.txt#L1",
      "copy.txt#L1",
      "renamed.txt#L1",
    ]);
  });

  it("keeps a failure with its reason as a record, and does not try again", async () => {
    const folder = workspaceFolder({ "bad.txt": "FAIL" });
    const pool = fakePool();
    const documents = documentsOf(folder, { pool });
    for (let round = 0; round < 2; round++) await documents.sync(folder.manifest(), { wait: true });
    expect(pool.parsed).toHaveLength(1);
    expect(documents.freshness("bad.txt")).toMatchObject({ state: "failed", reason: "It says FAIL." });
    expect(renderView(await documents.view("bad.txt"))).toMatch(
      /failed: It says FAIL.*source: fallback.*\nnothing shown: It says FAIL\.$/,
    );
    expect(await documents.text("bad.txt")).toEqual({ text: undefined, reason: "It says FAIL." });
    const parts = documents.parts("bad.txt")[Symbol.asyncIterator]();
    await expect(parts.next()).rejects.toThrow("bad.txt has no parts: It says FAIL.");
  });

  it("shows fallback text under its label where there is no record", async () => {
    const folder = workspaceFolder({ "bad.txt": "FAIL" });
    const documents = documentsOf(folder, { pool: fakePool(), fallback: async (path) => `plain text of ${path}` });
    await documents.sync(folder.manifest(), { wait: true });
    const answer = await documents.view("bad.txt");
    expect(answer).toMatchObject({ source: "fallback", text: "plain text of bad.txt", shown: "fallback text shown" });
    expect(renderView(answer)).toContain("| source: fallback |");
  });

  it("does not parse a file that changed after the manifest was made", async () => {
    const folder = workspaceFolder({ "a.txt": "listed" });
    const manifest = folder.manifest();
    folder.write("a.txt", "changed since");
    const documents = documentsOf(folder, { pool: fakePool() });
    await documents.sync(manifest, { wait: true });
    expect(documents.freshness("a.txt")).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(/changed after the last sync/),
    });
    await documents.sync(folder.manifest(), { wait: true });
    expect(await documents.text("a.txt")).toMatchObject({ text: "changed since" });
  });

  it("parses a record again that the store has lost or that is corrupt", async () => {
    const folder = workspaceFolder({ "a.txt": "kept" });
    const store = createRecordStore();
    const pool = fakePool();
    const documents = documentsOf(folder, { pool, store });
    await documents.sync(folder.manifest(), { wait: true });
    await store.delete((await store.list())[0]!.key);
    expect(await documents.record("a.txt")).toBeUndefined();
    expect((await documents.view("a.txt")).text).toBe("kept");
    expect(pool.parsed).toEqual(["kept", "kept"]);
  });

  it("parses a document anew whose failure was recorded and is damaged, and syncs all others", async () => {
    const folder = workspaceFolder({ "a.txt": "kept", "b.txt": "broken" });
    const store = createRecordStore();
    const pool = fakePool();
    await documentsOf(folder, { pool, store }).sync(folder.manifest(), { wait: true });
    const damaged = (await store.list()).find(({ key }) => key.hash === hashIn(folder, "b.txt"))!;
    const corrupt: RecordStore = {
      ...store,
      list: async (hash) =>
        (await store.list(hash)).map((one) => (one.key.hash === damaged.key.hash ? { ...one, status: "failed" } : one)),
      get: async (key) => {
        if (key.hash !== damaged.key.hash) return store.get(key);
        throw new ParsedCacheError({ code: "store-corrupt", message: "damaged" });
      },
    };
    const documents = documentsOf(folder, { pool, store: corrupt });
    await documents.sync(folder.manifest(), { wait: true });
    expect(documents.freshness("a.txt").state).toBe("current");
    expect(pool.parsed).toEqual(["kept", "broken", "broken"]);
  });

  it("leaves files pending when a sync is aborted, and the next sync parses them", async () => {
    const folder = workspaceFolder({ "a.txt": "text" });
    const pool = fakePool();
    pool.setOpen(false);
    const documents = documentsOf(folder, { pool });
    const controller = new AbortController();
    const waiting = documents.sync(folder.manifest(), { wait: true, signal: controller.signal });
    const rejected = expect(waiting).rejects.toThrow("stop");
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error("stop"));
    await rejected;
    expect(documents.freshness("a.txt").state).toBe("pending");
    pool.setOpen(true);
    await documents.sync(folder.manifest(), { wait: true });
    expect(documents.freshness("a.txt").state).toBe("current");
  });
});

describe("what views refuse", () => {
  it("are parsed copies of known documents, with the place in the source", async () => {
    const folder = workspaceFolder({ "in/a.txt": "text", "own_parsed/page_1.md": "a file that is its own" });
    const documents = documentsOf(folder, { pool: fakePool() });
    await documents.sync(folder.manifest(), { wait: true });
    await expect(documents.view("in/a.txt_parsed/page_3.md")).rejects.toMatchObject({
      code: "companion-path",
      message: "in/a.txt_parsed/page_3.md is a parsed copy. View its source instead: in/a.txt#page=3",
    });
    expect((await documents.view("own_parsed/page_1.md")).text).toBe("a file that is its own");
  });

  it.each(["../secret.txt", "/etc/passwd", "a/../../b", "a\0b", "C:\\x"])(
    "is the path %j outside the workspace",
    async (path) => {
      const documents = documentsOf(workspaceFolder(), { pool: fakePool() });
      await expect(documents.view(path)).rejects.toMatchObject({ code: "path-outside" });
      await expect(
        documents.sync([{ path, hash: `sha256:${"0".repeat(64)}`, size: 1, modifiedAtMs: 0 }]),
      ).rejects.toMatchObject({ code: "path-outside" });
    },
  );

  it("is a link that leads out, when it is to be parsed", async () => {
    const { symlinkSync } = await import("node:fs");
    const outside = workspaceFolder({ "secret.txt": "secret" });
    const folder = workspaceFolder();
    symlinkSync(`${outside.root}/secret.txt`, `${folder.root}/link.txt`);
    symlinkSync(outside.root, `${folder.root}/folder`);
    const documents = documentsOf(folder, { pool: fakePool() });
    const [{ hash, size, modifiedAtMs }] = outside.manifest() as [ReturnType<typeof outside.manifest>[0]];
    await documents.sync(
      ["link.txt", "folder/secret.txt"].map((path) => ({ path, hash, size, modifiedAtMs })),
      { wait: true },
    );
    for (const path of ["link.txt", "folder/secret.txt"]) {
      expect(documents.freshness(path)).toMatchObject({ state: "failed", reason: expect.stringMatching(/not read/) });
    }
  });
});

describe("large documents", () => {
  it("are shown up to a size that says how to go on", async () => {
    const folder = workspaceFolder({ "long.txt": `${"x".repeat(30_000)}\n${"line\n".repeat(400)}` });
    const documents = documentsOf(folder);
    await documents.sync(folder.manifest(), { wait: true });
    const first = await documents.view("long.txt");
    expect(first.text).toHaveLength(20_000);
    expect(first.shown).toBe("page 1 of 5 shown in part: characters 1–20000 of 30000");
    const rest = await documents.view("long.txt", { pages: "1", offset: 20_000 });
    expect(rest.shown).toBe("page 1 of 5 shown in part: characters 20001–30000 of 30000");
    expect(first.text + rest.text).toBe("x".repeat(30_000));
    expect(await documents.view("long.txt#L399-L450")).toMatchObject({
      addresses: ["long.txt#L399-L401"],
      text: "line\nline\nline",
      shown: "lines 399–401 of 401 shown",
    });
  });
});

describe("grep", () => {
  it("finds lines under their addresses, in scope, without regard to case, up to a limit", async () => {
    const folder = workspaceFolder({
      "a/one.txt": "Alpha\nbeta\nALPHA beta",
      "a/two.md": "alpha",
      "b/three.txt": "alpha",
    });
    const documents = documentsOf(folder);
    await documents.sync(folder.manifest(), { wait: true });
    const addresses = async (pattern: string, options = {}): Promise<string[]> =>
      (await documents.grep(pattern, options)).hits.map(({ address }) => address);
    expect(await addresses("alpha")).toEqual(["a/two.md#L1", "b/three.txt#L1"]);
    expect(await addresses("^alpha", { ignoreCase: true })).toEqual([
      "a/one.txt#L1",
      "a/one.txt#L3",
      "a/two.md#L1",
      "b/three.txt#L1",
    ]);
    expect(await addresses("beta$", { paths: ["a/"] })).toEqual(["a/one.txt#L2", "a/one.txt#L3"]);
    expect(await documents.grep("a", { limit: 2 })).toMatchObject({ hits: { length: 2 }, truncated: true });
    await expect(documents.grep("(?=look)ahead")).rejects.toMatchObject({ code: "pattern-invalid" });
  });

  it("runs a pattern that takes others exponential time", async () => {
    const folder = workspaceFolder({ "evil.txt": `${"a".repeat(100_000)}!` });
    const documents = documentsOf(folder, { pool: fakePool() });
    await documents.sync(folder.manifest(), { wait: true });
    expect((await documents.grep("^(a+)+$")).hits).toEqual([]);
  });
});
