import {
  compareVersions,
  versionFamily,
  versionMarks,
  type VersionMarks,
  type VersionWish,
} from "./document-version.ts";
import type { Answer } from "./find-answer.ts";
import { kindsOf } from "./find-values.ts";
import { isSameValue } from "./normal-value.ts";

/** Within this distance the versions of a document decide, beyond it the better match does. */
const versionMargin = 0.25;
/** What an outdated document costs against one of another family. */
const outdatedPenalty = 0.3;
/** Within this distance a later document that says that something changed decides over an earlier one. */
const changeMargin = 0.3;

/** Readings of other sources within this distance are as good, so that both are shown. */
const rivalMargin = 0.16;
/** For a label in the very words of the ask: more than for a better kind of value behind another label. */
const exactLabelBonus = 0.2;
/** Files changed closer together than this were copied or unpacked, not worked on one after the other. */
const leastHours = 1;
const mostOlder = 3;

/** The answer to give, with what else the folder says about it. */
export interface Reading {
  readonly answer: Answer;
  /** Why this version counts; absent where there was nothing to choose. */
  readonly reason?: string;
  /** Other values that versions state which do not count, best first. */
  readonly older: readonly Answer[];
  /** Other values of sources that are as good, nothing deciding. */
  readonly rivals: readonly Answer[];
}

/** The answer to give; see `chooseReading`. */
export function chooseAnswer(answers: readonly Answer[], wish: VersionWish): Answer | undefined {
  return chooseReading(answers, wish)?.answer;
}

/**
 * The reading to give, or `undefined` without any. Of several versions of one document the one counts that the wish
 * prefers; else the best match wins, then the smaller address, so that the order of reading changes nothing.
 */
export function chooseReading(answers: readonly Answer[], wish: VersionWish): Reading | undefined {
  const rated = answers.map((answer): Rated => {
    const marks = marksOf(answer);
    const inOtherYear =
      wish.years.length > 0 && marks.years.length > 0 && !marks.years.some((year) => wish.years.includes(year));
    return {
      answer,
      marks,
      family: versionFamily(answer.path),
      score:
        answer.score +
        (answer.isExact === true ? exactLabelBonus : 0) -
        (marks.isOutdated || inOtherYear ? outdatedPenalty : 0),
    };
  });
  const beats = (other: Rated, one: Rated): boolean =>
    (areVersions(other, one) &&
      other.answer.score >= one.answer.score - versionMargin &&
      comparedVersions(other, one, wish) < 0) ||
    overtakes(other.answer, one.answer);
  const left = rated.filter((one) => !rated.some((other) => beats(other, one)));
  const [best] = left.toSorted(
    (one, other) => other.score - one.score || compareText(one.answer.address, other.answer.address),
  );
  if (best === undefined) return undefined;
  const differs = ({ answer }: Rated): boolean => !isSameValue(answer.value, best.answer.value);
  const older = rated
    .filter((one) => differs(one) && beats(best, one))
    .toSorted((one, other) => other.score - one.score);
  const rivals = left.filter(
    (one) =>
      differs(one) &&
      (one.answer.path !== best.answer.path || areEqualRows(one.answer, best.answer)) &&
      areOneKind(one.answer.value, best.answer.value) &&
      one.score >= best.score - rivalMargin - (best.answer.isExact === one.answer.isExact ? 0 : exactLabelBonus) &&
      !one.marks.isOutdated &&
      !areVersions(one, best),
  );
  const [nearest] = older;
  const reason = nearest === undefined ? undefined : reasonFor(best, nearest, wish);
  return {
    answer: best.answer,
    ...(reason !== undefined && { reason }),
    older: distinct(older).slice(0, mostOlder),
    rivals: distinct(rivals),
  };
}

/** Cells of one column whose rows the ask does not tell apart: which of them is meant nothing says. */
function areEqualRows(one: Answer, other: Answer): boolean {
  return one.columnHead !== undefined && one.columnHead === other.columnHead && one.score === other.score;
}

/** A date does not contradict a length of time, nor a name a number. */
function areOneKind(one: string, other: string): boolean {
  const [kinds, others] = [kindsOf(one), kindsOf(other)];
  return kinds.size === 0 || others.size === 0 || [...kinds].some((kind) => others.has(kind));
}

interface Rated {
  readonly answer: Answer;
  readonly marks: VersionMarks;
  readonly family: string;
  readonly score: number;
}

function distinct(rated: readonly Rated[]): readonly Answer[] {
  const kept: Answer[] = [];
  for (const { answer } of rated) {
    if (kept.every((one) => !isSameValue(one.value, answer.value))) kept.push(answer);
  }
  return kept;
}

/** Near-duplicates by name; or papers of one title in one folder of which each says when it was made or that it is void. */
function areVersions(one: Rated, other: Rated): boolean {
  const [a, b] = [one.answer, other.answer];
  if (a.path === b.path) return false;
  if (one.family === other.family) return true;
  const folder = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
  const isTold = (a.date !== undefined && b.date !== undefined) || a.isOutdated !== b.isOutdated;
  return isTold && a.title !== "" && a.title === b.title && folder(a.path) === folder(b.path);
}

/** As `compareVersions`, then by the date inside, then by when the files were last changed. */
function comparedVersions(one: Rated, other: Rated, wish: VersionWish): number {
  const named = compareVersions(one.marks, other.marks, wish);
  return named !== 0 ? named : hoursBetween(one.answer, other.answer) < -leastHours ? -1 : 0;
}

/** Negative when `one` was changed later. */
function hoursBetween(one: Answer, other: Answer): number {
  if (one.modifiedAt === undefined || other.modifiedAt === undefined) return 0;
  return (Date.parse(other.modifiedAt) - Date.parse(one.modifiedAt)) / 3_600_000;
}

function reasonFor(best: Rated, older: Rated, wish: VersionWish): string {
  const [one, other] = [best.marks, older.marks];
  if (wish.number !== undefined && one.number === wish.number) return "the version that is asked for";
  if (wish.years.length > 0 && one.years.some((year) => wish.years.includes(year)))
    return "of the year that the task names";
  if (one.isFinal && !one.isOutdated && (!other.isFinal || other.isOutdated))
    return "its name or title says that it is the valid version";
  if (other.isOutdated && !one.isOutdated) return "the other is marked as a draft, old or superseded";
  if (one.date !== undefined && other.date !== undefined && one.date !== other.date)
    return `dated ${one.date}, later than ${other.date}`;
  if (one.number !== undefined && one.number !== other.number) return "the higher version number";
  return overtakes(best.answer, older.answer) ? "the later document says that it changed" : "the file was changed last";
}

function overtakes(later: Answer, earlier: Answer): boolean {
  return (
    later.isChange === true &&
    later.date !== undefined &&
    earlier.date !== undefined &&
    later.date > earlier.date &&
    later.path !== earlier.path &&
    later.score >= earlier.score - changeMargin
  );
}

/** The marks of the file's path; those of its title and head where the path has none. */
function marksOf({ path, title, date, isOutdated }: Answer): VersionMarks {
  const [ofPath, ofTitle] = [versionMarks(path), versionMarks(title)];
  const dated = ofPath.date ?? ofTitle.date ?? date;
  return {
    ...ofTitle,
    ...ofPath,
    ...(dated !== undefined && { date: dated }),
    isFinal: ofPath.isFinal || (!ofPath.isOutdated && ofTitle.isFinal),
    isOutdated: isOutdated === true || ofPath.isOutdated || (!ofPath.isFinal && ofTitle.isOutdated),
    years: ofPath.years.length > 0 ? ofPath.years : ofTitle.years,
  };
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
