import { hashBytesSync } from "@runningtab/content-hash/node";
import { builtInParsers, createParserPool, DEFAULT_LIMITS, type ParserEntry } from "@runningtab/parsed-cache";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { extensionOf } from "../../src/media-type.ts";
import { parseRecord } from "../../src/parse-record.ts";
import type { ParsedRecord } from "../../src/parsed-record.ts";
import { causeOf } from "./causes.ts";
import { type Fact, isFact, type ListedFile, listedFiles } from "./fact.ts";
import { holds } from "./holds.ts";
import { readingOf } from "./reading.ts";

export interface FactScore {
  readonly found: number;
  readonly all: number;
}

export interface MissedFact {
  readonly file: string;
  readonly fact: Fact;
  /** Why, where it was looked into. */
  readonly cause?: string;
}

export interface FactsOfFormats {
  readonly byExtension: ReadonlyMap<string, FactScore>;
  readonly total: FactScore;
  readonly misses: readonly MissedFact[];
  /** Files that could not be read, with the code of the reason. */
  readonly failed: ReadonlyMap<string, string>;
}

/** Reads every file of the manifest in `folder` in jailed children, as any file is read, and asks for each fact. */
export async function scoreFacts(
  folder: string,
  parsers: readonly ParserEntry[] = builtInParsers(),
): Promise<FactsOfFormats> {
  const pool = createParserPool({ parsers, size: 1 });
  const byExtension = new Map<string, { found: number; all: number }>();
  const misses: MissedFact[] = [];
  const failed = new Map<string, string>();
  const parse = (bytes: Uint8Array, path: string, password?: string): Promise<ParsedRecord> =>
    pool.schedule(
      async (parseDocument) => {
        const subject = { bytes, hash: hashBytesSync(bytes), path };
        const settings = { parsers, limits: DEFAULT_LIMITS, now: Date.now };
        return (await parseRecord(subject, settings, parseDocument, password)).record;
      },
      { isUrgent: () => true },
    );
  const read = async ({ file, expected }: ListedFile): Promise<void> => {
    const bytes = readFileSync(join(folder, file));
    const password = expected.find(({ kind }) => kind === "password")?.value;
    const closed = await parse(bytes, file);
    const opened = password === undefined ? closed : await parse(bytes, file, String(password));
    if (opened.status === "failed") failed.set(file, opened.code ?? "");
    const reading = readingOf(closed, opened);
    const score = byExtension.get(extensionOf(file)) ?? { found: 0, all: 0 };
    byExtension.set(extensionOf(file), score);
    for (const fact of expected.filter(isFact)) {
      score.all += 1;
      const cause = causeOf(file, fact);
      if (holds(fact, reading)) score.found += 1;
      else misses.push({ file, fact, ...(cause !== undefined && { cause }) });
    }
  };
  try {
    for (const listed of listedFiles(folder)) await read(listed);
  } finally {
    await pool.close();
  }
  const total = [...byExtension.values()].reduce<FactScore>(
    (sum, { found, all }) => ({ found: sum.found + found, all: sum.all + all }),
    { found: 0, all: 0 },
  );
  return { byExtension, total, misses, failed };
}

/** The table by format, and each miss with its cause. */
export function renderFacts({ byExtension, total, misses }: FactsOfFormats): string {
  const row = (name: string, { found, all }: FactScore): string =>
    `${name.padEnd(6)} ${String(found).padStart(4)} of ${String(all).padStart(4)}   ${((100 * found) / (all || 1)).toFixed(1)} %`;
  return [
    ...[...byExtension].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([extension, score]) => row(extension, score)),
    row("all", total),
    "",
    ...misses.map(
      ({ file, fact, cause = "not looked into" }) => `${file}: ${JSON.stringify(fact).slice(0, 160)}\n  ${cause}`,
    ),
  ].join("\n");
}
