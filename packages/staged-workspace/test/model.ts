import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { createStagedWorkspace, type Journal, type StagedWorkspace } from "@runningtab/staged-workspace";
import { createMemoryBlobStore } from "@runningtab/staged-workspace/blobs/memory";
import { createMemoryJournal } from "@runningtab/staged-workspace/journals/memory";
import * as fc from "fast-check";
import { expect } from "vitest";

/** Files by path, each `600 CONTENT` or `644 CONTENT`: all that the model knows of a folder. */
type Files = Map<string, string>;

export type Step =
  | { readonly who: "agent" | "person"; readonly what: "put" | "delete" | "mode"; readonly path: string }
  | { readonly who: "agent" | "person"; readonly what: "move"; readonly path: string; readonly to: string }
  | { readonly what: "round-trip"; readonly path: string; readonly to: string }
  | { readonly what: "sync" | "promote" | "rollback" | "reopen" | "branch" | "crash" };

const paths = fc.constantFrom("a", "b", "dir/c", "dir/d", "x/y/z");
const who = fc.constantFrom("agent" as const, "person" as const);
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        who,
        what: fc.constantFrom("put" as const, "put" as const, "delete" as const, "mode" as const),
        path: paths,
      }),
    },
    { weight: 2, arbitrary: fc.record({ who, what: fc.constant("move" as const), path: paths, to: paths }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant("round-trip" as const), path: paths, to: paths }) },
    {
      weight: 6,
      arbitrary: fc.record({
        what: fc.constantFrom(
          "sync" as const,
          "sync" as const,
          "promote" as const,
          "promote" as const,
          "rollback" as const,
          "reopen" as const,
          "branch" as const,
          "crash" as const,
        ),
      }),
    },
  ),
  { minLength: 4, maxLength: 24 },
);

/** What the model knows of a branch. */
interface Branch {
  readonly name: string;
  /** The folder that is worked in. */
  folder: string;
  work: Files;
  /** `work` as the last sync saw it, and the accepted files that it was built on then. */
  synced: Files;
  accepted: Files;
  /** Paths that the agent changed, with what they were changed from, and to what first. */
  readonly staged: Map<string, { readonly base: string | undefined; readonly first: string | undefined }>;
  /** Paths that moves tie together count as one change. */
  readonly ties: Set<string>[];
}

/**
 * Plays a trace on a real workspace and on plain maps side by side. The model knows which paths the agent changed since
 * they were last accepted, and what each was changed from; that is enough to say what may never happen. Two branches take
 * turns: to each, what the other promotes is what a person did.
 */
export async function playTrace(folder: string, trace: readonly Step[]): Promise<void> {
  const [root, stateFolder] = [join(folder, "root"), join(folder, "state")];
  mkdirSync(root, { recursive: true });
  for (const path of ["a", "dir/c"]) write(root, path, `first ${path}`);
  const blobs = createMemoryBlobStore();
  const memory = createMemoryJournal();
  let crashAfter = Number.POSITIVE_INFINITY;
  const journal: Journal = {
    ...memory,
    close: async () => {},
    async append(batch) {
      const result = await memory.append(batch);
      if (batch.entries.some(({ type }) => type === "tree.accepted") && crashAfter-- <= 0) throw new Error("crash");
      return result;
    },
  };
  const open = (): Promise<StagedWorkspace> =>
    createStagedWorkspace({ root, stateFolder, journal, blobs, branch: { name: branch.name } });

  const model = { root: read(root) };
  const branches = ["one", "two"].map((name): Branch => {
    return { name, folder: "", work: new Map(), synced: new Map(), accepted: new Map(), staged: new Map(), ties: [] };
  });
  let [branch, other] = branches as [Branch, Branch];
  let workspace = await open();
  begin(model.root);
  const contents = new Set<string>();
  let serial = 0;
  let turn = 0;

  for (const step of trace) {
    if ("who" in step) {
      edit(step);
      continue;
    }
    if (step.what === "reopen") {
      await workspace.close();
      workspace = await open();
      sync();
    } else if (step.what === "branch") {
      const { accepted } = branch;
      await workspace.close();
      [branch, other] = [other, branch];
      workspace = await open();
      if (branch.folder === "") begin(accepted);
      sync();
    } else if (step.what === "crash") {
      sync();
      const before = new Map(model.root);
      await workspace.sync({ turn: ++turn });
      crashAfter = 0;
      await workspace.promote().catch(() => {});
      crashAfter = Number.POSITIVE_INFINITY;
      workspace = await open();
      afterPromotion(before);
    } else if (step.what === "sync") {
      sync();
      await workspace.sync({ turn: ++turn });
    } else if (step.what === "promote") {
      await promote();
    } else if (step.what === "round-trip") {
      await roundTrip(step);
    } else {
      sync();
      await workspace.rollback({ all: true });
      branch.work = new Map(branch.accepted);
      branch.synced = new Map(branch.accepted);
      branch.staged.clear();
      branch.ties.length = 0;
    }
    expect(read(root)).toEqual(model.root);
    expect(read(branch.folder)).toEqual(branch.work);
    await expectNothingLost();
  }
  await workspace.close();

  function begin(accepted: Files): void {
    branch.folder = workspace.root;
    for (const files of ["work", "synced", "accepted"] as const) branch[files] = new Map(accepted);
  }

  function edit(step: Extract<Step, { readonly who: string }>): void {
    const [place, files] = step.who === "agent" ? [branch.folder, branch.work] : [root, model.root];
    const content = files.get(step.path);
    if (step.what === "put") {
      files.set(step.path, `${content?.slice(0, 3) ?? "644"} content ${++serial}`);
      write(place, step.path, `content ${serial}`);
    } else if (content === undefined) {
      return;
    } else if (step.what === "delete") {
      files.delete(step.path);
      rmSync(join(place, step.path));
    } else if (step.what === "mode") {
      const mode = content.startsWith("644") ? "600" : "644";
      files.set(step.path, `${mode}${content.slice(3)}`);
      chmodSync(join(place, step.path), Number.parseInt(mode, 8));
    } else if (step.what === "move" && !files.has(step.to)) {
      files.delete(step.path);
      files.set(step.to, content);
      write(place, step.to, "");
      renameSync(join(place, step.path), join(place, step.to));
    }
  }

  function tied(path: string): ReadonlySet<string> {
    return branch.ties.find((group) => group.has(path)) ?? new Set([path]);
  }

  function tie(one: string, another: string): void {
    const group = new Set([...tied(one), ...tied(another)]);
    for (const path of group) untie(path);
    branch.ties.push(group);
  }

  function untie(path: string): void {
    const index = branch.ties.findIndex((group) => group.has(path));
    if (index >= 0) branch.ties.splice(index, 1);
  }

  function forget(path: string): void {
    branch.staged.delete(path);
    if (![...tied(path)].some((one) => branch.staged.has(one))) untie(path);
  }

  function sync(): void {
    const { work, synced, staged } = branch;
    const changed = [...new Set([...work.keys(), ...synced.keys()])].filter(
      (path) => work.get(path) !== synced.get(path),
    );
    for (const path of changed)
      if (!staged.has(path)) staged.set(path, { base: branch.accepted.get(path), first: work.get(path) });
    for (const from of changed.filter((path) => !work.has(path))) {
      const to = changed.find((path) => !synced.has(path) && contentOf(work.get(path)) === contentOf(synced.get(from)));
      if (to !== undefined) tie(from, to);
    }
    // What cancels itself out is no change any more.
    for (const path of staged.keys()) {
      if ([...tied(path)].every((one) => !staged.has(one) || work.get(one) === staged.get(one)!.base)) forget(path);
    }
    branch.accepted = new Map(model.root);
    for (const path of new Set([...model.root.keys(), ...work.keys()])) {
      if (!staged.has(path)) copy(model.root, work, path);
    }
    // Where both sides did the same, nothing of the agent's own is left.
    for (const path of staged.keys()) {
      if ([...tied(path)].every((one) => work.get(one) === branch.accepted.get(one))) forget(path);
    }
    branch.synced = new Map(work);
    for (const version of [...model.root.values(), ...work.values()]) contents.add(contentOf(version)!);
  }

  async function promote(): Promise<void> {
    sync();
    const before = new Map(model.root);
    const outcome = await workspace.promote();
    expect(["promoted", "nothing"]).toContain(outcome.status);
    afterPromotion(before);
  }

  /** What a turn did to files of which nothing was staged, promoted and then taken back: all is as it was, modes too. */
  async function roundTrip({ path, to }: Extract<Step, { readonly what: "round-trip" }>): Promise<void> {
    await promote();
    if (branch.staged.size > 0) return;
    const [rootBefore, workBefore] = [new Map(model.root), new Map(branch.work)];
    edit({ who: "agent", what: "mode", path: to });
    edit({ who: "agent", what: "move", path, to });
    edit({ who: "agent", what: "put", path });
    for (const version of branch.work.values()) contents.add(contentOf(version)!);
    await workspace.sync({ turn: ++turn });
    await workspace.promote();
    expect(read(root)).toEqual(branch.work);
    expect(await workspace.rollback({ turn })).toMatchObject({ conflicts: [], notKept: [] });
    model.root = rootBefore;
    branch.work = workBefore;
    branch.synced = new Map(workBefore);
    branch.accepted = new Map(rootBefore);
  }

  /** Reads what the promotion did to the root, and holds every path of it against what may happen. */
  function afterPromotion(before: Files): void {
    const { staged, work } = branch;
    const after = read(root);
    // A person who made the agent's own first change agrees with it, and what the agent built on that stands.
    const isConflict = (path: string): boolean => {
      const change = staged.get(path);
      return change !== undefined && change.base !== before.get(path) && change.first !== before.get(path);
    };
    for (const path of new Set([...before.keys(), ...after.keys(), ...staged.keys()])) {
      const [was, is, proposed] = [before.get(path), after.get(path), work.get(path)];
      // Only what the agent changed, only to what it made of it, and only from what it changed it from.
      if (is !== was) expect([path, is, isConflict(path)]).toEqual([path, proposed, false]);
    }
    for (const path of staged.keys()) {
      if ([...tied(path)].every((one) => after.get(one) === work.get(one))) forget(path);
    }
    // Without any conflict everything is promoted.
    if (![...staged.keys()].some(isConflict)) expect(after).toEqual(work);
    model.root = after;
    branch.accepted = new Map(after);
  }

  /** Every version that a sync has seen can be brought back. */
  async function expectNothingLost(): Promise<void> {
    for (const content of contents) {
      const bytes = new TextEncoder().encode(content);
      expect(await workspace.version(hashBytesSync(bytes)), content).toEqual(bytes);
    }
  }
}

function contentOf(version: string | undefined): string | undefined {
  return version?.slice(4);
}

function copy(from: Files, to: Files, path: string): void {
  const content = from.get(path);
  if (content === undefined) to.delete(path);
  else to.set(path, content);
}

function write(folder: string, path: string, content: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function read(folder: string): Files {
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry): [string, string] => {
        const path = join(entry.parentPath, entry.name);
        const mode = (statSync(path).mode & 0o777).toString(8);
        return [path.slice(folder.length + 1), `${mode} ${readFileSync(path, "utf8")}`];
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
