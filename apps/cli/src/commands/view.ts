import { type Command, InvalidArgumentError, Option } from "commander";
import { asMisuse } from "../answer-over-documents.ts";
import { misuse } from "../cli-error.ts";
import type { Environment } from "../environment.ts";
import { parseCount } from "../option-values.ts";
import { addSharedOptions, resolveSettings, type SharedOptions } from "../settings.ts";
import { withDocuments } from "../with-documents.ts";

interface ViewCommandOptions extends SharedOptions {
  readonly pages?: string;
  readonly maxCharacters?: number;
  readonly mode: "text" | "visual";
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("view"))
    .description("What stands at an address: a file, a page, a cell, a line, with the version it is of.")
    .argument("<address>", "PATH, PATH#page=3, PATH#sheet=Plan&cell=B12, PATH#L10-L20, …")
    .option("--pages <range>", "pages by number, such as 3 or 3-4", parsePages)
    .option("--max-characters <n>", "most characters shown (default 20,000)", parseCount)
    .addOption(new Option("--mode <mode>", "visual is not there yet").choices(["text", "visual"]).default("text"))
    .addHelpText(
      "after",
      "\nExamples:\n  runningtab view report.pdf#page=3\n  runningtab view 'budget.xlsx#sheet=Plan&cell=B12' --json",
    )
    .action(async (address: string, options: ViewCommandOptions) => {
      if (options.mode === "visual") throw misuse("--mode visual is not there yet. Use text.");
      const settings = await resolveSettings(options, environment);
      const answer = await withDocuments(settings, environment, async ({ documents, signal }) => {
        const { pages, maxCharacters } = options;
        try {
          return await documents.view(address, {
            signal,
            ...(pages && { pages }),
            ...(maxCharacters && { maxCharacters }),
          });
        } catch (error) {
          throw await asMisuse(error);
        }
      });
      if (settings.json) settings.terminal.printJson(answer);
      else if (answer.addresses.length === 0) settings.terminal.note(`${address}: ${answer.shown}`);
      else settings.terminal.print((await import("@runningtab/parsed-cache")).renderView(answer));
      if (answer.addresses.length === 0) environment.setExitCode(1);
    });
}

function parsePages(text: string): string {
  const match = /^(\d+)(?:[-–](\d+))?$/.exec(text.trim());
  const from = Number(match?.[1] ?? 0);
  if (match === null || from < 1 || Number(match[2] ?? from) < from)
    throw new InvalidArgumentError("Pages are given as 3 or 3-4.");
  return text;
}
