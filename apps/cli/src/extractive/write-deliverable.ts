import { csvRow } from "../authoring/csv-row.ts";
import type { NotFoundItem, StatedItem } from "./deliverable-items.ts";
import { chinese, english, type DeliverableWords } from "./deliverable-words.ts";

export interface DeliverableInput {
  readonly path: string;
  readonly found: readonly StatedItem[];
  /** Items without a sufficient answer. */
  readonly notFound: readonly NotFoundItem[];
  /** Files that no search could see, with the reason. */
  readonly notSearched: readonly string[];
  /** What has to be said about the whole, a sentence each; absent when nothing has. */
  readonly notices?: readonly string[];
  readonly isChinese: boolean;
}

/** Addresses that a line of prose names; all of them stand in the table of sources. */
const mostInLine = 6;

/**
 * The text of the deliverable: Markdown, which the writing tool turns into Word or a workbook where the path says so; for
 * `.xlsx` as one table a sheet, for `.csv` as one table, for `.txt` without marks. Every value that a document states is
 * verbatim; every item names its addresses and ends in a table of sources with the quotes.
 */
export function writeDeliverable(input: DeliverableInput): string {
  const words = input.isChinese ? chinese : english;
  switch (/\.[^./]+$/.exec(input.path)?.[0].toLowerCase()) {
    case ".xlsx":
      return sheets(input, words);
    case ".csv":
      return separated(input, words);
    case ".txt":
      return prose(input, words)
        .replaceAll(/\*\*|`/g, "")
        .replaceAll(/^#+ /gm, "");
    default:
      return prose(input, words);
  }
}

function prose({ found, notFound, notSearched, notices = [] }: DeliverableInput, words: DeliverableWords): string {
  const lines = [
    `# ${words.title}`,
    "",
    ...notices.flatMap((notice) => [notice, ""]),
    ...found.map((item) => line(item, words)),
  ];
  if (notFound.length > 0)
    lines.push(
      "",
      `## ${words.notFound}`,
      "",
      words.notFoundIntro,
      "",
      ...notFound.map((item) => `- ${item.ask} (${lookedFor(item, words)})`),
    );
  if (notSearched.length > 0) lines.push("", `## ${words.notSearched}`, "", ...notSearched.map((file) => `- ${file}`));
  if (found.length > 0)
    lines.push("", `## ${words.sources}`, "", ...table(sourceHead(words), sourceRows(found, words)));
  return `${lines.join("\n")}\n`;
}

function line(item: StatedItem, words: DeliverableWords): string {
  const { ask, values, change, normal, formula, sources } = item;
  const value = values
    .map((one) => `**${change === undefined ? one : words.change[change](one)}**`)
    .join(` ${words.or} `);
  const kind =
    formula !== undefined
      ? ` (${words.computed})`
      : values.length > 1
        ? ` (${words.disagree})`
        : normal === undefined
          ? ""
          : ` (${normal})`;
  const quote = readable(sources[0]!.quote);
  const said =
    formula !== undefined ? ` — ${formula}` : values.length > 1 || sameText(quote, values[0]!) ? "" : ` — “${quote}”`;
  const counting = sources.filter(({ role }) => role !== "older version").map(({ address }) => address);
  const shown = [...new Set(counting)].slice(0, mostInLine).map((address) => `[\`${address}\`]`);
  return `- ${withoutEnd(ask)}: ${value}${kind}${said}${versionNote(item, words)} ${shown.join(" ")}`;
}

/** ` (newest of 3: dated …; older: 17,200)`; empty where there was one version. */
function versionNote({ reason, older = [] }: StatedItem, words: DeliverableWords): string {
  if (reason === undefined) return "";
  const values = older.map(({ value }) => value).join(", ");
  return ` (${reason}${values === "" ? "" : `; ${words.older}: ${values}`})`;
}

function lookedFor({ queries, lookedInto, refusal }: NotFoundItem, words: DeliverableWords): string {
  return [
    ...(refusal === undefined ? [] : [refusal]),
    `${words.searchedFor}: ${queries.map((query) => `“${query}”`).join(", ")}`,
    ...(lookedInto.length === 0 ? [] : [`${words.lookedInto}: ${lookedInto.join(", ")}`]),
  ].join("; ");
}

function noteOf(item: StatedItem, words: DeliverableWords): string {
  const { values, normal, formula } = item;
  return [
    ...(formula === undefined ? [] : [`${words.computed}: ${formula}`]),
    ...(values.length > 1 ? [words.disagree] : []),
    ...(normal === undefined ? [] : [normal]),
    versionNote(item, words).trim(),
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function answerRow(item: StatedItem, words: DeliverableWords): readonly string[] {
  const places = item.sources.filter(({ role }) => role !== "older version");
  return [
    item.ask,
    item.values.join(` ${words.or} `),
    [...new Set(places.map(({ address }) => address))].join("; "),
    places.map(({ quote }) => readable(quote)).join(" / "),
    noteOf(item, words),
  ];
}

function sourceHead(words: DeliverableWords): readonly string[] {
  return [words.asked, words.value, words.source, words.words, words.role];
}

function sourceRows(found: readonly StatedItem[], words: DeliverableWords): readonly (readonly string[])[] {
  return found.flatMap(({ ask, sources }) =>
    sources.map(({ value, address, quote, role }) => [ask, value, address, readable(quote), words.roles[role]]),
  );
}

function sheets(input: DeliverableInput, words: DeliverableWords): string {
  const { found, notFound, notSearched, notices = [] } = input;
  const sheet = (name: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
    rows.length === 0 ? [] : [`# ${name}`, "", ...table(head, rows), ""];
  return [
    ...sheet(
      words.title,
      [words.asked, words.value, words.source, words.words, words.note],
      found.map((item) => answerRow(item, words)),
    ),
    ...sheet(words.sources, sourceHead(words), sourceRows(found, words)),
    ...sheet(
      words.notFound,
      [words.asked, words.lookedInto],
      notFound.map((item) => [item.ask, lookedFor(item, words)]),
    ),
    ...sheet(
      words.note,
      [words.note],
      notices.map((notice) => [notice]),
    ),
    ...sheet(
      words.notSearched,
      [words.source],
      notSearched.map((file) => [file]),
    ),
  ].join("\n");
}

/** One table: sources and words are columns, and what was not found has an empty value. */
function separated({ found, notFound, notSearched, notices = [] }: DeliverableInput, words: DeliverableWords): string {
  const rows = [
    [words.asked, words.value, words.source, words.words, words.note],
    ...found.map((item) => answerRow(item, words)),
    ...notFound.map((item) => [item.ask, "", "", "", `${words.notFound}: ${lookedFor(item, words)}`]),
    ...notices.map((notice) => ["", "", "", "", notice]),
    ...notSearched.map((file) => ["", "", "", "", `${words.notSearched}: ${file}`]),
  ];
  return `${rows.map(csvRow).join("\n")}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [head, head.map(() => "---"), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ")).join(" | ")} |`,
  );
}

/** A row of a table as a reader takes it in: its cells, without the bars. */
function readable(quote: string): string {
  const row = /^\|(.*)\|$/.exec(quote);
  const text =
    row === null
      ? quote
      : row[1]!
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim())
          .filter((cell) => cell !== "")
          .join(" · ");
  const plain = text
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return plain.length > 400 ? `${plain.slice(0, 400)}…` : plain;
}

function sameText(one: string, other: string): boolean {
  return one.replaceAll(/\s+/g, "") === other.replaceAll(/\s+/g, "");
}

function withoutEnd(ask: string): string {
  return ask.replace(/[\s:：]+$/, "");
}
