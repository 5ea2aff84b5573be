import { arrangeLines, type LineChanges } from "../align/arrange-lines.ts";
import type { Change } from "../file-diff.ts";
import { isJsonObject, parseJson, readPathAddress } from "./json-value.ts";

type IsAccepted = (change: Change) => boolean;

/** Changes by their path: those at this place, and those below it by key. */
interface PathTree {
  readonly here: Change[];
  readonly below: Map<string, PathTree>;
}

/**
 * The value after the accepted changes that `compareJson` made; `undefined` for no value. What went is addressed by its
 * path before, everything else by its path after; arrays are arranged as lines are. Throws an `Error` that says which
 * path is not there.
 */
export function applyToJson(before: unknown, changes: readonly Change[], isAccepted: IsAccepted): unknown {
  const [went, rest] = [createTree(), createTree()];
  for (const change of changes) {
    plant(change.kind === "removed" ? went : rest, change.address, change);
  }
  let used = 0;
  const accepted = (change: Change): boolean => {
    used++;
    return isAccepted(change);
  };

  const valueAt = (value: unknown, gone: PathTree, placed: PathTree): unknown => {
    const changed = placed.here.find(({ kind }) => kind === "changed");
    if (changed !== undefined) return accepted(changed) ? parseJson(changed.after ?? "null") : value;
    if (Array.isArray(value)) return arrayAt(value, gone, placed);
    return isJsonObject(value) ? objectAt(value, gone, placed) : value;
  };
  const objectAt = (value: { [key: string]: unknown }, gone: PathTree, placed: PathTree): unknown => {
    const result: { [key: string]: unknown } = {};
    for (const [key, part] of Object.entries(value)) {
      const removed = gone.below.get(key)?.here[0];
      if (removed !== undefined && accepted(removed)) continue;
      setOwn(result, key, valueAt(part, gone.below.get(key) ?? EMPTY, placed.below.get(key) ?? EMPTY));
    }
    for (const [key, { here }] of placed.below) {
      const added = here.find(({ kind }) => kind === "added");
      if (added !== undefined && accepted(added)) setOwn(result, key, parseJson(added.after ?? "null"));
    }
    return result;
  };
  const arrayAt = (value: readonly unknown[], gone: PathTree, placed: PathTree): unknown =>
    arrangeLines(elementChanges(gone, placed, accepted), value.length).map(({ before: index, after, content }) => {
      if (index === undefined) return content === undefined ? null : parseJson(content);
      return valueAt(
        value[index],
        gone.below.get(String(index)) ?? EMPTY,
        after === undefined ? EMPTY : (placed.below.get(String(after)) ?? EMPTY),
      );
    });

  const result = before === undefined ? undefined : valueAt(before, went, rest);
  const [whole] = went.here;
  const [came] = rest.here.filter(({ kind }) => kind === "added");
  if (came !== undefined && before === undefined) return accepted(came) ? parseJson(came.after ?? "null") : undefined;
  if (whole !== undefined && accepted(whole)) return undefined;
  if (used < changes.length) throw new Error("a change is at a path that is not there");
  return result;
}

const EMPTY: PathTree = { here: [], below: new Map() };

function createTree(): PathTree {
  return { here: [], below: new Map() };
}

function plant(tree: PathTree, address: string, change: Change): void {
  let place = tree;
  for (const key of readPathAddress(address)) {
    const next = place.below.get(key) ?? createTree();
    place.below.set(key, next);
    place = next;
  }
  place.here.push(change);
}

function elementChanges(gone: PathTree, placed: PathTree, accepted: IsAccepted): LineChanges<string> {
  const went = [...gone.below].flatMap(([key, { here }]) =>
    here.map((change) => [Number(key), { isAccepted: accepted(change) }] as const),
  );
  const came = [...placed.below].flatMap(([key, { here }]) =>
    here
      .filter(({ kind }) => kind === "added")
      .map((change) => [Number(key), { isAccepted: accepted(change), content: change.after ?? "null" }] as const),
  );
  const moved = [...placed.below].flatMap(([key, { here }]) =>
    here
      .filter(({ kind }) => kind === "moved")
      .map((change) => {
        const from = Number(readPathAddress(change.from ?? "path=").at(-1));
        return [Number(key), { isAccepted: accepted(change), from }] as const;
      }),
  );
  return { came: new Map(came), moved: new Map(moved), went: new Map(went) };
}

/** Also for the key `__proto__`, which an assignment would take for something else. */
function setOwn(object: { [key: string]: unknown }, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
