import { kindsOf, monthsIn, yearsIn } from "./find-values.ts";
import { hanPartOfYear, placeholderValue } from "./lexicon.ts";
import type { LineCell, PageLine } from "./page-lines.ts";
import { type PageReading, type PageTable, unitOfCell } from "./read-page.ts";
import { prepare } from "./text-terms.ts";
import { type Ask, type AskTerm, holdsTerm } from "./understand-ask.ts";

/** One value of a series, with what names it. */
export interface SeriesItem {
  readonly label: string;
  readonly value: string;
  readonly address: string;
  readonly quote: string;
}

/** The values of one kind that a table holds: a column, a row, or the rows that a word picks out. */
export interface Series {
  readonly path: string;
  readonly title: string;
  readonly date?: string;
  readonly unit?: string;
  readonly items: readonly SeriesItem[];
  /** The sum that the table itself states. */
  readonly total?: SeriesItem;
  /** Whether more of the table lies beyond what was seen. */
  readonly isPart: boolean;
  /** Compares series for one ask, from 0. */
  readonly score: number;
}

const totalLabel =
  /^(?:grand |sub)?(?:total|totals|sum|all|overall|altogether|insgesamt|gesamt|summe)\b|^(?:合计|总计|小计|共计|总和)$|\btotal$/iu;
const summaryLabel = /^(?:average|mean|median|min|max|share|change|Ø|平均)/iu;
const fewest = 2;

/** The series of a page that an ask for values of one kind means, best first; `isPart` when the view was cut. */
export function findSeries(
  ask: Ask,
  path: string,
  reading: PageReading,
  isPart: boolean,
  wantsRows: boolean,
): readonly Series[] {
  return reading.tables
    .flatMap((table) => {
      const context: Context = { ask, path, reading, table, isPart };
      return wantsRows ? [countedRows(context)] : [...columnSeries(context), ...rowSeries(context)];
    })
    .filter((series) => series !== undefined)
    .toSorted((one, other) => other.score - one.score);
}

interface Context {
  readonly ask: Ask;
  readonly path: string;
  readonly reading: PageReading;
  readonly table: PageTable;
  readonly isPart: boolean;
}

function termsOf(ask: Ask): readonly AskTerm[] {
  return ask.wordings[0] ?? [];
}

/** What speaks of the whole table. */
function aroundOf({ path, table }: Context): readonly string[] {
  return [...table.headings, ...table.around, path.replace(/\.[^./]*$/, "").replaceAll(/[-_./]+/g, " ")];
}

function isFigureCell(cell: LineCell | undefined): cell is LineCell {
  if (cell === undefined || placeholderValue.test(cell.text)) return false;
  const kinds = kindsOf(cell.text);
  return /\d/.test(cell.text) && ["number", "money", "percent", "measure"].some((kind) => kinds.has(kind as "number"));
}

function columnSeries(context: Context): readonly (Series | undefined)[] {
  const { table } = context;
  const [first] = table.heads.keys();
  const figureColumns = [...table.heads].filter(
    ([column, head]) =>
      column !== first &&
      !totalLabel.test(head) &&
      !summaryLabel.test(head) &&
      table.rows.filter(({ cells }) => isFigureCell(cells.find((one) => one.column === column))).length > 0,
  ).length;
  return [...table.heads].map(([column, head]) => {
    if (column === first) return undefined;
    const cells = table.rows.flatMap(({ line, cells: all }) => {
      const cell = all.find((one) => one.column === column);
      const label = all.find(({ text }) => text !== "");
      return isFigureCell(cell) && label !== undefined && label !== cell
        ? [{ line, cell, all, label: nameOf(all, context) }]
        : [];
    });
    const speaks = [head, [...table.heads.values()][0] ?? ""];
    const fit = fitOf(context, [head], [...speaks, ...aroundOf(context)]);
    if (fit === undefined || cells.length < 1) return undefined;
    const filters = fit.missing;
    const state = stateOf(context);
    const kept = cells.filter(
      ({ all }) =>
        filters.every((term) => all.some((cell) => cell.column !== column && holdsTerm(prepare(cell.text), term))) &&
        (state === undefined || all.some((cell) => cell.column === state.column && cell.text === state.text)),
    );
    const wholes = cells.filter(({ label }) => totalLabel.test(label));
    const items = kept.filter(({ label }) => !totalLabel.test(label) && !summaryLabel.test(label));
    // One row that a name picks out is a look-up, and a filter says nothing of which column is meant.
    if (items.length < (filters.length > 0 && filters.every((term) => !term.isName) ? 1 : fewest)) return undefined;
    // Of several measures only one that the ask names is meant; a number of things is none of money.
    if ((filters.length > 0 && !fit.isAsked) || (figureColumns > 1 && fit.here === 0)) return undefined;
    const unit = unitOfCell(items[0]!.line, head, table.heads, [...table.around, ...table.headings]);
    if (/\b(?:number of|how many)\b|人数|数量/iu.test(context.ask.text) && isMoney(unit, items)) return undefined;
    const whole = filters.length === 0 && state === undefined ? wholes.at(-1) : undefined;
    return seriesOf(context, fit.score, items, whole, unit);
  });
}

function isMoney(unit: string | undefined, items: readonly Found[]): boolean {
  return items.some(({ cell }) => kindsOf(unit === undefined ? cell.text : `${cell.text} ${unit}`).has("money"));
}

/** `that are out`: a state that some column has, in a word that is too common to be a term. */
function stateOf({ ask, table }: Context): LineCell | undefined {
  const said = /\b(?:are|is|were|was|still|marked(?: as)?)\s+(?:still )?(?<state>[\p{L} -]+)$/iu.exec(
    ask.text.replace(/[.?!\s]+$/u, ""),
  )?.groups?.["state"];
  if (said === undefined || prepare(said).terms.size > 0) return undefined;
  const isState = ({ text }: LineCell): boolean => text.toLowerCase() === said.toLowerCase();
  for (const column of table.heads.keys()) {
    if (!sortsRows(column, table.rows)) continue;
    const cell = table.rows.flatMap(({ cells }) => cells).find((one) => one.column === column && isState(one));
    if (cell !== undefined) return cell;
  }
  return undefined;
}

/** Values across a row: the measure is the table's, the period or the measure names the row. */
function rowSeries(context: Context): readonly (Series | undefined)[] {
  const { table } = context;
  const [first] = table.heads.keys();
  return table.rows.map(({ line, cells }) => {
    const label = cells.find(({ text }) => text !== "")?.text ?? "";
    const fit = fitOf(context, [label], [label, ...aroundOf(context)]);
    if (fit === undefined || fit.missing.length > 0 || fit.here === 0) return undefined;
    const named = cells.flatMap((cell) => {
      const head = table.heads.get(cell.column);
      return cell.column !== first && head !== undefined && isFigureCell(cell)
        ? [{ line, cell, all: cells, label: head }]
        : [];
    });
    const items = named.filter(({ label: head }) => !totalLabel.test(head) && !summaryLabel.test(head));
    if (items.length < fewest || !areAlike(context, label, items)) return undefined;
    const whole = named.find(({ label: head }) => totalLabel.test(head));
    return seriesOf(
      context,
      fit.score - 0.05,
      items,
      whole,
      unitOfCell(line, items[0]!.label, table.heads, [label, ...table.around, ...table.headings]),
    );
  });
}

/**
 * Whether the cells of a row are values of one thing: for one period after another; or, what is asked for standing above
 * the table or before the row, for one case after another. Columns of different measures (staff, area, cost) are not.
 */
function areAlike(context: Context, label: string, items: readonly Found[]): boolean {
  const { ask, table } = context;
  const units = items.map(({ line, label: head }) =>
    unitOfCell(line, head, table.heads, [label, ...table.around, ...table.headings]),
  );
  if (new Set(units).size > 1) return false;
  const heads = items.map((item) => prepare(item.label));
  const core = termsOf(ask).filter((term) => !term.isName && term.impliedBy.length === 0);
  // A word of the ask in a head picks a column, or some.
  if (core.some((term) => heads.some((head) => holdsTerm(head, term)))) return false;
  if (items.every((item) => periodHead.test(item.label))) return true;
  const around = [label, ...table.around, ...table.headings].map(prepare);
  return core.some((term) => around.some((text) => holdsTerm(text, term)));
}

const monthHead = String.raw`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\p{L}*\.?(?: (?:19|20)?\d{2})?`;
/** A column of one time: a year, a part of one, a day of the week, a numbered one. */
const periodHead = new RegExp(
  [
    String.raw`(?:FY ?)?(?:19|20)\d{2}(?:[/–-]\d{2,4})?`,
    String.raw`[QH][1-4](?:[ /-]?(?:19|20)\d{2})?`,
    monthHead,
    "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day",
    String.raw`(?:week|month|quarter|year|day) \d+`,
    "(?:first|second|third|fourth) (?:quarter|half)",
    String.raw`(?:(?:19|20)\d{2}年)?${hanPartOfYear}?`,
  ]
    .map((one) => `^(?:${one})$`)
    .join("|"),
  "iu",
);

/**
 * The rows that words of the ask pick out of a list of such things: `overdue` of a register of invoices, or `Oakridge` and
 * `open`, each in a column of its own. Without such words all rows, where the first column names the things counted.
 */
function countedRows(context: Context): Series | undefined {
  const { table, ask } = context;
  const terms = termsOf(ask).filter(({ impliedBy }) => impliedBy.length === 0);
  const about = [...aroundOf(context), ...table.heads.values()].map(prepare);
  const missing = terms.filter((term) => !about.some((text) => holdsTerm(text, term)));
  const known = terms.length - missing.length;
  const rows = table.rows.filter(({ cells }) => !totalLabel.test(cells.find(({ text }) => text !== "")?.text ?? ""));
  if (missing.length === 0) return known === 0 ? undefined : allRows(context, rows, terms);
  const isDenying = denial.test(ask.text);
  const sorting = [...table.heads.keys()].filter((column) => sortsRows(column, rows));
  const columns = missing.map((term) =>
    sorting.filter((column) =>
      rows.some(({ cells }) => cells.some((cell) => cell.column === column && says(cell, term, isDenying))),
    ),
  );
  if (columns.some((of) => of.length === 0)) return undefined;
  const items = rows.flatMap((row) => {
    const held = missing.map((term, at) =>
      row.cells.find(
        (cell) =>
          columns[at]!.includes(cell.column) && isShort(cell, missing, known > 0) && says(cell, term, isDenying),
      ),
    );
    const last = held.at(-1);
    const isMeant = !isDenying || held.some((cell) => cell !== undefined && denial.test(cell.text));
    return last === undefined || held.includes(undefined) || !isMeant ? [] : [foundIn(row, last, context)];
  });
  return items.length === 0 ? undefined : seriesOf(context, 1 + 0.1 * known, items, undefined, undefined);
}

/** All rows, where the first column names the things that are counted, each its own. */
function allRows(context: Context, rows: PageTable["rows"], terms: readonly AskTerm[]): Series | undefined {
  const [first, head = ""] = [...context.table.heads][0] ?? [];
  const names = rows.flatMap(({ cells }) => cells.find(({ column, text }) => column === first && text !== "") ?? []);
  const areThings = terms.some((term) => holdsTerm(prepare(head), term));
  const areDistinct = names.length === rows.length && new Set(names.map(({ text }) => text)).size === rows.length;
  if (!areThings || !areDistinct || rows.length < fewest) return undefined;
  const items = rows.map((row, index) => foundIn(row, names[index]!, context));
  return seriesOf(context, 1 + 0.1 * terms.length, items, undefined, undefined);
}

function foundIn({ line, cells }: PageTable["rows"][number], cell: LineCell, context: Context): Found {
  return { line, cell, label: nameOf(cells, context) };
}

/** A column of words of which some come again sorts rows; one of names or figures does not. */
function sortsRows(column: number, rows: PageTable["rows"]): boolean {
  const cells = rows.flatMap(({ cells: all }) => all.find((one) => one.column === column) ?? []);
  const values = new Set(cells.map(({ text }) => text));
  const words = cells.filter(({ text }) => /\p{L}/u.test(text));
  return values.size >= 2 && values.size < cells.length && words.length > cells.length / 2;
}

const denial = /\b(?:not|no|non|never|without|un\p{L}+|nicht|kein\p{L}*)\b|[未不无非]/iu;

/** Whether a cell says what a word of the ask says; `not paid` does not say `paid`, unless the ask denies something too. */
function says({ text }: LineCell, term: AskTerm, isDenying: boolean): boolean {
  return holdsTerm(prepare(text), term) && (isDenying || !denial.test(text));
}

/**
 * No more than the words asked for, and one where the table is about what is asked: `open`, `Oakridge Ltd`, not a remark in
 * which they stand.
 */
function isShort({ text }: LineCell, terms: readonly AskTerm[], isAbout: boolean): boolean {
  return prepare(text).terms.size <= terms.length + (isAbout ? 1 : 0);
}

interface Found {
  readonly line: PageLine;
  readonly cell: LineCell;
  readonly label: string;
}

function seriesOf(
  { path, reading, isPart }: Context,
  score: number,
  items: readonly Found[],
  whole: Found | undefined,
  unit: string | undefined,
): Series {
  const itemOf = ({ line, cell, label }: Found): SeriesItem => ({
    label,
    value: cell.text,
    address: cell.address ?? line.address,
    quote: line.raw.trim().slice(0, 300),
  });
  return {
    path,
    title: reading.title,
    ...(reading.date !== undefined && { date: reading.date }),
    ...(unit !== undefined && { unit }),
    items: items.map(itemOf),
    ...(whole !== undefined && { total: itemOf(whole) }),
    isPart,
    score,
  };
}

/** What names a row: its first cell with letters that is no running number. */
function nameOf(cells: readonly LineCell[], { table }: Context): string {
  const filled = cells.filter(({ text }) => text !== "");
  const isNumbered = /^(?:no|nr|id|#|ref|number|序号|编号)\b\.?/iu.test(table.heads.get(filled[0]?.column ?? 0) ?? "");
  return (isNumbered ? (filled[1] ?? filled[0]) : filled[0])?.text ?? "";
}

interface Fit {
  readonly score: number;
  /** Words that stand in the head of the column or row itself. */
  readonly here: number;
  /** Whether one of these says what is asked, and not only whose or how much. */
  readonly isAsked: boolean;
  /** Words that neither the head nor the table has: they have to pick out rows. */
  readonly missing: readonly AskTerm[];
}

/** How well a column or row fits the ask; `undefined` when it is of another time or says nothing of what is asked. */
function fitOf({ ask, table }: Context, here: readonly string[], all: readonly string[]): Fit | undefined {
  const terms = termsOf(ask);
  if (!isOfPeriod(ask, all)) return undefined;
  const [near, far, heads] = [here.map(prepare), all.map(prepare), [...table.heads.values()].map(prepare)];
  const isHere = terms.filter((term) => near.some((text) => holdsTerm(text, term)));
  const isThere = terms.filter((term) => !isHere.includes(term) && far.some((text) => holdsTerm(text, term)));
  const left = terms.filter((term) => !isHere.includes(term) && !isThere.includes(term) && term.impliedBy.length === 0);
  // `for category cleaning`: the name of another column only says where the word stands.
  const missing = left.filter((term) => !heads.some((text) => holdsTerm(text, term)));
  const isNamed = missing.every((term) => !/^(?:q[1-4]|h[12])$/.test(term.term));
  if (!isNamed || isHere.length + isThere.length === 0) return undefined;
  const isOfAsk = (text: string): boolean =>
    ask.years.some((year) => yearsIn(text).includes(year)) ||
    ask.months.some((month) => monthsIn(text).includes(month));
  const periods = here.some(isOfAsk) ? 1 : 0;
  return {
    score: (isHere.length * 1.5 + isThere.length + periods) / (terms.length + 1) - 0.2 * missing.length,
    here: isHere.length + periods,
    isAsked: isHere.some((term) => !term.isName && !/^(?:number|total)$/.test(term.term)),
    missing,
  };
}

function isOfPeriod(ask: Ask, texts: readonly string[]): boolean {
  const nearest = texts.map(yearsIn).find((years) => years.length > 0);
  if (ask.years.length > 0 && (nearest === undefined || !nearest.some((year) => ask.years.includes(year))))
    return false;
  const months = texts.map(monthsIn).find((found) => found.length > 0);
  return ask.months.length === 0 || months === undefined || months.some((month) => ask.months.includes(month));
}
