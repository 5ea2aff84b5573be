import type { Revision } from "@runningtab/parsed-cache";
import { diffArrays } from "diff";
import type { ChangeList } from "../change-list.ts";
import type { RevisionChange } from "../file-diff.ts";
import { isRemoval, isSameRevision, type Piece, type TextBlock } from "./block-text.ts";
import { tokensOf } from "./word-spans.ts";

/** Edits between two paragraphs beyond which they are compared as texts with their marks. */
const MAX_EDITS = 2_000;

/** A word of a paragraph, and the tracked change that it is part of. */
interface Token {
  readonly text: string;
  readonly revision: Revision | undefined;
}

/** Words that met the same fate. */
interface Fate {
  readonly state: RevisionChange["state"];
  readonly revision: Revision;
  /** Of a reattribution, the change as it was. */
  readonly was?: Revision;
}

export interface UntrackedTexts {
  /** The two texts as they would differ had nobody touched the tracked changes. */
  readonly before: readonly Piece[];
  readonly after: readonly Piece[];
  /** Whether they differ. */
  readonly differ: boolean;
}

export function hasRevisions({ pieces }: Pick<TextBlock, "pieces">): boolean {
  return pieces.some(({ revision }) => revision !== undefined);
}

/** Whether every word of a block is under a tracked change: then it came or went with that change. */
export function isAllTracked({ pieces }: Pick<TextBlock, "pieces">): boolean {
  return hasRevisions({ pieces }) && pieces.every(({ text, revision }) => revision !== undefined || text.trim() === "");
}

/**
 * Adds what became of the tracked changes of a paragraph, and gives back its two texts apart from them. Deleted text is
 * still in the document, so the words of both versions are aligned first, all of them; a word that both have under
 * different marks, and a word under a mark that came or went, then tell what was done: a deletion whose words are gone
 * was accepted, one whose words are plain was rejected. `undefined` when the two have too little in common.
 */
export function compareRevisions(
  before: readonly Piece[],
  after: readonly Piece[],
  address: string,
  list: ChangeList,
): UntrackedTexts | undefined {
  const state = commonFate(before, after);
  if (state !== undefined) {
    const [tracked, shown] = state === "proposed" ? [after, after] : [before, after];
    for (const { revision, text } of revisionStretches(tracked))
      if (text.trim() !== "") list.add(revisionChange({ state, revision }, text, address));
    return { before: shown, after: shown, differ: false };
  }
  const [tokensBefore, tokensAfter] = [tokens(before), tokens(after)];
  const steps = diffArrays([...tokensBefore], [...tokensAfter], {
    comparator: (one, other) => one.text === other.text,
    maxEditLength: MAX_EDITS,
  });
  if (steps === undefined) return undefined;
  const [left, right]: [Piece[], Piece[]] = [[], []];
  const fates: { fate: Fate; text: string }[] = [];
  let [nextBefore, nextAfter] = [0, 0];
  let isBroken = true;
  const meet = (fate: Fate, text: string): void => {
    const last = fates.at(-1);
    if (!isBroken && last !== undefined && isSameFate(last.fate, fate)) last.text += text;
    else fates.push({ fate, text });
    isBroken = false;
  };
  const stay = (piece: Piece): void => {
    left.push(piece);
    right.push(piece);
  };
  let differ = false;
  for (const { added, removed, count } of steps) {
    for (let index = 0; index < count; index++) {
      const was = added ? undefined : tokensBefore[nextBefore++];
      const is = removed ? undefined : tokensAfter[nextAfter++];
      const found = fatesOf(was, is);
      for (const fate of found) meet(fate, (is ?? was)?.text ?? "");
      if (found.length === 0) isBroken = true;
      // What a tracked change explains is no change of the text beside it.
      if (is !== undefined && (was !== undefined || is.revision !== undefined)) stay(pieceOf(is));
      else if (is !== undefined) right.push(pieceOf(is));
      else if (was !== undefined && was.revision === undefined) left.push(pieceOf(was));
      const isPlain = (was ?? is)?.revision === undefined && (was === undefined || is === undefined);
      if (isPlain && (was ?? is)?.text.trim() !== "") differ = true;
    }
  }
  for (const { fate, text } of fates) if (text.trim() !== "") list.add(revisionChange(fate, text, address));
  return { before: left, after: right, differ };
}

/**
 * What was done to all tracked changes alike, where that explains the whole difference: they were proposed together, or
 * all accepted, or all rejected. Words that repeat could make an alignment see it otherwise.
 */
function commonFate(before: readonly Piece[], after: readonly Piece[]): Fate["state"] | undefined {
  const [wasTracked, isTracked] = [before, after].map((pieces) => hasRevisions({ pieces }));
  const [plainBefore, plainAfter] = [before, after].map(allText);
  if (!wasTracked && isTracked && plainBefore === resolvedText({ pieces: after }, "rejected")) return "proposed";
  if (!wasTracked || isTracked) return undefined;
  if (plainAfter === resolvedText({ pieces: before }, "accepted")) return "accepted";
  return plainAfter === resolvedText({ pieces: before }, "rejected") ? "rejected" : undefined;
}

function allText(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join("");
}

/** The tracked changes of a paragraph, each with all of its text. */
function revisionStretches(
  pieces: readonly Piece[],
): readonly { readonly revision: Revision; readonly text: string }[] {
  const stretches: { revision: Revision; text: string }[] = [];
  let last: Revision | undefined;
  for (const { text, revision } of pieces) {
    const open = stretches.at(-1);
    if (revision !== undefined && open !== undefined && isSameRevision(revision, last)) open.text += text;
    else if (revision !== undefined) stretches.push({ revision, text });
    last = revision;
  }
  return stretches;
}

function tokens(pieces: readonly Piece[]): readonly Token[] {
  return pieces.flatMap(({ text, revision }) => tokensOf(text).map((token): Token => ({ text: token, revision })));
}

function pieceOf({ text, revision }: Token): Piece {
  return revision === undefined ? { text } : { text, revision };
}

/** What was done to the change that a word was under, and to the one that it is under. */
function fatesOf(was: Token | undefined, is: Token | undefined): readonly Fate[] {
  const [before, after] = [was?.revision, is?.revision];
  if (before !== undefined && after !== undefined && before.kind === after.kind) {
    return isSameRevision(before, after) ? [] : [{ state: "reattributed", revision: after, was: before }];
  }
  // A deletion is accepted when its words are gone, an insertion when they are there for good.
  const isGone = is === undefined;
  return [
    ...(before === undefined
      ? []
      : [{ state: isRemoval(before) === isGone ? "accepted" : "rejected", revision: before } as const]),
    ...(after === undefined ? [] : [{ state: "proposed", revision: after } as const]),
  ];
}

function isSameFate(one: Fate, other: Fate): boolean {
  return (
    one.state === other.state && isSameRevision(one.revision, other.revision) && isSameRevision(one.was, other.was)
  );
}

const NAMES: Readonly<Record<Revision["kind"], string>> = {
  inserted: "insertion",
  deleted: "deletion",
  "moved-from": "move from here",
  "moved-to": "move to here",
};

function revisionChange(
  { state, revision, was }: Fate,
  text: string,
  address: string,
): Parameters<ChangeList["add"]>[0] {
  const change = { subject: "revision", address, revision: { state, text, ...revision } };
  const describe = ({ kind, author }: Revision): string =>
    `${NAMES[kind]}${author === undefined ? "" : ` by ${author}`}: ${text}`;
  switch (state) {
    case "proposed":
      return { ...change, kind: "added", after: describe(revision) };
    case "accepted":
    case "rejected":
      return { ...change, kind: "changed", before: describe(revision), after: state };
    case "reattributed": {
      const dated = (of: Revision): string => `${describe(of)}${of.date === undefined ? "" : ` (${of.date})`}`;
      return { ...change, kind: "changed", before: dated(was ?? revision), after: dated(revision) };
    }
    default:
      return state satisfies never;
  }
}

/** The text as it reads once every change is accepted, or refused. */
export function resolvedText({ pieces }: Pick<TextBlock, "pieces">, how: "accepted" | "rejected"): string {
  return pieces
    .filter(({ revision }) => revision === undefined || isRemoval(revision) === (how === "rejected"))
    .map(({ text }) => text)
    .join("");
}
