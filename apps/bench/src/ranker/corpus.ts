import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RankedDocument } from "@runningtab/lexical-ranker";
import { seededRandom, type SeededRandom } from "@runningtab/test-kit";
import { layoutPages } from "../layout-pages.ts";

/** Pages and questions of real documents. */
export interface Corpus {
  readonly pages: readonly RankedDocument[];
  readonly queries: readonly string[];
}

/** Longer questions are cut: what stands first is what is asked. */
const mostQueryWords = 30;
/** One word in so many gets a new ending, and one figure in so many other digits, so that the vocabulary grows. */
const oneWordIn = 150;
const oneFigureIn = 3;

/** The pages of all PDFs in `pdfs/`, as pdftotext lays them out, without the blanks that only lay out. */
export function readCorpus(folder: string): Corpus {
  const pages = readdirSync(join(folder, "pdfs"))
    .toSorted()
    .flatMap((name) => pagesOf(join(folder, "pdfs", name)).map((text, page) => ({ id: `${name}#p${page + 1}`, text })));
  const lines = readFileSync(join(folder, "questions.jsonl"), "utf8").trim().split("\n");
  const questions = lines.map((line) => (JSON.parse(line) as { question: string }).question);
  return {
    pages: pages.filter(({ text }) => text.trim() !== ""),
    queries: questions.map((question) => question.split(/\s+/).slice(0, mostQueryWords).join(" ")),
  };
}

function pagesOf(file: string): readonly string[] {
  return layoutPages(file).map((text) => text.replaceAll(/ +/g, " "));
}

/** The first `count` pages; more than there are are mixed, line by line, from two pages each. */
export function resample(pages: readonly RankedDocument[], count: number, seed: number): readonly RankedDocument[] {
  const random = seededRandom(seed);
  const mixed = Array.from({ length: Math.max(0, count - pages.length) }, (_, index) => ({
    id: `mixed-${index}`,
    text: mixPages(random.pick(pages).text, random.pick(pages).text, random),
  }));
  return [...pages.slice(0, count), ...mixed];
}

function mixPages(first: string, second: string, random: SeededRandom): string {
  const others = second.split("\n");
  const lines = first.split("\n").map((line, index) => (random.next() < 0.5 ? line : (others[index] ?? line)));
  return lines
    .join("\n")
    .replaceAll(/\d{2,}/g, (figure) => (random.integer(1, oneFigureIn) === 1 ? otherFigure(figure, random) : figure))
    .replaceAll(/[a-z]{4,}/g, (word) => (random.integer(1, oneWordIn) === 1 ? `${word}${otherEnding(random)}` : word));
}

function otherFigure(figure: string, random: SeededRandom): string {
  return Array.from(figure, () => random.integer(0, 9)).join("");
}

function otherEnding(random: SeededRandom): string {
  return Array.from({ length: random.integer(1, 3) }, () => random.pick(Array.from("aeioulnrst"))).join("");
}
