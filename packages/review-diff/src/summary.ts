import type { ChangeKind, RevisionChange } from "./file-diff.ts";

export interface SummaryCount {
  readonly subject: string;
  readonly kind: ChangeKind | RevisionChange["state"];
  readonly count: number;
}

/** Subjects whose plural or wording is not simply the word and an `s`. */
const PLURALS: ReadonlyMap<string, string> = new Map([
  ["bytes", "bytes"],
  ["hidden", "visibilities"],
  ["pixels", "regions of pixels"],
  ["entry", "entries"],
]);
const SINGULARS: ReadonlyMap<string, string> = new Map([
  ["hidden", "visibility"],
  ["pixels", "region of pixels"],
]);
/** In a grid, what comes between is inserted; elsewhere it is added. */
const INSERTED = new Set(["row", "column"]);

/** `3 cells changed, 1 row inserted in Budget`, in the order given; `no changes` for none. */
export function summarise(counts: readonly SummaryCount[], place?: string): string {
  if (counts.length === 0) return "no changes";
  const pieces = counts.map(({ subject, kind, count }) => {
    const noun = count === 1 ? (SINGULARS.get(subject) ?? subject) : (PLURALS.get(subject) ?? `${subject}s`);
    const verb = kind === "added" && INSERTED.has(subject) ? "inserted" : kind;
    return `${subject === "bytes" ? "" : `${count} `}${noun.replaceAll("-", " ")} ${verb}`;
  });
  return `${pieces.join(", ")}${place === undefined || place === "" ? "" : ` in ${place}`}`;
}
