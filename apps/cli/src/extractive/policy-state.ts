import type { Computation } from "./computation.ts";
import { freePath } from "./deliverable-path.ts";
import { narrowedWish, type VersionWish, versionWish } from "./document-version.ts";
import type { Answer } from "./find-answer.ts";
import type { Series } from "./find-series.ts";
import type { Note } from "./notes.ts";
import { type ParsedTask, parseTask } from "./parse-task.ts";
import { type Ask, understandAsk } from "./understand-ask.ts";
import { understandComputation } from "./understand-computation.ts";

/** One item of the task, with what is known about it. */
export interface Wanted {
  readonly id: string;
  readonly ask: Ask;
  /** Hits of each query that was searched for. */
  readonly hits: ReadonlyMap<string, readonly string[]>;
  /** Which versions of documents count for it: as the task says, and itself. */
  readonly wish: VersionWish;
  readonly answers: readonly Answer[];
  /** How the answer is worked out; absent where a document has to state it. */
  readonly computation?: Computation;
  /** The single values that go in, each looked up by itself. */
  readonly parts: readonly Wanted[];
  /** What names the values of a whole column or row; absent where single values are wanted. */
  readonly seriesAsk?: Ask;
  readonly series: readonly Series[];
  /** A finer address of the chosen answer. */
  readonly place?: string;
  readonly outcome?: "done" | "unavailable";
  /** Refused resolutions, each with the entry that the tab named instead. */
  readonly refusals: readonly { readonly better?: string }[];
}

/** Everything that the notes say, folded. */
export interface PolicyState {
  /** With the path that is written: one that the task names, or a free one. */
  readonly task: ParsedTask;
  readonly hasIds: boolean;
  readonly wanted: readonly Wanted[];
  /** Everything that is searched for: the items, and the values that go into calculations. */
  readonly sought: readonly Wanted[];
  /** `undefined` until the folder was listed. */
  readonly versions: readonly string[] | undefined;
  readonly notSearched: readonly string[];
  /** Files that have to be opened to be searched; none where a tool searches documents. */
  readonly unsearchable: readonly string[];
  readonly viewed: ReadonlySet<string>;
  readonly log: readonly { readonly id: string; readonly path: string; readonly facts: string }[];
  /** Where the log goes on; `undefined` before it was listed, -1 at its end. */
  readonly logOffset: number | undefined;
  readonly written: { readonly path: string; readonly isWritten: boolean; readonly reason?: string } | undefined;
}

/** The state that follows from the task and the notes so far. Pure. */
export function foldNotes(taskText: string, notes: readonly Note[]): PolicyState {
  const parsed = parseTask(taskText);
  const taken = new Set(notes.flatMap((note) => (note.note === "taken" ? note.paths : [])));
  const isFree = parsed.isNamed && parsed.refusedPath === undefined;
  const task = isFree ? parsed : { ...parsed, deliverable: freePath(parsed.deliverable, taken) };
  const ids = notes.findLast((note) => note.note === "requirements")?.ids;
  const wished = versionWish(task.conditions);
  const wanted = task.items.map((item, index) => wantedOf(ids?.[index] ?? `r${index + 1}`, item, notes, wished));
  const lists = notes.filter((note) => note.note === "log");
  return {
    task,
    hasIds: ids !== undefined,
    wanted,
    sought: wanted.flatMap((one) => [one, ...one.parts]),
    versions: notes.findLast((note) => note.note === "versions")?.paths,
    notSearched: [...new Set(notes.flatMap((note) => (note.note === "not searched" ? note.files : [])))],
    unsearchable: notes.findLast((note) => note.note === "unsearchable")?.paths ?? [],
    viewed: new Set(notes.flatMap((note) => (note.note === "viewed" ? note.addresses : []))),
    log: lists.flatMap(({ entries }) => entries),
    logOffset: lists.length === 0 ? undefined : (lists.at(-1)!.nextOffset ?? -1),
    written: notes.findLast((note) => note.note === "written"),
  };
}

function wantedOf(id: string, item: string, notes: readonly Note[], wished: VersionWish, isPart = false): Wanted {
  const wish = narrowedWish(wished, versionWish(item));
  const computation = isPart ? undefined : understandComputation(item);
  const parts = computation?.parts.map((part, index) => wantedOf(`${id}.${index + 1}`, part, notes, wish, true)) ?? [];
  const series: Series[] = [];
  const own = notes.filter((note) => "id" in note && note.id === id);
  const hits = new Map<string, readonly string[]>();
  const answers: Answer[] = [];
  const refusals: { readonly better?: string }[] = [];
  let wanted: Pick<Wanted, "id" | "ask" | "place" | "outcome"> = { id, ask: understandAsk(item) };
  for (const note of own) {
    switch (note.note) {
      case "hits":
        hits.set(note.query, note.addresses);
        break;
      case "found":
        answers.push(...note.answers);
        break;
      case "series":
        series.push(note.series);
        break;
      case "place":
        wanted = { ...wanted, place: note.address };
        break;
      case "resolved":
        wanted = { ...wanted, outcome: note.outcome };
        break;
      case "refused":
        refusals.push(note);
        break;
      default:
    }
  }
  return {
    ...wanted,
    wish,
    hits,
    answers,
    refusals,
    parts,
    series,
    ...(computation !== undefined && { computation }),
    ...(computation?.series !== undefined && { seriesAsk: understandAsk(computation.series) }),
  };
}
