import { seededRandom, type SeededRandom } from "@runningtab/test-kit";
import { FolderBook } from "./folder-book.ts";
import { ask } from "./phrasing.ts";
import { agreements } from "./shapes/agreements.ts";
import { bilingual } from "./shapes/bilingual.ts";
import { correspondence } from "./shapes/correspondence.ts";
import { departmentFolders } from "./shapes/departments.ts";
import { flatNotes } from "./shapes/flat-notes.ts";
import { handbook } from "./shapes/handbook.ts";
import { intranet } from "./shapes/intranet.ts";
import { ledgers } from "./shapes/ledgers.ts";
import { mixed } from "./shapes/mixed.ts";
import { reports } from "./shapes/reports.ts";
import type { Shape, ShapeOutcome } from "./shapes/shape.ts";
import { versions } from "./shapes/versions.ts";
import { workbooks } from "./shapes/workbooks.ts";
import { yearbooks } from "./shapes/yearbooks.ts";
import { askStyle, taskLayouts, taskText, type AskStyle } from "./task-text.ts";
import { writeFiles } from "./write-files.ts";

/** A question of the task and the answer that the folder holds. */
export interface AskedFact {
  /** As it stands in the task, without its list mark. */
  readonly ask: string;
  /** As written in the document; `undefined` when the folder does not hold it, which a good answer says. */
  readonly value: string | undefined;
  /** Where the value stands; see `StatedFact.address`. `undefined` together with `value`. */
  readonly address: string | undefined;
  /** Other places that state the same; absent when there is one. */
  readonly alsoAcceptable?: readonly string[];
}

export interface GeneratedWorkspace {
  readonly shape: string;
  readonly task: string;
  /** Path of the file that the task asks for, relative to the folder. */
  readonly deliverable: string;
  readonly facts: readonly AskedFact[];
}

export const shapes: readonly Shape[] = [
  flatNotes,
  departmentFolders,
  workbooks,
  ledgers,
  reports,
  agreements,
  bilingual,
  versions,
  correspondence,
  intranet,
  handbook,
  yearbooks,
  mixed,
];

/**
 * Writes a made-up workspace into `folder` and returns a task about it with the answers. Equal seeds give equal bytes;
 * consecutive seeds go through all shapes. One ask in about eight has no answer in the folder, although the folder
 * holds its subject or its kind of value.
 */
export function generateWorkspace(seed: number, folder: string): GeneratedWorkspace {
  const { files, ...workspace } = composeWorkspace(seed);
  writeFiles(folder, files);
  return workspace;
}

/** The workspace of a seed without writing it: path → content. */
export function composeWorkspace(
  seed: number,
): GeneratedWorkspace & { readonly files: ReadonlyMap<string, string | Uint8Array> } {
  const random = seededRandom(seed * 7_919 + 17);
  const shape = shapes[((seed % shapes.length) + shapes.length) % shapes.length]!;
  const book = new FolderBook();
  const outcome = shape.build(random, book);
  const layout = random.pick(taskLayouts);
  const facts = random.shuffle([
    ...answerable(random, askStyle(layout), book, random.integer(6, 8)),
    unanswerable(random, askStyle(layout), outcome),
  ]);
  const deliverable = random.pick([
    "summary.md",
    "answers.md",
    "out/facts.md",
    "overview.docx",
    "briefing.md",
    "results.xlsx",
  ]);
  const task = taskText(random, {
    layout,
    deliverable,
    asks: facts.map((fact) => fact.ask),
    conditions: outcome.conditions,
    language: outcome.language ?? "en",
  });
  return { shape: shape.name, task, deliverable, facts, files: book.files };
}

function answerable(random: SeededRandom, style: AskStyle, book: FolderBook, count: number): AskedFact[] {
  const seen = new Set<string>();
  return random
    .shuffle(book.facts)
    .filter(({ subject, attribute }) => {
      const key = `${subject}\n${attribute.name}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, count)
    .map(({ subject, attribute, value, address, qualifier }) => ({
      ask: ask(random, style, subject, attribute, qualifier),
      value,
      address,
    }));
}

function unanswerable(random: SeededRandom, style: AskStyle, outcome: ShapeOutcome): AskedFact {
  const scene = random.pick(outcome.scenes);
  const unrecorded = scene.subjects.flatMap((subject) =>
    scene.attributes
      .filter((attribute) => scene.value(subject, attribute) === undefined)
      .map((attribute) => ({ subject, attribute })),
  );
  const { subject, attribute } =
    random.next() < 0.6
      ? random.pick(unrecorded)
      : { subject: scene.absentSubject, attribute: random.pick(scene.attributes) };
  return { ask: ask(random, style, subject, attribute, outcome.qualifier), value: undefined, address: undefined };
}
