import type { Command } from "commander";
import type { Environment } from "../environment.ts";
import { parseCount, parseWords } from "../option-values.ts";
import { addSharedOptions, type SharedOptions } from "../settings.ts";
import { answerOverDocuments } from "../answer-over-documents.ts";

interface FilesCommandOptions extends SharedOptions {
  readonly limit: number;
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("files"))
    .description("Files of the workspace by name, best match first.")
    .argument("<query>", "words of the path, in any order", parseWords)
    .option("--limit <n>", "most hits", parseCount, 20)
    .addHelpText("after", '\nExample:\n  runningtab files "budget 2024"')
    .action((query: string, options: FilesCommandOptions) =>
      answerOverDocuments(options, environment, ({ documents }) => documents.files(query, { limit: options.limit })),
    );
}
