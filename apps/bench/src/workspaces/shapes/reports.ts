import type { SeededRandom } from "@runningtab/test-kit";
import { writePdf, type PdfBlock } from "@runningtab/test-kit/office";
import type { Attribute } from "../domains.ts";
import type { FolderBook } from "../folder-book.ts";
import { capitalised, sentence } from "../phrasing.ts";
import { drawScene, type Scene } from "../scene.ts";
import { columnHead, emptyCell, filler, slug } from "./drafts.ts";
import type { Shape } from "./shape.ts";

/** PDF reports: a few pages of prose, tables whose cells are loose pieces of text, and a scan. */
export const reports: Shape = {
  name: "reports",
  build(random, book) {
    const scene = drawScene(random, { subjects: 6 });
    const [tabled, told] = [scene.attributes.slice(0, 3), scene.attributes.slice(3)];
    tableReport(random, scene, tabled, book, `reports/${scene.domain.name}-tables.pdf`);
    for (const subject of scene.subjects)
      proseReport(random, scene, subject, told, book, `reports/single/${slug(subject)}.pdf`);
    const other = drawScene(random, { subjects: 4, otherThan: scene });
    tableReport(random, other, other.attributes.slice(0, 3), book, `reports/other/${other.domain.name}-annual.pdf`);
    book.add("scans/letter.pdf", writePdf({ pages: [[{ type: "image" }]] }));
    return { scenes: [scene], conditions: [] };
  },
};

export function tableReport(
  random: SeededRandom,
  scene: Scene,
  attributes: readonly Attribute[],
  book: FolderBook,
  path: string,
): void {
  const intro: PdfBlock[] = [
    { type: "heading", text: `${capitalised(scene.domain.name)}: annual report` },
    ...Array.from({ length: random.integer(2, 5) }, (): PdfBlock => ({
      type: "paragraph",
      text: filler(random, scene),
    })),
  ];
  const page = 2;
  const head = [capitalised(scene.domain.subjectNoun), ...attributes.map(columnHead)];
  const rows = scene.subjects.map((subject) => [
    subject,
    ...attributes.map((attribute) => {
      const value = scene.value(subject, attribute);
      if (value === undefined) return emptyCell(random);
      book.state({ subject, attribute, value, address: `${path}#page=${page}` });
      return value;
    }),
  ]);
  const table: PdfBlock = {
    type: "table",
    rows: [head, ...rows],
    widths: [125, 115, 115, 112],
    right: random.pick([[], [1, 2, 3]]),
  };
  const middle: PdfBlock[] = [
    { type: "heading", text: "Figures" },
    { type: "paragraph", text: filler(random, scene) },
    table,
  ];
  book.add(path, writePdf({ pages: [intro, middle, [{ type: "paragraph", text: filler(random, scene) }]] }));
}

function proseReport(
  random: SeededRandom,
  scene: Scene,
  subject: string,
  attributes: readonly Attribute[],
  book: FolderBook,
  path: string,
): void {
  const pages: PdfBlock[][] = [[{ type: "heading", text: `Report on ${subject}` }], []];
  for (const attribute of random.shuffle(attributes)) {
    const page = random.integer(1, 2);
    const blocks = pages[page - 1]!;
    blocks.push({ type: "paragraph", text: filler(random, scene) });
    const value = scene.value(subject, attribute);
    if (value === undefined) continue;
    blocks.push({ type: "paragraph", text: `${sentence(random, subject, attribute, value)} ${filler(random, scene)}` });
    book.state({ subject, attribute, value, address: `${path}#page=${page}` });
  }
  if (pages[1]!.length === 0) pages[1]!.push({ type: "paragraph", text: filler(random, scene) });
  book.add(path, writePdf({ pages }));
}
