import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { describeWithData, temporaryFolder } from "@runningtab/test-kit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffManifests } from "./diff-manifests.ts";
import { createIgnoreRules } from "./ignore-rules.ts";
import { filesOf, type KnownFolders } from "./known-folder.ts";
import type { ManifestEntry } from "./manifest.ts";
import { scanFolder } from "./scan.ts";

/** An hour ahead, so that no file is too young to be trusted. */
const later = (): number => Date.now() + 3_600_000;

/** Root may read everything: as root, the work is done as somebody else. */
async function withoutPrivileges<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid!(65_534);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
  }
}

async function scan(
  realRoot: string,
  known: KnownFolders = new Map(),
  options: { now?: () => number; ignore?: readonly string[]; signal?: AbortSignal; only?: readonly string[] } = {},
) {
  const { now = Date.now, ignore = [], ...rest } = options;
  const found = await scanFolder({
    realRoot,
    known,
    rules: createIgnoreRules(ignore),
    hasNewRules: ignore.length > 0,
    now,
    ...rest,
  });
  return { ...found, files: filesOf(found.folders) };
}
type Found = Awaited<ReturnType<typeof scan>>;
const entriesOf = (found: Found) => new Map(Array.from(found.files, ([path, { entry }]) => [path, entry]));

/** The manifest made in the plainest way. */
function naiveManifest(root: string): Map<string, ManifestEntry> {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(root, path)).isFile(),
  );
  return new Map(
    paths.toSorted().map((path) => {
      const { size, mode, mtimeNs } = statSync(join(root, path), { bigint: true });
      const hash = hashBytesSync(readFileSync(join(root, path)));
      return [
        path,
        { path, hash, size: Number(size), mode: Number(mode) & 0o7777, modifiedAtMs: Number(mtimeNs / 1_000_000n) },
      ];
    }),
  );
}

describe("scanning a folder", () => {
  it("sees a same-size edit within the clock tick of the last scan, with the modification time set back", async () => {
    const root = temporaryFolder();
    const path = join(root, "a.txt");
    for (let round = 0; round < 50; round++) {
      writeFileSync(path, "0\n");
      utimesSync(path, 1000, 1000);
      const first = await scan(root);
      writeFileSync(path, "1\n");
      utimesSync(path, 1000, 1000);
      const second = await scan(root, first.folders);
      expect(diffManifests(entriesOf(first), entriesOf(second))).toMatchObject([{ kind: "modify", path: "a.txt" }]);
    }
  });

  it("reads nothing again that it can trust, and everything that is too young", async () => {
    const root = temporaryFolder();
    for (let index = 0; index < 20; index++) writeFileSync(join(root, `${index}.txt`), `${index}`);
    const young = await scan(root);
    expect(young.hashed).toBe(20);
    expect((await scan(root, young.folders)).hashed).toBe(20);
    const settled = await scan(root, young.folders, { now: later });
    const again = await scan(root, settled.folders);
    expect(again.hashed).toBe(0);
    expect(again.files).toEqual(settled.files);
    writeFileSync(join(root, "7.txt"), "x");
    expect((await scan(root, settled.folders)).hashed).toBe(1);
  });

  it("reads large files too, and only when they changed", async () => {
    const root = temporaryFolder();
    const bytes = new Uint8Array(5 * 1024 * 1024 + 3);
    writeFileSync(join(root, "large"), bytes);
    const first = await scan(root, new Map(), { now: later });
    expect(first.files.get("large")!.entry).toMatchObject({ hash: hashBytesSync(bytes), size: bytes.length });
    expect((await scan(root, first.folders)).hashed).toBe(0);
    bytes[bytes.length - 1] = 1;
    writeFileSync(join(root, "large"), bytes);
    expect((await scan(root, first.folders)).files.get("large")!.entry.hash).toBe(hashBytesSync(bytes));
  });

  it("takes up a changed mode", async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, "run.sh"), "#!/bin/sh\n", { mode: 0o644 });
    const first = await scan(root, new Map(), { now: later });
    chmodSync(join(root, "run.sh"), 0o755);
    const second = await scan(root, first.folders, { now: later });
    expect(diffManifests(entriesOf(first), entriesOf(second))).toMatchObject([
      { kind: "mode", path: "run.sh", before: { mode: 0o644 }, after: { mode: 0o755 } },
    ]);
  });

  it("passes over links, special files and ignored paths, says so, and stays out of .git", async () => {
    const base = temporaryFolder();
    const root = join(base, "root");
    for (const folder of ["root/.git", "root/node_modules/x", "root/a.pdf_parsed", "root/sub/.git", "outside"]) {
      mkdirSync(join(base, folder), { recursive: true });
      writeFileSync(join(base, folder, "f"), "inside");
    }
    for (const name of [
      "kept.txt",
      "~$report.docx",
      ".~lock.report.ods#",
      "own.tmp",
      ".gitignore",
      "deliverable.xlsx",
    ]) {
      writeFileSync(join(root, name), name === ".gitignore" ? "deliverable.xlsx\n" : name);
    }
    symlinkSync("kept.txt", join(root, "link"));
    symlinkSync("../outside", join(root, "link-out"));
    symlinkSync(".", join(root, "loop"));
    execFileSync("mkfifo", [join(root, "pipe")]);
    const { files, skipped, unread } = await scan(root, new Map(), { ignore: ["*.tmp"] });
    expect(unread.map(({ path }) => path)).toEqual(["link", "link-out", "loop", "pipe"]);
    expect([...files.keys()]).toEqual([".gitignore", "deliverable.xlsx", "kept.txt"]);
    expect(skipped).toEqual([
      { path: ".~lock.report.ods#", reason: "ignored" },
      { path: "a.pdf_parsed/", reason: "ignored" },
      { path: "link", reason: "a symbolic link, not followed" },
      { path: "link-out", reason: "a symbolic link, not followed" },
      { path: "loop", reason: "a symbolic link, not followed" },
      { path: "node_modules/", reason: "ignored" },
      { path: "own.tmp", reason: "ignored" },
      { path: "pipe", reason: "no regular file" },
      { path: "~$report.docx", reason: "ignored" },
    ]);
  });

  it("lets the user take ignored paths back, though never .git", async () => {
    const root = temporaryFolder();
    for (const folder of [".git", "node_modules"]) {
      mkdirSync(join(root, folder));
      writeFileSync(join(root, folder, "f"), "");
    }
    const { files } = await scan(root, new Map(), { ignore: ["!node_modules/", "!.git/"] });
    expect([...files.keys()]).toEqual(["node_modules/f"]);
  });

  it("keeps names as they are on disk, in either normalisation, and every name of a hard link", async () => {
    const root = temporaryFolder();
    const names = ["e\u0301.txt", "\u00e9.txt", "a b\n.txt", "-rf", "\u{1f600}.md", "\uff01.md"];
    for (const name of names) writeFileSync(join(root, name), name);
    linkSync(join(root, "-rf"), join(root, "second-name"));
    const { files, skipped } = await scan(root);
    expect([...files.keys()]).toEqual([
      "-rf",
      "a b\n.txt",
      "e\u0301.txt",
      "second-name",
      "\u00e9.txt",
      "\uff01.md",
      "\u{1f600}.md",
    ]);
    expect(files.get("second-name")!.entry.hash).toBe(files.get("-rf")!.entry.hash);
    expect(skipped).toEqual([]);
  });

  it.runIf(process.platform === "linux")("reports names that cannot be addressed", async () => {
    const root = temporaryFolder();
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.of(0xff)]), "");
    writeFileSync(join(root, "back\\slash"), "");
    mkdirSync(join(root, ".GIT"));
    const { files, skipped } = await scan(root);
    expect(files.size).toBe(0);
    expect(skipped).toEqual([
      { path: ".GIT", reason: "the name is `.git` to some file systems" },
      { path: "back\\slash", reason: "the name holds a backslash, a separator on other systems" },
      { path: "bad-\ufffd", reason: "the name is no valid UTF-8" },
    ]);
  });

  it.skipIf(process.platform === "win32")("keeps what it knows of files and folders that it may not read", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "folder"));
    writeFileSync(join(root, "folder", "inside.txt"), "1");
    writeFileSync(join(root, "file.txt"), "2");
    writeFileSync(join(root, "gone.txt"), "3");
    chmodSync(root, 0o755);
    const first = await scan(root);
    chmodSync(join(root, "file.txt"), 0);
    chmodSync(join(root, "folder"), 0);
    rmSync(join(root, "gone.txt"));
    const second = await withoutPrivileges(() => scan(root, first.folders));
    chmodSync(join(root, "folder"), 0o755);
    expect([...second.files.keys()]).toEqual(["file.txt", "folder/inside.txt"]);
    for (const [path, file] of second.files) expect(file).toBe(first.files.get(path));
    expect(second.skipped).toEqual([
      { path: "file.txt", reason: "permission denied; shown as last seen" },
      { path: "folder/", reason: "permission denied; shown as last seen" },
    ]);
  });

  it("goes on when files and folders vanish in the middle", async () => {
    const root = temporaryFolder();
    for (let folder = 0; folder < 20; folder++) {
      mkdirSync(join(root, `${folder}`));
      for (let file = 0; file < 30; file++) writeFileSync(join(root, `${folder}`, `${file}`), `${folder} ${file}`);
    }
    const pending = scan(root);
    for (let folder = 1; folder < 20; folder++) {
      await new Promise((resolve) => setImmediate(resolve));
      rmSync(join(root, `${folder}`), { recursive: true });
    }
    await pending;
    const { files } = await scan(root);
    expect(files.size).toBe(30);
  });

  it("stops with the signal's reason, also within one folder", async () => {
    const root = temporaryFolder();
    for (let index = 0; index < 800; index++) writeFileSync(join(root, `${index}`), `${index}`);
    const reason = new Error("enough");
    await expect(scan(root, new Map(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const pending = scan(root, new Map(), { signal: controller.signal });
    setImmediate(() => setImmediate(() => controller.abort(reason)));
    await expect(pending).rejects.toBe(reason);
  });

  it("says that the root is gone, instead of reporting every file deleted", async () => {
    const root = join(temporaryFolder(), "root");
    mkdirSync(root);
    writeFileSync(join(root, "a"), "");
    const { folders } = await scan(root);
    renameSync(root, `${root}-elsewhere`);
    await expect(scan(root, folders)).rejects.toMatchObject({ code: "ROOT_MISSING" });
  });

  it("agrees with a plain hash of everything after any edits", async () => {
    const path = fc.constantFrom("a", "b", "c", "f/a", "f/b", "f/g/a", "h/é", "h/e\u0301");
    const content = fc.constantFrom("", "0\n", "1\n", "longer\n", "x".repeat(300_000));
    const edit = fc.oneof(
      fc.record({ kind: fc.constant("write" as const), path, content }),
      fc.record({ kind: fc.constant("rewriteUnseen" as const), path, content }),
      fc.record({ kind: fc.constant("remove" as const), path }),
      fc.record({ kind: fc.constant("move" as const), path, to: path }),
      fc.record({ kind: fc.constant("mode" as const), path, mode: fc.constantFrom(0o644, 0o600, 0o755) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 4 }), { maxLength: 6 }), async (batches) => {
        const root = join(temporaryFolder("scan"), "root");
        mkdirSync(root);
        let before = await scan(root);
        let naiveBefore = naiveManifest(root);
        for (const batch of batches) {
          for (const one of batch) apply(root, one);
          const after = await scan(root, before.folders);
          const naiveAfter = naiveManifest(root);
          expect(new Map([...entriesOf(after)].toSorted())).toEqual(new Map([...naiveAfter].toSorted()));
          expect(diffManifests(entriesOf(before), entriesOf(after))).toEqual(diffManifests(naiveBefore, naiveAfter));
          [before, naiveBefore] = [after, naiveAfter];
        }
      }),
      { numRuns: 40 },
    );
  });
});

type Edit =
  | { readonly kind: "write" | "rewriteUnseen"; readonly path: string; readonly content: string }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "move"; readonly path: string; readonly to: string }
  | { readonly kind: "mode"; readonly path: string; readonly mode: number };

/** Does to the folder what a tool might; `rewriteUnseen` also sets the modification time back. */
function apply(root: string, edit: Edit): void {
  const path = join(root, edit.path);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (edit.kind !== "write" && stats === undefined) return;
  switch (edit.kind) {
    case "write":
      mkdirSync(join(path, ".."), { recursive: true });
      return writeFileSync(path, edit.content);
    case "rewriteUnseen":
      writeFileSync(path, edit.content);
      return utimesSync(path, stats!.atime, stats!.mtime);
    case "remove":
      return rmSync(path);
    case "move":
      mkdirSync(join(root, edit.to, ".."), { recursive: true });
      return renameSync(path, join(root, edit.to));
    case "mode":
      return chmodSync(path, edit.mode);
  }
}

describeWithData("scanning real documents", (folder) => {
  it("hashes every file as sha256sum does", async () => {
    const { files } = await scan(folder);
    const sample = [...files.values()].map(({ entry }) => entry).filter((_, index) => index % 25 === 0);
    expect(sample.length).toBeGreaterThan(5);
    for (const { path, hash } of sample) {
      expect(hash).toBe(hashBytesSync(readFileSync(join(folder, path))));
    }
  });
});
