import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithData } from "@runningtab/test-kit";
import { createParserPool, builtInParsers, parseBytes, type ParsedFile } from "@runningtab/parsed-cache";
import { expect, it } from "vitest";

/** What a tool found in a file; which fields there are depends on the kind. */
interface Fact {
  readonly kind: string;
  readonly value?: unknown;
  readonly name?: string;
  readonly slide?: number;
  readonly row?: number;
  readonly cells?: readonly string[];
}

interface ListedFile {
  readonly file: string;
  readonly feature: string;
  readonly expected: readonly Fact[];
}

const FORMATS = new Set(["pptx", "eml", "html", "ipynb", "png", "jpg"]);
/** What we ask of a file, or what makes it nasty, and not what it says. */
const NOT_FACTS = new Set(["requirement", "not_a_valid_zip"]);
/** Text in pictures is not read: said aloud as a loss of each image, and left out of the count here. */
const NOT_YET = new Set(["ocr_text"]);
const FLOOR = 0.98;

function squeeze(text: unknown): string {
  return String(text).replace(/\s+/g, "");
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function holds(fact: Fact, file: ParsedFile): boolean {
  const { metadata, pages, losses } = file;
  const all = squeeze(pages.map(({ text }) => text).join("\n"));
  const slide = squeeze(pages.find(({ address }) => address === `${file.path}#slide=${fact.slide}`)?.text ?? "");
  const lossCount = (kind: string): number => losses.find((loss) => loss.kind === kind)?.count ?? 0;
  switch (fact.kind) {
    case "slides":
      return metadata["slides"] === fact.value;
    case "slide_text":
      return slide.includes(squeeze(fact.value));
    case "notes":
      return slide.includes(`[note]${squeeze(fact.value)}`);
    case "table_row":
      return slide.includes(`|${squeeze((fact.cells ?? []).join("|"))}|`);
    case "hidden_slides":
      return isSame(metadata["hiddenSlides"], fact.value);
    case "charts":
      return lossCount("charts") === fact.value;
    case "embedded":
      return isSame(metadata["embedded"], fact.value);
    case "diagram_text":
      return (fact.value as readonly string[]).every((text) => all.includes(squeeze(text)));
    case "header": {
      const said = metadata[fact.name ?? ""];
      const wanted = fact.name === "date" ? Date.parse(String(fact.value)) : squeeze(fact.value);
      return (fact.name === "date" ? Date.parse(String(said)) : squeeze(said)) === wanted;
    }
    case "attachments": {
      const names = ((metadata["attachments"] ?? []) as readonly { name: string }[]).map(({ name }) => name);
      return isSame(names, fact.value);
    }
    case "title":
      return squeeze(metadata["title"]) === squeeze(fact.value);
    case "text":
      // Markup in a fact of an HTML body is how the tool saw it, not what a reader sees.
      return all.includes(squeeze(String(fact.value).replaceAll(/<\/?[a-z]+>/g, "")));
    case "output_text":
      return all.includes("```output") && all.includes(squeeze(fact.value));
    case "nbformat":
      return (
        metadata["nbformat"] === (fact.value as readonly (number | null)[]).filter((part) => part !== null).join(".")
      );
    case "cells":
      return metadata["cells"] === fact.value;
    case "cell_types":
      return isSame(metadata["cellTypes"], fact.value);
    case "image_size":
      return isSame([metadata["width"], metadata["height"]], fact.value);
    default:
      return false;
  }
}

describeWithData("verified facts of real presentations, mails, pages, notebooks and images", (folder) => {
  it(`come out for at least ${FLOOR * 100} %, and no file fails but the fuzzed`, { timeout: 120_000 }, async () => {
    const listed = readFileSync(join(folder, "office-files/MANIFEST.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as ListedFile);
    const pool = createParserPool({ parsers: builtInParsers(), size: 1 });
    const scores = new Map<string, { found: number; all: number }>();
    const misses: string[] = [];
    try {
      for (const { file, feature, expected } of listed) {
        const extension = file.slice(file.lastIndexOf(".") + 1);
        if (!FORMATS.has(extension)) continue;
        const parsed = await parseBytes(readFileSync(join(folder, "office-files", file)), { path: file, pool });
        expect([file, parsed.status]).toEqual([file, feature === "fuzzed" ? "failed" : "ok"]);
        const score = scores.get(extension) ?? { found: 0, all: 0 };
        scores.set(extension, score);
        for (const fact of expected) {
          if (NOT_FACTS.has(fact.kind) || NOT_YET.has(fact.kind)) continue;
          score.all += 1;
          if (holds(fact, parsed)) score.found += 1;
          else misses.push(`${file} ${JSON.stringify(fact)}`);
        }
      }
    } finally {
      await pool.close();
    }
    const total = { found: 0, all: 0 };
    for (const [extension, { found, all }] of scores) {
      total.found += found;
      total.all += all;
      console.log(`${extension.padEnd(6)} ${found} of ${all}`);
    }
    console.log(`all    ${total.found} of ${total.all}\nmissed:\n${misses.join("\n")}`);
    expect(total.all).toBeGreaterThan(80);
    expect(total.found / total.all).toBeGreaterThanOrEqual(FLOOR);
  });
});
