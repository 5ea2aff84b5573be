import type { Answer } from "./find-answer.ts";
import type { Series } from "./find-series.ts";

/**
 * What the policy has to remember. A model call gets nothing but the transcript, and old tool results leave it, so
 * everything worth keeping is said in the assistant's own text, one line a note, and read back from there.
 */
export type Note =
  | { readonly note: "requirements"; readonly ids: readonly string[] }
  /** Paths of documents that have versions beside them. */
  | { readonly note: "versions"; readonly paths: readonly string[] }
  /** Paths that a file of the model's own naming must not take, in small letters. */
  | { readonly note: "taken"; readonly paths: readonly string[] }
  /** Files that have to be opened to be searched, where no tool searches documents. */
  | { readonly note: "unsearchable"; readonly paths: readonly string[] }
  | { readonly note: "hits"; readonly id: string; readonly query: string; readonly addresses: readonly string[] }
  | { readonly note: "not searched"; readonly files: readonly string[] }
  | { readonly note: "viewed"; readonly addresses: readonly string[] }
  | { readonly note: "found"; readonly id: string; readonly answers: readonly Answer[] }
  | { readonly note: "series"; readonly id: string; readonly series: Series }
  | {
      readonly note: "log";
      readonly entries: readonly { readonly id: string; readonly path: string; readonly facts: string }[];
      readonly nextOffset?: number;
    }
  | { readonly note: "place"; readonly id: string; readonly address: string }
  | { readonly note: "resolved"; readonly id: string; readonly outcome: "done" | "unavailable" }
  | { readonly note: "refused"; readonly id: string; readonly better?: string }
  | { readonly note: "written"; readonly path: string; readonly isWritten: boolean; readonly reason?: string };

const mark = "· ";

export function writeNotes(notes: readonly Note[]): string {
  return notes.map((note) => `${mark}${JSON.stringify(note)}`).join("\n");
}

/** The notes in a text. Only the policy's own texts are read, never what a tool returned. */
export function readNotes(text: string): readonly Note[] {
  return text.split("\n").flatMap((line) => {
    if (!line.startsWith(`${mark}{"note":`)) return [];
    try {
      // Written by `writeNotes`: the text is the assistant's own.
      return [JSON.parse(line.slice(mark.length)) as Note];
    } catch {
      return [];
    }
  });
}
