import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DocumentParser, Limits, ParsedPart } from "@runningtab/parsed-cache";
import { parser as csvParser } from "@runningtab/parsed-cache/parsers/csv";
import { parser as pdfParser } from "@runningtab/parsed-cache/parsers/pdf";
import { parser as spreadsheetParser } from "@runningtab/parsed-cache/parsers/spreadsheet";
import { parser as wordParser } from "@runningtab/parsed-cache/parsers/word";
import { type Change, diff, type DiffInput } from "@runningtab/review-diff";
import { describeWithData } from "@runningtab/test-kit";
import { expect, it } from "vitest";

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
  docx: wordParser,
  pdf: pdfParser,
};
/** Compared by structure later; until then by lines or bytes, which the expectations do not describe. */
const NOT_JUDGED = new Set(["pptx", "ipynb"]);
const FLOOR = 0.95;

interface ExpectedOp {
  readonly op: string;
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

async function readSide(folder: string, name: string): Promise<DiffInput> {
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

function isFound(op: ExpectedOp, changes: readonly Change[]): boolean {
  if (op.cell !== undefined) {
    const [sheet = "", ref = ""] = [
      op.cell.slice(0, op.cell.lastIndexOf("!")),
      op.cell.slice(op.cell.lastIndexOf("!") + 1),
    ];
    return changes.some(
      (change) =>
        inSheet(change, sheet) &&
        (change.subject === "sheet" || covers(change.address, ref)) &&
        shows(change.before, op.before) &&
        shows(change.after, op.after),
    );
  }
  switch (op.op) {
    case "add_sheet":
      return changes.some(
        (change) => change.kind === "added" && change.subject === "sheet" && inSheet(change, op.sheet ?? ""),
      );
    case "sheets": {
      const names = (list: unknown): readonly string[] => (list as [string, string][]).map(([name]) => name);
      const came = names(op.after).filter((name) => !names(op.before).includes(name));
      return came.every((name) => changes.some((change) => change.kind === "added" && inSheet(change, name)));
    }
    case "insert_row":
    case "delete_row": {
      const side = op.op === "insert_row" ? "after" : "before";
      return changes.some(
        (change) => change.subject === "row" && squeeze(change[side]) === squeeze(op.cells?.join("|")),
      );
    }
    case "change_table_cell":
      return changes.some((change) => shows(change.before, op.before) && shows(change.after, op.after));
    case "change":
      return changes.some(
        ({ subject, address, before, after }) =>
          subject === "cell" &&
          address.endsWith(`&cell=${String.fromCharCode(64 + (op.column ?? 0))}${op.row}`) &&
          before === op.before &&
          after === op.after,
      );
    default: {
      // Lines or paragraphs: what went stands in a `before`, what came in an `after`.
      const listed = (value: unknown): readonly unknown[] =>
        Array.isArray(value) ? value : value === undefined ? [] : [value];
      const plain = (text: unknown): string => String(text).replace(/^\[(?:header|footer|comments)\d*\.xml\] /, "");
      const has = (side: "before" | "after", text: unknown): boolean =>
        changes.some((change) => squeeze(change[side]).includes(squeeze(plain(text))));
      return (
        listed(op.before).every((text) => has("before", text)) && listed(op.after).every((text) => has("after", text))
      );
    }
  }
}

describeWithData("real pairs of versions", (folder) => {
  const pairs = join(folder, "diff-pairs");
  const names = readdirSync(pairs, { withFileTypes: true }).filter((entry) => entry.isDirectory());

  it(`finds at least ${FLOOR * 100} % of the expected changes`, { timeout: 60_000 }, async () => {
    const total = { found: 0, all: 0 };
    const table: string[] = [];
    for (const { name } of names) {
      const expected = JSON.parse(readFileSync(join(pairs, name, "expected.json"), "utf8")) as Expected;
      const [before, after] = await Promise.all(
        ["before", "after"].map((side) => readSide(join(pairs, name), `${side}.${expected.format}`)),
      );
      if (before === undefined || after === undefined) throw new Error(`${name} lacks a version`);
      const result = await diff(before, after);
      const found = expected.changes.filter((op) => isFound(op, result.changes));
      const isJudged = !NOT_JUDGED.has(expected.format);
      if (isJudged) {
        total.found += found.length;
        total.all += expected.changes.length;
      }
      const judged = isJudged
        ? `${found.length} of ${expected.changes.length} expected`
        : "not judged by structure yet";
      table.push(`${name.padEnd(40)} ${result.format.padEnd(12)} ${judged}, ${result.changes.length} changes reported`);
      if (isJudged)
        for (const op of expected.changes)
          if (!found.includes(op)) table.push(`  missed ${JSON.stringify(op).slice(0, 200)}`);
    }
    console.log(table.join("\n"));
    expect(names.length).toBe(17);
    expect(total.all).toBeGreaterThan(40);
    expect(total.found / total.all).toBeGreaterThanOrEqual(FLOOR);
  });

  it("finds no change between any version and itself", { timeout: 60_000 }, async () => {
    for (const { name } of names) {
      const format = name.slice(name.lastIndexOf("-") + 1);
      const side = await readSide(join(pairs, name), `after.${format}`);
      expect((await diff(side, side)).changes, name).toEqual([]);
    }
  });
});
