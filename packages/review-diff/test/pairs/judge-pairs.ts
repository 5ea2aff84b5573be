import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DocumentParser, Limits, ParsedPart } from "@runningtab/parsed-cache";
import { parser as csvParser } from "@runningtab/parsed-cache/parsers/csv";
import { parser as pdfParser } from "@runningtab/parsed-cache/parsers/pdf";
import { parser as presentationParser } from "@runningtab/parsed-cache/parsers/presentation";
import { parser as spreadsheetParser } from "@runningtab/parsed-cache/parsers/spreadsheet";
import { parser as wordParser } from "@runningtab/parsed-cache/parsers/word";
import { type Change, diff, type DiffInput, type FileDiff } from "@runningtab/review-diff";

const LIMITS: Limits = {
  maxBytes: 10_000_000,
  maxInflatedBytes: 50_000_000,
  maxEntries: 1_000,
  maxDepth: 100,
  maxCells: 100_000,
  maxPages: 100,
  maxOutputCharacters: 5_000_000,
  deadlineMs: 30_000,
  maxMemoryBytes: 500_000_000,
};

const PARSERS: Readonly<Record<string, DocumentParser>> = {
  xlsx: spreadsheetParser,
  csv: csvParser,
  tsv: csvParser,
  docx: wordParser,
  pdf: pdfParser,
  pptx: presentationParser,
};
interface ExpectedOp {
  readonly op: string;
  readonly from_position?: number;
  readonly to_position?: number;
  readonly cell?: string;
  readonly sheet?: string;
  readonly row?: number;
  readonly column?: number;
  readonly cells?: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
}

interface Expected {
  readonly format: string;
  readonly changes: readonly ExpectedOp[];
}

export async function readSide(folder: string, name: string): Promise<DiffInput> {
  const bytes = readFileSync(join(folder, name));
  const parser = PARSERS[name.slice(name.lastIndexOf(".") + 1)];
  if (parser === undefined) return { path: name, bytes };
  const parts: ParsedPart[] = [];
  await parser.parse(bytes, {}, (part) => void parts.push(part), LIMITS);
  return {
    path: name,
    bytes,
    async *parts() {
      yield* parts;
    },
  };
}

/** White space is set differently by every tool. */
function squeeze(text: unknown): string {
  return String(text ?? "").replace(/\s+/g, "");
}

/** What the expectations call a value: a bare one, or `v` with its cached result. */
function valueOf(expected: unknown): unknown {
  return typeof expected === "object" && expected !== null && "v" in expected ? expected.v : expected;
}

function shows(text: string | undefined, expected: unknown): boolean {
  const value = valueOf(expected);
  if (value === null || value === undefined) return true;
  if (text === undefined) return false;
  // Cells show dates and amounts by their number format.
  const isDate = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(value));
  if (isDate) return text.includes(String(value).slice(0, 4)) && text.includes(String(value).slice(11));
  return squeeze(text).includes(squeeze(value)) || Number(text.replace(/[^\d.-]/g, "")) === Number(value);
}

function inSheet(change: Change, sheet: string): boolean {
  return (
    change.address === `sheet=${encodeURIComponent(sheet)}` ||
    change.address.startsWith(`sheet=${encodeURIComponent(sheet)}&`)
  );
}

function covers(address: string, ref: string): boolean {
  const [, range = ""] = /&cell=(.+)$/.exec(address) ?? [];
  const [first = "", last = first] = range.split(":");
  const place = (text: string): readonly [number, string] => [Number(text.replace(/\D/g, "")), text.replace(/\d/g, "")];
  const [[row, column], [top, left], [bottom, right]] = [place(ref), place(first), place(last)];
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** Texts of an operation without the names that its list puts before them. */
function textsOf(value: unknown): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return listed.map((text) =>
    squeeze(String(text).replace(/^(?:\[(?:header|footer|comments)\d*\.xml\]|slide \d+:|code:|markdown:) /, "")),
  );
}

/** Whether a change is a report of this operation, or of a part of it. */
function isAbout(op: ExpectedOp, change: Change): boolean {
  if (op.cell !== undefined) {
    const at = op.cell.lastIndexOf("!");
    return (
      inSheet(change, op.cell.slice(0, at)) &&
      (change.subject === "sheet" || covers(change.address, op.cell.slice(at + 1))) &&
      shows(change.before, op.before) &&
      shows(change.after, op.after)
    );
  }
  switch (op.op) {
    case "add_sheet":
      return change.kind === "added" && change.subject === "sheet" && inSheet(change, op.sheet ?? "");
    case "sheets": {
      const names = (list: unknown): readonly string[] => (list as [string, string][]).map(([name]) => name);
      const came = names(op.after).filter((name) => !names(op.before).includes(name));
      return change.kind === "added" && change.subject === "sheet" && came.some((name) => inSheet(change, name));
    }
    case "insert_row":
    case "delete_row": {
      const side = op.op === "insert_row" ? "after" : "before";
      return change.subject === "row" && squeeze(change[side]) === squeeze(op.cells?.join("|"));
    }
    case "change_table_cell":
      return shows(change.before, op.before) && shows(change.after, op.after);
    case "move_slide":
      return (
        change.subject === "slide" &&
        change.before === `position ${op.from_position}` &&
        change.after === `position ${op.to_position}`
      );
    case "change":
      if (op.column === undefined) break;
      return (
        change.subject === "cell" &&
        change.address.endsWith(`&cell=${String.fromCharCode(64 + op.column)}${op.row}`) &&
        change.before === op.before &&
        change.after === op.after
      );
  }
  return (["before", "after"] as const).some((side) => {
    const text = squeeze(change[side]);
    return text !== "" && textsOf(op[side]).some((expected) => text.includes(expected) || expected.includes(text));
  });
}

/** Of lines or paragraphs: what went stands in a `before`, what came in an `after`. Cells of a table line are lines. */
function isFound(op: ExpectedOp, changes: readonly Change[]): boolean {
  const about = changes.filter((change) => isAbout(op, change));
  const isText =
    op.cell === undefined && op.column === undefined && (op.before !== undefined || op.after !== undefined);
  if (!isText || op.op === "sheets") return about.length > 0;
  return (["before", "after"] as const).every((side) =>
    changedTexts(op, side).every((expected) => about.some((change) => squeeze(change[side]).includes(expected))),
  );
}

/** What an operation says of one side; of a line of a table only the cells that differ from the other side. */
function changedTexts(op: ExpectedOp, side: "before" | "after"): readonly string[] {
  const [here, there] = side === "before" ? [op.before, op.after] : [op.after, op.before];
  const isTable = (lines: unknown): lines is readonly string[] =>
    Array.isArray(lines) && lines.every((line) => String(line).includes("\t"));
  if (!isTable(here) || !isTable(there) || here.length !== there.length) return textsOf(here);
  return here.flatMap((line, index) => {
    const others = there[index]?.split("\t") ?? [];
    return line.split("\t").filter((cell, column) => cell !== others[column]);
  });
}

/** Pictures and charts, which the comparison that the expectations come from did not look at. */
function isBeyondExpectations({ after = "", before = "" }: Change): boolean {
  return /^\[(?:image|chart)\b/.test(after || before);
}

export interface JudgedPair {
  readonly name: string;
  readonly result: FileDiff;
  readonly expected: number;
  readonly missed: readonly ExpectedOp[];
  /** Changes that no expected operation explains. */
  readonly extra: readonly Change[];
  /** Changes of kinds that the expectations do not list. */
  readonly beyond: readonly Change[];
}

/** Compares every pair of versions in the folder `diff-pairs` of the data with its list of expected changes. */
export async function judgePairs(folder: string): Promise<readonly JudgedPair[]> {
  const judged: JudgedPair[] = [];
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const { format, changes } = JSON.parse(readFileSync(join(folder, name, "expected.json"), "utf8")) as Expected;
    const before = await readSide(join(folder, name), `before.${format}`);
    const result = await diff(before, await readSide(join(folder, name), `after.${format}`));
    const unexplained = result.changes.filter((change) => !changes.some((op) => isAbout(op, change)));
    judged.push({
      name,
      result,
      expected: changes.length,
      missed: changes.filter((op) => !isFound(op, result.changes)),
      extra: unexplained.filter((change) => !isBeyondExpectations(change)),
      beyond: unexplained.filter(isBeyondExpectations),
    });
  }
  return judged;
}

/** One line for each pair, what was missed and what was reported beside it below. */
export function renderPairs(pairs: readonly JudgedPair[]): string {
  return pairs
    .flatMap(({ name, result, expected, missed, extra, beyond }) => [
      `${name.padEnd(38)} ${result.format.padEnd(12)} expected ${String(expected).padStart(2)}, found ${String(expected - missed.length).padStart(2)}, extra ${extra.length}${beyond.length > 0 ? `, and ${beyond.length} of a picture or chart` : ""}; ${result.summary}`,
      ...missed.map((op) => `  missed ${JSON.stringify(op).slice(0, 200)}`),
      ...extra.map((change) => `  extra ${JSON.stringify(change).slice(0, 200)}`),
    ])
    .join("\n");
}
