import { firstIndex } from "./first-index.ts";

/** Ids in order, so that those with a common beginning stand together and are found without looking at the others. */
export interface IdOrder {
  /** Tells that a document with this id came or went. */
  changed(id: string): void;
  /** Tells that nothing is known of who is there. */
  changedAll(): void;
  /** All ids that begin so, in order; `undefined` when they are more than `most`. */
  beginningWith(prefix: string, most: number): readonly string[] | undefined;
}

/** The ids of the documents that are there, as a map or a set of them tells. */
export interface HeldIds {
  has(id: string): boolean;
  keys(): Iterable<string>;
}

/** Up to one change in so many ids, moving the rest of the list for each costs less than sorting it. */
const fewChangesOneIn = 1_000;

/** The order of the ids held. It is brought up to date by the first question after a change, so that nobody else waits. */
export function createIdOrder(held: HeldIds): IdOrder {
  let ordered: string[] = [];
  /** Missing while there is no order to keep: what comes and goes is not looked at before somebody asks. */
  let changes: Set<string> | undefined;

  const update = (): void => {
    if (changes === undefined) ordered = [...held.keys()].toSorted();
    else {
      for (const id of changes) {
        const place = firstIndex(ordered, (other) => other >= id);
        const wasThere = ordered[place] === id;
        if (held.has(id) !== wasThere) ordered.splice(place, wasThere ? 1 : 0, ...(wasThere ? [] : [id]));
      }
    }
    changes = new Set();
  };

  const forget = (): void => {
    changes = undefined;
    ordered = [];
  };

  return {
    changed(id) {
      if (changes === undefined) return;
      changes.add(id);
      if (changes.size * fewChangesOneIn > ordered.length) forget();
    },
    changedAll: forget,
    beginningWith(prefix, most) {
      if (changes === undefined || changes.size > 0) update();
      const from = firstIndex(ordered, (id) => id >= prefix);
      const to = firstIndex(ordered, (id) => id >= prefix && !id.startsWith(prefix));
      return to - from > most ? undefined : ordered.slice(from, to);
    },
  };
}
