import type { JsonValue } from "../capture-strategy.ts";
import { createTokenizer, type Tokens } from "./tokens.ts";

/** Characters of a call's arguments that are looked at. */
const MOST_CHARACTERS = 200_000;

/** All text in the arguments of a call, a line each. */
export function textOf(args: JsonValue): string {
  const found: string[] = [];
  const open: JsonValue[] = [args];
  for (let left = MOST_CHARACTERS; open.length > 0 && left > 0;) {
    const value = open.pop()!;
    if (typeof value === "string") found.push(value.slice(0, left));
    else if (value !== null && typeof value === "object") open.push(...Object.values(value).toReversed());
    left -= typeof value === "string" ? value.length : 1;
  }
  return found.join("\n");
}

/** Tells whether words stand in the call itself, in this order: text that a command was given proves no file read. */
export function createOwnWords(argsText: string): (tokens: Tokens, first: number, end: number) => boolean {
  const { count, hashes } = createTokenizer().read(argsText);
  const places = new Map<number, number[]>();
  for (let at = 0; at < count; at++) {
    const known = places.get(hashes[at]!);
    if (known === undefined) places.set(hashes[at]!, [at]);
    else known.push(at);
  }
  return (tokens, first, end) =>
    (places.get(tokens.hashes[first]!) ?? []).some((place) => {
      let length = 0;
      while (first + length < end && place + length < count && tokens.hashes[first + length] === hashes[place + length])
        length++;
      return first + length === end;
    });
}
