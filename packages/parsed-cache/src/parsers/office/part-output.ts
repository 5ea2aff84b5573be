import type { Limits } from "../../document-parser.ts";
import type { Address, ParsedPart } from "../../parts.ts";
import { textLength } from "../../text-length.ts";

type LossPart = Extract<ParsedPart, { type: "loss" }>;

/** Where a parser puts its parts: it stops taking text at the limit of characters, and says that it did. */
export interface PartOutput {
  /** Answers `false` once the limit is reached: the parser may stop, and what it still gives is dropped. */
  put(part: ParsedPart): boolean;
  /** A loss is left out when nothing was lost. */
  loss(kind: string, count: number, detail?: string): void;
  readonly isFull: boolean;
  /** Where the blocks put so far have tracked changes, in order. */
  readonly changed: readonly Address[];
}

export function createPartOutput(
  emit: (part: ParsedPart) => void,
  { maxOutputCharacters }: Pick<Limits, "maxOutputCharacters">,
): PartOutput {
  let characters = 0;
  let isFull = false;
  const changed: Address[] = [];
  return {
    put(part) {
      if (isFull) return false;
      characters += textLength(part);
      if (characters > maxOutputCharacters) {
        isFull = true;
        emit({ type: "loss", kind: "truncated", count: 1, detail: `after ${maxOutputCharacters} characters of text` });
        return false;
      }
      if (part.type === "block" && part.runs.some(({ revision }) => revision !== undefined)) changed.push(part.address);
      emit(part);
      return true;
    },
    loss(kind, count, detail) {
      if (count === 0) return;
      const part: LossPart = { type: "loss", kind, count };
      emit(detail === undefined ? part : { ...part, detail });
    },
    changed,
    get isFull() {
      return isFull;
    },
  };
}
