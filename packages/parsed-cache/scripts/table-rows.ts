/**
 * Counts how many rows of tables stay on one line of our text, judged against `pdftotext -layout` (poppler):
 *
 *     node --conditions=@runningtab/source scripts/table-rows.ts FILE.pdf... [--show N]
 *
 * The rule: a line of the layout is a row when at least three of its cells (what two or more blanks divide) are figures
 * and nothing else. It is kept when one line of our page holds the digits of those cells, in their order.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { DEFAULT_LIMITS } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/pdf";

const MIN_FIGURES = 3;
const FIGURE_CELL = /^[-–$(]*\s*\d[\d,.]*[)%*r/\d]*$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: "string", default: "0" } },
});
let shown = 0;
const total = { kept: 0, all: 0 };
for (const file of positionals) {
  const pages: string[] = [];
  await parser.parse(
    readFileSync(file),
    {},
    (part) => void (part.type === "page" && pages.push(part.text)),
    DEFAULT_LIMITS,
  );
  const layout = execFileSync("pdftotext", ["-layout", file, "-"], { maxBuffer: 2 ** 28 })
    .toString()
    .split("\f");
  const count = { kept: 0, all: 0 };
  for (const [index, text] of pages.entries()) {
    const ours = text.split("\n").map(figuresOf);
    for (const line of layout[index]?.split("\n") ?? []) {
      const row = rowOf(line);
      if (row.length === 0) continue;
      count.all += 1;
      if (ours.some((figures) => holdsInOrder(figures, row))) count.kept += 1;
      else if (shown++ < Number(values.show))
        console.log(`  page ${index + 1}: ${line.trim().replaceAll(/\s{2,}/g, "  ")}`);
    }
  }
  total.kept += count.kept;
  total.all += count.all;
  console.log(`${basename(file)}  ${wording(count)}  ${pages.length} pages`);
}
console.log(`all  ${wording(total)}`);

function figuresOf(line: string): string[] {
  return (line.match(/\d[\d,.]*/g) ?? []).map((figure) => figure.replace(/[.,]+$/, ""));
}

/** The figures of a row; empty for a line that is none. */
function rowOf(line: string): string[] {
  const cells = line
    .trim()
    .split(/\s{2,}/)
    .filter((cell) => FIGURE_CELL.test(cell));
  return cells.length < MIN_FIGURES ? [] : cells.flatMap(figuresOf);
}

function holdsInOrder(figures: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  for (const figure of figures) if (figure === wanted[at]) at += 1;
  return at === wanted.length;
}

function wording({ kept, all }: { kept: number; all: number }): string {
  return `${kept} of ${all} rows kept (${all === 0 ? "-" : ((100 * kept) / all).toFixed(1)} %)`;
}
