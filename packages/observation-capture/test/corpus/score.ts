import type { CaptureResult, CaptureStrategy } from "../../src/index.ts";
import type { Corpus, LabelledObservation } from "./build-corpus.ts";
import { tellingWords } from "./ground-truth.ts";

export interface Counts {
  right: number;
  wrong: number;
  missed: number;
}

export interface Score {
  readonly reads: Counts;
  readonly listings: Counts;
  /** Excerpts that hold telling words: of their own file alone, or of another too. */
  readonly excerpts: { own: number; foreign: number };
  /** Line ranges that hold exactly the lines shown, or others. */
  readonly ranges: { right: number; wrong: number };
  /** Reads through a command that may write words of its own, given as computed from the right file. */
  computed: number;
  /** Claims that the corpus cannot judge: text that several files share, or that tells no file. */
  unjudgedReads: number;
  /** Files that a process looked at, or that the output names out of somewhere else: no mistake, and no merit. */
  unjudgedListings: number;
  /** Observations with nothing attributable in them. */
  untold: number;
  readonly mistakes: Mistake[];
}

export interface Mistake {
  readonly kind: "wrong read" | "missed read" | "wrong listing" | "missed listing" | "foreign text" | "wrong range";
  readonly path: string;
  readonly labelled: LabelledObservation;
}

function emptyScore(): Score {
  const none = (): Counts => ({ right: 0, wrong: 0, missed: 0 });
  return {
    reads: none(),
    listings: none(),
    excerpts: { own: 0, foreign: 0 },
    ranges: { right: 0, wrong: 0 },
    computed: 0,
    unjudgedReads: 0,
    unjudgedListings: 0,
    untold: 0,
    mistakes: [],
  };
}

export interface ScoreOptions {
  /** Which observations the strategy is there for; default all. */
  readonly isMeant?: (each: LabelledObservation) => boolean;
  /** Whether the strategy is told what each command opened. */
  readonly isTraced?: boolean;
}

/** Runs a strategy, made anew for each session, over the corpus or a part of it. */
export async function scoreCorpus(
  corpus: Corpus,
  make: () => CaptureStrategy,
  { isMeant = () => true, isTraced = false }: ScoreOptions = {},
): Promise<Score> {
  const score = emptyScore();
  let session = -1;
  let strategy = make();
  for (const labelled of corpus.observations.filter(isMeant)) {
    if (labelled.session !== session) strategy = make();
    session = labelled.session;
    const { observation, opened, context, isCommand } = labelled;
    const given = isTraced && isCommand ? { ...context, opened } : context;
    scoreOne(score, labelled, await strategy.capture(observation, given));
  }
  return score;
}

/** Compares one result with the truth and adds it to the score. */
function scoreOne(score: Score, labelled: LabelledObservation, result: CaptureResult): void {
  const { truth } = labelled;
  const note = (kind: Mistake["kind"], path: string): void => void score.mistakes.push({ kind, path, labelled });
  if (truth.isUntold) score.untold++;
  const claimed = new Set(result.reads.flatMap((read) => read.paths));
  const inputs = new Set(result.computed.flatMap((each) => each.inputs));
  const allowed = new Set([...truth.oneOf.flatMap((group) => [...group]), ...truth.shownUnopened]);
  // Shares its text with others, or was opened and nothing in the excerpt tells whose it is.
  const isUnjudged = (path: string): boolean =>
    allowed.has(path) ||
    (truth.touched.has(path) &&
      result.reads.every((read) => !read.paths.includes(path) || tellingOf(labelled, read).length === 0));
  for (const path of claimed) {
    if (truth.shown.has(path)) score.reads.right++;
    // What shares its text with others, and what shows no telling word, cannot be judged.
    else if (isUnjudged(path)) score.unjudgedReads++;
    else {
      score.reads.wrong++;
      note("wrong read", path);
    }
  }
  const miss = (path: string): void => {
    if (labelled.rewrites && inputs.has(path)) return void score.computed++;
    score.reads.missed++;
    note("missed read", path);
  };
  for (const path of truth.shown) if (!claimed.has(path)) miss(path);
  for (const group of truth.oneOf) {
    if ([...group].some((path) => claimed.has(path))) score.reads.right++;
    else if (!labelled.rewrites || ![...group].some((path) => inputs.has(path))) miss([...group][0]!);
  }
  const listed = new Set(result.listed);
  for (const path of listed) {
    if (truth.listed.has(path)) score.listings.right++;
    else if (truth.touched.has(path) || truth.mentioned.has(path) || truth.shown.has(path) || allowed.has(path))
      score.unjudgedListings++;
    else {
      score.listings.wrong++;
      note("wrong listing", path);
    }
  }
  for (const path of truth.listed) {
    if (listed.has(path) || claimed.has(path)) continue;
    score.listings.missed++;
    note("missed listing", path);
  }
  scoreExcerpts(score, labelled, result, note);
}

/** The words of an excerpt that stand in one file only and not in the command. */
function tellingOf({ observation, words, command }: LabelledObservation, read: { start: number; end: number }) {
  const excerpt = observation.output.slice(read.start, read.end).replace(/\u001b\[[0-9;]*[A-Za-z]/g, "");
  return tellingWords(excerpt, words).filter((each) => !command.includes(each.word));
}

function scoreExcerpts(
  score: Score,
  labelled: LabelledObservation,
  result: CaptureResult,
  note: (kind: Mistake["kind"], path: string) => void,
): void {
  const { observation, words } = labelled;
  for (const read of result.reads) {
    const excerpt = observation.output.slice(read.start, read.end);
    const telling = tellingOf(labelled, read);
    if (telling.length > 0) {
      if (telling.every((each) => read.paths.includes(each.path))) score.excerpts.own++;
      else {
        score.excerpts.foreign++;
        note("foreign text", read.paths.join(" + "));
      }
    }
    const [path] = read.paths;
    const { range } = read;
    if (read.paths.length !== 1 || range?.unit !== "line" || telling.length === 0) continue;
    const lines = labelled.linesOf(path!);
    if (lines === undefined) continue;
    const within = new Set(
      lines.slice(range.start - 1, range.end).flatMap((line) => line.match(/[\p{L}\p{N}]{6,}/gu) ?? []),
    );
    const isRight =
      range.end <= lines.length &&
      telling.filter((each) => each.path === path).every((each) => within.has(each.word)) &&
      // The first and the last line of the range are among those shown.
      [lines[range.start - 1]!, lines[range.end - 1]!].every((line) => {
        const own = tellingWords(line, words).map((each) => each.word);
        return own.length === 0 || own.some((word) => excerpt.includes(word));
      });
    if (isRight) score.ranges.right++;
    else {
      score.ranges.wrong++;
      note("wrong range", `${path} ${range.start}-${range.end}`);
    }
  }
}

/** Right of what was said, and of what was to be said; 1 where there is nothing. */
export function precisionAndRecall({ right, wrong, missed }: Counts): { precision: number; recall: number } {
  return {
    precision: right + wrong === 0 ? 1 : right / (right + wrong),
    recall: right + missed === 0 ? 1 : right / (right + missed),
  };
}
