import { basename, resolve } from "node:path";
import type { Source } from "@runningtab/parsed-cache";
import type { DiffInput } from "@runningtab/review-diff";
import { type Command, Option } from "commander";
import { parsersOf } from "../compose.ts";
import { type Config, loadConfig } from "../config.ts";
import type { Environment } from "../environment.ts";
import { readWholeFile } from "../read-whole-file.ts";
import { addOutputOptions, type SharedOptions, terminalOf } from "../settings.ts";

/** The parser id of records of a kind that no parser reads. */
const NO_PARSER = "none";

interface DiffCommandOptions extends SharedOptions {
  readonly format: "term" | "md" | "json";
}

export function register(program: Command, environment: Environment): void {
  addOutputOptions(program.command("diff"))
    .description(
      "What changed from one version of a document to another, in the document's own terms; exit 1 if they differ.",
    )
    .argument("<before>", "file")
    .argument("<after>", "file")
    .addOption(
      new Option("--format <format>", "how to show it (html is not there yet)")
        .choices(["term", "md", "json"])
        .default("term"),
    )
    .option("--config <file>", "module with overrides")
    .addHelpText("after", "\nExample:\n  runningtab diff budget-v1.xlsx budget-v2.xlsx --format md")
    .action(async (before: string, after: string, options: DiffCommandOptions) => {
      const terminal = terminalOf(options, environment);
      const config = await loadConfig({
        file: options.config && resolve(environment.cwd, options.config),
        environment,
      });
      const { diff, renderDiff } = await import("@runningtab/review-diff");
      const { createTerminalRenderer } = await import("@runningtab/review-diff/renderers/terminal");
      const sides = await openSides([before, after], environment.cwd, config);
      try {
        const [left, right] = sides.inputs;
        const result = await diff(left, right, { ...(config.formats && { formats: config.formats }) });
        const format = options.json ? "json" : options.format;
        if (format === "term")
          terminal.printStyled(createTerminalRenderer({ color: terminal.hasColor }).render(result));
        // Printed as a value: escaping its text as text would break it.
        else if (format === "json") terminal.printJson(JSON.parse(renderDiff(result, "json")));
        else terminal.print(renderDiff(result, "markdown"));
        if (!result.equal) environment.setExitCode(1);
      } finally {
        await sides.close();
      }
    });
}

/** Two loose files as sides of a comparison: their bytes, and the parts that a parser finds in them. */
async function openSides(
  paths: readonly [string, string],
  cwd: string,
  config: Config,
): Promise<{ readonly inputs: readonly [DiffInput, DiffInput]; close(): Promise<void> }> {
  const { createDocuments } = await import("@runningtab/parsed-cache");
  const { hashBytesSync } = await import("@runningtab/content-hash/node");
  const read = (path: string): Source => {
    const bytes = readWholeFile(path, cwd);
    return { bytes, hash: hashBytesSync(bytes) };
  };
  const sources = new Map(paths.map((path, index) => [nameOfSide(path, index), read(path)] as const));
  const documents = createDocuments({ read: async (name) => sources.get(name), parsers: await parsersOf(config) });
  const files = [...sources].map(([path, { hash, bytes }]) => ({
    path,
    hash,
    size: bytes.byteLength,
    modifiedAtMs: 0,
  }));
  await documents.sync(files, { wait: true });
  const inputOf = async (path: string, index: number): Promise<DiffInput> => {
    const name = nameOfSide(path, index);
    // A document that a parser tried and failed is asked too: its reason is what the comparison then notes.
    const isRead = (await documents.record(name))?.key.parserId !== NO_PARSER;
    return { path, bytes: sources.get(name)!.bytes, ...(isRead && { parts: () => documents.parts(name) }) };
  };
  return { inputs: [await inputOf(paths[0], 0), await inputOf(paths[1], 1)], close: () => documents.close() };
}

/** Keeps the file's own name, whose ending tells kinds of text apart, and the sides apart. */
function nameOfSide(path: string, index: number): string {
  return `${index === 0 ? "before" : "after"}/${basename(path)}`;
}
