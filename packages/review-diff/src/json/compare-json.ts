import { alignSequences, between } from "../align/align-sequences.ts";
import { MAX_COMPARISONS, pairSimilar } from "../align/pair-similar.ts";
import type { ChangeList } from "../change-list.ts";
import type { Pace } from "../pace.ts";
import { wordSpans } from "../texts/word-spans.ts";
import {
  createCanonicalText,
  isJsonObject,
  type JsonObject,
  type JsonPath,
  jsonText,
  pathAddress,
} from "./json-value.ts";

/** Of entries in common, from which two objects in an array are one that was edited. */
const SAME_OBJECT = 0.4;

/**
 * Adds what changed between two JSON values, in the order of the document: what went at its path before, everything
 * else at its path after. Elements of arrays are aligned first, so that an inserted one is one change.
 */
export async function compareJson(before: unknown, after: unknown, list: ChangeList, pace: Pace): Promise<void> {
  const canonical = createCanonicalText();

  const compare = async (was: unknown, is: unknown, from: JsonPath, to: JsonPath): Promise<void> => {
    await pace();
    if (canonical(was) === canonical(is)) return;
    if (Array.isArray(was) && Array.isArray(is)) return compareArrays(was, is, from, to);
    if (isJsonObject(was) && isJsonObject(is)) return compareObjects(was, is, from, to);
    const [textBefore, textAfter] = [jsonText(was), jsonText(is)];
    const spans = typeof was === "string" && typeof is === "string" ? wordSpans(textBefore, textAfter) : undefined;
    list.add({
      kind: "changed",
      subject: "value",
      address: pathAddress(to),
      before: textBefore,
      after: textAfter,
      ...(spans !== undefined && { spans }),
    });
  };
  const remove = (value: unknown, path: JsonPath): void =>
    list.add({ kind: "removed", subject: "value", address: pathAddress(path), before: jsonText(value) });
  const add = (value: unknown, path: JsonPath): void =>
    list.add({ kind: "added", subject: "value", address: pathAddress(path), after: jsonText(value) });

  const compareObjects = async (was: JsonObject, is: JsonObject, from: JsonPath, to: JsonPath): Promise<void> => {
    for (const [key, value] of Object.entries(was)) if (!Object.hasOwn(is, key)) remove(value, [...from, key]);
    for (const [key, value] of Object.entries(is)) {
      if (Object.hasOwn(was, key)) await compare(was[key], value, [...from, key], [...to, key]);
      else add(value, [...to, key]);
    }
  };

  const compareArrays = async (
    was: readonly unknown[],
    is: readonly unknown[],
    from: JsonPath,
    to: JsonPath,
  ): Promise<void> => {
    const same = alignSequences(was.map(canonical), is.map(canonical));
    const whole = { beforeStart: 0, beforeEnd: was.length, afterStart: 0, afterEnd: is.length };
    const rules = {
      similarity: (one: number, other: number) => entriesInCommon(was[one], is[other], canonical),
      threshold: SAME_OBJECT,
      maxComparisons: MAX_COMPARISONS,
      pairRest: true,
    };
    const alike = between(same, whole).flatMap((range) => pairSimilar(range, rules));
    const pairs = [...same, ...alike].toSorted(([one], [other]) => one - other);
    for (const [index, range] of between(pairs, whole).entries()) {
      for (let at = range.beforeStart; at < range.beforeEnd; at++) remove(was[at], [...from, at]);
      for (let at = range.afterStart; at < range.afterEnd; at++) add(is[at], [...to, at]);
      const pair = pairs[index];
      if (pair !== undefined) await compare(was[pair[0]], is[pair[1]], [...from, pair[0]], [...to, pair[1]]);
    }
  };

  await compare(before, after, [], []);
}

/** From 0 to 1; only objects have something in common beyond being equal. */
function entriesInCommon(was: unknown, is: unknown, canonical: (value: unknown) => string): number {
  if (!isJsonObject(was) || !isJsonObject(is)) return 0;
  const keys = new Set([...Object.keys(was), ...Object.keys(is)]);
  const common = [...keys].filter(
    (key) => Object.hasOwn(was, key) && Object.hasOwn(is, key) && canonical(was[key]) === canonical(is[key]),
  );
  return keys.size === 0 ? 0 : common.length / keys.size;
}
