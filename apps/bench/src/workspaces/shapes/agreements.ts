import { writeDocx, type WordBlock, type WordText } from "@runningtab/test-kit/office";
import { capitalised, sentence } from "../phrasing.ts";
import { drawScene } from "../scene.ts";
import { filler, slug } from "./drafts.ts";
import type { Shape } from "./shape.ts";

/** Word files in which values were changed with tracking: the deleted reading stands beside the inserted one. */
export const agreements: Shape = {
  name: "agreements",
  build(random, book) {
    const scene = drawScene(random, { subjects: 5 });
    for (const subject of scene.subjects) {
      const path = `agreements/${slug(subject)}${random.pick(["", "-agreement", "-contract"])}.docx`;
      const blocks: WordBlock[] = [
        { type: "heading", text: `Agreement on ${subject}` },
        { type: "paragraph", text: filler(random, scene) },
      ];
      const tabled: string[][] = [["Item", "Agreed"]];
      for (const attribute of random.shuffle(scene.attributes)) {
        const value = scene.value(subject, attribute);
        if (value === undefined) continue;
        book.state({ subject, attribute, value, address: path });
        if (random.next() < 0.25) {
          tabled.push([capitalised(attribute.name), value]);
          continue;
        }
        const [before, after] = sentence(random, subject, attribute, "\u0000").split("\u0000") as [string, string];
        const author = random.pick(["Nora Keller", "legal department"]);
        const changed: WordText = [
          before,
          { text: scene.otherValue(attribute), revision: { kind: "deleted", author } },
          { text: value, revision: { kind: "inserted", author } },
          after,
        ];
        blocks.push({ type: "paragraph", text: random.next() < 0.6 ? changed : `${before}${value}${after}` });
        if (random.next() < 0.4) blocks.push({ type: "paragraph", text: filler(random, scene) });
      }
      if (tabled.length > 1) blocks.push({ type: "table", rows: tabled });
      book.add(path, writeDocx({ blocks, header: "Confidential" }));
    }
    book.add(
      "agreements/template.docx",
      writeDocx({
        blocks: [
          { type: "heading", text: "Agreement on [name]" },
          { type: "paragraph", text: "The [item] is [value]." },
        ],
      }),
    );
    return { scenes: [scene], conditions: random.pick([[], ["Tracked changes count as accepted."]]) };
  },
};
