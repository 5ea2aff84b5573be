import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { createWasmEngine } from "@runningtab/lexical-ranker/engines/wasm";
import {
  builtInParsers,
  createDocuments,
  createParserPool,
  type Documents,
  PAGE_RANKING,
  parseAddress,
  parsePlace,
} from "@runningtab/parsed-cache";
import { BenchMisuse, type BenchOutput, parseOptions } from "./bench.ts";
import { countPages } from "./count-pages.ts";
import { childrenCpuSeconds } from "./cpu-time.ts";
import { officeqaFolder } from "./officeqa-folder.ts";
import { type OfficeQuestion, questionsWithText } from "./officeqa-questions.ts";
import { type Share, shareText, wilson } from "./wilson.ts";

/** Hits looked at; a page further down counts as not found. */
const DEPTH = 50;
/** What the questions should reach; thirty of them say no more than the interval does, so the baseline decides. */
const TARGETS = { insideEveryFile: 0.85, fileOverAll: 0.7 };

/** Where the first page with the answer stands among the hits, from 1; `null` when it is not among the first 50. */
type Rank = number | null;

export interface QuestionRanks {
  readonly uid: string;
  /** One a file that holds a page with the answer, searched alone. */
  readonly inside: readonly { readonly file: string; readonly rank: Rank }[];
  readonly pageOverAll: Rank;
  readonly fileOverAll: Rank;
}

export interface OfficeReport {
  readonly files: number;
  readonly pages: number;
  readonly failures: readonly { readonly path: string; readonly reason: string }[];
  /** CPU time of the parsing children; absent where the system does not tell. */
  readonly parseCpuSeconds?: number;
  readonly pagesPerCpuSecond?: number;
  readonly questions: readonly QuestionRanks[];
  readonly shares: {
    /** A question counts when in each file that holds part of its answer a gold page is among the first ten. */
    readonly insideEveryFile: Share;
    /** Each pair of a question and a file that holds a page with its answer. */
    readonly insidePairs: Share;
    readonly pageOverAll: Share;
    readonly fileOverAll: Share;
  };
}

export async function run(args: readonly string[], output: BenchOutput): Promise<number> {
  const options = parseOptions(args, {
    data: { type: "string" },
    files: { type: "string" },
    json: { type: "boolean" },
  });
  const folder = officeqaFolder(options.data, "questions.jsonl");
  const all = readdirSync(join(folder, "pdfs")).sort();
  const count = options.files === undefined ? all.length : Number(options.files);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new BenchMisuse(`--files is a whole number from 1, not ${options.files}.`);
  const report = await measureOfficeQa(folder, all.slice(0, count), output);
  const drops = dropsAgainst(readBaseline(), report);
  if (options.json) output.print(JSON.stringify({ ...report, drops }));
  else printReport(report, drops, output);
  return drops.length === 0 ? 0 : 1;
}

/** Parses the named PDFs and ranks their pages for every question that they hold the whole answer of. */
export async function measureOfficeQa(
  folder: string,
  names: readonly string[],
  output: Pick<BenchOutput, "note">,
): Promise<OfficeReport> {
  const root = join(folder, "pdfs");
  const parsers = builtInParsers();
  // Without the outer jail: its process hides from us what the parsing inside of it cost.
  const pool = createParserPool({ parsers, jail: "permission" });
  const documents = createDocuments({
    root,
    parsers,
    pool,
    index: createWasmEngine(PAGE_RANKING),
    pageFields: ["heading", "title"],
  });
  try {
    const cpuBefore = childrenCpuSeconds();
    const files = names.map((path) => {
      const file = join(root, path);
      const { size, mtimeMs } = statSync(file);
      return { path, hash: hashBytesSync(readFileSync(file)), size, modifiedAtMs: mtimeMs };
    });
    await documents.sync(files, {
      wait: true,
      onProgress: ({ done, total, path }) => output.note(`parsed ${done}/${total} ${path}`),
    });
    const cpuAfter = childrenCpuSeconds();
    const parseCpuSeconds = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore;
    const failures = names.flatMap((path) => {
      const { state, reason } = documents.freshness(path);
      return state === "current" ? [] : [{ path, reason: reason ?? state }];
    });
    const pages = await countPages(documents, names);
    const questions: QuestionRanks[] = [];
    for (const question of questionsWithText(folder)) {
      if (question.pages.every(({ file }) => names.includes(file)))
        questions.push(await rankQuestion(documents, question));
    }
    return {
      files: names.length,
      pages,
      failures,
      ...(parseCpuSeconds !== undefined && { parseCpuSeconds, pagesPerCpuSecond: pages / parseCpuSeconds }),
      questions,
      shares: sharesOf(questions),
    };
  } finally {
    await documents.close();
    await pool.close();
  }
}

async function rankQuestion(documents: Documents, { uid, question, pages }: OfficeQuestion): Promise<QuestionRanks> {
  const goldFiles = [...new Set(pages.map(({ file }) => file))];
  const isGold = (address: string): boolean => {
    const { path, place } = parseAddress(address);
    const parsed = place === undefined ? undefined : parsePlace(place);
    return pages.some(({ file, page }) => file === path && parsed?.type === "page" && parsed.from === page);
  };
  const inside = [];
  for (const file of goldFiles) {
    const { hits } = await documents.search(question, { limit: DEPTH, paths: [file] });
    inside.push({ file, rank: rankOf(hits, ({ address }) => isGold(address)) });
  }
  const { hits } = await documents.search(question, { limit: DEPTH });
  return {
    uid,
    inside,
    pageOverAll: rankOf(hits, ({ address }) => isGold(address)),
    fileOverAll: rankOf(hits, ({ path }) => goldFiles.includes(path)),
  };
}

function rankOf<T>(hits: readonly T[], isGold: (hit: T) => boolean): Rank {
  const index = hits.findIndex(isGold);
  return index < 0 ? null : index + 1;
}

function sharesOf(questions: readonly QuestionRanks[]): OfficeReport["shares"] {
  const within = (rank: Rank, most: number): boolean => rank !== null && rank <= most;
  const share = <T>(cases: readonly T[], holds: (one: T) => boolean): Share =>
    wilson(cases.filter(holds).length, cases.length);
  const pairs = questions.flatMap(({ inside }) => inside);
  return {
    insideEveryFile: share(questions, ({ inside }) => inside.every(({ rank }) => within(rank, 10))),
    insidePairs: share(pairs, ({ rank }) => within(rank, 10)),
    pageOverAll: share(questions, ({ pageOverAll }) => within(pageOverAll, 10)),
    fileOverAll: share(questions, ({ fileOverAll }) => within(fileOverAll, 5)),
  };
}

type Measure = "insideEveryFile" | "insidePairs" | "fileOverAll";

/** Hits that were reached once and must not be lost. */
export interface OfficeBaseline extends Readonly<Record<Measure, number>> {
  readonly of: { readonly questions: number; readonly pairs: number };
}

const MEASURES: readonly Measure[] = ["insideEveryFile", "insidePairs", "fileOverAll"];

function readBaseline(): OfficeBaseline {
  return JSON.parse(readFileSync(new URL("../baselines/officeqa.json", import.meta.url), "utf8")) as OfficeBaseline;
}

/** What fell below the baseline, worded; nothing for a run over other questions than the baseline's. */
export function dropsAgainst(baseline: OfficeBaseline, { shares }: Pick<OfficeReport, "shares">): readonly string[] {
  const isSame = shares.insideEveryFile.of === baseline.of.questions && shares.insidePairs.of === baseline.of.pairs;
  if (!isSame) return [];
  return MEASURES.filter((name) => shares[name].hits < baseline[name]).map(
    (name) => `${name}: ${shares[name].hits} hits, and ${baseline[name]} in the baseline`,
  );
}

function printReport(report: OfficeReport, drops: readonly string[], { print }: BenchOutput): void {
  const { files, pages, failures, parseCpuSeconds, pagesPerCpuSecond, questions, shares } = report;
  const rate =
    parseCpuSeconds === undefined
      ? "CPU time unknown on this system"
      : `${parseCpuSeconds.toFixed(1)} s CPU, ${pagesPerCpuSecond!.toFixed(1)} pages a CPU second`;
  print(`parsed ${files} PDFs, ${pages} pages: ${rate}; ${failures.length} failures`);
  for (const { path, reason } of failures) print(`  not read: ${path} (${reason})`);
  print("");
  print("question  inside its file(s)  page over all  file over all");
  for (const { uid, inside, pageOverAll, fileOverAll } of questions) {
    const ranks = inside.map(({ rank }) => rank ?? "–").join(" ");
    print(`${uid.padEnd(8)}  ${ranks.padEnd(18)}  ${String(pageOverAll ?? "–").padEnd(13)}  ${fileOverAll ?? "–"}`);
  }
  print("");
  const target = (share: number): string => `target ${100 * share} %`;
  print(
    `inside the right file, page within 10:   ${shareText(shares.insideEveryFile)}; ${target(TARGETS.insideEveryFile)}`,
  );
  print(`  of pairs of a question and a file:     ${shareText(shares.insidePairs)}`);
  print(`over all files, page within 10:          ${shareText(shares.pageOverAll)}`);
  print(`over all files, right file within 5:     ${shareText(shares.fileOverAll)}; ${target(TARGETS.fileOverAll)}`);
  for (const drop of drops) print(`DROPPED  ${drop}`);
}
