import type { SeededRandom } from "@runningtab/test-kit";
import { writeDocx, writeXlsx } from "@runningtab/test-kit/office";
import { TextDraft, type FolderBook } from "../folder-book.ts";
import { capitalised } from "../phrasing.ts";
import { drawScene, type Scene } from "../scene.ts";
import { columnHead, filler, slug } from "./drafts.ts";
import type { Shape, ShapeOutcome } from "./shape.ts";

/** Near-duplicates of every document; the task says which of them counts. */
export const versions: Shape = {
  name: "versions",
  build(random, book) {
    const scene = drawScene(random, { subjects: 4 });
    return random.pick([finalCounts, latestCounts, yearCounts])(random, scene, book);
  },
};

function finalCounts(random: SeededRandom, scene: Scene, book: FolderBook): ShapeOutcome {
  for (const subject of scene.subjects) {
    for (const version of ["draft", "v1", "v2", "final"]) {
      writeVersion(random, scene, subject, book, `papers/${slug(subject)}-${version}`, version, version === "final");
    }
  }
  const condition = random.pick([
    "Only final versions count.",
    "Where there are several versions, use the final one.",
    "Ignore drafts and earlier versions: the final ones are binding.",
  ]);
  return { scenes: [scene], conditions: [condition] };
}

function latestCounts(random: SeededRandom, scene: Scene, book: FolderBook): ShapeOutcome {
  for (const subject of scene.subjects) {
    const dates = ["2023-05-04", "2024-02-19", "2024-11-08"];
    for (const date of dates) {
      const path = random.pick([`papers/${date} ${slug(subject)}`, `papers/${slug(subject)}_${date}`]);
      writeVersion(random, scene, subject, book, path, date, date === dates.at(-1));
    }
  }
  const condition = random.pick([
    "Where several versions exist, the latest counts.",
    "Use the most recent version of each document.",
    "Take the newest document in each case.",
  ]);
  return { scenes: [scene], conditions: [condition] };
}

function yearCounts(random: SeededRandom, scene: Scene, book: FolderBook): ShapeOutcome {
  const years = [2021, 2022, 2023];
  const asked = random.pick(years);
  for (const subject of scene.subjects) {
    for (const year of years) {
      writeVersion(
        random,
        scene,
        subject,
        book,
        `papers/${year}/${slug(subject)}-${year}`,
        String(year),
        year === asked,
      );
    }
  }
  return {
    scenes: [scene],
    conditions: [random.pick([`All facts are wanted as of ${asked}.`, `Use the papers of ${asked} only.`])],
  };
}

/** One version of a subject's paper. Only the counting one states facts; the others hold other values for the same. */
function writeVersion(
  random: SeededRandom,
  scene: Scene,
  subject: string,
  book: FolderBook,
  stem: string,
  version: string,
  counts: boolean,
): void {
  const stated = scene.attributes.flatMap((attribute) => {
    const value = scene.value(subject, attribute);
    return value === undefined ? [] : [{ subject, attribute, value: counts ? value : scene.otherValue(attribute) }];
  });
  const title = `${subject} (${version})`;
  switch (random.integer(0, 2)) {
    case 0: {
      const path = `${stem}.xlsx`;
      const rows = [
        [title],
        ["Item", "Value"],
        ...stated.map(({ attribute, value }) => [columnHead(attribute), value]),
      ];
      book.add(path, writeXlsx({ sheets: [{ name: "Facts", rows }] }));
      if (counts)
        stated.forEach((fact, index) => book.state({ ...fact, address: `${path}#sheet=Facts&cell=B${index + 3}` }));
      break;
    }
    case 1: {
      const path = `${stem}.docx`;
      const lines = stated.map(({ attribute, value }) => `${capitalised(attribute.name)}: ${value}`);
      book.add(
        path,
        writeDocx({
          blocks: [
            { type: "heading", text: title },
            { type: "paragraph", text: filler(random, scene) },
            ...lines.map((text) => ({ type: "paragraph", text }) as const),
          ],
        }),
      );
      if (counts) for (const fact of stated) book.state({ ...fact, address: path });
      break;
    }
    default: {
      const draft = new TextDraft().line(`# ${title}`).line("").line(filler(random, scene)).line("");
      for (const fact of stated)
        draft.line(`- ${capitalised(fact.attribute.name)}: ${fact.value}`, ...(counts ? [fact] : []));
      draft.finish(book, `${stem}.md`);
    }
  }
}
