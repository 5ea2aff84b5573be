import { TextDraft } from "../folder-book.ts";
import { capitalised, labelled } from "../phrasing.ts";
import { drawScene } from "../scene.ts";
import { filler } from "./drafts.ts";
import type { Shape } from "./shape.ts";

/** One long document: a section per subject, the same labels in each, so that only the heading says whose value it is. */
export const handbook: Shape = {
  name: "handbook",
  build(random, book) {
    const scene = drawScene(random, { subjects: 8 });
    const draft = new TextDraft()
      .line(`# Handbook: ${scene.domain.name}`)
      .line("")
      .line(filler(random, scene))
      .line("");
    for (const subject of scene.subjects) {
      draft.line(`## ${subject}`).line("").line(filler(random, scene)).line("");
      for (const attribute of random.shuffle(scene.attributes)) {
        const value = scene.value(subject, attribute);
        if (value !== undefined) draft.line(labelled(random, attribute.name, value), { subject, attribute, value });
      }
      draft.line("").line(filler(random, scene)).line("");
    }
    draft.finish(book, "handbook.md");
    const glossary = scene.attributes.map(
      (attribute) => `- ${capitalised(attribute.name)}: see the section of each ${scene.domain.subjectNoun}.`,
    );
    book.add("glossary.md", `# Glossary\n\n${glossary.join("\n")}\n`);
    for (let index = 1; index <= 4; index++)
      book.add(`drafts/page-${index}.md`, `# Page ${index}\n\n${filler(random, scene)}\n`);
    return { scenes: [scene], conditions: [] };
  },
};
