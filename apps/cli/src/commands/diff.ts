import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { type Command, Option } from "commander";
import { loadConfig } from "../config.ts";
import { openSides } from "../diff-sides.ts";
import type { Environment } from "../environment.ts";
import { misuse } from "../cli-error.ts";
import { readWholeFile } from "../read-whole-file.ts";
import { addOutputOptions, type SharedOptions, terminalOf } from "../settings.ts";

interface DiffCommandOptions extends SharedOptions {
  readonly git?: true;
  readonly key?: readonly string[];
  readonly recursive?: true;
  readonly format: "term" | "md" | "html" | "json";
}

interface NamedFile {
  readonly file: string;
  /** What it is called, wherever its bytes lie. */
  readonly name: string;
}

/** How git names the side that does not exist. */
const NO_FILE = "/dev/null";

function namesFromUser(before: string, after: string, more: readonly string[]): readonly [NamedFile, NamedFile] {
  if (more.length > 0) throw misuse(`diff takes two files, not ${2 + more.length}.`);
  if (before === NO_FILE || after === NO_FILE) throw misuse(`${NO_FILE} is no regular file.`);
  return [
    { file: before, name: basename(before) },
    { file: after, name: basename(after) },
  ];
}

/** `path old-file old-hex old-mode new-file new-hex new-mode`, and of a renamed file its new path. */
function namesFromGit(args: readonly string[]): readonly [NamedFile, NamedFile] {
  const [path, before, , , after, , , renamed] = args;
  if (path === undefined || before === undefined || after === undefined) {
    throw misuse(
      `--git takes the seven arguments of an external diff, not ${args.length}. Set it as diff.NAME.command.`,
    );
  }
  return [
    { file: before, name: path },
    { file: after, name: renamed ?? path },
  ];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

export function register(program: Command, environment: Environment): void {
  addOutputOptions(program.command("diff"))
    .description(
      "What changed from one version of a document to another, in the document's own terms; exit 1 if they differ.",
    )
    .argument("<before>", "file, or a folder")
    .argument("<after>", "file, or a folder; of two folders, a line for each file that changed")
    .argument("[more...]", "only what git adds, with --git")
    .addOption(
      new Option("--format <format>", "how to show it; html is one page that needs nothing beside itself")
        .choices(["term", "md", "html", "json"])
        .default("term"),
    )
    .option(
      "--key <column>",
      "of a table, the heading (or letter) of a column by which a row is known; several are given one by one",
      (column: string, others: readonly string[] = []) => [...others, column],
    )
    .option("--recursive", "of archives, what changed in each entry too, and not only that it changed")
    .option("--config <file>", "module with overrides")
    .option("--git", "take the arguments that git gives an external diff, and end with 0 if they differ")
    .addHelpText(
      "after",
      "\nExample:\n  runningtab diff budget-v1.xlsx budget-v2.xlsx --format md\n  runningtab diff last-week/ this-week/\n\nAs git's own diff:\n  git config diff.runningtab.command 'runningtab diff --git'\n  echo '*.xlsx diff=runningtab' >> .gitattributes\nFor git log -p and git blame, the text alone, which git compares by lines:\n  git config diff.runningtab.textconv 'runningtab parse'",
    )
    .action(async (before: string, after: string, more: readonly string[], options: DiffCommandOptions) => {
      const names = options.git === true ? namesFromGit([before, after, ...more]) : namesFromUser(before, after, more);
      const terminal = terminalOf(options, environment);
      const config = await loadConfig({
        file: options.config && resolve(environment.cwd, options.config),
        environment,
      });
      const compareOptions = {
        ...(config.formats && { formats: config.formats }),
        ...(options.key !== undefined && { keys: options.key }),
        ...(options.recursive === true && { recursive: true }),
      };
      const roots = [resolve(environment.cwd, names[0].file), resolve(environment.cwd, names[1].file)] as const;
      if (roots.every(isFolder)) {
        const { diffFolders } = await import("../diff-folders.ts");
        const { printWorkspaceDiff } = await import("../print-workspace-diff.ts");
        const result = await diffFolders(roots, { ...compareOptions, config });
        await printWorkspaceDiff(result, options.json === true ? "json" : options.format, terminal);
        if (!result.equal) environment.setExitCode(1);
        return;
      }
      const { diff, renderDiff } = await import("@runningtab/review-diff");
      const { createTerminalRenderer } = await import("@runningtab/review-diff/renderers/terminal");
      const side = ({ file, name }: NamedFile) =>
        file === NO_FILE ? { name } : { name, bytes: readWholeFile(file, environment.cwd) };
      const sides = await openSides([side(names[0]), side(names[1])], config);
      try {
        const [left, right] = sides.inputs;
        const result = await diff(left, right, { ...compareOptions, open: sides.open });
        const format = options.json ? "json" : options.format;
        if (format === "term")
          terminal.printStyled(createTerminalRenderer({ color: terminal.hasColor }).render(result));
        // Printed as a value: escaping its text as text would break it.
        else if (format === "json") terminal.printJson(JSON.parse(renderDiff(result, "json")));
        else terminal.print(renderDiff(result, format === "md" ? "markdown" : "html"));
        // Git takes every other end of an external diff for a failure of its own.
        if (!result.equal && options.git !== true) environment.setExitCode(1);
      } finally {
        await sides.close();
      }
    });
}
