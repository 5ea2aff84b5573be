import {
  chmodSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { temporaryFolder } from "@runningtab/test-kit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIgnoreRules } from "./ignore-rules.ts";
import { compareFolders, filesOf, foldersOf, type KnownFolders, listedAnew } from "./known-folder.ts";
import { baselineFile, loadManifest, saveManifest } from "./manifest-file.ts";
import { openScanRecord } from "./scan-record.ts";
import { type FolderScan, scanFolder, type ScanOptions } from "./scan.ts";

/** An hour ahead, so that no time is too young to be trusted. */
const later = (): number => Date.now() + 3_600_000;
/** The clock that files are stamped with has moved on by then: what `later` skips is that wait, two seconds for safety. */
const nextTick = () => setTimeout(15);

const scan = (realRoot: string, known: KnownFolders = new Map(), options: Partial<ScanOptions> = {}) =>
  scanFolder({ realRoot, known, rules: createIgnoreRules([]), now: later, ...options });

/** What a scan says of the workspace, without how it knows. */
const seen = ({ folders, skipped, unread, collisions }: FolderScan) => ({
  files: Array.from(filesOf(folders).values(), ({ entry }) => entry),
  skipped,
  unread,
  collisions,
});

/** Scans as a process does that has but the record of those before it, and leaves its own. */
async function scanFromRecord(root: string, stateFolder: string): Promise<FolderScan> {
  const record = openScanRecord(stateFolder, root, loadManifest(stateFolder, baselineFile, root)!, []);
  const known = foldersOf(record.files.values(), record.folders);
  const found = await scan(root, known);
  record.save(compareFolders(known, found.folders), listedAnew(known, found.folders), found.folders);
  return found;
}

function keepBaseline(root: string, stateFolder: string, { folders }: FolderScan): void {
  mkdirSync(stateFolder);
  saveManifest(stateFolder, baselineFile, { root, ignored: [], gaps: [], files: filesOf(folders), folders });
}

type Edit =
  | { readonly kind: "write" | "rewriteUnseen" | "link"; readonly path: string; readonly content: string }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "move" | "swap"; readonly path: string; readonly to: string }
  | { readonly kind: "mode"; readonly path: string; readonly mode: number };

/** Does to the folder what a tool might, and returns the folders in which something happened. */
function apply(root: string, edit: Edit): readonly string[] {
  const path = join(root, edit.path);
  const places = (...paths: string[]) => paths.map((one) => (dirname(one) === "." ? "" : `${dirname(one)}/`));
  try {
    switch (edit.kind) {
      case "write":
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, edit.content);
        break;
      case "rewriteUnseen": {
        // The same size, and the times of file and folder set back.
        const [{ atime, mtime, size }, parent] = [statSync(path), statSync(dirname(path))];
        writeFileSync(path, edit.content.padEnd(size, ".").slice(0, size));
        utimesSync(path, atime, mtime);
        utimesSync(dirname(path), parent.atime, parent.mtime);
        break;
      }
      case "link":
        if (lstatSync(path, { throwIfNoEntry: false }) === undefined)
          symlinkSync(edit.content === "" ? "." : edit.content, path);
        break;
      case "remove":
        rmSync(path, { recursive: true });
        break;
      case "move":
        renameSync(path, join(root, edit.to));
        return places(edit.path, edit.to);
      case "swap": {
        const parent = statSync(dirname(path));
        renameSync(path, join(root, "aside"));
        renameSync(join(root, edit.to), path);
        renameSync(join(root, "aside"), join(root, edit.to));
        utimesSync(dirname(path), parent.atime, parent.mtime);
        return places(edit.path, edit.to, "aside");
      }
      case "mode":
        chmodSync(path, edit.mode);
        break;
    }
  } catch {
    // The names do not allow it; what was done up to there counts.
    rmSync(join(root, "aside"), { recursive: true, force: true });
    return ["", ...places(edit.path, "to" in edit ? edit.to : edit.path)];
  }
  // A folder made on the way shows in the one it stands in.
  return edit.path.split("/").map((_, index, parts) => (index === 0 ? "" : `${parts.slice(0, index).join("/")}/`));
}

describe("scanning again", () => {
  it("finds what a scan of everything finds, with and without word of where the edits are, and in a new process", async () => {
    const path = fc.constantFrom(
      "a",
      "A",
      "f",
      "f/a",
      "f/b",
      "f/g",
      "f/g/a",
      "h",
      "h/\u00e9",
      "h/e\u0301",
      "h/a",
      "h/g/a",
    );
    const content = fc.constantFrom("", "0\n", "1\n", "f", "longer\n");
    const edit = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant("write" as const), path, content }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("rewriteUnseen" as const), path, content }) },
      fc.record({ kind: fc.constant("link" as const), path, content }),
      fc.record({ kind: fc.constant("remove" as const), path }),
      fc.record({ kind: fc.constantFrom("move" as const, "swap" as const), path, to: path }),
      fc.record({ kind: fc.constant("mode" as const), path, mode: fc.constantFrom(0o755, 0o700, 0o777) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 5 }), { minLength: 1, maxLength: 5 }), async (batches) => {
        const place = temporaryFolder("scan");
        const [root, stateFolder] = [join(place, "root"), join(place, "state")];
        mkdirSync(root);
        for (const one of ["f/a", "f/g/a", "h/a"]) apply(root, { kind: "write", path: one, content: "0\n" });
        await nextTick();
        let before = await scan(root);
        keepBaseline(root, stateFolder, before);
        for (const batch of batches) {
          await nextTick();
          const only = new Set(batch.flatMap((one) => apply(root, one)));
          const everything = await scan(root);
          const again = await scan(root, before.folders);
          const narrowed = await scan(root, before.folders, { only });
          expect(seen(again)).toEqual(seen(everything));
          expect(seen(narrowed)).toEqual(seen(everything));
          expect(seen(await scanFromRecord(root, stateFolder))).toEqual(seen(everything));
          const paths = compareFolders(before.folders, again.folders).map((sight) => sight.path);
          const plain = compareFolders(before.folders, everything.folders).filter(
            ({ before: one, after: other }) => JSON.stringify(one?.entry) !== JSON.stringify(other?.entry),
          );
          expect(paths).toEqual(expect.arrayContaining(plain.map((sight) => sight.path)));
          before = again;
        }
      }),
      { numRuns: 60 },
    );
  });

  it.runIf(process.platform === "linux")("lists no folder again in which no name came or went", async () => {
    const root = temporaryFolder();
    for (const folder of ["a", "b", "c"]) {
      mkdirSync(join(root, folder));
      for (let index = 0; index < 5; index++) writeFileSync(join(root, folder, `${index}`), `${index}`);
    }
    await nextTick();
    const first = await scan(root);
    expect([first.listed, first.hashed]).toEqual([4, 15]);
    const second = await scan(root, first.folders);
    expect([second.listed, second.hashed]).toEqual([0, 0]);
    expect(second.folders.get("a/")).toBe(first.folders.get("a/"));
    await nextTick();
    writeFileSync(join(root, "b", "5"), "new");
    const third = await scan(root, second.folders);
    expect([third.listed, third.hashed]).toEqual([1, 1]);
    const stateFolder = join(temporaryFolder("state"), "state");
    keepBaseline(root, stateFolder, third);
    expect(await scanFromRecord(root, stateFolder)).toMatchObject({ listed: 0, hashed: 0 });
    await nextTick();
    writeFileSync(join(root, "c", "6"), "new");
    expect(await scanFromRecord(root, stateFolder)).toMatchObject({ listed: 1, hashed: 1 });
    expect(await scanFromRecord(root, stateFolder)).toMatchObject({ listed: 0, hashed: 0 });
    // Of what a torn line said of its folder nobody knows, so that none is trusted.
    writeFileSync(join(stateFolder, "scan-log"), "sha256:torn {", { flag: "a" });
    expect(await scanFromRecord(root, stateFolder)).toMatchObject({ listed: 4, hashed: 0 });
    // As in the seconds after an edit, when a second one might leave the same times.
    const young = await scan(root, new Map(), { now: Date.now });
    expect((await scan(root, young.folders)).listed).toBe(4);
  });

  it.skipIf(process.platform === "win32" || process.getuid?.() !== 0)(
    "asks again for what it could not read, though its folder did not change",
    async () => {
      const root = temporaryFolder();
      chmodSync(root, 0o755);
      writeFileSync(join(root, "closed"), "1", { mode: 0 });
      await nextTick();
      process.seteuid!(65_534);
      let first: FolderScan;
      try {
        first = await scan(root);
      } finally {
        process.seteuid!(0);
      }
      expect(first.unread).toEqual([{ path: "closed", reason: "permission denied" }]);
      expect([...filesOf((await scan(root, first.folders)).folders).keys()]).toEqual(["closed"]);
    },
  );

  it("takes out what new rules ignore, also where nothing changed", async () => {
    const root = temporaryFolder();
    for (const name of ["a.log", "b.txt"]) writeFileSync(join(root, name), name);
    await nextTick();
    const { folders } = await scan(root);
    const known: KnownFolders = new Map([["", { ...folders.get("")!, stamp: undefined! }]]);
    const again = await scan(root, known, { rules: createIgnoreRules(["*.log"]), hasNewRules: true });
    expect(again.skipped).toEqual([{ path: "a.log", reason: "ignored" }]);
    expect(again.hashed).toBe(0);
  });

  it("reports names that another file system would take for one", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "f"));
    for (const name of ["Report.md", "report.md", "f/e\u0301", "f/\u00c9", "f/stra\u00dfe", "f/STRASSE", "f/other"])
      writeFileSync(join(root, name), name);
    expect((await scan(root)).collisions).toEqual([
      ["Report.md", "report.md"],
      ["f/STRASSE", "f/stra\u00dfe"],
      ["f/e\u0301", "f/\u00c9"],
    ]);
  });
});
