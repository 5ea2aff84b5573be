import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describeWithData } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { listedFiles } from "../../../test/verified-facts/fact.ts";
import type { DocumentParser } from "../../document-parser.ts";
import { DEFAULT_LIMITS } from "../../limits.ts";
import { extensionOf } from "../../media-type.ts";
import { ParsedCacheError } from "../../parsed-cache-error.ts";
import type { JsonValue, ParsedPart } from "../../parts.ts";
import { parser as spreadsheetParser } from "../spreadsheet.ts";
import { parser as wordParser } from "../word.ts";

const HOSTILE = /fuzzed|hostile|truncated|giant/;
/** Names of the parsers' modules by extension. */
const MODULES: ReadonlyMap<string, string> = new Map([
  ...["xlsx", "xlsm", "xlsb", "xls", "ods"].map((extension) => [extension, "spreadsheet"] as const),
  ["docx", "word"],
  ["docm", "word"],
  ["doc", "word-97"],
  ["ppt", "presentation-97"],
  ["pptx", "presentation"],
]);

function parserFor(file: string): DocumentParser {
  return MODULES.get(extensionOf(file)) === "spreadsheet" ? spreadsheetParser : wordParser;
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

describeWithData("real office files", (folder) => {
  it("reads both sides of every office pair without a refusal", async () => {
    const pairs = ["made-budget-xlsx", "made-report-docx", "real-test-c0a511e-docx", "real-temperature-bf6a785-xlsx"];
    for (const pair of pairs) {
      for (const side of ["before", "after"]) {
        const file = `${side}.${pair.slice(pair.lastIndexOf("-") + 1)}`;
        const { parts, refusal } = await parse(parserFor(file), readFileSync(join(folder, "diff-pairs", pair, file)));
        expect(refusal).toBeUndefined();
        expect(parts.some((part) => part.type === "sheet" || part.type === "block")).toBe(true);
      }
    }
  });

  it("tells a wrong password from a missing one, in all schemes of encryption", { timeout: 120_000 }, async () => {
    for (const [file, password] of [
      ["protected_passtika.xlsb", "tika"],
      ["protected_passtika.xlsx", "tika"],
      ["pass_protected.ods", "1234"],
    ] as const) {
      const bytes = readFileSync(join(folder, "office-files/files", file));
      expect((await parse(spreadsheetParser, bytes)).refusal).toBe("password-needed");
      expect((await parse(spreadsheetParser, bytes, { password: "guess" })).refusal).toBe("password-wrong");
      expect((await parse(spreadsheetParser, bytes, { password })).refusal).toBeUndefined();
    }
  });

  it("gives parts or a reason for every hostile file, in a bounded child", { timeout: 120_000 }, async () => {
    for (const { file, feature } of listedFiles(join(folder, "office-files"))) {
      const module = MODULES.get(extensionOf(file));
      if (!HOSTILE.test(feature) || module === undefined) continue;
      const outcome = await parseInChild(join(folder, "office-files", file), module);
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
