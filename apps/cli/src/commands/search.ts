import type { Command } from "commander";
import type { Environment } from "../environment.ts";
import { parseCount, parseWords } from "../option-values.ts";
import { addSharedOptions, type SharedOptions } from "../settings.ts";
import { answerOverDocuments, pathsInside } from "../answer-over-documents.ts";

interface SearchCommandOptions extends SharedOptions {
  readonly limit: number;
  readonly path?: readonly string[];
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("search"))
    .description("Pages of the workspace's documents, ranked for a query.")
    .argument("<query>", "words to search for; taken literally", parseWords)
    .option("--limit <n>", "most hits", parseCount, 10)
    .option("--path <path...>", "only these files and folders")
    .addHelpText("after", '\nExample:\n  runningtab search "hotel allowance" --path policies --json')
    .action((query: string, options: SearchCommandOptions) =>
      answerOverDocuments(options, environment, ({ documents, workspace, signal }) => {
        const paths = options.path && pathsInside(workspace, options.path);
        return documents.search(query, { limit: options.limit, signal, ...(paths && { paths }) });
      }),
    );
}
