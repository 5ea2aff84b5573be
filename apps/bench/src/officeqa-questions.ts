import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface OfficeQuestion {
  readonly uid: string;
  readonly question: string;
  /** The pages that hold the answer; `page` from 1, as the PDF counts; `words` as pdftotext finds them. */
  readonly pages: readonly { readonly file: string; readonly page: number; readonly words: number }[];
}

/** Below this a page is a scan without its table: nothing that reads text can find it. */
const WORDS_OF_TEXT = 100;

/** The questions whose every gold page carries text. */
export function questionsWithText(folder: string): readonly OfficeQuestion[] {
  return readFileSync(join(folder, "questions.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as OfficeQuestion)
    .filter(({ pages }) => pages.every(({ words }) => words >= WORDS_OF_TEXT));
}
