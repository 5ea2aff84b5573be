import type { SeededRandom } from "@runningtab/test-kit";
import type { Attribute } from "../domains.ts";
import { TextDraft } from "../folder-book.ts";
import { capitalised, labelled, sentence } from "../phrasing.ts";
import type { Scene } from "../scene.ts";
import { chineseFillers, fillers } from "../words.ts";

/** `Harrow Lane clinic` → `harrow-lane-clinic`. */
export function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
}

export function filler(random: SeededRandom, scene: Scene): string {
  return random.pick(scene.language === "zh" ? chineseFillers : fillers);
}

/** A text about one subject: a title, then what is recorded, as labels and sentences with fillers between them. */
export function subjectDraft(
  random: SeededRandom,
  scene: Scene,
  subject: string,
  attributes: readonly Attribute[] = scene.attributes,
): TextDraft {
  const draft = new TextDraft().line(scene.language === "zh" ? `# ${subject}情况说明` : `# ${subject}`).line("");
  for (const attribute of random.shuffle(attributes)) {
    if (random.next() < 0.4) draft.line(filler(random, scene)).line("");
    const value = scene.value(subject, attribute);
    if (value !== undefined) stateInText(random, draft, scene, subject, attribute, value);
  }
  return draft.line(filler(random, scene));
}

function stateInText(
  random: SeededRandom,
  draft: TextDraft,
  scene: Scene,
  subject: string,
  attribute: Attribute,
  value: string,
): void {
  const fact = { subject, attribute, value };
  if (scene.language === "zh") {
    draft.line(
      random.pick([
        `${attribute.name}：${value}`,
        `${subject}的${attribute.name}为${value}。`,
        `- ${attribute.name}: ${value}`,
      ]),
      fact,
    );
  } else if (random.next() < 0.5) {
    draft.line(labelled(random, attribute.name, value), fact);
  } else {
    draft.line(sentence(random, subject, attribute, value), fact);
  }
}

/** How tables leave a cell without a value. */
export function emptyCell(random: SeededRandom): string {
  return random.pick(["", "n/a", "–", "tbd"]);
}

/** A column heading for an attribute. */
export function columnHead(attribute: Attribute): string {
  return capitalised(attribute.name);
}
