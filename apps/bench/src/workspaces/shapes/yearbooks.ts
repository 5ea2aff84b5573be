import { columnName, writePdf, writeXlsx, type WorkbookValue } from "@runningtab/test-kit/office";
import { drawScene } from "../scene.ts";
import { columnHead, filler } from "./drafts.ts";
import type { Shape } from "./shape.ts";

/** Values of several years side by side: a sheet per year, and PDF tables with a column per year. Each ask names its year. */
export const yearbooks: Shape = {
  name: "yearbooks",
  build(random, book) {
    const scene = drawScene(random, { subjects: 5 });
    const years = [2021, 2022, 2023];
    const asked = random.pick(years);
    const qualifier = { after: random.pick([`in ${asked}`, `(${asked})`, `for ${asked}`]) };
    const [sheeted, printed] = [scene.attributes.slice(0, 4), scene.attributes.slice(4)];
    const path = `yearbook-${scene.domain.name}.xlsx`;
    const sheets = years.map((year) => {
      const rows: WorkbookValue[][] = [["Name", ...sheeted.map(columnHead)]];
      for (const subject of scene.subjects) {
        const row: WorkbookValue[] = [subject];
        sheeted.forEach((attribute, column) => {
          const value = scene.value(subject, attribute);
          row.push(value === undefined ? null : year === asked ? value : scene.otherValue(attribute));
          const address = `${path}#sheet=${year}&cell=${columnName(column + 2)}${rows.length + 1}`;
          if (value !== undefined && year === asked) book.state({ subject, attribute, value, address, qualifier });
        });
        rows.push(row);
      }
      return { name: String(year), rows };
    });
    book.add(path, writeXlsx({ sheets }));
    printed.forEach((attribute, index) => {
      const pdf = `series/${index + 1}-${attribute.name.replaceAll(" ", "-")}.pdf`;
      const rows = scene.subjects.map((subject) => {
        const value = scene.value(subject, attribute);
        if (value === undefined) return [subject, "", "", ""];
        book.state({ subject, attribute, value, address: `${pdf}#page=1`, qualifier });
        return [subject, ...years.map((year) => (year === asked ? value : scene.otherValue(attribute)))];
      });
      book.add(
        pdf,
        writePdf({
          pages: [
            [
              { type: "heading", text: columnHead(attribute) },
              { type: "paragraph", text: filler(random, scene) },
              { type: "table", widths: [140, 105, 105, 105], rows: [["Name", ...years.map(String)], ...rows] },
            ],
          ],
        }),
      );
    });
    return { scenes: [scene], conditions: [], qualifier };
  },
};
