import { firstIndex } from "./first-index.ts";

/** Ids in order, so that those with a common beginning stand together and are found without looking at the others. */
export interface IdOrder {
  /** Tells that a document with this id came or went. */
  changed(id: string): void;
  /** All ids that begin so, in order; `undefined` when they are more than `most`. */
  beginningWith(prefix: string, most: number): readonly string[] | undefined;
}

/** Up to one change in so many ids, moving the rest of the list for each costs less than sorting it. */
const fewChangesOneIn = 1_000;

/** The order of the ids for which `isThere` is true. It is brought up to date by the first question after a change. */
export function createIdOrder(isThere: (id: string) => boolean): IdOrder {
  let ordered: string[] = [];
  const changes = new Set<string>();

  const update = (): void => {
    if (changes.size * fewChangesOneIn > ordered.length) {
      ordered = [...new Set([...ordered, ...changes])].filter(isThere).toSorted();
    } else {
      for (const id of changes) {
        const place = firstIndex(ordered, (other) => other >= id);
        const wasThere = ordered[place] === id;
        if (isThere(id) !== wasThere) ordered.splice(place, wasThere ? 1 : 0, ...(wasThere ? [] : [id]));
      }
    }
    changes.clear();
  };

  return {
    changed: (id) => void changes.add(id),
    beginningWith(prefix, most) {
      if (changes.size > 0) update();
      const from = firstIndex(ordered, (id) => id >= prefix);
      const to = firstIndex(ordered, (id) => id >= prefix && !id.startsWith(prefix));
      return to - from > most ? undefined : ordered.slice(from, to);
    },
  };
}
