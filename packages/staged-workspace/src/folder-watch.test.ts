import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createWorkspace } from "@runningtab/staged-workspace";
import { temporaryFolder } from "@runningtab/test-kit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFolderWatch } from "./folder-watch.ts";
import { foldersOf } from "./known-folder.ts";
import { createIgnoreRules } from "./ignore-rules.ts";
import { scanFolder } from "./scan.ts";

describe("a workspace that is watched", () => {
  it("finds at once what one that is not watched finds", async () => {
    const path = fc.constantFrom("a", "f/a", "f/g/a", "f/g/b", "h/a", "new/deep/a");
    const folder = fc.constantFrom("f", "f/g", "h", "moved", "h/g");
    const edit = fc.oneof(
      fc.record({ kind: fc.constant("write" as const), path, to: fc.constantFrom("1", "2") }),
      fc.record({ kind: fc.constant("remove" as const), path: fc.oneof(path, folder), to: fc.constant("") }),
      fc.record({ kind: fc.constant("move" as const), path: fc.oneof(path, folder), to: fc.oneof(path, folder) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 6 }), { minLength: 2, maxLength: 5 }), async (batches) => {
        const base = temporaryFolder("watch");
        const root = join(base, "root");
        for (const one of ["f/g/a", "h/a"]) write(join(root, one), "0");
        const open = (name: string, watch: boolean) => createWorkspace({ root, stateFolder: join(base, name), watch });
        const [watched, plain] = [await open("watched", true), await open("plain", false)];
        await watched.scan();
        await plain.scan();
        for (const batch of batches) {
          for (const { kind, path: from, to } of batch) {
            try {
              if (kind === "write") write(join(root, from), to);
              else if (kind === "remove") rmSync(join(root, from), { recursive: true });
              else renameSync(join(root, from), join(root, to));
            } catch {
              // The names do not allow it.
            }
          }
          const [found, expected] = [await watched.scan(), await plain.scan()];
          expect(found.changes).toEqual(expected.changes);
          expect(found.manifest).toEqual(expected.manifest);
        }
        await watched.close();
      }),
      { numRuns: 25 },
    );
  });

  it("looks at the folders with events alone, and at all of them from time to time and when many were lost", async () => {
    const root = temporaryFolder();
    for (const one of ["a/1", "b/1", "c/1"]) write(join(root, one), "1");
    let time = 0;
    const watch = createFolderWatch(root, () => time);
    const { folders } = await scanFolder({
      realRoot: root,
      known: foldersOf([], new Map()),
      rules: createIgnoreRules([]),
      now: () => 0,
    });
    expect(await watch.changed()).toBeUndefined();
    watch.settle(folders);
    // What happened between the scan and the watch is unknown.
    expect([...(await watch.changed())!].toSorted()).toEqual(["", "a/", "b/", "c/"]);
    watch.settle(folders);
    write(join(root, "b", "1"), "2");
    expect([...(await watch.changed())!]).toEqual(["b/"]);
    // The scan failed: nothing was settled.
    expect([...(await watch.changed())!]).toEqual(["b/"]);
    watch.settle(folders);
    expect([...(await watch.changed())!]).toEqual([]);
    time += 31_000;
    expect(await watch.changed()).toBeUndefined();
    watch.settle(folders);
    // Under two names in turn, since the system makes one event of several alike.
    for (let index = 0; index < 4500; index++) writeFileSync(join(root, "c", `${index % 2}`), "");
    expect(await watch.changed()).toBeUndefined();
    watch.close();
  });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
