/** What a task or a file says about versions. */
export interface VersionMarks {
  /** Final, signed, approved, amended: the reading that binds. */
  readonly isFinal: boolean;
  /** A draft, superseded, kept in an archive, a copy. */
  readonly isOutdated: boolean;
  /** `v3` is 3. */
  readonly number?: number;
  /** ISO date in the name, as far as given: `2024`, `2024-06`, `2024-06-27`. */
  readonly date?: string;
  readonly years: readonly number[];
}

/** Which documents count, as the task's conditions say. */
export interface VersionWish {
  readonly wantsLatest: boolean;
  readonly years: readonly number[];
  /** As in `VersionMarks`. */
  readonly number?: number;
}

const finalMark =
  /(?<![\p{L}\p{N}])(?:final|signed|approved|amended|executed|agreed|binding|endversion|final version|latest|updated|revised|corrected|new|in force|current|valid|effective|adopted|aktuell|gültig)(?![\p{L}])|最终|终稿|定稿|签署|正式|现行|有效/iu;
const outdatedMark =
  /(?<![\p{L}\p{N}])(?:draft|drafts|superseded|replaced|old|older|obsolete|outdated|archive|archives|archived|previous|former|expired|retired|legacy|historic|historical|history|deprecated|withdrawn|cancelled|copy|backup|not agreed|no longer valid|out of date|entwurf|veraltet|archiv|alt|wip|v0)(?![\p{L}])|草稿|草案|初稿|旧版|作废|归档|失效|废止|历史/iu;
const numberMark =
  /(?<![\p{L}\p{N}])(?:v|ver|version|rev|revision|r)[ ._-]?(\d{1,3})(?:\.(\d{1,3}))?(?![\p{L}\p{N}])|第(\d{1,2})版/iu;
const dateMark = /(?<!\d)((?:19|20)\d{2})(?:[-_. ]?(0[1-9]|1[0-2])(?:[-_. ]?(0[1-9]|[12]\d|3[01]))?)?(?!\d)/u;

/** The marks of a file name, folder or title. */
export function versionMarks(text: string): VersionMarks {
  // `config/archive.json` is about an archive; `archive/rates.md` lies in one.
  const spaced = text.replaceAll("_", " ").replace(/(?<=^|\/)(?:archive|history|backup|copy|draft)(?=\.[^./]+$)/iu, "");
  const number = numberMark.exec(spaced);
  const date = dateMark.exec(text);
  return {
    isFinal: finalMark.test(spaced),
    isOutdated: outdatedMark.test(spaced),
    ...(number !== null && { number: Number(`${number[1] ?? number[3]}.${(number[2] ?? "0").padStart(3, "0")}`) }),
    ...(date !== null && {
      date: date
        .slice(1)
        .filter((part) => part !== undefined)
        .join("-"),
    }),
    years: [...text.matchAll(/(?<!\d)((?:19|20)\d{2})(?!\d)/g)].map(([year]) => Number(year)),
  };
}

/** Says which version is meant: `in version 2`, `according to rev. 3.1`, `第2版`. */
export const versionPhrase =
  /(?:\b(?:in|of|from|according to|as of|under) (?:the )?)?\b(?:(?:[Vv]ersion|VERSION|[Rr]evision|[Rr]ev\.?) ?|(?<=\b(?:in|of|from) )v)(?<number>\d{1,3}(?:\.\d{1,3})?)(?![\d\p{L}])|第(?<edition>\d{1,2})版/u;

/** What an item, or the sentences outside the items, wish. */
export function versionWish(text: string): VersionWish {
  const groups = versionPhrase.exec(text)?.groups;
  const [whole, part = "0"] = (groups?.["number"] ?? groups?.["edition"] ?? "").split(".");
  return {
    wantsLatest: /\b(?:latest|most recent|newest|up[- ]to[- ]date|last)\b|最新|最近/iu.test(text),
    years: [...text.matchAll(/(?<![\d.,/-])((?:19|20)\d{2})(?![\d,/-])/g)].map(([year]) => Number(year)),
    ...(whole !== "" && { number: Number(`${whole}.${part.padStart(3, "0")}`) }),
  };
}

/** What an item wishes, and where it says nothing what the task wishes. */
export function narrowedWish(task: VersionWish, item: VersionWish): VersionWish {
  const number = item.number ?? task.number;
  return {
    wantsLatest: task.wantsLatest || item.wantsLatest,
    years: item.years.length > 0 ? item.years : task.years,
    ...(number !== undefined && { number }),
  };
}

/** A path without what tells its versions apart: near-duplicates of one document have the same. */
export function versionFamily(path: string): string {
  const name = path.replace(/\.[^./]*$/, "");
  return name
    .toLowerCase()
    .replaceAll(/(?<!\d)(?:19|20)\d{2}(?:[-_. ]?(?:0[1-9]|1[0-2])(?:[-_. ]?(?:0[1-9]|[12]\d|3[01]))?)?(?!\d)/gu, " ")
    .replaceAll(new RegExp(numberMark.source, "giu"), " ")
    .replaceAll(new RegExp(finalMark.source, "giu"), " ")
    .replaceAll(new RegExp(outdatedMark.source, "giu"), " ")
    .replaceAll(/[^\p{L}\p{N}/]+/gu, " ")
    .replaceAll(/ *\/ */g, "/")
    .trim();
}

/** Negative when `one` is to be preferred. Zero when nothing tells. The wish decides first, then what is usual. */
export function compareVersions(one: VersionMarks, other: VersionMarks, wish: VersionWish): number {
  const inYear = (marks: VersionMarks): boolean => marks.years.some((year) => wish.years.includes(year));
  const steps = [
    wish.number === undefined ? 0 : prefer(one.number === wish.number, other.number === wish.number),
    wish.years.length > 0 ? prefer(inYear(one), inYear(other)) : 0,
    wish.wantsLatest ? compareDates(one, other) : 0,
    prefer(one.isFinal && !one.isOutdated, other.isFinal && !other.isOutdated),
    prefer(!one.isOutdated, !other.isOutdated),
    compareDates(one, other),
  ];
  return steps.find((step) => step !== 0) ?? 0;
}

function prefer(first: boolean, second: boolean): number {
  return Number(second) - Number(first);
}

function compareDates(one: VersionMarks, other: VersionMarks): number {
  if (one.date !== undefined && other.date !== undefined && one.date !== other.date)
    return one.date > other.date ? -1 : 1;
  return (other.number ?? 0) - (one.number ?? 0);
}
