import * as fc from "fast-check";
import { seededRandom, type SeededRandom } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { createCapture, createContentMatchStrategy, type CaptureContext, type CaptureResult } from "../src/index.ts";
import { createMatchedWorkspace, type MatchedWorkspace, type PlacedLine, sheetRows } from "./matched-workspace.ts";

const CITIES = "Lisbon Porto Braga Faro Evora Aveiro Leiria Setubal Viseu Guarda".split(" ");
const VERBS = "approved rejected deferred discussed measured reviewed ordered returned".split(" ");
const THINGS =
  "the budget of the northern office|a rail ticket in second class|meals without receipts|the new canteen".split("|");

/** Sentences of reports, rows of sheets, sentences in Chinese: each line with something of its own, some without. */
function sentence(random: SeededRandom): string {
  const kinds = [
    () => `${random.pick(CITIES)} ${random.pick(VERBS)} ${random.pick(THINGS)} on day ${random.integer(1, 9_999)}.`,
    () => `${random.pick(VERBS)} in ${random.pick(CITIES)}: ${random.integer(1, 99_999)} units, ${random.pick(THINGS)}`,
    () =>
      `第${random.integer(1, 9_999)}条：${random.pick(["差旅费", "会议费", "培训费"])}报销标准为每天${random.integer(1, 9_999)}元。`,
    () => "",
    () => "This page is left empty.",
  ];
  return random.pick(kinds)();
}

function row(random: SeededRandom): readonly string[] {
  return [
    random.pick(CITIES),
    String(random.integer(1, 99_999)),
    (random.next() * 1_000).toFixed(2),
    random.pick(VERBS),
  ];
}

interface Given {
  readonly workspace: MatchedWorkspace;
  readonly lines: ReadonlyMap<string, readonly PlacedLine[]>;
}

function generate(random: SeededRandom): Given {
  const lines = new Map<string, readonly PlacedLine[]>();
  for (let file = 0; file < 30; file++) {
    const count = random.integer(5, 60);
    if (file % 4 === 0)
      lines.set(
        `sheets/table ${file}.xlsx`,
        sheetRows(
          "Q1",
          Array.from({ length: count }, () => row(random)),
        ),
      );
    else
      lines.set(
        `texts/report_${file}.${file % 4 === 1 ? "pdf" : "txt"}`,
        Array.from({ length: count }, (_, at) => ({
          address: file % 4 === 1 ? `page=${1 + Math.floor(at / 20)}` : `L${at + 1}`,
          line: sentence(random),
        })),
      );
  }
  return { workspace: createMatchedWorkspace(Object.fromEntries(lines)), lines };
}

/** How programs print a line. Each keeps its words. */
const STYLES: readonly ((line: string, at: number) => string)[] = [
  (line) => line,
  (line, at) => `${at + 1}: ${line}`,
  (line, at) => `${String(at + 1).padStart(6)}\t${line}`,
  (line) => `- ${line}`,
  (line) => JSON.stringify(line.split(" | ")),
  (line) => `['${line.split(" | ").join("', '")}']`,
  (line) => line.replaceAll(" | ", ","),
  (line) => line.replaceAll(" | ", "\t"),
  (line) => `    ${line.replaceAll(" ", "   ")}`,
];
const NOISE = ["done", "3 files read", "----", "Total: 4711", "loading ...", "", "{'status': 'ok', 'n': 12}"];

/** A script that prints parts of some files, with words of its own around them; and whose text each line is. */
function script(random: SeededRandom, { lines }: Given): { output: string; owners: readonly (string | undefined)[] } {
  const printed: string[] = [];
  const owners: (string | undefined)[] = [];
  const say = (text: string, owner?: string): void => {
    printed.push(text);
    owners.push(owner);
  };
  for (let part = random.integer(1, 4); part > 0; part--) {
    const path = random.pick([...lines.keys()]);
    const all = lines.get(path)!;
    const first = random.integer(0, all.length - 2);
    const shown = all.slice(first, first + random.integer(3, 25));
    const style = random.pick(STYLES);
    if (random.next() < 0.5) say(random.pick(NOISE));
    for (const [at, { line }] of shown.entries()) say(style(line, at), path);
  }
  say(random.pick(NOISE));
  return { output: `${printed.join("\n")}\n`, owners };
}

/** Lines that a result attributes rightly, wrongly, and not at all, of those whose text stands in exactly one file. */
function judge(result: CaptureResult, output: string, owners: readonly (string | undefined)[], given: Given) {
  const count = new Map<string, number>();
  for (const lines of given.lines.values())
    for (const text of new Set(lines.map(({ line }) => line))) count.set(text, (count.get(text) ?? 0) + 1);
  const counts = { right: 0, wrong: 0, missed: 0 };
  let start = 0;
  for (const [at, line] of output.split("\n").slice(0, -1).entries()) {
    const [from, until] = [start, start + line.length];
    start = until + 1;
    if (!/[\p{L}\p{N}]/u.test(line)) continue;
    const read = result.reads.find((each) => each.start <= from && each.end >= until);
    const owner = owners[at];
    if (read !== undefined && (owner === undefined || !read.paths.includes(owner))) counts.wrong++;
    else if (read?.paths.length === 1) counts.right++;
    else if (owner !== undefined && isTelling(line)) counts.missed++;
  }
  return counts;
}

/** A line that is in most files, and the number of a blank one, say nothing of a file. */
function isTelling(line: string): boolean {
  return !line.includes("This page is left empty") && !/^\s*\d+[:\t]?\s*$/.test(line);
}

describe("scripts that print parts of files", () => {
  it("are attributed to the right ones", async () => {
    const total = { right: 0, wrong: 0, missed: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const random = seededRandom(seed);
      const given = generate(random);
      const strategy = createContentMatchStrategy({ maxWaitMs: 60_000 });
      for (let round = 0; round < 5; round++) {
        const { output, owners } = script(random, given);
        const args = { command: "node report.mjs" };
        const result = await strategy.capture({ tool: "bash", args, output }, given.workspace.context);
        const counts = judge(result, output, owners, given);
        for (const key of ["right", "wrong", "missed"] as const) total[key] += counts[key];
      }
    }
    const [precision, recall] = [total.right / (total.right + total.wrong), total.right / (total.right + total.missed)];
    expect(precision, JSON.stringify(total)).toBeGreaterThanOrEqual(0.995);
    expect(recall, JSON.stringify(total)).toBeGreaterThanOrEqual(0.98);
  });
});

const NAMES = [
  "a.txt",
  "../outside.txt",
  "/etc/passwd",
  "b/../../x",
  "./c.txt",
  "日報.txt",
  "cafe\u0301.md",
  "a\nb.txt",
  "..",
  "d/",
  "-n",
  "\0",
];

describe("whatever a workspace claims and a program prints", () => {
  it("gives slices of the output and names only regular files below the root", async () => {
    const line = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.constantFrom(...THINGS),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...NAMES), fc.array(line, { maxLength: 8 }), { maxKeys: 5 }),
        fc.array(line, { maxLength: 12 }),
        fc.boolean(),
        async (files, noise, whole) => {
          const workspace = createMatchedWorkspace(
            Object.fromEntries(Object.entries(files).map(([name, lines]) => [name, lines.join("\n")])),
          );
          // A link, or anything else that is no regular file, has no fact.
          const context: CaptureContext = {
            ...workspace.context,
            stat: (path) => (path === "./c.txt" ? undefined : workspace.context.stat(path)),
          };
          const output = [...noise, ...Object.values(files).flat()].join("\n");
          const unattributed = whole ? {} : { unattributed: [{ start: 1, end: output.length >> 1 }] };
          for (const strategy of [createContentMatchStrategy(), createCapture()]) {
            const result = await strategy.capture({ tool: "show", args: {}, output }, { ...context, ...unattributed });
            expect(result.notes.filter((note) => note.includes("failed"))).toEqual([]);
            for (const { start, end, paths } of result.reads) {
              expect(start >= 0 && start <= end && end <= output.length).toBe(true);
              for (const path of paths) {
                expect(context.stat(path)).toBeDefined();
                expect(path).not.toMatch(/^\/|(?:^|\/)\.\.(?:\/|$)|^\.\//);
              }
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("finds nothing of a version that no file has", async () => {
    const operation = fc.tuple(
      fc.constantFrom("a", "b", "c", "d"),
      fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    );
    const textOf = (version: number): string =>
      Array.from(
        { length: 4 },
        (_, at) => `Version ${version} of the text says in line ${at} number ${version * 7919 + at}.`,
      ).join("\n");
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 25 }), async (operations) => {
        const workspace = createMatchedWorkspace({});
        const strategy = createContentMatchStrategy();
        const now = new Map<string, number>();
        for (const [path, version] of operations) {
          workspace.set(path, version === undefined ? undefined : textOf(version));
          if (version === undefined) now.delete(path);
          else now.set(path, version);
          for (let shown = 0; shown <= 5; shown++) {
            const { reads } = await strategy.capture(
              { tool: "show", args: {}, output: textOf(shown) },
              workspace.context,
            );
            const expected = [...now].filter(([, one]) => one === shown).map(([name]) => name);
            expect(reads.flatMap((read) => read.paths).toSorted()).toEqual(expected.toSorted());
          }
        }
        expect(strategy.size.files).toBe(new Set(now.values()).size);
      }),
      { numRuns: 40 },
    );
  });
});
