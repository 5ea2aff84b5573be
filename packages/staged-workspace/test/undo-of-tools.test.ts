import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createStagedWorkspace } from "@runningtab/staged-workspace";
import { temporaryFolder } from "@runningtab/test-kit";
import { writeDocx } from "@runningtab/test-kit/office";
import { describe, expect, it, onTestFinished } from "vitest";

const has = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

/** Names, bytes and modes of everything below a folder. */
function snapshot(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((path) => {
      const stats = statSync(join(folder, path));
      const content = stats.isFile() ? readFileSync(join(folder, path)).toString("base64") : "";
      return `${path} ${(stats.mode & 0o7777).toString(8)} ${content}`;
    });
}

/** What a tool does to the documents in a folder, and the changes that have to be found. */
interface Tool {
  readonly name: string;
  /** The program that it needs. */
  readonly needs: string;
  readonly act: (folder: string) => void;
  readonly changes: readonly string[];
}

const tools: readonly Tool[] = [
  {
    name: "a shell",
    needs: "bash",
    act: (folder) =>
      execFileSync("bash", ["-c", "sed -i s/May/June/ plan.md; mv old.md kept.md; chmod 600 run.txt; echo x > n/new"], {
        cwd: folder,
      }),
    changes: ["move kept.md", "create n/new", "modify plan.md", "mode run.txt"],
  },
  {
    name: "Python",
    needs: "python3",
    act: (folder) => {
      const program =
        "import os; s = os.stat('plan.md'); open('plan.md', 'w').write('Ship in Jul.\\n'); os.utime('plan.md', ns=(s.st_atime_ns, s.st_mtime_ns)); os.remove('old.md')";
      execFileSync("python3", ["-c", program], { cwd: folder });
    },
    changes: ["delete old.md", "modify plan.md"],
  },
  {
    name: "LibreOffice",
    needs: "soffice",
    act: (folder) => {
      const out = temporaryFolder("office");
      const profile = `-env:UserInstallation=file://${join(out, "profile")}`;
      const words = [profile, "--headless", "--convert-to", "docx", "--outdir", out, join(folder, "memo.docx")];
      execFileSync("soffice", words, { stdio: "ignore", timeout: 170_000 });
      copyFileSync(join(out, "memo.docx"), join(folder, "memo.docx"));
    },
    changes: ["modify memo.docx"],
  },
];

describe.each(["staged", "in-place"] as const)("what tools did, %s", (mode) => {
  describe.each(["no git", "a nested repository"] as const)("in a folder with %s", (git) => {
    for (const { name, needs, act, changes } of tools) {
      const isSkipped = !has(needs) || (git !== "no git" && !has("git"));
      const title = `is found, promoted and taken back: ${name}${isSkipped ? ` (skipped without ${needs} and git)` : ""}`;
      it.skipIf(isSkipped)(title, { timeout: 240_000 }, async () => {
        const place = temporaryFolder("undo");
        const root = join(place, "root");
        const prefix = git === "no git" ? "" : "project/";
        const folder = join(root, prefix);
        mkdirSync(join(folder, "n"), { recursive: true });
        writeFileSync(join(folder, "plan.md"), "Ship in May.\n");
        writeFileSync(join(folder, "old.md"), "old\n");
        writeFileSync(join(folder, "run.txt"), "run\n", { mode: 0o644 });
        writeFileSync(join(folder, "n/kept"), "kept\n");
        writeFileSync(join(folder, "memo.docx"), writeDocx({ blocks: [{ type: "paragraph", text: "Six months." }] }));
        if (git !== "no git") {
          execFileSync("git", ["init", "--quiet"], { cwd: folder });
          execFileSync("git", ["add", "plan.md"], { cwd: folder });
        }
        const before = snapshot(root);
        const workspace = await createStagedWorkspace({ root, stateFolder: join(place, "state"), mode });
        onTestFinished(() => workspace.close());

        act(join(workspace.root, prefix));
        const found = await workspace.sync({ turn: 1 });
        const expected = changes.map((change) => change.replace(" ", ` ${prefix}`));
        expect(found.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(expected);
        expect(await workspace.promote()).toMatchObject({ status: "promoted", conflicts: [], notKept: [] });
        expect(snapshot(root)).not.toEqual(before);
        expect(await workspace.rollback({ turn: 1 })).toMatchObject({ conflicts: [], notKept: [] });
        // The index and all else of the repository, too.
        expect(snapshot(root)).toEqual(before);
        expect(existsSync(join(workspace.root, prefix, "n/new"))).toBe(false);
      });
    }
  });
});
