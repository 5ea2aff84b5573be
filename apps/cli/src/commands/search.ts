import type { Command } from "commander";
import type { Environment } from "../environment.ts";
import { parseCount, parseWords } from "../option-values.ts";
import { addSharedOptions, type SharedOptions } from "../settings.ts";
import { answerOverDocuments, scopeOf } from "../answer-over-documents.ts";

interface SearchCommandOptions extends SharedOptions {
  readonly limit: number;
  readonly perFile?: number;
  readonly path?: readonly string[];
  readonly type?: readonly string[];
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("search"))
    .description("Pages of the workspace's documents, ranked for a query.")
    .argument("<query>", "words to search for; taken literally", parseWords)
    .option("--limit <n>", "most hits", parseCount, 10)
    .option("--per-file <n>", "most hits of one file; hits then come by file", parseCount)
    .option("--path <path...>", "only these files and folders")
    .option("--type <type...>", "only these kinds of files, such as pdf or xlsx, by their name or their bytes")
    .addHelpText("after", '\nExample:\n  runningtab search "hotel allowance" --path policies --json')
    .action((query: string, options: SearchCommandOptions) =>
      answerOverDocuments(options, environment, ({ documents, workspace, signal }) => {
        const scope = scopeOf(options, workspace);
        const { limit, perFile } = options;
        return documents.search(query, { limit, signal, ...scope, ...(perFile && { perFile }) });
      }),
    );
}
