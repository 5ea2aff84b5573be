import type { SeededRandom } from "@runningtab/test-kit";
import { columnName, writeXlsx, type WorkbookSheet, type WorkbookValue } from "@runningtab/test-kit/office";
import type { Attribute } from "../domains.ts";
import type { FolderBook } from "../folder-book.ts";
import { capitalised } from "../phrasing.ts";
import { drawScene, type Scene } from "../scene.ts";
import { columnHead, emptyCell, filler } from "./drafts.ts";
import type { Shape } from "./shape.ts";

/** Workbooks with several sheets: subjects down and attributes across or the other way round, titles above, totals below. */
export const workbooks: Shape = {
  name: "workbooks",
  build(random, book) {
    const scene = drawScene(random, { subjects: 7 });
    const [first, second] = [scene.attributes.slice(0, 4), scene.attributes.slice(4)];
    writeTable(
      random,
      scene,
      first,
      book,
      `${scene.domain.name}-register.xlsx`,
      random.pick(["Register", "Main list"]),
    );
    writeTable(
      random,
      scene,
      second,
      book,
      `${random.pick(["data", "records"])}/${scene.domain.name} details.xlsx`,
      "Details 1",
    );
    const other = drawScene(random, { subjects: 4, otherThan: scene });
    writeTable(random, other, other.attributes, book, `other/${other.domain.name}.xlsx`, "Sheet1");
    // Long lists without anything that is asked for.
    const rows: WorkbookValue[][] = Array.from({ length: 60 }, (_, index) => [
      `T-${index}`,
      random.integer(1, 9),
      random.integer(1, 9),
    ]);
    book.add("logs/counter.xlsx", writeXlsx({ sheets: [{ name: "Log", rows: [["Tag", "In", "Out"], ...rows] }] }));
    return { scenes: [scene], conditions: [] };
  },
};

function writeTable(
  random: SeededRandom,
  scene: Scene,
  attributes: readonly Attribute[],
  book: FolderBook,
  path: string,
  name: string,
): void {
  const transposed = random.next() < 0.4;
  const title: WorkbookValue[][] = random.next() < 0.5 ? [[`${capitalised(scene.domain.name)}, as of today`], []] : [];
  const down = transposed ? attributes.map(columnHead) : scene.subjects;
  const across = transposed ? scene.subjects : attributes.map(columnHead);
  const corner = transposed ? "Item" : capitalised(scene.domain.subjectNoun);
  const rows: WorkbookValue[][] = [...title, [corner, ...across]];
  down.forEach((label, rowIndex) => {
    const row: WorkbookValue[] = [label];
    across.forEach((_, columnIndex) => {
      const subject = scene.subjects[transposed ? columnIndex : rowIndex]!;
      const attribute = attributes[transposed ? rowIndex : columnIndex]!;
      const value = scene.value(subject, attribute);
      row.push(value === undefined ? emptyCell(random) || null : cellOf(value));
      if (value !== undefined) {
        const cell = `${columnName(columnIndex + 2)}${rows.length + 1}`;
        book.state({ subject, attribute, value, address: `${path}#sheet=${encodeURIComponent(name)}&cell=${cell}` });
      }
    });
    rows.push(row);
  });
  const sheets: WorkbookSheet[] = [
    { name, rows },
    { name: "Remarks", rows: [[filler(random, scene)], [filler(random, scene)]] },
  ];
  book.add(path, writeXlsx({ sheets: random.next() < 0.3 ? sheets.toReversed() : sheets }));
}

/** Numbers as numbers with the format that shows them as the text says; everything else as text. */
function cellOf(text: string): WorkbookValue {
  const grouped = /^(\d{1,3}(?:,\d{3})*)(\.\d+)?$/.exec(text);
  if (grouped !== null) {
    const decimals = grouped[2]?.length ?? 0;
    const format = `${text.includes(",") ? "#,##0" : "0"}${decimals > 1 ? `.${"0".repeat(decimals - 1)}` : ""}`;
    return { value: Number(text.replaceAll(",", "")), format };
  }
  const percent = /^(\d+)\.(\d)%$/.exec(text);
  if (percent !== null) return { value: Number(`${percent[1]}.${percent[2]}`) / 100, format: "0.0%" };
  const pounds = /^£([\d,]+)$/.exec(text);
  if (pounds !== null) return { value: Number(pounds[1]!.replaceAll(",", "")), format: '"£"#,##0' };
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { date: text };
  return text;
}
