import { TextDraft } from "../folder-book.ts";
import { capitalised } from "../phrasing.ts";
import { drawScene } from "../scene.ts";
import { columnHead, emptyCell } from "./drafts.ts";
import type { Shape } from "./shape.ts";

const months = ["January", "February", "March", "April"] as const;

/** Separated values: a wide register, a long list of entries, and ledgers of the months that nobody asks about. */
export const ledgers: Shape = {
  name: "ledgers",
  build(random, book) {
    const scene = drawScene(random, { subjects: 7 });
    const separator = random.pick([",", ";", "\t"]);
    const extension = separator === "\t" ? "tsv" : "csv";
    const cell = (text: string): string => (text.includes(separator) ? `"${text}"` : text);
    const [wide, long] = [scene.attributes.slice(0, 4), scene.attributes.slice(4)];

    const register = new TextDraft().line(
      [capitalised(scene.domain.subjectNoun), ...wide.map(columnHead)].map(cell).join(separator),
    );
    for (const subject of scene.subjects) {
      const cells = wide.map((attribute) => scene.value(subject, attribute) ?? emptyCell(random));
      const facts = wide.flatMap((attribute) => {
        const value = scene.value(subject, attribute);
        return value === undefined ? [] : [{ subject, attribute, value }];
      });
      register.line([subject, ...cells].map(cell).join(separator), ...facts);
    }
    register.finish(book, `registers/${scene.domain.name}.${extension}`);

    const entries = new TextDraft().line(["Entry", "Subject", "Item", "Value", "By"].map(cell).join(separator));
    const pairs = scene.subjects.flatMap((subject) => long.map((attribute) => ({ subject, attribute })));
    random.shuffle(pairs).forEach(({ subject, attribute }, index) => {
      const value = scene.value(subject, attribute);
      if (value === undefined) return;
      const row = [`E${index + 1}`, subject, attribute.name, value, random.pick(["ab", "kl", "rs"])];
      entries.line(row.map(cell).join(separator), { subject, attribute, value });
    });
    entries.finish(book, `registers/entries.${extension}`);

    for (const month of months) {
      const ledger = new TextDraft().line("Date,Account,Debit,Credit");
      for (let day = 1; day <= 25; day++) {
        ledger.line(
          `${day} ${month},${random.pick(["4100", "4120", "6300", "7010"])},${random.integer(1, 9)}.${random.integer(10, 99)},0`,
        );
      }
      ledger.finish(book, `ledgers/${month.toLowerCase()}.csv`);
    }
    return { scenes: [scene], conditions: [] };
  },
};
