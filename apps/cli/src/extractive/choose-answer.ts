import {
  compareVersions,
  versionFamily,
  versionMarks,
  type VersionMarks,
  type VersionWish,
} from "./document-version.ts";
import type { Answer } from "./find-answer.ts";

/** Within this distance the versions of a document decide, beyond it the better match does. */
const versionMargin = 0.25;
/** What an outdated document costs against one of another family. */
const outdatedPenalty = 0.3;
/** Within this distance a later document that says that something changed decides over an earlier one. */
const changeMargin = 0.3;

/**
 * The answer to give, or `undefined` without any. Of several versions of one document the one counts that the wish
 * prefers; else the best match wins, then the smaller address, so that the order of reading changes nothing.
 */
export function chooseAnswer(answers: readonly Answer[], wish: VersionWish): Answer | undefined {
  const rated = answers.map((answer) => {
    const marks = marksOf(answer);
    const inOtherYear =
      wish.years.length > 0 && marks.years.length > 0 && !marks.years.some((year) => wish.years.includes(year));
    return {
      answer,
      marks,
      family: versionFamily(answer.path),
      score: answer.score - (marks.isOutdated || inOtherYear ? outdatedPenalty : 0),
    };
  });
  const left = rated.filter(
    (one) =>
      !rated.some(
        (other) =>
          other.family === one.family &&
          other.answer.path !== one.answer.path &&
          other.answer.score >= one.answer.score - versionMargin &&
          compareVersions(other.marks, one.marks, wish) < 0,
      ) && !rated.some((other) => overtakes(other.answer, one.answer)),
  );
  const [best] = left.toSorted(
    (one, other) => other.score - one.score || compareText(one.answer.address, other.answer.address),
  );
  return best?.answer;
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

/** The marks of the file's path; those of its title where the path has none. */
function marksOf({ path, title }: Answer): VersionMarks {
  const [ofPath, ofTitle] = [versionMarks(path), versionMarks(title)];
  return {
    ...ofTitle,
    ...ofPath,
    isFinal: ofPath.isFinal || (!ofPath.isOutdated && ofTitle.isFinal),
    isOutdated: ofPath.isOutdated || (!ofPath.isFinal && ofTitle.isOutdated),
    years: ofPath.years.length > 0 ? ofPath.years : ofTitle.years,
  };
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
