import { containerOf } from "./address.ts";
import { earlierLines, findMoves, isTaken, shownText } from "./earlier-lines.ts";
import type { Address, ParsedPart } from "./parts.ts";
import type { EarlierLine, RenderedLine, RenderedPage } from "./rendered-page.ts";
import { countColumns } from "./table-cell.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

/** A block on its way into a page. Its text is empty where tracked changes took all of it. */
interface HeldBlock {
  readonly block: Block;
  readonly text: string;
  readonly earlier: readonly EarlierLine[];
}

const CHARACTERS_PER_PAGE = 4000;
/** A heading starts a new page once the page is this full, so that sections stay together. */
const HEADING_BREAK = 2000;

/**
 * Gathers blocks into pages of about 4,000 characters, broken before headings where possible. A slide is a page of its
 * own, however long, and a document inside the document shares none with what is around it.
 */
export function renderBlocks(blocks: readonly Block[]): RenderedPage[] {
  const pages: RenderedPage[] = [];
  const moves = findMoves(blocks);
  let held: HeldBlock[] = [];
  let characters = 0;
  let home = "";
  const flush = (): void => {
    if (held.length > 0) pages.push(joinBlocks(held));
    held = [];
    characters = 0;
  };
  for (const block of blocks) {
    const text = blockText(block);
    const earlier = earlierLines(block, moves);
    if (text === "" && earlier.length === 0) continue;
    const blockHome = homeOf(block.address);
    const isFull = characters + text.length > CHARACTERS_PER_PAGE;
    const isBroken = isFull || (block.kind === "heading" && characters > HEADING_BREAK);
    if (blockHome !== home || (isBroken && !isSlide(home))) flush();
    home = blockHome;
    held.push({ block, text, earlier });
    characters += text.length;
  }
  flush();
  return pages;
}

function joinBlocks(held: readonly HeldBlock[]): RenderedPage {
  const shown = held.filter(({ text }) => text !== "");
  const earlier = held.flatMap((one) => one.earlier);
  const texts: string[] = [];
  const lines: RenderedLine[] = [];
  const push = (text: string, address: Address): void => {
    for (const line of text.split("\n")) {
      texts.push(line);
      lines.push({ address });
    }
  };
  for (const [index, { block, text }] of shown.entries()) {
    const before = shown[index - 1]?.block;
    const sameTable = before?.kind === "row" && block.kind === "row" && tableOf(before) === tableOf(block);
    const sameList = before?.kind === "list" && block.kind === "list";
    if (before !== undefined && !sameTable && !sameList) push("", block.address);
    // Markdown needs a rule under the first row; a table that goes on from the page before gets none.
    const isTableStart = block.kind === "row" && !sameTable && hasFirstRow(held, block);
    if (!isTableStart) {
      push(text, block.address);
      continue;
    }
    // The first row says how many columns there are: those beyond would not be shown.
    const missing = widestRow(shown, index) - countColumns(text);
    push(text + " |".repeat(missing), block.address);
    push(`|${" --- |".repeat(countColumns(text) + missing)}`, block.address);
  }
  const address = pageAddress((shown.length > 0 ? shown : held).map(({ block }) => block.address));
  const page = { address, text: texts.join("\n"), lines };
  return earlier.length === 0 ? page : { ...page, earlier };
}

/** Whether the table of a row begins on this page, be it with a row that tracked changes took away. */
function hasFirstRow(held: readonly HeldBlock[], row: Block): boolean {
  const first = held.find(({ block }) => block.kind === "row" && tableOf(block) === tableOf(row));
  return first !== undefined && !/&row=(?!1$)/.test(first.block.address);
}

/** Columns of the widest row of the table that begins at `start`. */
function widestRow(held: readonly HeldBlock[], start: number): number {
  const table = tableOf(held[start]!.block);
  let widest = 0;
  for (const { block, text } of held.slice(start)) {
    if (block.kind !== "row" || tableOf(block) !== table) break;
    widest = Math.max(widest, countColumns(text));
  }
  return widest;
}

function tableOf(block: Block): string {
  return block.address.split("&row=")[0]!;
}

/** What a page may not reach beyond: `slide=3`, `attachment=1&`, `attachment=1&slide=3`, or nothing. */
function homeOf(address: Address): string {
  const container = containerOf(address);
  return container + (/^slide=\d+/.exec(address.slice(container.length))?.[0] ?? "");
}

function isSlide(home: string): boolean {
  return home !== "" && !home.endsWith("&");
}

/** The slide, the paragraphs or the cells of the page, or what it starts with when it has none of these. */
function pageAddress(addresses: readonly Address[]): Address {
  const home = homeOf(addresses[0]!);
  if (isSlide(home)) return home;
  const numbered = addresses.flatMap((address) => {
    const match = /^(paragraph|cell)=(\d+)(?:&output=\d+)?$/.exec(address.slice(home.length));
    return match === null ? [] : [{ unit: match[1]!, number: match[2]! }];
  });
  const [first, last] = [numbered[0], numbered.at(-1)];
  if (first === undefined || last === undefined) return addresses[0]!;
  return `${home}${first.unit}=${first.number}${first.number === last.number ? "" : `-${last.number}`}`;
}

/** The accepted reading: what was deleted or moved away is left out, and stands in the page's `earlier` lines. */
function blockText({ kind, level = 1, runs }: Block): string {
  const left = runs.filter((run) => !isTaken(run));
  const text = left.map(shownText).join("").trim();
  if (text === "") return "";
  // Of a row that was deleted only what set its cells apart is left.
  if (kind === "row" && left.length < runs.length && /^[|\s]*$/.test(text)) return "";
  switch (kind) {
    case "heading":
      return `${"#".repeat(Math.min(level, 6))} ${text}`;
    case "list":
      return `${"  ".repeat(Math.max(0, level - 1))}- ${text}`;
    case "row":
      return `| ${text} |`;
    case "paragraph":
      return text;
    case "header":
    case "footer":
    case "note":
    case "comment":
      return `[${kind}] ${text}`;
    default:
      return kind satisfies never;
  }
}
