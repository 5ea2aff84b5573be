import type { SeededRandom } from "@runningtab/test-kit";
import { writeDocx, writeEml } from "@runningtab/test-kit/office";
import type { ReadyAsk } from "../asked-fact.ts";
import type { Attribute } from "../domains.ts";
import { type FolderBook, TextDraft } from "../folder-book.ts";
import { capitalised, sentence } from "../phrasing.ts";
import { drawScene, type Scene } from "../scene.ts";
import { filler, slug } from "./drafts.ts";
import type { Shape } from "./shape.ts";

/** Papers of which newer ones replace older ones without the task saying so, and papers that contradict each other. */
export const readings: Shape = {
  name: "readings",
  build(random, book) {
    const scene = drawScene(random, { subjects: 5 });
    const [revised, contradicted, plain] = [
      scene.subjects.slice(0, 2),
      scene.subjects.slice(2, 4),
      scene.subjects.slice(4),
    ];
    for (const subject of revised) for (const ask of revisions(random, scene, subject, book)) book.ask(ask);
    for (const subject of contradicted) for (const ask of contradiction(random, scene, subject, book)) book.ask(ask);
    for (const subject of plain) {
      const draft = new TextDraft().line(`# ${subject}`).line("");
      for (const attribute of scene.attributes) {
        const value = scene.value(subject, attribute);
        if (value !== undefined) draft.line(`- ${capitalised(attribute.name)}: ${value}`);
      }
      draft.finish(book, `notes/${slug(subject)}.md`);
    }
    book.ask(unrecorded(random, scene));
    return { scenes: [], conditions: [] };
  },
};

function asks(subject: string, attribute: Attribute): Pick<ReadyAsk, "noun" | "question"> {
  return {
    noun: `${capitalised(attribute.name)} of ${subject}`,
    question: `What is the ${attribute.name} of ${subject}?`,
  };
}

function recorded(scene: Scene, subject: string): { readonly attribute: Attribute; readonly value: string }[] {
  return scene.attributes.flatMap((attribute) => {
    const value = scene.value(subject, attribute);
    return value === undefined ? [] : [{ attribute, value }];
  });
}

/** Two or three versions, told apart by a date inside, a number or a word in the name. */
function revisions(random: SeededRandom, scene: Scene, subject: string, book: FolderBook): ReadyAsk[] {
  const facts = recorded(scene, subject);
  const old = facts.map(({ attribute }) => scene.otherValue(attribute));
  const name = slug(subject);
  const how = random.pick(["inside", "number", "word", "mark"] as const);
  const dates = random.pick([
    ["12 March 2023", "4 November 2024"],
    ["2022-05-30", "2024-01-16"],
    ["28 Feb 2024", "3 Sep 2024"],
  ]);
  const [older, newer] = {
    inside: [`papers/${name}-b`, `papers/${name}-a`],
    number: [`papers/${name} v1`, `papers/${name} v2`],
    word: [`papers/${name}-draft`, `papers/${name}-final`],
    mark: [`papers/${name}`, `papers/${name}-new`],
  }[how];
  const write = (stem: string, values: readonly string[], head: readonly string[]): ((index: number) => string) => {
    const lines = facts.map(({ attribute }, index) => `${capitalised(attribute.name)}: ${values[index]!}`);
    if (random.next() < 0.4) {
      const blocks = [
        { type: "heading", text: subject } as const,
        ...[...head, filler(random, scene), ...lines].map((text) => ({ type: "paragraph", text }) as const),
      ];
      book.add(`${stem}.docx`, writeDocx({ blocks }));
      return () => `${stem}.docx`;
    }
    const above = [`# ${subject}`, "", ...head, "", filler(random, scene), ""];
    book.add(`${stem}.md`, `${[...above, ...lines.map((line) => `- ${line}`)].join("\n")}\n`);
    return (index) => `${stem}.md#L${above.length + index + 1}`;
  };
  const label = random.pick(["Date", "As of", "Status as of", "Last updated"]);
  const dated = (date: string): readonly string[] => (how === "inside" ? [`${label}: ${date}`] : []);
  write(older!, old, how === "mark" ? ["This version is superseded."] : dated(dates[0]!));
  const place = write(
    newer!,
    facts.map(({ value }) => value),
    dated(dates[1]!),
  );
  return random
    .shuffle(facts.map((fact, index) => ({ ...fact, index })))
    .slice(0, 2)
    .map(({ attribute, value, index }) => ({
      ...asks(subject, attribute),
      value,
      address: place(index),
      older: old[index]!,
    }));
}

/** Two papers of different makers that state different values, nothing telling which holds. */
function contradiction(random: SeededRandom, scene: Scene, subject: string, book: FolderBook): ReadyAsk[] {
  const facts = random.shuffle(recorded(scene, subject));
  const letter = facts.slice(0, 1).map((fact) => ({ ...fact, other: scene.otherValue(fact.attribute) }));
  const name = slug(subject);
  const list = new TextDraft().line(`# Sheet on ${subject}`).line("").line(filler(random, scene)).line("");
  const lines = new Map<Attribute, number>();
  facts.forEach(({ attribute, value }, index) => {
    lines.set(attribute, index + 5);
    list.line(`- ${capitalised(attribute.name)}: ${value}`);
  });
  list.finish(book, `office/sheet-${name}.md`);
  return letter.map(({ attribute, value, other }) => {
    const text = sentence(random, subject, attribute, other);
    const path = random.pick([`letters/${name}.eml`, `letters/${name}.txt`]);
    if (path.endsWith(".eml")) {
      book.add(
        path,
        writeEml({
          from: "Desk <desk@works.example>",
          to: "office@works.example",
          subject,
          date: "Thu, 04 Apr 2024 12:00:00 +0000",
          body: `Hello,\n\n${text}\n\nRegards`,
        }),
      );
    } else book.add(path, `${subject}\n\n${text}\n`);
    return {
      ...asks(subject, attribute),
      value,
      address: `office/sheet-${name}.md#L${lines.get(attribute)!}`,
      rival: { value: other, address: path },
    };
  });
}

function unrecorded(random: SeededRandom, scene: Scene): ReadyAsk {
  return { ...asks(scene.absentSubject, random.pick(scene.attributes)), value: undefined, address: undefined };
}
