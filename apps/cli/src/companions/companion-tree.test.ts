import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { createDocuments, type Documents, type Freshness, type ParsedRecord } from "@runningtab/parsed-cache";
import { createWorkspace, type Manifest, type ManifestEntry } from "@runningtab/staged-workspace";
import { temporaryFolder } from "@runningtab/test-kit";
import { writeDocx, writePdf, writeXlsx } from "@runningtab/test-kit/office";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { companionFiles } from "./companion-files.ts";
import { createCompanionTree } from "./companion-tree.ts";

/** A folder of binary files whose text a stand-in for the documents knows when it is told to have parsed them. */
function open(limits: Parameters<typeof createCompanionTree>[0]["limits"] = {}) {
  const root = temporaryFolder("workspace");
  let manifest: Manifest = new Map();
  /** By path: what the documents were told of, and what they have read. */
  const synced = new Map<string, ContentHash>();
  const parsed = new Map<string, ContentHash>();
  const freshness = (path: string): Freshness => {
    const [sourceHash, recordHash] = [synced.get(path), parsed.get(path)];
    if (sourceHash === undefined) return { state: "missing" };
    if (recordHash === undefined) return { state: "pending", sourceHash };
    return { state: recordHash === sourceHash ? "current" : "stale", sourceHash, recordHash };
  };
  const documents: Pick<Documents, "freshness" | "record" | "text"> = {
    freshness,
    record: async (path) => recordOf(parsed.get(path)),
    text: async (path) => ({ text: undefined, reason: freshness(path).state }),
  };
  const tree = createCompanionTree({
    workspace: {
      root,
      get manifest() {
        return manifest;
      },
    },
    documents,
    limits: { patienceMs: 1, ...limits },
  });
  const scan = (paths: readonly string[]): void => {
    manifest = new Map(paths.map((path) => [path, entryOf(root, path)]));
  };
  const sync = (): void => {
    synced.clear();
    for (const { path, hash } of manifest.values()) synced.set(path, hash);
  };
  return { root, tree, scan, sync, parse: (path: string) => parsed.set(path, synced.get(path)!) };
}

const TEXTS = new Map<ContentHash, string>();

function put(root: string, path: string, text: string): ContentHash {
  const bytes = Buffer.from(`\0${text}`);
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), bytes);
  const hash = hashBytesSync(bytes);
  TEXTS.set(hash, text);
  return hash;
}

function entryOf(root: string, path: string): ManifestEntry {
  const bytes = readFileSync(join(root, path));
  return { path, hash: hashBytesSync(bytes), size: bytes.length, mode: 0o644, modifiedAtMs: 0 };
}

function recordOf(hash: ContentHash | undefined, more: Partial<ParsedRecord> = {}): ParsedRecord | undefined {
  if (hash === undefined) return undefined;
  const pages = TEXTS.get(hash)!.split("\f");
  return {
    key: { hash, parserId: "test", parserVersion: "1", options: {} },
    mediaType: { type: "application/pdf", decidedBy: "bytes" },
    status: "ok",
    parts: pages.map((text, index) => ({ type: "page", address: `page=${index + 1}`, text })),
    jail: "process",
    parsedAt: "",
    ...more,
  };
}

const pagesIn = (root: string, path: string): Record<string, string> => {
  const folder = join(root, `${path}_parsed`);
  if (!existsSync(folder)) return {};
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
};

describe("the parsed copies", () => {
  it("stand beside each document by page, with the version they show, and follow it", async () => {
    const { root, tree, scan, sync, parse } = open();
    const first = put(root, "docs/a.pdf", "one\ftwo");
    writeFileSync(join(root, "notes.md"), "text needs no copy\n");
    scan(["docs/a.pdf", "notes.md"]);
    sync();
    parse("docs/a.pdf");
    await tree.refresh();
    expect(pagesIn(root, "docs/a.pdf")).toEqual({
      "page_1.md": `one\n\n[current | ${first} | page 1 of 2 | docs/a.pdf#page=1]\n`,
      "page_2.md": `two\n\n[current | ${first} | page 2 of 2 | docs/a.pdf#page=2]\n`,
    });
    expect(tree.versionAt("docs/a.pdf_parsed/page_2.md")).toBe(first);
    expect(tree.versionAt("docs/a.pdf_parsed/*.md")).toBe(first);
    expect(tree.versionAt("notes.md_parsed/page_1.md")).toBeUndefined();
    expect(readdirSync(root).toSorted()).toEqual(["docs", "notes.md"]);

    const second = put(root, "docs/a.pdf", "uno");
    scan(["docs/a.pdf"]);
    sync();
    await tree.refresh();
    expect(pagesIn(root, "docs/a.pdf")["page_1.md"]).toBe(
      `one\n\n[stale: text of ${first}, the file is now ${second} | ${first} | page 1 of 2 | docs/a.pdf#page=1]\n`,
    );
    expect(tree.versionAt("docs/a.pdf_parsed/page_1.md")).toBe(first);
    parse("docs/a.pdf");
    await tree.refresh();
    expect(Object.keys(pagesIn(root, "docs/a.pdf"))).toEqual(["page_1.md"]);
    expect(tree.versionAt("docs/a.pdf_parsed/page_1.md")).toBe(second);

    scan([]);
    await tree.refresh();
    expect(readdirSync(join(root, "docs"))).toEqual(["a.pdf"]);
    scan(["docs/a.pdf"]);
    await tree.refresh();
    expect(Object.keys(pagesIn(root, "docs/a.pdf"))).toEqual(["page_1.md"]);
    tree.remove();
    expect(readdirSync(join(root, "docs"))).toEqual(["a.pdf"]);
  });

  it("never show old text under a new version's name, whatever happens in which order", async () => {
    const names = ["a.pdf", "sub/b.docx"];
    const act = fc.record({
      what: fc.constantFrom("edit", "scan", "sync", "parse", "refresh", "drop"),
      path: fc.constantFrom(...names),
      text: fc.constantFrom("one", "two\fthree", "four"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const { root, tree, scan, sync, parse } = open();
        const there = () => names.filter((name) => existsSync(join(root, name)));
        for (const { what, path, text } of acts) {
          if (what === "edit") put(root, path, text);
          else if (what === "drop") rmSync(join(root, path), { force: true });
          else if (what === "scan") scan(there());
          else if (what === "sync") sync();
          else if (what === "parse") parse(path);
          else await tree.refresh();
          for (const name of names) {
            for (const [file, shown] of Object.entries(pagesIn(root, name))) {
              const [, text = "", label = ""] = /^([^]*)\n\n\[(.*)\]\n$/.exec(shown)!;
              const version = /(?:^| \| )(sha256:\w+) \| page/.exec(label)![1] as ContentHash;
              expect(TEXTS.get(version)!.split("\f")[Number(/\d+/.exec(file)) - 1]).toBe(text);
              const credited = tree.versionAt(`${name}_parsed/${file}`);
              if (credited !== undefined) expect(credited).toBe(version);
            }
          }
        }
        scan(there());
        sync();
        there().forEach(parse);
        await tree.refresh();
        for (const name of there()) {
          const { hash } = entryOf(root, name);
          expect(pagesIn(root, name)["page_1.md"]).toContain(`[current | ${hash} | page 1`);
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [
      "rewritten",
      (copy: string) => (chmodSync(join(copy, "page_1.md"), 0o644), writeFileSync(join(copy, "page_1.md"), "forged")),
    ],
    ["replaced", (copy: string) => (rmSync(join(copy, "page_1.md")), writeFileSync(join(copy, "page_1.md"), "forged"))],
    ["added", (copy: string) => writeFileSync(join(copy, "page_9.md"), "forged")],
    ["linked", (copy: string) => (renameSync(copy, `${copy}.old`), symlinkSync(`${copy}.old`, copy))],
    ["removed", (copy: string) => rmSync(copy, { recursive: true })],
  ])("are not credited once they were %s, and made anew before the next command", async (_how, change) => {
    const { root, tree, scan, sync, parse } = open();
    const version = put(root, "a.pdf", "one");
    scan(["a.pdf"]);
    sync();
    parse("a.pdf");
    await tree.refresh();
    const [copy, whole] = [join(root, "a.pdf_parsed"), pagesIn(root, "a.pdf")];
    change(copy);
    expect(tree.versionAt("a.pdf_parsed/*.md")).toBeUndefined();
    await tree.refresh();
    expect(pagesIn(root, "a.pdf")).toEqual(whole);
    expect(tree.versionAt("a.pdf_parsed/page_1.md")).toBe(version);
  });

  it("are written to no place that a link leads to", async () => {
    const { root, tree, scan, sync, parse } = open();
    const outside = temporaryFolder("outside");
    put(root, "docs/a.pdf", "one");
    scan(["docs/a.pdf"]);
    sync();
    parse("docs/a.pdf");
    mkdirSync(join(outside, "a.pdf_parsed"));
    renameSync(join(root, "docs"), join(root, "kept"));
    symlinkSync(outside, join(root, "docs"));
    await tree.refresh();
    expect(readdirSync(join(outside, "a.pdf_parsed"))).toEqual([]);
    rmSync(join(root, "docs"));
    renameSync(join(root, "kept"), join(root, "docs"));
    scan(["docs/a.pdf"]);
    await tree.refresh();
    expect(Object.keys(pagesIn(root, "docs/a.pdf"))).toEqual(["page_1.md"]);
    renameSync(join(root, "docs"), join(root, "kept"));
    symlinkSync(outside, join(root, "docs"));
    scan([]);
    await tree.refresh();
    expect(existsSync(join(outside, "a.pdf_parsed"))).toBe(true);
  });

  it("left by an earlier process are taken away, and a folder that only has such a name is not", async () => {
    const { root, tree, scan } = open();
    mkdirSync(join(root, "gone.pdf_parsed"));
    writeFileSync(join(root, "gone.pdf_parsed/page_1.md"), "old", { mode: 0o444 });
    mkdirSync(join(root, "own_parsed"));
    writeFileSync(join(root, "own_parsed/page_1.md"), "somebody's");
    scan([]);
    await tree.refresh();
    expect(readdirSync(root)).toEqual(["own_parsed"]);
  });

  it("say of what they have no room for that they do not hold it", async () => {
    const { root, tree, scan, sync, parse } = open({ pages: 2, sealed: 1 });
    const paths = ["a.pdf", "b.pdf"];
    for (const path of paths) put(root, path, `${path}\fmore`);
    scan(paths);
    sync();
    paths.forEach(parse);
    await tree.refresh();
    expect(Object.keys(pagesIn(root, "a.pdf"))).toEqual(["page_1.md", "page_2.md"]);
    expect(pagesIn(root, "b.pdf")["unread.md"]).toMatch(/^\[no text of b\.pdf: the copies have reached their limit; /);
    expect(tree.sealed()).toEqual([]);
  });

  it("are there for whatever is parsed, and name what could not be read", async () => {
    const root = temporaryFolder("workspace");
    writeFileSync(
      join(root, "a.pdf"),
      writePdf({ pages: [[{ type: "paragraph", text: "Rail travel is second class." }]] }),
    );
    writeFileSync(join(root, "b.docx"), writeDocx({ blocks: [{ type: "paragraph", text: "Six months." }] }));
    writeFileSync(join(root, "c.xlsx"), writeXlsx({ sheets: [{ name: "Plan", rows: [["rent", 4200]] }] }));
    writeFileSync(join(root, "broken.pdf"), "%PDF-1.7 and then nothing\0");
    writeFileSync(join(root, "page.html"), "<p>text as it stands</p>");
    const workspace = await createWorkspace({ root, stateFolder: temporaryFolder("state") });
    const documents = createDocuments({ root });
    onTestFinished(async () => {
      await documents.close();
      await workspace.close();
    });
    await documents.sync(workspace.manifest.values(), { wait: true });
    const tree = createCompanionTree({ workspace, documents });
    await tree.refresh();
    expect(pagesIn(root, "a.pdf")["page_1.md"]).toContain("Rail travel is second class.");
    expect(pagesIn(root, "b.docx")["page_1.md"]).toContain("Six months.");
    expect(pagesIn(root, "c.xlsx")["page_1.md"]).toMatch(/\| rent \| 4200 \|[^]*c\.xlsx#sheet=Plan\]\n$/);
    expect(Object.keys(pagesIn(root, "broken.pdf"))).toEqual(["unread.md"]);
    expect(pagesIn(root, "page.html")).toEqual({});
    expect(tree.sealed()).toHaveLength(4);
    expect((await workspace.scan()).changes).toEqual([]);

    writeFileSync(join(root, "b.docx"), writeDocx({ blocks: [{ type: "paragraph", text: "Nine months." }] }));
    await workspace.scan();
    await documents.sync(workspace.manifest.values());
    await tree.refresh();
    expect(pagesIn(root, "b.docx")["page_1.md"]).toMatch(/^Nine months\.\n\n\[current \| /);
  });
});

describe("companionFiles", () => {
  const hash = hashBytesSync(Buffer.from("text"));
  TEXTS.set(hash, "text");
  it.each([
    ["an image", { mediaType: { type: "image/png", decidedBy: "bytes" } }],
    ["what nobody parses", { key: { hash, parserId: "none", parserVersion: "1", options: {} } }],
  ] satisfies [string, Partial<ParsedRecord>][])("has none of %s", (_what, more) => {
    expect(companionFiles("x", recordOf(hash, more)!, hash)).toBeUndefined();
  });

  it("holds what tracked changes took from a page, so that a search in the copies finds it", () => {
    const runs = [{ text: "Price is " }, { text: "100", revision: { kind: "deleted" as const } }, { text: " EUR" }];
    const parts = [{ type: "block", address: "paragraph=1", kind: "paragraph", runs } as const];
    const { files } = companionFiles("x", recordOf(hash, { parts })!, hash)!;
    expect(files[0]!.text).toMatch(
      /^Price is {2}EUR\n\[with tracked changes, paragraph=1\] Price is \[deleted: 100\] EUR\n\n\[current/,
    );
  });

  it("says what a page leaves out", () => {
    const parts = [...recordOf(hash)!.parts, { type: "loss", kind: "page-without-text", count: 2 } as const];
    const { files } = companionFiles("x", recordOf(hash, { parts })!, hash)!;
    expect(files[0]!.text).toBe(
      `text\n\n[not shown: 2 page-without-text | current | ${hash} | page 1 of 1 | x#page=1]\n`,
    );
  });
});
