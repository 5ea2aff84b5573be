import { basename, resolve } from "node:path";
import { type Command, Option } from "commander";
import { loadConfig } from "../config.ts";
import { openSides } from "../diff-sides.ts";
import type { Environment } from "../environment.ts";
import { readWholeFile } from "../read-whole-file.ts";
import { addOutputOptions, type SharedOptions, terminalOf } from "../settings.ts";

interface DiffCommandOptions extends SharedOptions {
  readonly format: "term" | "md" | "html" | "json";
}

export function register(program: Command, environment: Environment): void {
  addOutputOptions(program.command("diff"))
    .description(
      "What changed from one version of a document to another, in the document's own terms; exit 1 if they differ.",
    )
    .argument("<before>", "file")
    .argument("<after>", "file")
    .addOption(
      new Option("--format <format>", "how to show it; html is one page that needs nothing beside itself")
        .choices(["term", "md", "html", "json"])
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
      const side = (path: string) => ({ name: basename(path), bytes: readWholeFile(path, environment.cwd) });
      const sides = await openSides([side(before), side(after)], config);
      try {
        const [left, right] = sides.inputs;
        const result = await diff(left, right, { ...(config.formats && { formats: config.formats }) });
        const format = options.json ? "json" : options.format;
        if (format === "term")
          terminal.printStyled(createTerminalRenderer({ color: terminal.hasColor }).render(result));
        // Printed as a value: escaping its text as text would break it.
        else if (format === "json") terminal.printJson(JSON.parse(renderDiff(result, "json")));
        else terminal.print(renderDiff(result, format === "md" ? "markdown" : "html"));
        if (!result.equal) environment.setExitCode(1);
      } finally {
        await sides.close();
      }
    });
}
