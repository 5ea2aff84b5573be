import type { Change } from "../file-diff.ts";
import { isJsonObject, parseJson, readPathAddress } from "./json-value.ts";

/**
 * The value after the changes that `compareJson` made; `undefined` for no value. What went is taken out from the end,
 * by its path before; then what came is put in from the start, by its path after, and last what changed is replaced.
 * Throws an `Error` that says which path is not there.
 */
export function applyToJson(before: unknown, changes: readonly Change[]): unknown {
  const root: unknown[] = before === undefined ? [] : [before];
  const ofKind = (kind: Change["kind"]): readonly Change[] => changes.filter((change) => change.kind === kind);
  for (const { address } of ofKind("removed").toReversed()) {
    const { parent, key } = placeOf(root, address);
    if (Array.isArray(parent)) parent.splice(indexIn(parent, key, parent.length - 1), 1);
    else if (!Object.hasOwn(parent, key)) throw new Error(`there is nothing at ${address}`);
    else delete parent[key];
  }
  for (const { address, after } of ofKind("added")) {
    const { parent, key } = placeOf(root, address);
    const value = parseJson(after ?? "null");
    if (Array.isArray(parent)) parent.splice(indexIn(parent, key, parent.length), 0, value);
    else setOwn(parent, key, value);
  }
  for (const { address, after } of ofKind("changed")) {
    const { parent, key } = placeOf(root, address);
    const value = parseJson(after ?? "null");
    if (Array.isArray(parent)) parent[indexIn(parent, key, parent.length - 1)] = value;
    else if (!Object.hasOwn(parent, key)) throw new Error(`there is nothing at ${address}`);
    else setOwn(parent, key, value);
  }
  return root[0];
}

type Container = unknown[] | { [key: string]: unknown };

/** The value that holds the place; the whole value is the only element of `root`. */
function placeOf(root: unknown[], address: string): { readonly parent: Container; readonly key: string } {
  const path = ["0", ...readPathAddress(address)];
  let parent: Container = root;
  for (const key of path.slice(0, -1)) {
    const next: unknown = Array.isArray(parent)
      ? parent[indexIn(parent, key, parent.length - 1)]
      : Object.hasOwn(parent, key)
        ? parent[key]
        : undefined;
    if (!Array.isArray(next) && !isJsonObject(next)) throw new Error(`there is nothing at ${address}`);
    parent = next;
  }
  return { parent, key: path.at(-1) ?? "" };
}

function indexIn(array: readonly unknown[], key: string, last: number): number {
  const index = Number(key);
  if (!Number.isInteger(index) || index < 0 || index > last) {
    throw new Error(`an array of ${array.length} elements has no place ${key}`);
  }
  return index;
}

/** Also for the key `__proto__`, which an assignment would take for something else. */
function setOwn(object: { [key: string]: unknown }, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
