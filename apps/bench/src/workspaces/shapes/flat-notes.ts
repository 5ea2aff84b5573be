import { drawScene } from "../scene.ts";
import { fileWords } from "../words.ts";
import { TextDraft } from "../folder-book.ts";
import { filler, slug, subjectDraft } from "./drafts.ts";
import type { Shape } from "./shape.ts";

/** Notes in one folder, one per subject, beside notes about nothing. */
export const flatNotes: Shape = {
  name: "flat-notes",
  build(random, book) {
    const scene = drawScene(random, { subjects: 6 });
    for (const subject of scene.subjects) {
      const name = random.pick([slug(subject), `${slug(subject)}-${random.pick(fileWords)}`]);
      subjectDraft(random, scene, subject).finish(book, `${name}.${random.pick(["md", "txt"])}`);
    }
    for (let index = 1; index <= 5; index++) {
      new TextDraft().line(filler(random, scene)).line(filler(random, scene)).finish(book, `misc-${index}.txt`);
    }
    return { scenes: [scene], conditions: [] };
  },
};
