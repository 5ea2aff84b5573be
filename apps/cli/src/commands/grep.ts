import type { Command } from "commander";
import type { Environment } from "../environment.ts";
import { parseCount, parseWords } from "../option-values.ts";
import { addSharedOptions, type SharedOptions } from "../settings.ts";
import { answerOverDocuments, scopeOf } from "../answer-over-documents.ts";

interface GrepCommandOptions extends SharedOptions {
  readonly limit: number;
  readonly path?: readonly string[];
  readonly type?: readonly string[];
  readonly ignoreCase?: boolean;
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("grep"))
    .description(
      "Lines of the workspace's documents that match a regular expression (RE2: no look-around, linear time).",
    )
    .argument("<pattern>", "regular expression", parseWords)
    .option("-i, --ignore-case", "letters match in either case")
    .option("--limit <n>", "most hits", parseCount, 100)
    .option("--path <path...>", "only these files and folders")
    .option("--type <type...>", "only these kinds of files, such as pdf or xlsx, by their name or their bytes")
    .addHelpText("after", "\nExample:\n  runningtab grep -i 'notice period' --path contracts")
    .action((pattern: string, options: GrepCommandOptions) =>
      answerOverDocuments(options, environment, ({ documents, workspace, signal }) => {
        const scope = scopeOf(options, workspace);
        return documents.grep(pattern, {
          limit: options.limit,
          ignoreCase: options.ignoreCase === true,
          signal,
          ...scope,
        });
      }),
    );
}
