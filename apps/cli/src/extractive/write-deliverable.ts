/** One item as the deliverable states it. */
export interface StatedItem {
  readonly ask: string;
  readonly value: string;
  readonly quote: string;
  readonly address: string;
}

export interface DeliverableInput {
  readonly path: string;
  readonly found: readonly StatedItem[];
  /** Items without a sufficient answer. */
  readonly notFound: readonly string[];
  /** Files that no search could see, with the reason. */
  readonly notSearched: readonly string[];
  /** What has to be said about the whole, a sentence each; absent when nothing has. */
  readonly notices?: readonly string[];
  readonly isChinese: boolean;
}

const english = {
  title: "Answers from the folder",
  notFound: "Not found",
  notFoundIntro: "No document that could be searched states these sufficiently:",
  notSearched: "Not searched",
  notice: "Note",
  asked: "Asked",
  value: "Value",
  source: "Source",
  words: "Words of the source",
};
const chinese: typeof english = {
  title: "查阅结果",
  notFound: "未找到",
  notFoundIntro: "可检索的文件中没有足够明确的记载：",
  notSearched: "未检索的文件",
  notice: "说明",
  asked: "事项",
  value: "内容",
  source: "出处",
  words: "原文",
};

/**
 * The text of the deliverable: Markdown, which the writing tool turns into Word or a workbook where the path says so; for
 * `.xlsx` as tables, for `.txt` without marks. Every value and quote is verbatim and followed by its address.
 */
export function writeDeliverable(input: DeliverableInput): string {
  const words = input.isChinese ? chinese : english;
  const extension = /\.[^./]+$/.exec(input.path)?.[0].toLowerCase();
  if (extension === ".xlsx") return tables(input, words);
  const markdown = prose(input, words);
  return extension === ".txt" ? markdown.replaceAll(/\*\*|`/g, "").replaceAll(/^#+ /gm, "") : markdown;
}

function prose({ found, notFound, notSearched, notices = [] }: DeliverableInput, words: typeof english): string {
  const lines = [`# ${words.title}`, "", ...notices.flatMap((notice) => [notice, ""])];
  for (const { ask, value, quote, address } of found) {
    const shown = readable(quote);
    const cited = sameText(shown, value) ? "" : ` — “${shown}”`;
    lines.push(`- ${withoutEnd(ask)}: **${value}**${cited} [\`${address}\`]`);
  }
  if (notFound.length > 0)
    lines.push("", `## ${words.notFound}`, "", words.notFoundIntro, "", ...notFound.map((ask) => `- ${ask}`));
  if (notSearched.length > 0) lines.push("", `## ${words.notSearched}`, "", ...notSearched.map((file) => `- ${file}`));
  return `${lines.join("\n")}\n`;
}

function tables({ found, notFound, notSearched, notices = [] }: DeliverableInput, words: typeof english): string {
  const table = (heading: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
    rows.length === 0 ? [] : [`# ${heading}`, "", row(head), row(head.map(() => "---")), ...rows.map(row), ""];
  return [
    ...table(
      words.title,
      [words.asked, words.value, words.source, words.words],
      found.map((item) => [item.ask, item.value, item.address, readable(item.quote)]),
    ),
    ...table(
      words.notFound,
      [words.asked],
      notFound.map((ask) => [ask]),
    ),
    ...table(
      words.notice,
      [words.notice],
      notices.map((notice) => [notice]),
    ),
    ...table(
      words.notSearched,
      [words.source],
      notSearched.map((file) => [file]),
    ),
  ].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
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
