import { hashBytesSync } from "@runningtab/content-hash/node";
import { type FileEdit, type FileVersion, type Operation, reduce, type Tree } from "@runningtab/staged-workspace";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

function version(content: string, mode = 0o644): FileVersion {
  const bytes = new TextEncoder().encode(content);
  return { hash: hashBytesSync(bytes), size: bytes.length, mode };
}
const treeOf = (files: Readonly<Record<string, string>>): Tree =>
  new Map(Object.entries(files).map(([path, content]) => [path, version(content)]));
const operations = (...edits: readonly FileEdit[]): readonly Operation[] =>
  edits.map((edit, index) => ({ seq: index + 1, branch: "chat", patch: "p1", actor: "agent", at: 0, edit }));
const brief = (edits: readonly FileEdit[]) =>
  edits.map((edit) => (edit.kind === "move" ? `move ${edit.from} > ${edit.path}` : `${edit.kind} ${edit.path}`));

const create = (path: string, content: string): FileEdit => ({ kind: "create", path, after: version(content) });
const modify = (path: string, before: string, after: string): FileEdit => ({
  kind: "modify",
  path,
  before: version(before),
  after: version(after),
});
const remove = (path: string, before: string): FileEdit => ({ kind: "delete", path, before: version(before) });
const move = (from: string, path: string, content: string, after = content): FileEdit => ({
  kind: "move",
  path,
  from,
  before: version(content),
  after: version(after),
});

describe("the fold of a branch", () => {
  it("sums several edits of one file up into one planned change", () => {
    const { diff, plan, conflicts } = reduce(
      treeOf({ a: "1" }),
      operations(modify("a", "1", "2"), create("b", "x"), modify("a", "2", "3")),
    );
    expect(brief(diff)).toEqual(["modify a", "create b"]);
    expect(plan[0]).toEqual({ edit: modify("a", "1", "3"), operations: [1, 3] });
    expect(conflicts).toEqual([]);
  });

  it("follows a file through moves, and knows one that came back", () => {
    const there = reduce(treeOf({ a: "1" }), operations(move("a", "b", "1"), move("b", "c", "1", "2")));
    expect(brief(there.diff)).toEqual(["move a > c"]);
    const back = reduce(treeOf({ a: "1" }), operations(move("a", "b", "1"), move("b", "a", "1")));
    expect(back.diff).toEqual([]);
    expect(back.settled).toEqual([1, 2]);
  });

  it("calls a file that moved on and was replaced a change in place and a new file", () => {
    const { diff } = reduce(treeOf({ a: "1" }), operations(move("a", "b", "1"), create("a", "other")));
    expect(brief(diff)).toEqual(["modify a", "create b"]);
  });

  it("settles what was made and taken back", () => {
    const { diff, settled } = reduce(treeOf({}), operations(create("a", "1"), remove("a", "1")));
    expect(diff).toEqual([]);
    expect(settled).toEqual([1, 2]);
  });

  it("lets what was taken back have no effect, also where the ground below it has changed", () => {
    const { tree, conflicts, settled } = reduce(
      treeOf({ a: "theirs", b: "theirs too" }),
      operations(modify("a", "base", "ours"), create("b", "ours"), modify("a", "ours", "base"), remove("b", "ours")),
    );
    expect([conflicts, settled]).toEqual([[], [1, 2, 3, 4]]);
    expect(tree).toEqual(treeOf({ a: "theirs", b: "theirs too" }));
  });

  it("keeps an edit of another version back, names all three versions, and promotes the rest", () => {
    const { plan, conflicts, tree } = reduce(
      treeOf({ a: "theirs", b: "1" }),
      operations(modify("a", "base", "ours"), modify("b", "1", "2"), modify("a", "ours", "ours too")),
    );
    expect(conflicts).toEqual([
      {
        path: "a",
        base: version("base"),
        accepted: version("theirs"),
        proposed: version("ours too"),
        operations: [1, 3],
      },
    ]);
    expect(plan.map(({ edit }) => edit.path)).toEqual(["b"]);
    expect(tree.get("a")).toEqual(version("ours too"));
  });

  it("takes a new file where another one appeared, and a deletion of a changed file, for conflicts", () => {
    const { conflicts } = reduce(
      treeOf({ a: "theirs", b: "changed" }),
      operations(create("a", "ours"), remove("b", "base")),
    );
    expect(conflicts.map(({ path, base, proposed }) => [path, base, proposed])).toEqual([
      ["a", undefined, version("ours")],
      ["b", version("base"), undefined],
    ]);
  });

  it("has nothing to say when both sides made the same change", () => {
    const { plan, conflicts, settled } = reduce(treeOf({ a: "same" }), operations(modify("a", "base", "same")));
    expect([plan, conflicts, settled]).toEqual([[], [], [1]]);
  });

  it("stages both ends of a move when one of them conflicts", () => {
    const { plan, conflicts } = reduce(treeOf({ a: "1", b: "theirs" }), operations(move("a", "b", "1")));
    expect(plan).toEqual([]);
    expect(conflicts).toMatchObject([{ path: "b", operations: [1] }]);
  });

  it("has nothing to disagree about once the branch has the accepted version after all", () => {
    const { conflicts, settled } = reduce(
      treeOf({ a: "theirs" }),
      operations(modify("a", "base", "ours"), modify("a", "ours", "theirs")),
    );
    expect([conflicts, settled]).toEqual([[], [1, 2]]);
  });

  it("takes a change of permission bits alone as one", () => {
    const executable = version("1", 0o755);
    const edit: FileEdit = { kind: "mode", path: "a", before: version("1"), after: executable };
    expect(reduce(treeOf({ a: "1" }), operations(edit)).diff).toEqual([edit]);
    expect(reduce(new Map([["a", version("1", 0o600)]]), operations(edit)).conflicts).toHaveLength(1);
  });

  it("builds on a rewrite that touched the container alone, and says so", () => {
    const isContainerOnly = (one: string, other: string) =>
      [one, other].toSorted().join() === [version("base").hash, version("rewritten").hash].toSorted().join();
    const { plan, conflicts, containerOnly } = reduce(
      treeOf({ a: "rewritten" }),
      operations(modify("a", "base", "ours")),
      { isContainerOnly },
    );
    expect(conflicts).toEqual([]);
    expect(containerOnly).toEqual(["a"]);
    expect(plan[0]?.edit).toEqual(modify("a", "rewritten", "ours"));
  });
});

describe("any history", () => {
  const paths = fc.constantFrom("a", "b", "c", "d");
  const contents = fc.constantFrom("1", "2", "3", "4");
  const files = fc.dictionary(paths, contents, { maxKeys: 4 }).map((record) => treeOf({ ...record }));
  const step = fc.record({ path: paths, to: paths, content: contents, what: fc.constantFrom("put", "delete", "move") });

  /** Edits whose bases follow from one another, beginning at `start`. */
  function play(start: Tree, steps: readonly { path: string; to: string; content: string; what: string }[]) {
    const tree = new Map(start);
    const edits: FileEdit[] = [];
    for (const { path, to, content, what } of steps) {
      const before = tree.get(path);
      const after = version(content);
      if (what === "put" && before === undefined) edits.push({ kind: "create", path, after });
      else if (what === "put" && before!.hash !== after.hash)
        edits.push({ kind: "modify", path, before: before!, after });
      else if (what === "delete" && before !== undefined) edits.push({ kind: "delete", path, before });
      else if (what === "move" && before !== undefined && !tree.has(to))
        edits.push({ kind: "move", path: to, from: path, before, after: before });
      else continue;
      if (what === "put") tree.set(path, after);
      else tree.delete(path);
      if (what === "move") tree.set(to, before!);
    }
    return { tree, edits };
  }

  function applyEdits(start: Tree, edits: readonly FileEdit[]): Tree {
    const tree = new Map(start);
    for (const edit of edits) {
      if (edit.kind === "delete") tree.delete(edit.path);
      if (edit.kind === "move") tree.delete(edit.from);
    }
    for (const edit of edits) if (edit.kind !== "delete") tree.set(edit.path, edit.after);
    return tree;
  }

  it("of edits to the accepted tree has no conflict, and its plan makes the branch's tree", () => {
    fc.assert(
      fc.property(files, fc.array(step, { maxLength: 12 }), (accepted, steps) => {
        const { tree, edits } = play(accepted, steps);
        const reduced = reduce(accepted, operations(...edits));
        expect(reduced.conflicts).toEqual([]);
        expect(reduced.tree).toEqual(tree);
        expect(applyEdits(accepted, reduced.diff)).toEqual(tree);
        expect(reduced.plan.map(({ edit }) => edit)).toEqual(reduced.diff);
      }),
    );
  });

  it("leaves the accepted version wherever it conflicts, and loses no operation", () => {
    fc.assert(
      fc.property(files, files, fc.array(step, { maxLength: 12 }), (start, accepted, steps) => {
        const { tree, edits } = play(start, steps);
        const staged = operations(...edits);
        const { plan, conflicts, settled } = reduce(accepted, staged);
        const promoted = applyEdits(
          accepted,
          plan.map(({ edit }) => edit),
        );
        for (const { path } of conflicts) expect(promoted.get(path)).toEqual(accepted.get(path));
        const kept = new Set(conflicts.flatMap((conflict) => conflict.operations));
        for (const { edit, seq } of staged) {
          if (!kept.has(seq) && !settled.includes(seq)) expect(promoted.get(edit.path)).toEqual(tree.get(edit.path));
        }
        const accounted = new Set([...kept, ...settled, ...plan.flatMap((change) => change.operations)]);
        expect(accounted.size).toBe(staged.length);
      }),
    );
  });

  it("stays the same when its plan is promoted: only the conflicts are left", () => {
    fc.assert(
      fc.property(files, files, fc.array(step, { maxLength: 12 }), (start, accepted, steps) => {
        const staged = operations(...play(start, steps).edits);
        const { plan, conflicts } = reduce(accepted, staged);
        const promoted = applyEdits(
          accepted,
          plan.map(({ edit }) => edit),
        );
        const kept = new Set(conflicts.flatMap((conflict) => conflict.operations));
        const again = reduce(
          promoted,
          staged.filter(({ seq }) => kept.has(seq)),
        );
        expect(again.plan).toEqual([]);
        expect(again.conflicts).toEqual(conflicts);
      }),
    );
  });
});
