import type { SeededRandom } from "@runningtab/test-kit";
import type { Attribute } from "../domains.ts";
import { TextDraft, type FolderBook } from "../folder-book.ts";
import { capitalised } from "../phrasing.ts";
import { drawScene, type Scene } from "../scene.ts";
import { columnHead, emptyCell, filler, slug, subjectDraft } from "./drafts.ts";
import type { Shape } from "./shape.ts";

const departments = ["finance", "operations", "legal", "people", "facilities"] as const;

/** Nested folders: each department keeps its own attributes, some as a table over all subjects, some file by file. */
export const departmentFolders: Shape = {
  name: "departments",
  build(random, book) {
    const scene = drawScene(random, { subjects: 6 });
    const folders = random.shuffle(departments);
    const kept = folders.map((_, index) => scene.attributes.filter((_attribute, at) => at % folders.length === index));
    folders.forEach((folder, index) => {
      const attributes = kept[index]!;
      if (attributes.length === 0) return;
      switch (random.integer(0, 2)) {
        case 0:
          markdownTable(random, scene, attributes).finish(book, `${folder}/reports/${folder}-overview.md`);
          break;
        case 1:
          yamlRecord(scene, attributes).finish(book, `${folder}/registers/${folder}.yaml`);
          break;
        default:
          for (const subject of scene.subjects) {
            subjectDraft(random, scene, subject, attributes).finish(
              book,
              `${folder}/${slug(subject)}/${folder}-note.md`,
            );
          }
      }
      book.add(`${folder}/README.txt`, `${filler(random, scene)}\n`);
    });
    noise(random, scene, book);
    return { scenes: [scene], conditions: [] };
  },
};

export function markdownTable(random: SeededRandom, scene: Scene, attributes: readonly Attribute[]): TextDraft {
  const draft = new TextDraft()
    .line(`# ${capitalised(scene.domain.name)}: overview`)
    .line("")
    .line(filler(random, scene))
    .line("");
  const head = [capitalised(scene.domain.subjectNoun), ...attributes.map(columnHead)];
  draft.line(`| ${head.join(" | ")} |`).line(`|${" --- |".repeat(head.length)}`);
  for (const subject of scene.subjects) {
    const stated = attributes.flatMap((attribute) => {
      const value = scene.value(subject, attribute);
      return value === undefined ? [] : [{ subject, attribute, value }];
    });
    const cells = attributes.map((attribute) => scene.value(subject, attribute) ?? emptyCell(random));
    draft.line(`| ${[subject, ...cells].join(" | ")} |`, ...stated);
  }
  return draft;
}

function yamlRecord(scene: Scene, attributes: readonly Attribute[]): TextDraft {
  const draft = new TextDraft();
  for (const subject of scene.subjects) {
    draft.line(`${subject}:`);
    for (const attribute of attributes) {
      const value = scene.value(subject, attribute);
      if (value !== undefined)
        draft.line(`  ${attribute.name.replaceAll(" ", "_")}: "${value}"`, { subject, attribute, value });
    }
  }
  return draft;
}

function noise(random: SeededRandom, scene: Scene, book: FolderBook): void {
  for (const year of [2019, 2020, 2021]) {
    book.add(`archive/${year}/minutes.md`, `# Minutes ${year}\n\n${filler(random, scene)}\n${filler(random, scene)}\n`);
  }
}
