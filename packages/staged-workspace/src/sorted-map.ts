import { compareByCodePoint } from "./path-order.ts";

/** A map sorted by path with these values exchanged, added or, where `undefined`, taken out; sorted again. */
export function patchSorted<Value>(
  before: ReadonlyMap<string, Value>,
  changes: Iterable<readonly [path: string, value: Value | undefined]>,
): ReadonlyMap<string, Value> {
  const after = new Map(before);
  const created: (readonly [string, Value])[] = [];
  for (const [path, value] of changes) {
    if (value === undefined) after.delete(path);
    else if (before.has(path)) after.set(path, value);
    else created.push([path, value]);
  }
  if (created.length === 0) return after;
  created.sort(([one], [other]) => compareByCodePoint(one, other));
  const merged = new Map<string, Value>();
  let next = 0;
  for (const [path, value] of after) {
    for (; next < created.length && compareByCodePoint(created[next]![0], path) < 0; next++)
      merged.set(...created[next]!);
    merged.set(path, value);
  }
  for (; next < created.length; next++) merged.set(...created[next]!);
  return merged;
}

/** The map after some changes, made when it is first asked for: copying 100,000 entries costs more than finding one edit. */
export interface MapVersion<Value> {
  read(): ReadonlyMap<string, Value>;
  with(changes: ReadonlyMap<string, Value | undefined>): MapVersion<Value>;
}

export function createMapVersion<Value>(first: ReadonlyMap<string, Value>): MapVersion<Value> {
  return new LazyMap(undefined, new Map(), first);
}

class LazyMap<Value> implements MapVersion<Value> {
  #before: LazyMap<Value> | undefined;
  #changes: ReadonlyMap<string, Value | undefined>;
  #map: ReadonlyMap<string, Value> | undefined;

  constructor(
    before: LazyMap<Value> | undefined,
    changes: ReadonlyMap<string, Value | undefined>,
    map?: ReadonlyMap<string, Value>,
  ) {
    this.#before = before;
    this.#changes = changes;
    this.#map = map;
  }

  with(changes: ReadonlyMap<string, Value | undefined>): MapVersion<Value> {
    if (changes.size === 0) return this;
    // What nobody asked for is not kept apart, so that no chain of versions grows.
    if (this.#map !== undefined || this.#before === undefined) return new LazyMap(this, changes);
    return new LazyMap(this.#before, new Map([...this.#changes, ...changes]));
  }

  read(): ReadonlyMap<string, Value> {
    if (this.#map === undefined) {
      this.#map = patchSorted(this.#before!.read(), this.#changes);
      this.#before = undefined;
      this.#changes = new Map();
    }
    return this.#map;
  }
}
