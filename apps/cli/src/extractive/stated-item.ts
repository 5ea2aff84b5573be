import { normalValue } from "./normal-value.ts";
import { queriesOf } from "./plan-queries.ts";
import type { PolicyState, Wanted } from "./policy-state.ts";
import type { Settled } from "./settle.ts";
import { splitAddress } from "./view-targets.ts";
import type { NotFoundItem, SourceItem, StatedItem } from "./deliverable-items.ts";

const mostLookedInto = 5;

/** What the deliverable says about an item that came to something. */
export function statedItem(
  { ask, place }: Wanted,
  settled: Exclude<Settled, { readonly kind: "missing" }>,
): StatedItem {
  if (settled.kind === "computed") {
    const { value, change, formula, inputs } = settled.computed;
    return {
      ask: ask.text,
      values: [value],
      ...(change !== undefined && { change }),
      formula,
      sources: inputs.map(({ value: input, quote, address, unit }): SourceItem => ({
        role: "input",
        value: unit === undefined ? input : `${input} (${unit})`,
        quote,
        address,
      })),
    };
  }
  const { answer, reason, older, rivals } = settled.reading;
  const normal = normalValue(answer.value, answer.unit);
  const shown = [answer, ...rivals];
  return {
    ask: ask.text,
    values: shown.map(({ value }) => value),
    ...(normal !== undefined && rivals.length === 0 && { normal }),
    ...(reason !== undefined && { reason }),
    older: older.map(({ value, address }) => ({ value, address })),
    sources: [
      ...shown.map(({ value, quote, address }, index): SourceItem => ({
        role: index === 0 ? "stated" : "other reading",
        value,
        quote,
        address: index === 0 ? (place ?? address) : address,
      })),
      ...older.map(({ value, quote, address }): SourceItem => ({ role: "older version", value, quote, address })),
    ],
  };
}

/** What the deliverable says about an item without an answer: what was searched for and which files were opened. */
export function notFoundItem(
  wanted: Wanted,
  { viewed, notSearched }: PolicyState,
  refusal: string | undefined,
): NotFoundItem {
  const all = [wanted, ...wanted.parts];
  const opened = new Set([...viewed].map((address) => splitAddress(address).path));
  const hits = all
    .flatMap(({ hits: lists }) => [...lists.values()].flat())
    .map((address) => splitAddress(address).path);
  return {
    ask: wanted.ask.text,
    queries: [...new Set(all.flatMap(queriesOf))],
    lookedInto: [...new Set(hits)]
      .filter((path) => opened.has(path) && notSearched.every((file) => !file.startsWith(`${path} (`)))
      .slice(0, mostLookedInto),
    ...(refusal !== undefined && { refusal }),
  };
}
