import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ViewAnswer } from "@runningtab/parsed-cache";
import type { Workspace } from "@runningtab/staged-workspace";
import { type Command, InvalidArgumentError, Option } from "commander";
import { asMisuse } from "../answer-over-documents.ts";
import { misuse } from "../cli-error.ts";
import type { Environment } from "../environment.ts";
import { parseCount } from "../option-values.ts";
import { addSharedOptions, resolveSettings, type SharedOptions } from "../settings.ts";
import { isValueAddress, viewValue } from "../view-value.ts";
import { withDocuments } from "../with-documents.ts";

interface ViewCommandOptions extends SharedOptions {
  readonly pages?: string;
  readonly maxCharacters?: number;
  readonly mode: "text" | "visual";
  readonly output?: string;
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("view"))
    .description("What stands at an address: a file, a page, a cell, a line, with the version it is of.")
    .argument("<address>", "PATH, PATH#page=3, PATH#sheet=Plan&cell=B12, PATH#L10-L20, PATH#path=/items/3, …")
    .option("--pages <range>", "pages by number, such as 3 or 3-4", parsePages)
    .option("--max-characters <n>", "most characters shown (default 20,000)", parseCount)
    .addOption(
      new Option("--mode <mode>", "visual draws a page of a PDF, or of an office file by LibreOffice, as PNG")
        .choices(["text", "visual"])
        .default("text"),
    )
    .option("--output <file>", "where to write the PNG of --mode visual (default: stdout, unless it is a terminal)")
    .addHelpText(
      "after",
      "\nExamples:\n  runningtab view report.pdf#page=3\n  runningtab view 'budget.xlsx#sheet=Plan&cell=B12' --json\n  runningtab view report.pdf#page=3 --mode visual --output page-3.png",
    )
    .action(async (address: string, options: ViewCommandOptions) => {
      if (options.mode === "visual") return viewImage(address, options, environment);
      if (options.output !== undefined) throw misuse("--output is for --mode visual; text goes to stdout.");
      const settings = await resolveSettings(options, environment);
      const { pages, maxCharacters } = options;
      const answer = await withDocuments(
        settings,
        environment,
        ({ documents, workspace, signal }) =>
          viewOf(address, workspace, () =>
            documents.view(address, { signal, ...(pages && { pages }), ...(maxCharacters && { maxCharacters }) }),
          ).catch(async (error: unknown) => {
            throw await asMisuse(error);
          }),
        { parse: "asked-for" },
      );
      if (settings.json) settings.terminal.printJson(answer);
      else if (answer.addresses.length === 0) settings.terminal.note(`${address}: ${answer.shown}`);
      else settings.terminal.print((await import("@runningtab/parsed-cache")).renderView(answer));
      if (answer.addresses.length === 0) environment.setExitCode(1);
    });
}

/** A value of a JSON or YAML file, which has no page of its own, or what the documents hold at the address. */
async function viewOf(
  address: string,
  workspace: Pick<Workspace, "manifest" | "read">,
  inDocuments: () => Promise<ViewAnswer>,
): Promise<ViewAnswer> {
  if (!isValueAddress(address)) return inDocuments();
  const { parseAddress } = await import("@runningtab/parsed-cache");
  const { isSecretPath } = await import("@runningtab/staged-workspace");
  const { path } = parseAddress(address);
  if (isSecretPath(path) || !workspace.manifest.has(path)) return inDocuments();
  return viewValue(address, await workspace.read(path));
}

/** Writes the page as PNG, and what it is on stderr, or with `--json` on stdout. */
async function viewImage(address: string, options: ViewCommandOptions, environment: Environment): Promise<void> {
  const settings = await resolveSettings(options, environment);
  const { terminal, json } = settings;
  const isTerminal = (environment.stdout as { readonly isTTY?: boolean }).isTTY === true;
  const file = options.output && resolve(environment.cwd, options.output);
  if (file === undefined && (json || isTerminal))
    throw misuse("--mode visual draws a PNG: name a file for it with --output FILE, or send stdout to one.");
  const { pages } = options;
  const { image, ...answer } = await withDocuments(
    settings,
    environment,
    ({ documents, signal }) =>
      documents.viewImage(address, { signal, ...(pages && { pages }) }).catch(async (error: unknown) => {
        throw await asMisuse(error);
      }),
    { parse: "asked-for" },
  );
  if (image === undefined) environment.setExitCode(1);
  else if (file === undefined) environment.stdout.write(image);
  else await writeFile(file, image);
  if (json) terminal.printJson({ ...answer, ...(image && { file, bytes: image.length }) });
  else terminal.note(`${answer.address ?? address}: ${answer.shown}${image && file ? `, in ${file}` : ""}`);
}

function parsePages(text: string): string {
  const match = /^(\d+)(?:[-–](\d+))?$/.exec(text.trim());
  const from = Number(match?.[1] ?? 0);
  if (match === null || from < 1 || Number(match[2] ?? from) < from)
    throw new InvalidArgumentError("Pages are given as 3 or 3-4.");
  return text;
}
