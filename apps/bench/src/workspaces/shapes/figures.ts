import type { SeededRandom } from "@runningtab/test-kit";
import type { FolderBook } from "../folder-book.ts";
import { type TableFormat, writeTablePage } from "../table-page.ts";
import { chineseTopics, drawTenths, type Topic, topics, writeTenths } from "../topics.ts";
import { capitalised } from "../phrasing.ts";
import { asksOfFigures, type FigureTable } from "./figure-asks.ts";
import type { Shape } from "./shape.ts";

/** Tables of one measure by row and period, with heads of one or two rows, units wherever people put them, and totals. */
export const figures: Shape = {
  name: "figures",
  build(random, book) {
    const chosen = random.shuffle(topics).slice(0, 3);
    chosen.forEach((topic, index) => {
      const formats: readonly TableFormat[] = ["xlsx", "csv", "md", "html", "docx", "pdf"];
      const table = writeFigures(
        random,
        book,
        topic,
        random.pick(formats),
        "en",
        `${["reports", "finance", "data"][index]!}/`,
      );
      for (const ask of asksOfFigures(random, table, "en")) book.ask(ask);
    });
    return { scenes: [], conditions: [] };
  },
};

/** The same in Chinese, with full-width digits, 万 and 亿. */
export const figuresZh: Shape = {
  name: "figures-zh",
  build(random, book) {
    const chosen = random.shuffle(chineseTopics).slice(0, 2);
    chosen.forEach((topic, index) => {
      const formats: readonly TableFormat[] = ["xlsx", "csv", "md", "html", "docx"];
      const table = writeFigures(random, book, topic, random.pick(formats), "zh", `${["报表", "数据"][index]!}/`);
      for (const ask of asksOfFigures(random, table, "zh")) book.ask(ask);
    });
    return { scenes: [], conditions: [], language: "zh" };
  },
};

function writeFigures(
  random: SeededRandom,
  book: FolderBook,
  topic: Topic,
  format: TableFormat,
  language: "en" | "zh",
  folder: string,
): FigureTable {
  const zh = language === "zh";
  const year = random.integer(2019, 2024);
  const quarters = zh ? ["第一季度", "第二季度", "第三季度", "第四季度"] : ["Q1", "Q2", "Q3", "Q4"];
  const years = [0, 1, 2, 3].map((step) => (zh ? `${year - 3 + step}年` : String(year - 3 + step)));
  const halves = zh ? ["上半年", "下半年"] : ["H1", "H2"];
  const layout = random.pick(["quarters", "years", "halves"] as const);
  const twoYears = [years[2]!, years[3]!];
  const columns =
    layout === "quarters"
      ? quarters.map((quarter) => ({ head: [quarter], ask: zh ? `${years[3]}${quarter}` : `${quarter} ${year}` }))
      : layout === "years"
        ? years.map((one) => ({ head: [one], ask: one }))
        : twoYears.flatMap((one) =>
            halves.map((half) => ({ head: [one, half], ask: zh ? `${one}${half}` : `${half} ${one}` })),
          );
  const rows = random.shuffle(topic.rows).slice(0, random.integer(4, topic.rows.length));
  const values = rows.map(() => columns.map(() => drawTenths(random, topic)));
  const hasTotals = random.next() < 0.5;
  const isTurned = layout !== "halves" && random.next() < 0.25;
  const unitPlace =
    topic.unit === undefined
      ? "none"
      : format === "csv"
        ? "corner"
        : random.pick(["caption", "corner", "title"] as const);
  const unitWords = zh ? `（单位：${topic.unit}）` : random.pick([` (${topic.unit})`, `, in ${topic.unit}`]);
  const measure = zh ? topic.measure : capitalised(topic.measure);
  const scope = layout === "quarters" ? (zh ? `${years[3]}` : ` ${year}`) : "";
  const title = zh
    ? `${scope}各${topic.rowKind}${topic.measure}${unitPlace === "title" ? unitWords : ""}`
    : `${measure} by ${topic.rowKind}${scope}${unitPlace === "title" ? unitWords : ""}`;
  const corner = `${capitalised(topic.rowKind)}${unitPlace === "corner" ? (zh ? unitWords : ` (${topic.unit})`) : ""}`;
  const caption =
    unitPlace !== "caption"
      ? undefined
      : zh
        ? `单位：${topic.unit}`
        : random.pick([`All figures in ${topic.unit}.`, `in ${topic.unit}`, `Unit: ${topic.unit}`]);
  const written = values.map((row) => row.map((tenths) => writeTenths(tenths, topic.decimals)));
  const sums = columns.map((_, column) => values.reduce((sum, row) => sum + row[column]!, 0));
  const total = zh ? "合计" : random.pick(["Total", "All", "Sum"]);
  const stem = zh
    ? `${folder}${topic.measure}${layout === "quarters" ? years[3] : ""}`
    : `${folder}${topic.measure.replaceAll(" ", "-")}${layout === "quarters" ? `-${year}` : ""}`;
  const levels = columns[0]!.head.length;
  const plainHead = Array.from({ length: levels }, (_, level) => [
    level === 0 ? corner : "",
    ...columns.map(({ head }) => head[level]!),
  ]);
  const place = isTurned
    ? writeTablePage(book, stem, format, {
        title,
        ...(caption !== undefined && { caption }),
        head: [[zh ? "期间" : "Period", ...rows]],
        body: columns.map((column, index) => [column.head[0]!, ...written.map((row) => row[index]!)]),
        note: unitPlace === "corner" ? (zh ? `单位：${topic.unit}` : `Figures in ${topic.unit}.`) : "",
      })
    : writeTablePage(book, stem, format, {
        title,
        ...(caption !== undefined && { caption }),
        head: plainHead,
        body: [
          ...rows.map((row, index) => [row, ...written[index]!]),
          ...(hasTotals ? [[total, ...sums.map((sum) => writeTenths(sum, topic.decimals))]] : []),
        ],
        note: zh ? "以上数据未经审计。" : "Figures are not audited.",
      });
  return {
    topic,
    rows,
    columns: columns.map(({ ask }) => ask),
    values,
    sameYear: layout === "quarters",
    address: (row, column) => (isTurned ? place(column, row + 1) : place(row, column + 1)),
    totalAddress: hasTotals && !isTurned ? (column) => place(rows.length, column + 1) : undefined,
  };
}
