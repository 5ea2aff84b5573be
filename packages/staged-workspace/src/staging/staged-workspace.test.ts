import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { type Check, createStagedWorkspace, type StagedWorkspaceOptions } from "@runningtab/staged-workspace";
import { createFileBlobStore } from "@runningtab/staged-workspace/blobs/file";
import { createMemoryBlobStore } from "@runningtab/staged-workspace/blobs/memory";
import { createMemoryJournal } from "@runningtab/staged-workspace/journals/memory";
import { createSqliteJournal } from "@runningtab/staged-workspace/journals/sqlite";
import { temporaryFolder } from "@runningtab/test-kit";
import { afterEach, describe, expect, it } from "vitest";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const workspace of opened.splice(0)) await workspace.close();
});

function folders(files: Readonly<Record<string, string>>) {
  const base = temporaryFolder("staged");
  const [root, stateFolder] = [join(base, "root"), join(base, "state")];
  mkdirSync(root);
  for (const [path, content] of Object.entries(files)) put(root, path, content);
  return { root, stateFolder };
}
function put(root: string, path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}
const get = (root: string, path: string): string | undefined =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;
async function open(options: StagedWorkspaceOptions) {
  const workspace = await createStagedWorkspace(options);
  opened.push(workspace);
  return workspace;
}
const names = (edits: readonly { readonly kind: string; readonly path: string }[]) =>
  edits.map(({ kind, path }) => `${kind} ${path}`);

describe.each(["staged", "in-place"] as const)("a workspace %s", (mode) => {
  it("journals what a turn did, and promotes it", async () => {
    const { root, stateFolder } = folders({ "a.txt": "1", "b/c.txt": "2", gone: "3" });
    const workspace = await open({ root, stateFolder, mode });
    put(workspace.root, "a.txt", "one");
    put(workspace.root, "new/d.txt", "4");
    renameSync(join(workspace.root, "b/c.txt"), join(workspace.root, "b/e.txt"));
    rmSync(join(workspace.root, "gone"));
    const { operations } = await workspace.sync({ turn: 1 });
    expect(operations.map(({ edit, turn, patch, actor }) => [edit.kind, edit.path, turn, patch, actor])).toEqual([
      ["modify", "a.txt", 1, "turn-1", "agent"],
      ["move", "b/e.txt", 1, "turn-1", "agent"],
      ["delete", "gone", 1, "turn-1", "agent"],
      ["create", "new/d.txt", 1, "turn-1", "agent"],
    ]);
    if (mode === "staged") expect(get(root, "a.txt")).toBe("1");
    const plan = await workspace.plan();
    expect(plan.touched).toEqual(["a.txt", "b/c.txt", "b/e.txt", "gone", "new/d.txt"]);

    expect((await workspace.promote({ plan: plan.id })).status).toBe("promoted");
    expect(["a.txt", "b/c.txt", "b/e.txt", "gone", "new/d.txt"].map((path) => get(root, path))).toEqual([
      "one",
      undefined,
      "2",
      undefined,
      "4",
    ]);
    expect((await workspace.reduction()).diff).toEqual([]);
    expect((await workspace.promote()).status).toBe("nothing");
  });

  it("takes everything since the accepted tree back, modes and folders too", async () => {
    const { root, stateFolder } = folders({ "a.txt": "1", run: "#!/bin/sh\n", gone: "3" });
    chmodSync(join(root, "run"), 0o755);
    const workspace = await open({ root, stateFolder, mode });
    put(workspace.root, "a.txt", "one");
    put(workspace.root, "new/deep/d.txt", "4");
    chmodSync(join(workspace.root, "run"), 0o600);
    rmSync(join(workspace.root, "gone"));
    await workspace.sync({ turn: 1 });
    const preview = await workspace.previewRollback({ all: true });
    expect(preview.writes.map(({ path }) => path)).toEqual(["a.txt", "gone", "new/deep/d.txt", "run"]);
    await workspace.rollback({ all: true });
    expect([get(workspace.root, "a.txt"), get(workspace.root, "gone")]).toEqual(["1", "3"]);
    expect(existsSync(join(workspace.root, "new"))).toBe(false);
    expect(statSync(join(workspace.root, "run")).mode & 0o777).toBe(0o755);
    expect((await workspace.reduction()).diff).toEqual([]);
    expect((await workspace.operations()).length).toBe(8);
  });

  it("undoes one turn and leaves a later one alone", async () => {
    const { root, stateFolder } = folders({ a: "1", b: "1" });
    const workspace = await open({ root, stateFolder, mode });
    put(workspace.root, "a", "2");
    put(workspace.root, "b", "2");
    await workspace.sync({ turn: 1 });
    put(workspace.root, "b", "3");
    await workspace.sync({ turn: 2 });
    const { conflicts } = await workspace.rollback({ turn: 1 });
    expect(conflicts.map(({ path }) => path)).toEqual(["b"]);
    expect([get(workspace.root, "a"), get(workspace.root, "b")]).toEqual(["1", "3"]);
  });

  it("undoes a promoted turn in the user's folder too", async () => {
    const { root, stateFolder } = folders({ a: "1" });
    const workspace = await open({ root, stateFolder, mode });
    put(workspace.root, "a", "2");
    put(workspace.root, "b", "new");
    await workspace.sync({ turn: 1 });
    await workspace.promote();
    await workspace.rollback({ turn: 1 });
    expect([get(root, "a"), get(root, "b")]).toEqual(["1", undefined]);
    expect((await workspace.reduction()).diff).toEqual([]);
  });

  it("goes on where an earlier process stopped", async () => {
    const { root, stateFolder } = folders({ a: "1" });
    const first = await createStagedWorkspace({ root, stateFolder, mode });
    put(first.root, "a", "2");
    await first.sync({ turn: 1 });
    await first.close();
    const second = await open({ root, stateFolder, mode });
    expect(names((await second.reduction()).diff)).toEqual(["modify a"]);
    await second.promote();
    expect(get(root, "a")).toBe("2");
  });

  it("accepts what a person did to files of their own", async () => {
    const { root, stateFolder } = folders({ a: "1", b: "1" });
    const workspace = await open({ root, stateFolder, mode });
    put(root, "b", "by hand");
    await workspace.sync({ actor: "person" });
    put(workspace.root, "a", "2");
    await workspace.sync({ turn: 1 });
    expect(get(workspace.root, "b")).toBe("by hand");
    expect(names((await workspace.plan()).changes.map(({ edit }) => edit))).toEqual(["modify a"]);
    await workspace.rollback({ all: true });
    expect([get(root, "a"), get(root, "b")]).toEqual(["1", "by hand"]);
  });

  it("leaves everything staged when a check fails, when somebody refuses, or when the plan is another by now", async () => {
    const { root, stateFolder } = folders({ a: "1" });
    let isWell = false;
    let isWanted = false;
    const workspace = await open({
      root,
      stateFolder,
      mode,
      checks: [
        {
          specVersion: 1,
          name: "two",
          async run(candidate) {
            const text = new TextDecoder().decode(await candidate.read("a"));
            return { passed: isWell, findings: [`a holds ${text}`] };
          },
        },
      ],
      acceptance: {
        specVersion: 1,
        name: "somebody",
        decide: async () => ({ accepted: isWanted, reason: "not today" }),
      },
    });
    put(workspace.root, "a", "2");
    await workspace.sync({ turn: 1 });
    const shown = await workspace.plan();
    expect(await workspace.promote()).toMatchObject({ status: "check-failed", results: [{ findings: ["a holds 2"] }] });
    isWell = true;
    expect(await workspace.promote()).toMatchObject({ status: "refused", reason: "not today" });
    put(workspace.root, "a", "3");
    expect(await workspace.promote({ plan: shown.id })).toMatchObject({ status: "changed" });
    expect(names((await workspace.reduction()).diff)).toEqual(["modify a"]);
    isWanted = true;
    const passing: Check = {
      specVersion: 1,
      name: "kept",
      run: async (candidate) => {
        const folder = temporaryFolder("candidate");
        expect(await candidate.materialise(folder)).toEqual([]);
        return { passed: true, findings: [`a holds ${get(folder, "a")}`] };
      },
    };
    const refusing = { specVersion: 1, name: "nobody", decide: async () => ({ accepted: false }) } as const;
    expect(await workspace.promote({ acceptance: refusing })).toMatchObject({ status: "refused" });
    expect(await workspace.promote({ checks: [passing] })).toMatchObject({
      status: "promoted",
      results: [{ check: "two" }, { check: "kept", findings: ["a holds 3"] }],
    });
  });

  it("tells what the checks find without deciding anything", async () => {
    const { root, stateFolder } = folders({ a: "1" });
    const checkOf = (name: string, passed: boolean): Check => ({
      specVersion: 1,
      name,
      run: async () => ({ passed, findings: passed ? [] : ["no"] }),
    });
    const journal = createMemoryJournal();
    const workspace = await open({ root, stateFolder, mode, journal, checks: [checkOf("first", false)] });
    expect((await workspace.check()).results).toEqual([]);
    put(workspace.root, "a", "2");
    await workspace.sync({ turn: 1 });
    const { plan, results } = await workspace.check({ checks: [checkOf("second", true)] });
    expect(plan.id).toBe((await workspace.plan()).id);
    expect(results).toEqual([
      { check: "first", passed: false, findings: ["no"] },
      { check: "second", passed: true, findings: [] },
    ]);
    const types = (await journal.read(0)).map(({ entry }) => entry.type);
    expect(types).toContain("plan.checked");
    expect(types).not.toContain("plan.decided");
    expect(names((await workspace.reduction()).diff)).toEqual(["modify a"]);
  });

  it("takes back several patches in one act, the latest first", async () => {
    const { root, stateFolder } = folders({ a: "1" });
    const workspace = await open({ root, stateFolder, mode });
    for (const [turn, text] of ["2", "3", "4"].entries()) {
      put(workspace.root, "a", text);
      put(workspace.root, `only-${turn}`, text);
      await workspace.sync({ turn: turn + 1, patch: `run/turn-${turn + 1}` });
    }
    const target = { patches: ["run/turn-2", "run/turn-3", "run/turn-9"] };
    expect((await workspace.rollback(target)).writes.map(({ path }) => path)).toEqual(["a", "only-1", "only-2"]);
    expect([get(workspace.root, "a"), get(workspace.root, "only-0"), get(workspace.root, "only-2")]).toEqual([
      "2",
      "2",
      undefined,
    ]);
    await expect(workspace.rollback({ patches: ["x", "y"] })).rejects.toMatchObject({
      code: "UNKNOWN_TARGET",
      message: expect.stringContaining("has no patch called x or y.") as string,
    });
  });

  it("takes back the rest of what was taken back in part, and nothing twice", async () => {
    const { root, stateFolder } = folders({ a: "1", gone: "x" });
    const workspace = await open({ root, stateFolder, mode });
    put(workspace.root, "a", "2");
    rmSync(join(workspace.root, "gone"));
    await workspace.sync({ turn: 1, patch: "run/turn-1" });
    put(workspace.root, "a", "3");
    put(workspace.root, "new", "made");
    await workspace.sync({ turn: 2, patch: "run/turn-2" });
    await workspace.promote();
    await workspace.rollback({ patch: "run/turn-2" });
    const run = { patches: ["run/turn-1", "run/turn-2"] };
    const rest = await workspace.rollback(run);
    expect(rest).toMatchObject({ conflicts: [], notKept: [] });
    expect(rest.writes.map(({ path }) => path)).toEqual(["a", "gone"]);
    expect(["a", "gone", "new"].map((path) => get(root, path))).toEqual(["1", "x", undefined]);
    expect(await workspace.rollback(run)).toMatchObject({ writes: [], conflicts: [], touchesRoot: false });
  });

  it("promotes what other programs run only with an approval of exactly this version", async () => {
    const { root, stateFolder } = folders({});
    const workspace = await open({ root, stateFolder, mode });
    put(workspace.root, ".vscode/tasks.json", "{}");
    await workspace.sync({ turn: 1 });
    const { risky } = await workspace.plan();
    expect(await workspace.promote()).toMatchObject({ status: "approval-needed", missing: risky });
    put(workspace.root, ".vscode/tasks.json", '{"tasks": []}');
    expect(await workspace.promote({ approved: risky })).toMatchObject({ status: "approval-needed" });
    const { risky: later } = await workspace.plan();
    expect(await workspace.promote({ approved: later })).toMatchObject({ status: "promoted" });
  });
});

/** Flips a bit of a kept content. */
function damage(stateFolder: string, hash: string): void {
  const digits = hash.slice("sha256:".length);
  const path = join(stateFolder, "blobs", digits.slice(0, 2), digits.slice(2));
  const bytes = readFileSync(path);
  bytes[0]! ^= 1;
  writeFileSync(path, bytes);
}

describe("the kept versions", () => {
  it("are recovered from a folder or from the journal where they were damaged, and told where they are lost", async () => {
    const { root, stateFolder } = folders({ a: "1", b: "1b" });
    const workspace = await open({ root, stateFolder });
    put(workspace.root, "a", "2");
    await workspace.sync({ turn: 1 });
    await workspace.promote();
    await workspace.close();
    const journal = createSqliteJournal({ file: join(stateFolder, "journal.db") });
    const trees = (await journal.read(0)).flatMap(({ entry }) => (entry.type === "tree.accepted" ? [entry.tree] : []));
    await journal.close();
    expect(trees).toHaveLength(2);
    const [old, now] = [hashBytesSync(Buffer.from("1")), hashBytesSync(Buffer.from("2"))];
    for (const hash of [old, now, ...trees]) damage(stateFolder, hash);

    const again = await open({ root, stateFolder });
    const told = async (repair: boolean) =>
      new Map((await again.verify({ repair })).versions.map(({ hash, found, recovery }) => [hash, [found, recovery]]));
    const possible = ["damaged", "possible"];
    expect(await told(false)).toEqual(
      new Map<string, string[]>([
        [old, ["damaged", "none"]],
        [trees[0]!, possible],
        [trees[1]!, possible],
        [now, possible],
      ]),
    );
    await told(true);
    expect(await told(false)).toEqual(new Map([[old, ["damaged", "none"]]]));
    expect(get(again.root, "a")).toBe("2");
  });

  it("are dropped only when nothing in the journal names them, after an hour of grace", async () => {
    const { root, stateFolder } = folders({ a: "1" });
    const workspace = await open({ root, stateFolder });
    for (const text of ["2", "3"]) {
      put(workspace.root, "a", text);
      await workspace.sync({ turn: Number(text) });
    }
    const orphan = await createFileBlobStore({ folder: join(stateFolder, "blobs") }).put(Buffer.from("nobody's"));
    expect(await workspace.collect()).toMatchObject({ dropped: 0 });
    const digits = orphan.slice("sha256:".length);
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const name of readdirSync(join(stateFolder, "blobs"), { recursive: true, encoding: "utf8" })) {
      utimesSync(join(stateFolder, "blobs", name), longAgo, longAgo);
    }
    const { blobs: before } = await createFileBlobStore({ folder: join(stateFolder, "blobs") }).usage();
    expect(await workspace.collect()).toMatchObject({ dropped: 1, freedBytes: 8, blobs: before - 1 });
    expect(existsSync(join(stateFolder, "blobs", digits.slice(0, 2), digits.slice(2)))).toBe(false);
    expect((await workspace.verify()).versions).toEqual([]);
    await workspace.rollback({ all: true });
    expect(get(workspace.root, "a")).toBe("1");
  });

  it("end at their cap with an error that says so, and nothing is journalled", async () => {
    const { root, stateFolder } = folders({ a: "1" });
    const blobs = createMemoryBlobStore({ maxBytes: 500 });
    const workspace = await open({ root, stateFolder, blobs });
    put(workspace.root, "a", "x".repeat(600));
    await expect(workspace.sync({ turn: 1 })).rejects.toMatchObject({ code: "BLOBS_FULL" });
    expect(await workspace.operations()).toEqual([]);
    put(workspace.root, "a", "2");
    expect((await workspace.sync({ turn: 1 })).operations).toHaveLength(1);
  });
});

describe("a staged workspace", () => {
  it.each(["proposed", "accepted"] as const)(
    "keeps a file back that takes the place of a folder in conflict: %s",
    async (keep) => {
      const { root, stateFolder } = folders({ "sub/a.txt": "1" });
      const workspace = await open({ root, stateFolder });
      rmSync(join(workspace.root, "sub"), { recursive: true });
      put(workspace.root, "sub", "agent");
      await workspace.sync({ turn: 1 });
      put(root, "sub/a.txt", "person");
      await workspace.sync();
      expect((await workspace.promote()).status).toBe("nothing");
      await workspace.sync();
      expect(get(workspace.root, "sub")).toBe("agent");

      await workspace.resolveConflict("sub/a.txt", keep);
      await workspace.promote();
      await workspace.sync();
      if (keep === "proposed") expect(get(root, "sub")).toBe("agent");
      else expect([get(root, "sub/a.txt"), get(workspace.root, "sub/a.txt")]).toEqual(["person", "person"]);
      expect((await workspace.reduction()).diff).toEqual([]);
    },
  );

  it("takes away, an hour later, what a killed promotion left beside the user's files", async () => {
    const { root, stateFolder } = folders({ "sub/a.txt": "1" });
    const unfinished = "sub/.runningtab-tmp-abcDEF_-0123";
    put(root, unfinished, "half");
    put(root, ".runningtab-tmp-mine.txt", "a person's");
    const soon = await open({ root, stateFolder });
    await soon.sync();
    expect(get(root, unfinished)).toBe("half");
    const later = await open({ root, stateFolder, now: () => Date.now() + 2 * 60 * 60 * 1000 });
    await later.sync();
    expect(get(root, unfinished)).toBeUndefined();
    expect(get(root, ".runningtab-tmp-mine.txt")).toBe("a person's");
  });

  it("goes on where a person puts a file into a folder that the agent made a file, and takes neither away", async () => {
    const { root, stateFolder } = folders({ "sub/a.txt": "1" });
    const workspace = await open({ root, stateFolder });
    rmSync(join(workspace.root, "sub"), { recursive: true });
    put(workspace.root, "sub", "agent");
    await workspace.sync({ turn: 1 });
    put(root, "sub/new.txt", "person");
    await workspace.sync();
    await workspace.sync();
    await workspace.promote();
    await workspace.sync();
    expect([get(root, "sub/new.txt"), get(workspace.root, "sub")]).toEqual(["person", "agent"]);
    expect(names((await workspace.reduction()).diff)).toEqual(["create sub", "delete sub/a.txt"]);
    rmSync(join(root, "sub/new.txt"));
    await workspace.promote();
    expect(get(root, "sub")).toBe("agent");
  });

  it.each(["rollback", "delete"] as const)(
    "puts a person's file back once a file of the branch gives it room: %s",
    async (how) => {
      const { root, stateFolder } = folders({ "sub/a.txt": "1" });
      const workspace = await open({ root, stateFolder });
      rmSync(join(workspace.root, "sub"), { recursive: true });
      put(workspace.root, "sub", "agent");
      await workspace.sync({ turn: 1 });
      put(root, "sub/new.txt", "person");
      await workspace.sync();
      if (how === "rollback") await workspace.rollback({ all: true });
      else {
        rmSync(join(workspace.root, "sub"));
        await workspace.sync({ turn: 2 });
      }
      await workspace.sync();
      expect(get(workspace.root, "sub/new.txt")).toBe("person");
      expect(names((await workspace.reduction()).diff)).toEqual(how === "rollback" ? [] : ["delete sub/a.txt"]);
      await workspace.promote();
      expect(get(root, "sub/new.txt")).toBe("person");
    },
  );

  it("promotes what belongs together, or nothing of it", async () => {
    const { root, stateFolder } = folders({ "sub/a.txt": "1", other: "1" });
    const workspace = await open({ root, stateFolder });
    rmSync(join(workspace.root, "sub"), { recursive: true });
    put(workspace.root, "sub", "agent");
    put(workspace.root, "other", "2");
    await workspace.sync({ turn: 1 });
    expect((await workspace.plan({ paths: ["sub"] })).touched).toEqual(["sub", "sub/a.txt"]);
    await workspace.promote({ paths: ["sub"] });
    expect([get(root, "sub"), get(root, "other")]).toEqual(["agent", "1"]);
    expect(names((await workspace.reduction()).diff)).toEqual(["modify other"]);
  });

  it("takes a turn back only as far as a resolved conflict lets it: what a person wrote meanwhile is not skipped", async () => {
    const { root, stateFolder } = folders({ "a.txt": "1", "b.txt": "1" });
    const workspace = await open({ root, stateFolder });
    put(workspace.root, "a.txt", "agent");
    put(workspace.root, "b.txt", "agent");
    await workspace.sync({ turn: 1 });
    put(root, "a.txt", "person");
    await workspace.sync();
    await workspace.resolveConflict("a.txt", "proposed");
    await workspace.promote();
    expect(get(root, "a.txt")).toBe("agent");

    const { conflicts } = await workspace.rollback({ turn: 1 });
    expect(conflicts.map(({ path }) => path)).toEqual(["a.txt"]);
    expect([get(root, "a.txt"), get(root, "b.txt")]).toEqual(["agent", "1"]);
    const resolved = (await workspace.operations()).find(({ patch }) => patch.startsWith("resolved-"))!;
    await workspace.rollback({ patch: resolved.patch });
    expect(get(root, "a.txt")).toBe("person");
  });

  it("keeps both changes of a text where they are apart, and promotes the merged file", async () => {
    const { root, stateFolder } = folders({ "a.md": "one\r\ntwo\r\nthree", "b.md": "1\n" });
    const workspace = await open({ root, stateFolder });
    put(workspace.root, "a.md", "ONE\r\ntwo\r\nthree");
    put(workspace.root, "b.md", "2\n");
    await workspace.sync({ turn: 1 });
    put(root, "a.md", "one\r\ntwo\r\nTHREE");
    put(root, "b.md", "3\n");
    await workspace.sync();
    const merged = "ONE\r\ntwo\r\nTHREE";
    expect(new TextDecoder().decode(await workspace.previewMerge("a.md"))).toBe(merged);
    expect(await workspace.previewMerge("b.md")).toBeUndefined();
    await expect(workspace.resolveConflict("b.md", "merged")).rejects.toMatchObject({ code: "UNKNOWN_TARGET" });
    await workspace.resolveConflict("a.md", "merged");
    expect([get(root, "a.md"), get(workspace.root, "a.md")]).toEqual(["one\r\ntwo\r\nTHREE", merged]);
    expect((await workspace.sync()).operations).toEqual([]);
    expect((await workspace.reduction()).conflicts.map(({ path }) => path)).toEqual(["b.md"]);
    expect((await workspace.promote()).status).toBe("promoted");
    expect(get(root, "a.md")).toBe(merged);
    expect((await workspace.verify()).versions).toEqual([]);
  });

  it("merges nothing that moves are part of, nor a file that is missing on one side", async () => {
    const { root, stateFolder } = folders({ a: "1\n2\n3\n", b: "1\n2\n3\n4\n" });
    const workspace = await open({ root, stateFolder });
    renameSync(join(workspace.root, "a"), join(workspace.root, "c"));
    rmSync(join(workspace.root, "b"));
    await workspace.sync({ turn: 1 });
    put(root, "a", "1\n2\n3!\n");
    put(root, "b", "1!\n2\n3\n4\n");
    await workspace.sync();
    for (const { path } of (await workspace.reduction()).conflicts) {
      expect([path, await workspace.previewMerge(path)]).toEqual([path, undefined]);
    }
  });

  it("keeps a file back that a person changed meanwhile, names the versions, and settles it either way", async () => {
    for (const keep of ["proposed", "accepted"] as const) {
      const { root, stateFolder } = folders({ a: "1", b: "1" });
      const workspace = await open({ root, stateFolder });
      put(workspace.root, "a", "agent");
      put(workspace.root, "b", "2");
      await workspace.sync({ turn: 1 });
      put(root, "a", "person");
      const outcome = await workspace.promote();
      expect(outcome).toMatchObject({ status: "promoted", conflicts: [] });
      expect([get(root, "a"), get(root, "b"), get(workspace.root, "a")]).toEqual(["person", "2", "agent"]);
      const [conflict] = (await workspace.plan()).conflicts;
      expect(conflict).toMatchObject({ path: "a" });
      const bytes = await workspace.version(conflict!.accepted!.hash);
      expect(new TextDecoder().decode(bytes)).toBe("person");
      await workspace.resolveConflict("a", keep);
      await workspace.promote();
      expect([get(root, "a"), get(workspace.root, "a")]).toEqual(
        keep === "proposed" ? ["agent", "agent"] : ["person", "person"],
      );
      expect((await workspace.plan()).conflicts).toEqual([]);
    }
  });

  it("has several branches at once, and brings each up to date with what another promoted", async () => {
    const { root, stateFolder } = folders({ a: "1", b: "1" });
    const one = await open({ root, stateFolder, branch: { name: "one" } });
    const two = await open({ root, stateFolder, branch: { name: "two", kind: "review", user: "anna" } });
    put(one.root, "a", "one");
    put(two.root, "b", "two");
    await one.sync({ turn: 1 });
    await two.sync({ turn: 1 });
    await one.promote();
    await two.sync();
    expect([get(two.root, "a"), get(two.root, "b"), get(root, "b")]).toEqual(["one", "two", "1"]);
    expect(names((await two.reduction()).diff)).toEqual(["modify b"]);
    await two.promote();
    await one.sync();
    expect([get(root, "b"), get(one.root, "b")]).toEqual(["two", "two"]);
    expect((await one.reduction()).diff).toEqual([]);
  });

  it("leaves what is staged where it is when its journal is gone", async () => {
    const { root, stateFolder } = folders({ a: "1" });
    const workspace = await open({ root, stateFolder });
    put(workspace.root, "a", "agent");
    await workspace.sync({ turn: 1 });
    await workspace.close();
    for (const end of ["", "-wal", "-shm"]) rmSync(join(stateFolder, `journal.db${end}`), { force: true });
    await expect(open({ root, stateFolder })).rejects.toMatchObject({ code: "STATE_CORRUPT" });
    expect(get(workspace.root, "a")).toBe("agent");
  });

  it("never shares a file with the user's folder", async () => {
    const { root, stateFolder } = folders({ a: "1" });
    const workspace = await open({ root, stateFolder });
    expect(statSync(join(workspace.root, "a")).ino).not.toBe(statSync(join(root, "a")).ino);
    expect(statSync(join(root, "a")).nlink).toBe(1);
  });

  it("materialises the branch into an empty folder, and into no other", async () => {
    const { root, stateFolder } = folders({ a: "1", "b/c": "2" });
    const workspace = await open({ root, stateFolder });
    put(workspace.root, "a", "one");
    await workspace.sync();
    const target = join(temporaryFolder("target"), "out");
    expect(await workspace.materialise(target)).toEqual({ files: 2, notKept: [] });
    expect([get(target, "a"), get(target, "b/c")]).toEqual(["one", "2"]);
    await expect(workspace.materialise(target)).rejects.toMatchObject({ code: "FOLDER_NOT_EMPTY" });
  });

  it("keeps no bytes of a secret under another name either, moved or copied, now or later", async () => {
    const { root, stateFolder } = folders({ ".env": "KEY=1", empty: "" });
    const workspace = await open({ root, stateFolder });
    renameSync(join(workspace.root, ".env"), join(workspace.root, "settings.txt"));
    const moved = await workspace.sync({ turn: 1 });
    expect(moved.notKept).toEqual([{ path: "settings.txt", reason: "the same as a file that is taken for a secret" }]);
    chmodSync(join(workspace.root, "settings.txt"), 0o600);
    put(workspace.root, "copy.txt", "KEY=1");
    put(workspace.root, ".env", "");
    await workspace.sync({ turn: 2 });
    expect((await workspace.promote()).status).toBe("promoted");
    expect([get(root, "settings.txt"), get(root, "copy.txt"), get(root, ".env")]).toEqual(["KEY=1", "KEY=1", ""]);
    await workspace.verify({ repair: true });
    expect(await workspace.version(hashBytesSync(Buffer.from("KEY=1")))).toBeUndefined();
    expect(await workspace.version(hashBytesSync(Buffer.from("")))).toBeDefined();
  });

  it("keeps no bytes of a secret, and says that it cannot be brought back", async () => {
    const { root, stateFolder } = folders({ ".env": "KEY=first" });
    const workspace = await open({ root, stateFolder });
    put(workspace.root, ".env", "KEY=second");
    const { notKept } = await workspace.sync({ turn: 1 });
    expect(notKept).toEqual([{ path: ".env", reason: "taken for a secret by its name" }]);
    await workspace.promote();
    expect(get(root, ".env")).toBe("KEY=second");
    expect(await workspace.rollback({ turn: 1 })).toMatchObject({ writes: [], notKept: [".env"] });
    expect(get(root, ".env")).toBe("KEY=second");
  });

  it("swaps a file for a folder of the same name and back", async () => {
    const { root, stateFolder } = folders({ a: "file", "b/inside": "folder" });
    const workspace = await open({ root, stateFolder });
    rmSync(join(workspace.root, "a"));
    put(workspace.root, "a/inside", "now a folder");
    rmSync(join(workspace.root, "b"), { recursive: true });
    put(workspace.root, "b", "now a file");
    await workspace.sync({ turn: 1 });
    await workspace.promote();
    expect([get(root, "a/inside"), get(root, "b")]).toEqual(["now a folder", "now a file"]);
    await workspace.rollback({ turn: 1 });
    expect([get(root, "a"), get(root, "b/inside")]).toEqual(["file", "folder"]);
  });

  it("finds nothing wrong with what it wrote, and names what was damaged", async () => {
    const { root, stateFolder } = folders({ a: "1" });
    const workspace = await open({ root, stateFolder });
    put(workspace.root, "a", "2");
    await workspace.sync();
    expect(await workspace.verify()).toMatchObject({ versions: [], journal: { entries: 3 } });
    const { hash } = workspace.manifest.get("a")!;
    const digits = hash.slice("sha256:".length);
    writeFileSync(join(stateFolder, "blobs", digits.slice(0, 2), digits.slice(2)), "other");
    expect((await workspace.verify()).versions).toEqual([{ path: "a", hash, found: "damaged", recovery: "possible" }]);
  });
});
