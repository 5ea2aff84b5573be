import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { createStagedWorkspace, type Journal, type StagedWorkspace } from "@runningtab/staged-workspace";
import { createMemoryBlobStore } from "@runningtab/staged-workspace/blobs/memory";
import { createMemoryJournal } from "@runningtab/staged-workspace/journals/memory";
import * as fc from "fast-check";
import { expect } from "vitest";

/** Files by path, with their contents: all that the model knows of a folder. */
type Files = Map<string, string>;

export type Step =
  | { readonly who: "agent" | "person"; readonly what: "put" | "delete"; readonly path: string }
  | { readonly who: "agent" | "person"; readonly what: "move"; readonly path: string; readonly to: string }
  | { readonly what: "sync" | "promote" | "rollback" | "reopen" | "crash" };

const paths = fc.constantFrom("a", "b", "dir/c", "dir/d", "x/y/z");
const who = fc.constantFrom("agent" as const, "person" as const);
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ who, what: fc.constantFrom("put" as const, "delete" as const), path: paths }) },
    { weight: 2, arbitrary: fc.record({ who, what: fc.constant("move" as const), path: paths, to: paths }) },
    {
      weight: 5,
      arbitrary: fc.record({
        what: fc.constantFrom(
          "sync" as const,
          "sync" as const,
          "promote" as const,
          "promote" as const,
          "rollback" as const,
          "reopen" as const,
          "crash" as const,
        ),
      }),
    },
  ),
  { minLength: 4, maxLength: 24 },
);

/**
 * Plays a trace on a real workspace and on plain maps side by side. The model knows which paths the agent changed since
 * they were last accepted, and what each was changed from; that is enough to say what may never happen.
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
  const open = (): Promise<StagedWorkspace> => createStagedWorkspace({ root, stateFolder, journal, blobs });

  let workspace = await open();
  const { root: work } = workspace;
  const model = { root: read(root), work: read(work), synced: read(work), accepted: read(root) };
  /** Paths that the agent changed, with what they were changed from, and to what first. */
  const staged = new Map<string, { readonly base: string | undefined; readonly first: string | undefined }>();
  const contents = new Set<string>();
  let serial = 0;
  let turn = 0;

  const expectFolders = (): void => {
    expect(read(root)).toEqual(model.root);
    expect(read(work)).toEqual(model.work);
  };
  /** Paths that moves tie together count as one change. */
  const ties: Set<string>[] = [];
  const tied = (path: string): ReadonlySet<string> => ties.find((group) => group.has(path)) ?? new Set([path]);
  const tie = (one: string, other: string): void => {
    const group = new Set([...tied(one), ...tied(other)]);
    for (const path of group) {
      const index = ties.findIndex((candidate) => candidate.has(path));
      if (index >= 0) ties.splice(index, 1);
    }
    ties.push(group);
  };
  const forget = (path: string): void => {
    staged.delete(path);
    if (![...tied(path)].some((one) => staged.has(one))) {
      const index = ties.findIndex((group) => group.has(path));
      if (index >= 0) ties.splice(index, 1);
    }
  };
  const sync = (): void => {
    const changed = [...new Set([...model.work.keys(), ...model.synced.keys()])].filter(
      (path) => model.work.get(path) !== model.synced.get(path),
    );
    for (const path of changed)
      if (!staged.has(path)) staged.set(path, { base: model.accepted.get(path), first: model.work.get(path) });
    for (const from of changed.filter((path) => !model.work.has(path))) {
      const to = changed.find((path) => !model.synced.has(path) && model.work.get(path) === model.synced.get(from));
      if (to !== undefined) tie(from, to);
    }
    // What cancels itself out is no change any more.
    for (const path of staged.keys()) {
      if ([...tied(path)].every((one) => !staged.has(one) || model.work.get(one) === staged.get(one)!.base))
        forget(path);
    }
    model.accepted = new Map(model.root);
    for (const path of new Set([...model.root.keys(), ...model.work.keys()])) {
      if (!staged.has(path)) copy(model.root, model.work, path);
    }
    // Where both sides did the same, nothing of the agent's own is left.
    for (const path of staged.keys()) {
      if ([...tied(path)].every((one) => model.work.get(one) === model.accepted.get(one))) forget(path);
    }
    model.synced = new Map(model.work);
    for (const content of [...model.root.values(), ...model.work.values()]) contents.add(content);
  };

  for (const step of trace) {
    if ("who" in step) {
      const [folder_, files] = step.who === "agent" ? [work, model.work] : [root, model.root];
      const content = files.get(step.path);
      if (step.what === "put") {
        files.set(step.path, `content ${++serial}`);
        write(folder_, step.path, `content ${serial}`);
      } else if (content !== undefined && step.what === "delete") {
        files.delete(step.path);
        rmSync(join(folder_, step.path));
      } else if (content !== undefined && step.what === "move" && !files.has(step.to)) {
        files.delete(step.path);
        files.set(step.to, content);
        write(folder_, step.to, "");
        renameSync(join(folder_, step.path), join(folder_, step.to));
      }
      continue;
    }
    if (step.what === "reopen") {
      await workspace.close();
      workspace = await open();
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
      sync();
      const before = new Map(model.root);
      const outcome = await workspace.promote();
      expect(["promoted", "nothing"]).toContain(outcome.status);
      afterPromotion(before);
    } else {
      sync();
      await workspace.rollback({ all: true });
      model.work = new Map(model.accepted);
      model.synced = new Map(model.accepted);
      staged.clear();
      ties.length = 0;
    }
    expectFolders();
    await expectNothingLost();
  }
  await workspace.close();

  /** Reads what the promotion did to the root, and holds every path of it against what may happen. */
  function afterPromotion(before: Files): void {
    const after = read(root);
    // A person who made the agent's own first change agrees with it, and what the agent built on that stands.
    const isConflict = (path: string): boolean => {
      const change = staged.get(path);
      return change !== undefined && change.base !== before.get(path) && change.first !== before.get(path);
    };
    for (const path of new Set([...before.keys(), ...after.keys(), ...staged.keys()])) {
      const [was, is, proposed] = [before.get(path), after.get(path), model.work.get(path)];
      // Only what the agent changed, only to what it made of it, and only from what it changed it from.
      if (is !== was) expect([path, is, isConflict(path)]).toEqual([path, proposed, false]);
    }
    for (const path of staged.keys()) {
      if ([...tied(path)].every((one) => after.get(one) === model.work.get(one))) forget(path);
    }
    // Without any conflict everything is promoted.
    if (![...staged.keys()].some(isConflict)) expect(after).toEqual(model.work);
    model.root = after;
    model.accepted = new Map(after);
  }

  /** Every version that a sync has seen can be brought back. */
  async function expectNothingLost(): Promise<void> {
    for (const content of contents) {
      const bytes = new TextEncoder().encode(content);
      expect(await workspace.version(hashBytesSync(bytes)), content).toEqual(bytes);
    }
  }
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
        return [path.slice(folder.length + 1), readFileSync(path, "utf8")];
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
