import { seededRandom, type SeededRandom } from "@runningtab/test-kit";
import type { AskedFact, ReadyAsk } from "./asked-fact.ts";
import { FolderBook } from "./folder-book.ts";
import { pad } from "./padding.ts";
import { ask } from "./phrasing.ts";
import { acrossFiles } from "./shapes/across-files.ts";
import { agreements } from "./shapes/agreements.ts";
import { bilingual } from "./shapes/bilingual.ts";
import { correspondence } from "./shapes/correspondence.ts";
import { crossLanguage } from "./shapes/cross-language.ts";
import { departmentFolders } from "./shapes/departments.ts";
import { figures, figuresZh } from "./shapes/figures.ts";
import { flatNotes } from "./shapes/flat-notes.ts";
import { handbook } from "./shapes/handbook.ts";
import { intranet } from "./shapes/intranet.ts";
import { ledgers } from "./shapes/ledgers.ts";
import { mixed } from "./shapes/mixed.ts";
import { readings } from "./shapes/readings.ts";
import { registers } from "./shapes/registers.ts";
import { reports } from "./shapes/reports.ts";
import { settings } from "./shapes/settings.ts";
import type { Shape, ShapeOutcome } from "./shapes/shape.ts";
import { versions } from "./shapes/versions.ts";
import { workbooks } from "./shapes/workbooks.ts";
import { yearbooks } from "./shapes/yearbooks.ts";
import { askStyle, taskLayouts, taskText, type AskStyle } from "./task-text.ts";
import { writeFiles } from "./write-files.ts";

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
  figures,
  registers,
  readings,
  settings,
  acrossFiles,
  figuresZh,
  crossLanguage,
];

/**
 * Writes a made-up workspace into `folder` and returns a task about it with the answers. Equal seeds give equal bytes;
 * consecutive seeds go through all shapes. One ask in about eight has no answer in the folder, although the folder
 * holds its subject or its kind of value. Up to `size` files are added that have nothing to do with the task.
 */
export function generateWorkspace(seed: number, folder: string, size = 0): GeneratedWorkspace {
  const { files, ...workspace } = composeWorkspace(seed, size);
  writeFiles(folder, files);
  return workspace;
}

/** The workspace of a seed without writing it: path → content. */
export function composeWorkspace(
  seed: number,
  size = 0,
): GeneratedWorkspace & { readonly files: ReadonlyMap<string, string | Uint8Array> } {
  const random = seededRandom(seed * 7_919 + 17);
  const shape = shapes[((seed % shapes.length) + shapes.length) % shapes.length]!;
  const book = new FolderBook();
  const outcome = shape.build(random, book);
  const layout = random.pick(taskLayouts);
  const style = askStyle(layout);
  const facts = random.shuffle(
    book.asks.length > 0
      ? readyFacts(random, style, book.asks)
      : [...answerable(random, style, book, random.integer(6, 8)), unanswerable(random, style, outcome)],
  );
  const deliverable = random.pick([
    "summary.md",
    "answers.md",
    "out/facts.md",
    "overview.docx",
    "briefing.md",
    "results.xlsx",
    "out/answers.csv",
  ]);
  const task = taskText(random, {
    layout,
    deliverable,
    asks: facts.map((fact) => fact.ask),
    conditions: outcome.conditions,
    language: outcome.language ?? "en",
  });
  pad(random, book, size);
  return { shape: shape.name, task, deliverable, facts, files: book.files };
}

/** Seven or eight of the asks that a shape words itself, one of them in vain. */
function readyFacts(random: SeededRandom, style: AskStyle, asks: readonly ReadyAsk[]): AskedFact[] {
  const [vain, real] = [
    asks.filter(({ value }) => value === undefined),
    asks.filter(({ value }) => value !== undefined),
  ];
  const worded = [...random.shuffle(real).slice(0, random.integer(7, 8)), random.pick(vain)].map(
    ({ noun, question, ...fact }) => ({ ask: style === "noun" ? noun : question, ...fact }),
  );
  return [...new Map(worded.map((fact) => [fact.ask, fact])).values()];
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
