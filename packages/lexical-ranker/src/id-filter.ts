import { checkChoice } from "./arguments.ts";
import type { IdOrder } from "./id-order.ts";
import type { SearchOptions } from "./rank-engine.ts";

/** The options of a search that choose among documents. */
export type IdChoice = Pick<SearchOptions, "filter" | "ids" | "idPrefix">;

/**
 * What `filter`, `ids` and `idPrefix` say together, as one condition; absent when they say nothing. Throws `INVALID_ARGUMENT`
 * for one of another type, and the condition does when `filter` answers anything but true or false.
 */
export function idFilter(choice: IdChoice): ((id: string) => boolean) | undefined {
  const { filter, ids, idPrefix } = checkChoice(choice);
  const wanted = ids === undefined ? undefined : new Set(ids);
  const conditions = [
    wanted && ((id: string) => wanted.has(id)),
    idPrefix === undefined ? undefined : (id: string) => id.startsWith(idPrefix),
    filter,
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? undefined : (id) => conditions.every((condition) => condition(id));
}

/** Up to one document in so many, scoring the chosen ones costs less than scoring all. */
const chosenOneIn = 16;

/**
 * The only ids that a search may return, when `ids` or `idPrefix` name few of `size` documents: the others need not be
 * looked at. Some may be unknown.
 */
export function chosenIds(choice: IdChoice, order: IdOrder, size: number): readonly string[] | undefined {
  const most = Math.floor(size / chosenOneIn);
  const { ids, idPrefix } = choice;
  const named = ids === undefined ? undefined : new Set(ids);
  if (named !== undefined && named.size <= most) return [...named].filter(idFilter(choice)!);
  return idPrefix === undefined ? undefined : order.beginningWith(idPrefix, most)?.filter(idFilter(choice)!);
}
