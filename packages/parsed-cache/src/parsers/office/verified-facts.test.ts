import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describeWithData } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import type { DocumentParser } from "../../document-parser.ts";
import { DEFAULT_LIMITS } from "../../limits.ts";
import { ParsedCacheError } from "../../parsed-cache-error.ts";
import type { Cell, JsonValue, ParsedPart } from "../../parts.ts";
import { parser as spreadsheetParser } from "../spreadsheet.ts";
import { parser as wordParser } from "../word.ts";

interface Fact {
  readonly kind: string;
  readonly value?: unknown;
  readonly text?: string;
  readonly sample?: string | readonly string[];
  readonly count?: number;
  readonly sheet?: string;
  readonly ref?: string;
  readonly formula?: string;
  readonly cached?: string | number | null;
  readonly cells?: readonly string[];
  readonly table?: number;
  readonly row?: number;
}

interface ListedFile {
  readonly file: string;
  readonly feature: string;
  readonly expected: readonly Fact[];
}

/** Facts about the container and not about what the document says; the parsers neither show nor need them. */
const CONTAINER_FACTS = new Set([
  "container",
  "zip_entries",
  "rows_stored",
  "entity_declarations_in",
  "not_a_valid_zip",
  "requirement",
]);
const FLOOR = 0.95;
const HOSTILE = /fuzzed|hostile|truncated|giant/;

function extensionOf(file: string): string {
  return file.slice(file.lastIndexOf(".") + 1).toLowerCase();
}

function parserFor(file: string): DocumentParser | undefined {
  const extension = extensionOf(file);
  if (["xlsx", "xlsm", "xlsb", "xls", "ods"].includes(extension)) return spreadsheetParser;
  return ["docx", "docm"].includes(extension) ? wordParser : undefined;
}

function listedFiles(folder: string): readonly ListedFile[] {
  const lines = readFileSync(join(folder, "office-files/MANIFEST.jsonl"), "utf8").split("\n");
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as ListedFile)
    .filter(({ file }) => parserFor(file) !== undefined);
}

type Parsed = { readonly parts: readonly ParsedPart[]; readonly refusal?: string };

async function parse(parser: DocumentParser, bytes: Uint8Array, options: JsonValue = {}): Promise<Parsed> {
  const parts: ParsedPart[] = [];
  try {
    await parser.parse(bytes, options, (part) => void parts.push(part), DEFAULT_LIMITS);
    return { parts };
  } catch (error) {
    if (!ParsedCacheError.isInstance(error)) throw error;
    return { parts, refusal: error.code };
  }
}

/** White space is set differently by every tool; no fact depends on it. */
function squeeze(text: unknown): string {
  return String(text).replace(/\s+/g, "");
}

function metadataOf(parts: readonly ParsedPart[]): Readonly<Record<string, JsonValue>> {
  return Object.assign({}, ...parts.map((part) => (part.type === "metadata" ? part.values : {})));
}

function textsOf(parts: readonly ParsedPart[], wanted: (part: ParsedPart & { type: "block" }) => boolean): string[] {
  return parts.flatMap((part) =>
    part.type === "block" && wanted(part) ? [squeeze(part.runs.map(({ text }) => text).join(""))] : [],
  );
}

function cellsOf(parts: readonly ParsedPart[], sheet?: string): readonly Cell[] {
  return parts.flatMap((part) => (part.type === "sheet" && (sheet ?? part.name) === part.name ? part.cells : []));
}

function lossCount(parts: readonly ParsedPart[], kind: string): number {
  return parts.reduce((sum, part) => sum + (part.type === "loss" && part.kind === kind ? part.count : 0), 0);
}

function revisedText(parts: readonly ParsedPart[], kind: string): string {
  return squeeze(
    parts
      .flatMap((part) => (part.type === "block" ? part.runs : []))
      .filter((run) => run.revision?.kind === kind)
      .map((run) => run.text)
      .join(""),
  );
}

function isSameValue(cell: Cell | undefined, expected: unknown): boolean {
  if (cell === undefined) return expected === null;
  if (typeof expected === "number" && typeof cell.raw === "number") {
    return Math.abs(cell.raw - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
  }
  const dateTime = String(expected).replace(/T00:00:00$/, "");
  return [cell.raw, cell.shown].some((value) => squeeze(value) === squeeze(expected) || squeeze(value) === dateTime);
}

/** The cells that hold something, as one range. */
function extentOf(cells: readonly Cell[]): string {
  let [top, left, bottom, right] = [Infinity, Infinity, 0, 0];
  for (const { ref } of cells) {
    const [, letters = "", digits = ""] = /^([A-Z]+)(\d+)$/.exec(ref) ?? [];
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    const row = Number(digits);
    [top, left, bottom, right] = [
      Math.min(top, row),
      Math.min(left, column),
      Math.max(bottom, row),
      Math.max(right, column),
    ];
  }
  const name = (column: number): string =>
    column > 26
      ? name(Math.floor((column - 1) / 26)) + name(((column - 1) % 26) + 1)
      : String.fromCharCode(64 + column);
  return bottom === 0 ? "A1:A1" : `${name(left)}${top}:${name(right)}${bottom}`;
}

function has(texts: readonly string[], wanted: unknown): boolean {
  return texts.join("").includes(squeeze(wanted));
}

function holds(fact: Fact, { parts, refusal }: Parsed): boolean {
  const metadata = metadataOf(parts);
  const everything = (): string =>
    [...textsOf(parts, () => true), ...cellsOf(parts).map(({ shown }) => squeeze(shown))].join("\n");
  switch (fact.kind) {
    case "encrypted":
      return refusal === "password-needed";
    case "password":
      return refusal === undefined && parts.some((part) => part.type === "sheet");
    case "sheets_after_decryption": {
      const sheets = (metadata["sheets"] ?? []) as readonly { name: string }[];
      return JSON.stringify(sheets.map(({ name }) => name)) === JSON.stringify(fact.value);
    }
    case "text":
      return everything().includes(squeeze(fact.value));
    case "sheets": {
      const sheets = (metadata["sheets"] ?? []) as readonly { name: string; state: string }[];
      return JSON.stringify(sheets.map(({ name, state }) => ({ name, state }))) === JSON.stringify(fact.value);
    }
    case "dimension": {
      const sheets = (metadata["sheets"] ?? []) as readonly { name: string; dimension?: string }[];
      const declared = sheets.find(({ name }) => name === fact.sheet)?.dimension;
      const single = String(fact.value).replace(/^([A-Z]+\d+):\1$/, "$1");
      return [declared, extentOf(cellsOf(parts, fact.sheet))].some((range) => range === fact.value || range === single);
    }
    case "date_system":
      return metadata["dateSystem"] === fact.value;
    case "cell":
    case "cell_after_decryption":
      return isSameValue(
        cellsOf(parts, fact.sheet).find(({ ref }) => ref === fact.ref),
        fact.value,
      );
    case "formula": {
      const cell = cellsOf(parts, fact.sheet).find(({ ref }) => ref === fact.ref);
      const same = cell?.formula !== undefined && squeeze(`=${cell.formula}`) === squeeze(fact.formula);
      return same && (fact.cached === null || fact.cached === undefined || isSameValue(cell, fact.cached));
    }
    case "formulas_without_cached_value":
      return lossCount(parts, "formulas-without-value") === (fact.value ?? fact.count);
    case "merged": {
      const merged = parts.flatMap((part) =>
        part.type === "sheet" && part.name === fact.sheet ? (part.merged ?? []) : [],
      );
      const sample = (fact.sample ?? []) as readonly string[];
      return merged.length === fact.count && sample.every((range) => merged.includes(range));
    }
    case "right_to_left_sheets":
      return JSON.stringify(metadata["rightToLeftSheets"]) === JSON.stringify(fact.value);
    case "charts":
      return lossCount(parts, "charts") === fact.value;
    case "macros":
      return lossCount(parts, "macros") > 0;
    case "embedded":
      return (
        squeeze([...((metadata["embedded"] ?? []) as string[])].toSorted()) ===
        squeeze([...(fact.value as string[])].toSorted())
      );
    case "external_targets":
      return (fact.value as string[]).every((target) => ((metadata["links"] ?? []) as string[]).includes(target));
    case "comment": {
      const inCells = cellsOf(parts, fact.sheet).filter(({ ref }) => fact.ref === undefined || ref === fact.ref);
      const said = [
        ...inCells.map(({ comment }) => squeeze(comment ?? "")),
        ...textsOf(parts, (part) => part.kind === "comment"),
      ];
      return has(said, fact.text);
    }
    case "footnote":
    case "endnote":
      return has(
        textsOf(parts, (part) => part.address.startsWith(`${fact.kind}=`)),
        fact.text,
      );
    case "header":
    case "footer":
      return has(
        textsOf(parts, (part) => part.kind === fact.kind),
        fact.text,
      );
    case "textbox":
      return has(
        textsOf(parts, (part) => part.address.includes("textbox=")),
        fact.text,
      );
    case "inserted":
    case "deleted":
      return revisedText(parts, fact.kind).includes(squeeze(fact.sample));
    case "track_changes_on":
      return metadata["trackChanges"] === fact.value;
    case "tables":
      return metadata["tableCount"] === fact.value;
    case "table_row": {
      const [row] = textsOf(parts, (part) => part.address === `table=${fact.table}&row=${fact.row}`);
      const shown = (row ?? "").split("|").filter((cell) => cell !== "");
      const wanted = (fact.cells ?? []).map(squeeze).filter((cell) => cell !== "");
      return wanted.length === shown.length && wanted.every((cell, index) => shown[index]?.startsWith(cell));
    }
    case "equations":
      return lossCount(parts, "equations") === fact.value;
    default:
      return false;
  }
}

describeWithData("verified facts of real office files", (folder) => {
  it(`finds at least ${FLOOR * 100} % of what independent tools found`, { timeout: 60_000 }, async () => {
    const scores = new Map<string, { found: number; all: number }>();
    const misses: string[] = [];
    for (const { file, feature, expected } of listedFiles(folder)) {
      const parser = parserFor(file);
      if (parser === undefined || HOSTILE.test(feature)) continue;
      const bytes = readFileSync(join(folder, "office-files", file));
      const password = expected.find(({ kind }) => kind === "password")?.value;
      const parsed = await parse(parser, bytes);
      const opened = password === undefined ? parsed : await parse(parser, bytes, { password: String(password) });
      const score = scores.get(extensionOf(file)) ?? { found: 0, all: 0 };
      scores.set(extensionOf(file), score);
      for (const fact of expected) {
        if (CONTAINER_FACTS.has(fact.kind)) continue;
        score.all++;
        if (holds(fact, fact.kind === "encrypted" ? parsed : opened)) score.found++;
        else misses.push(`${file} ${JSON.stringify(fact)}`.slice(0, 220));
      }
    }
    const total = { found: 0, all: 0 };
    for (const [extension, { found, all }] of scores) {
      total.found += found;
      total.all += all;
      console.log(`${extension.padEnd(6)} ${found} of ${all}`);
    }
    console.log(`all    ${total.found} of ${total.all}\nmissed:\n${misses.join("\n")}`);
    expect(total.all).toBeGreaterThan(200);
    expect(total.found / total.all).toBeGreaterThanOrEqual(FLOOR);
  });

  it("reads both sides of every office pair without a refusal", async () => {
    const pairs = ["made-budget-xlsx", "made-report-docx", "real-test-c0a511e-docx", "real-temperature-bf6a785-xlsx"];
    for (const pair of pairs) {
      for (const side of ["before", "after"]) {
        const file = `${side}.${pair.slice(pair.lastIndexOf("-") + 1)}`;
        const parser = parserFor(file);
        if (parser === undefined) throw new Error(`no parser for ${file}`);
        const { parts, refusal } = await parse(parser, readFileSync(join(folder, "diff-pairs", pair, file)));
        expect(refusal).toBeUndefined();
        expect(parts.some((part) => part.type === "sheet" || part.type === "block")).toBe(true);
      }
    }
  });

  it("tells a wrong password from a missing one, in both schemes of encryption", async () => {
    for (const file of ["protected_passtika.xlsb", "protected_passtika.xlsx"]) {
      const bytes = readFileSync(join(folder, "office-files/files", file));
      expect((await parse(spreadsheetParser, bytes)).refusal).toBe("password-needed");
      expect((await parse(spreadsheetParser, bytes, { password: "guess" })).refusal).toBe("password-wrong");
      expect((await parse(spreadsheetParser, bytes, { password: "tika" })).refusal).toBeUndefined();
    }
  });

  it("gives parts or a reason for every hostile file, in a bounded child", { timeout: 120_000 }, async () => {
    for (const { file, feature } of listedFiles(folder)) {
      if (!HOSTILE.test(feature)) continue;
      const outcome = await parseInChild(
        join(folder, "office-files", file),
        /\.doc[xm]$/.test(file) ? "word" : "spreadsheet",
      );
      expect(outcome, file).toMatch(/^(?:parts [1-9]|refused (?:damaged|limit-exceeded|password-needed|unsupported))/);
      expect(outcome, file).toContain("prototype clean");
    }
  });
});

/** A process of its own, with bounds on heap and time: the test must survive what the parser may not. */
async function parseInChild(path: string, parserName: string): Promise<string> {
  const source = `
    import { readFileSync } from "node:fs";
    import { parser } from ${JSON.stringify(new URL(`../${parserName}.ts`, import.meta.url).href)};
    import { DEFAULT_LIMITS } from ${JSON.stringify(new URL("../../limits.ts", import.meta.url).href)};
    const keys = () => Reflect.ownKeys(Object.prototype).length;
    const before = keys();
    let count = 0;
    const outcome = await parser.parse(readFileSync(${JSON.stringify(path)}), {}, () => void count++, DEFAULT_LIMITS)
      .then(() => "parts " + count, (error) => "refused " + error.code);
    console.log(outcome, keys() === before ? "prototype clean" : "prototype POLLUTED");
  `;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@runningtab/source", "--max-old-space-size=400", "--input-type=module", "-e", source],
    { timeout: 60_000, killSignal: "SIGKILL" },
  );
  return stdout.trim();
}
