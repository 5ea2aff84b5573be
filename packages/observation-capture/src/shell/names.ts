import { linesOf } from "../text/lines.ts";
import type { Names, Piece } from "./pieces.ts";

/** The names that a piece prints, one a line, where they can be foretold. */
export function names(piece: Piece): Names | undefined {
  if (piece.type === "listing") return piece.names?.();
  if (piece.type !== "own" || piece.text === undefined) return undefined;
  const { text } = piece;
  return { values: linesOf(text).map((line) => text.slice(line.start, line.end)), certain: true, ordered: true };
}

/** The names of several pieces as one list; `undefined` if one of them cannot be foretold. */
export function namesOf(pieces: readonly Piece[]): Names | undefined {
  const all = pieces.map(names);
  if (pieces.length === 0 || all.some((each) => each === undefined)) return undefined;
  return {
    values: all.flatMap((each) => [...each!.values]),
    certain: all.every((each) => each!.certain),
    ordered: all.every((each) => each!.ordered),
  };
}

/** Names times characters that are searched for the order; beyond, it stays unknown. */
const MOST_SEARCHES = 200_000_000;

/** A listing in unknown order (`find`), put into the order in which the output first mentions the names. */
export function orderByMention(values: readonly string[], output: string): readonly string[] {
  if (values.length * output.length > MOST_SEARCHES) return values;
  const at = new Map(values.map((value) => [value, mention(value, output)]));
  return [...values].toSorted((one, other) => at.get(one)! - at.get(other)!);
}

function mention(value: string, output: string): number {
  for (const form of [value, value.slice(value.lastIndexOf("/") + 1)]) {
    const found = output.indexOf(form);
    if (found >= 0) return found;
  }
  return output.length;
}

/** Names that are worked out when something asks for them, and once: a whole workspace is walked for `find`. */
export function lazyNames(compute: () => Names): () => Names {
  let known: Names | undefined;
  return () => (known ??= compute());
}
