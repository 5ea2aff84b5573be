import { writeDocx, writeEml, writePptx, writeXlsx } from "@runningtab/test-kit/office";
import { TextDraft } from "../folder-book.ts";
import { sentence } from "../phrasing.ts";
import { drawScene } from "../scene.ts";
import { markdownTable } from "./departments.ts";
import { columnHead, filler, slug, subjectDraft } from "./drafts.ts";
import { tableReport } from "./reports.ts";
import type { Shape } from "./shape.ts";

/** A bit of everything: each attribute lives in another format. */
export const mixed: Shape = {
  name: "mixed",
  build(random, book) {
    const scene = drawScene(random, { subjects: 6 });
    const [printed, table, sheet, told, mailed, listed, noted] = random.shuffle(scene.attributes);
    tableReport(random, scene, [printed!], book, `reports/${scene.domain.name}.pdf`);
    markdownTable(random, scene, [table!]).finish(book, "wiki/overview.md");
    const rows = scene.subjects.map((subject, index) => {
      const value = scene.value(subject, sheet!);
      if (value !== undefined)
        book.state({ subject, attribute: sheet!, value, address: `finance/list.xlsx#sheet=List&cell=B${index + 2}` });
      return [subject, value ?? null];
    });
    book.add(
      "finance/list.xlsx",
      writeXlsx({ sheets: [{ name: "List", rows: [["Name", columnHead(sheet!)], ...rows] }] }),
    );
    const list = new TextDraft().line(`Name;${columnHead(listed!)};Checked`);
    for (const subject of scene.subjects) {
      const inText = scene.value(subject, told!);
      if (inText !== undefined) {
        const path = `letters/${slug(subject)}.docx`;
        const text = sentence(random, subject, told!, inText);
        book.add(
          path,
          writeDocx({
            blocks: [
              { type: "heading", text: subject },
              { type: "paragraph", text: `${filler(random, scene)} ${text}` },
            ],
          }),
        );
        book.state({ subject, attribute: told!, value: inText, address: path });
      }
      const inMail = scene.value(subject, mailed!);
      if (inMail !== undefined) {
        const path = `mail/${slug(subject)}.eml`;
        const body = `Hello,\n\n${sentence(random, subject, mailed!, inMail)}\n${filler(random, scene)}\n\nBest\nMaren`;
        book.add(
          path,
          writeEml({
            from: "Maren Obi <maren@office.example>",
            to: "desk@office.example",
            subject: `About ${subject}`,
            date: "Thu, 04 Apr 2024 12:00:00 +0000",
            body,
          }),
        );
        book.state({ subject, attribute: mailed!, value: inMail, address: path });
      }
      const inList = scene.value(subject, listed!);
      list.line(
        `${subject};${inList ?? ""};yes`,
        ...(inList === undefined ? [] : [{ subject, attribute: listed!, value: inList }]),
      );
      subjectDraft(random, scene, subject, [noted!]).finish(book, `notes/${slug(subject)}.txt`);
    }
    list.finish(book, "lists/checked.csv");
    book.add("slides/kick-off.pptx", writePptx({ slides: [{ title: "Kick-off", bullets: [filler(random, scene)] }] }));
    return { scenes: [scene], conditions: [] };
  },
};
