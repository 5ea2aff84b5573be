import type { SeededRandom } from "@runningtab/test-kit";
import type { ReadyAsk } from "../asked-fact.ts";
import { capitalised } from "../phrasing.ts";
import { type Topic, writeTenths } from "../topics.ts";

/** A table of figures as a shape wrote it. */
export interface FigureTable {
  readonly topic: Topic;
  readonly rows: readonly string[];
  /** As asks name the periods: `Q1 2024`, `2021`, `H1 2023`. */
  readonly columns: readonly string[];
  /** In tenths: by row, then by column. */
  readonly values: readonly (readonly number[])[];
  /** Whether the columns are the quarters of one year. */
  readonly sameYear: boolean;
  readonly address: (row: number, column: number) => string;
  /** Where the table states the sum of a column; absent where it has no such row. */
  readonly totalAddress: ((column: number) => string) | undefined;
}

/** Look-ups by row and column, and everything that people have worked out from such a table. */
export function asksOfFigures(random: SeededRandom, table: FigureTable, language: "en" | "zh"): ReadyAsk[] {
  const all = (language === "zh" ? chineseAsks : englishAsks)(random, table);
  const [lookups, computed, vain] = [
    all.filter(({ inputs, value }) => value !== undefined && inputs === undefined),
    all.filter(({ inputs }) => inputs !== undefined),
    all.filter(({ value }) => value === undefined),
  ];
  return [...random.shuffle(lookups).slice(0, 2), ...random.shuffle(computed).slice(0, 4), ...vain];
}

interface Drawn {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

function draw(random: SeededRandom, table: FigureTable): Drawn {
  const rows = random.shuffle(table.rows.map((_, index) => index));
  const columns = random
    .shuffle(table.columns.map((_, index) => index))
    .slice(0, 2)
    .toSorted((one, other) => one - other);
  const [early, late] = [columns[0]!, columns[1]!];
  // Growth is asked where there was some.
  const grown = rows.find((row) => table.values[row]![late]! > table.values[row]![early]!) ?? rows[0]!;
  return { rows: [grown, rows.find((row) => row !== grown)!], columns: [early, late] };
}

function englishAsks(random: SeededRandom, table: FigureTable): ReadyAsk[] {
  const { topic, rows, columns } = table;
  const { measure, rowKind, rowKinds } = topic;
  const {
    rows: [a, b],
    columns: [early, late],
  } = draw(random, table);
  const [rowA, rowB, c1, c2] = [rows[a]!, rows[b]!, columns[early]!, columns[late]!];
  const make = maker(table);
  const span = table.sameYear ? `Q1 to Q4 ${c1.slice(3)}` : `${columns[0]} to ${columns.at(-1)}`;
  const asks: ReadyAsk[] = [
    make.cell(
      a,
      late,
      random.pick([`${capitalised(measure)} of ${rowA} in ${c2}`, `${rowA}: ${measure} in ${c2}`]),
      `What was the ${measure} of ${rowA} in ${c2}?`,
    ),
    make.cell(
      b,
      early,
      `${capitalised(measure)} of ${rowB} in ${c1}`,
      `How high was the ${measure} of ${rowB} in ${c1}?`,
    ),
    make.sum(
      [a, b],
      late,
      random.pick([
        `${capitalised(measure)} of ${rowA} and ${rowB} combined in ${c2}`,
        `Total ${measure} of ${rowA} and ${rowB} in ${c2}`,
      ]),
      `What was the ${measure} of ${rowA} and ${rowB} together in ${c2}?`,
    ),
    make.rowSum(
      a,
      random.pick([
        `Total ${measure} of ${rowA} for ${span}`,
        `${capitalised(measure)} of ${rowA} from ${span}, in all`,
      ]),
      `What was the total ${measure} of ${rowA} from ${span}?`,
    ),
    make.difference(
      [a, late],
      [a, early],
      random.pick([
        `Change in ${measure} of ${rowA} from ${c1} to ${c2}`,
        `Difference in ${measure} of ${rowA} between ${c1} and ${c2}`,
      ]),
      `By how much did the ${measure} of ${rowA} change from ${c1} to ${c2}?`,
    ),
    make.difference(
      [a, late],
      [b, late],
      `Difference between the ${measure} of ${rowA} and ${rowB} in ${c2}`,
      `What is the difference between the ${measure} of ${rowA} and of ${rowB} in ${c2}?`,
    ),
    make.share(
      a,
      late,
      random.pick([
        `Share of ${rowA} in the total ${measure} of ${c2}`,
        `${rowA}'s percentage of total ${measure} in ${c2}`,
      ]),
      `What share of the total ${measure} in ${c2} did ${rowA} have?`,
    ),
    make.average(
      a,
      random.pick([`Average ${measure} of ${rowA} from ${span}`, `Mean ${measure} of ${rowA} over ${span}`]),
      `What was the average ${measure} of ${rowA} from ${span}?`,
    ),
    make.extreme(
      "max",
      late,
      `${capitalised(rowKind)} with the highest ${measure} in ${c2}`,
      `Which ${rowKind} had the highest ${measure} in ${c2}?`,
    ),
    make.extreme(
      "min",
      early,
      `${capitalised(rowKind)} with the lowest ${measure} in ${c1}`,
      `Which ${rowKind} had the lowest ${measure} in ${c1}?`,
    ),
    make.count(
      random,
      late,
      (limit) => `Number of ${rowKinds} with a ${measure} above ${limit} in ${c2}`,
      (limit) => `How many ${rowKinds} had a ${measure} of more than ${limit} in ${c2}?`,
    ),
    make.vain(
      `${capitalised(measure)} of ${rowA} in ${table.sameYear ? `Q2 ${Number(c1.slice(3)) + 4}` : "2031"}`,
      `What was the ${measure} of ${rowA} in ${table.sameYear ? `Q2 ${Number(c1.slice(3)) + 4}` : "2031"}?`,
    ),
  ];
  return asks;
}

function chineseAsks(random: SeededRandom, table: FigureTable): ReadyAsk[] {
  const { topic, rows, columns } = table;
  const { measure, rowKind } = topic;
  const {
    rows: [a, b],
    columns: [early, late],
  } = draw(random, table);
  const [rowA, rowB, c1, c2] = [rows[a]!, rows[b]!, columns[early]!, columns[late]!];
  const make = maker(table);
  const asks: ReadyAsk[] = [
    make.cell(a, late, `${rowA}${c2}的${measure}`, `${rowA}${c2}的${measure}是多少？`),
    make.cell(b, early, `${c1}${rowB}的${measure}`, `${c1}${rowB}的${measure}是多少？`),
    make.sum([a, b], late, `${c2}${rowA}和${rowB}的${measure}合计`, `${c2}${rowA}和${rowB}的${measure}合计是多少？`),
    make.difference(
      [a, late],
      [a, early],
      `${rowA}${c2}比${c1}的${measure}增加了多少`,
      `${rowA}${c2}的${measure}比${c1}增加了多少？`,
    ),
    make.share(
      a,
      late,
      `${c2}${rowA}的${measure}占总${measure}的比例`,
      `${c2}${rowA}的${measure}占总${measure}的比例是多少？`,
    ),
    make.extreme("max", late, `${c2}${measure}最高的${rowKind}`, `${c2}哪个${rowKind}的${measure}最高？`),
    make.extreme("min", early, `${c1}${measure}最低的${rowKind}`, `${c1}哪个${rowKind}的${measure}最低？`),
    make.vain(`${rowA}2031年的${measure}`, `${rowA}2031年的${measure}是多少？`),
  ];
  return asks;
}

function maker(table: FigureTable) {
  const { values, topic, rows, address } = table;
  const every = rows.map((_, index) => index);
  const written = (tenths: number): string => writeTenths(tenths, topic.decimals);
  const computed = (noun: string, question: string, value: string, ...inputs: (readonly string[])[]): ReadyAsk => ({
    noun,
    question,
    value,
    ...(topic.unit !== undefined && !value.endsWith("%") && { unit: topic.unit }),
    address: undefined,
    inputs,
  });
  const columnPlaces = (column: number): string[] => every.map((row) => address(row, column));
  const extremeOf = (kind: "max" | "min", column: number): number =>
    every.toSorted((one, other) => (kind === "max" ? -1 : 1) * (values[one]![column]! - values[other]![column]!))[0]!;
  return {
    cell: (row: number, column: number, noun: string, question: string): ReadyAsk => ({
      noun,
      question,
      value: written(values[row]![column]!),
      address: address(row, column),
    }),
    sum: (of: readonly number[], column: number, noun: string, question: string) =>
      computed(
        noun,
        question,
        written(of.reduce((sum, row) => sum + values[row]![column]!, 0)),
        of.map((row) => address(row, column)),
      ),
    rowSum: (row: number, noun: string, question: string) =>
      computed(
        noun,
        question,
        written(values[row]!.reduce((sum, one) => sum + one, 0)),
        values[row]!.map((_, column) => address(row, column)),
      ),
    difference: (from: readonly [number, number], to: readonly [number, number], noun: string, question: string) =>
      computed(noun, question, written(Math.abs(values[from[0]]![from[1]]! - values[to[0]]![to[1]]!)), [
        address(...from),
        address(...to),
      ]),
    share: (row: number, column: number, noun: string, question: string) => {
      const total = every.reduce((sum, one) => sum + values[one]![column]!, 0);
      const share = `${((100 * values[row]![column]!) / total).toFixed(4)} %`;
      const stated = table.totalAddress === undefined ? [] : [[address(row, column), table.totalAddress(column)]];
      return computed(noun, question, share, columnPlaces(column), ...stated);
    },
    average: (row: number, noun: string, question: string) => {
      const sum = values[row]!.reduce((total, one) => total + one, 0);
      return computed(
        noun,
        question,
        String(sum / 10 / values[row]!.length),
        values[row]!.map((_, column) => address(row, column)),
      );
    },
    extreme: (kind: "max" | "min", column: number, noun: string, question: string) =>
      computed(noun, question, rows[extremeOf(kind, column)]!, columnPlaces(column), [
        address(extremeOf(kind, column), column),
      ]),
    count: (
      random: SeededRandom,
      column: number,
      noun: (limit: string) => string,
      question: (limit: string) => string,
    ) => {
      const sorted = values.map((row) => row[column]!).toSorted((one, other) => one - other);
      const at = random.integer(1, sorted.length - 2);
      const tenths = Math.floor((sorted[at]! + sorted[at + 1]!) / 20) * 10;
      const limit = written(tenths);
      return computed(
        noun(limit),
        question(limit),
        String(sorted.filter((one) => one > tenths).length),
        columnPlaces(column),
      );
    },
    vain: (noun: string, question: string): ReadyAsk => ({ noun, question, value: undefined, address: undefined }),
  };
}
