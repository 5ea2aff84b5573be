import { alignWithMoves } from "./align/align-with-moves.ts";
import type { ChangeList } from "./change-list.ts";
import type { Pace } from "./pace.ts";
import { termSimilarity, termsOf } from "./texts/text-similarity.ts";

/** Of terms in common, from which two items are one that was edited. */
const SAME_ITEM = 0.4;

/** How the items of a document that may change places, such as slides, are told apart and shown. */
export interface ItemRules<Item> {
  readonly subject: string;
  /** Where an item is; `index` is from 0. */
  address(item: Item, index: number): string;
  /** What is shown of an item that came or went. Two items are alike by the terms of their texts. */
  text(item: Item): string;
  /** What an item is whatever it holds; empty for one without a name. Default: none has a name. */
  name?(item: Item): string;
  /** Items of different types are never alike. Default: all are of one type. */
  type?(item: Item): string;
  /** Adds what changed in an item that both sides have; `address` is its place after. */
  compare(was: Item, is: Item, address: string): void | Promise<void>;
}

/** Adds the items that went, and then in the order after those that came, moved or changed. */
export async function compareMovingItems<Item>(
  before: readonly Item[],
  after: readonly Item[],
  rules: ItemRules<Item>,
  list: ChangeList,
  pace: Pace,
): Promise<void> {
  const { subject } = rules;
  const [termsBefore, termsAfter] = [before, after].map((items) => items.map((item) => termsOf(rules.text(item))));
  const typesOf = (items: readonly Item[]): readonly (string | undefined)[] => items.map((item) => rules.type?.(item));
  const [typesBefore, typesAfter] = [typesOf(before), typesOf(after)];
  const namesOf = (items: readonly Item[]): readonly string[] => items.map((item) => rules.name?.(item) ?? "");
  const keyOf = (item: Item): string =>
    rules.type === undefined ? rules.text(item) : `${rules.type(item)} ${rules.text(item)}`;
  const { pairs, moved } = alignWithMoves({
    names: [namesOf(before), namesOf(after)],
    keys: [before.map(keyOf), after.map(keyOf)],
    similarity: (one, other) =>
      typesBefore[one] === typesAfter[other] ? termSimilarity(termsBefore?.[one] ?? [], termsAfter?.[other] ?? []) : 0,
    threshold: SAME_ITEM,
  });
  const kept = new Set(pairs.map(([one]) => one));
  for (const [index, item] of before.entries()) {
    if (kept.has(index)) continue;
    list.add({ kind: "removed", subject, address: rules.address(item, index), before: rules.text(item) });
  }
  const partners = new Map(pairs.map(([one, other]) => [other, one]));
  for (const [index, item] of after.entries()) {
    await pace();
    const address = rules.address(item, index);
    const partner = partners.get(index);
    const was = partner === undefined ? undefined : before[partner];
    if (partner === undefined || was === undefined) {
      list.add({ kind: "added", subject, address, after: rules.text(item) });
      continue;
    }
    if (moved.has(index)) {
      const from = rules.address(was, partner);
      list.add({ subject, address, from, ...movedBetween(partner, index) }, "", 1, rules.text(was));
    }
    await rules.compare(was, item, address);
  }
}

/** What a change says of something that stands elsewhere among its like; positions are from 0, and shown from 1. */
export function movedBetween(before: number, after: number) {
  return { kind: "moved", before: `position ${before + 1}`, after: `position ${after + 1}` } as const;
}
