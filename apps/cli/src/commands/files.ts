import type { Command } from "commander";
import type { Environment } from "../environment.ts";
import { parseCount, parseWords } from "../option-values.ts";
import { addSharedOptions, type SharedOptions } from "../settings.ts";
import { answerOverDocuments, scopeOf } from "../answer-over-documents.ts";

interface FilesCommandOptions extends SharedOptions {
  readonly limit: number;
  readonly path?: readonly string[];
  readonly type?: readonly string[];
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("files"))
    .description("Files of the workspace by name, best match first.")
    .argument("<query>", "words of the path, in any order", parseWords)
    .option("--limit <n>", "most hits", parseCount, 20)
    .option("--path <path...>", "only in these folders")
    .option("--type <type...>", "only these kinds of files, such as pdf or xlsx, by their name or their bytes")
    .addHelpText("after", '\nExample:\n  runningtab files "budget 2024"')
    .action((query: string, options: FilesCommandOptions) =>
      answerOverDocuments(
        options,
        environment,
        ({ documents, workspace }) => documents.files(query, { limit: options.limit, ...scopeOf(options, workspace) }),
        // A kind is known by the bytes, a name without them.
        { parse: options.type === undefined ? "asked-for" : "all" },
      ),
    );
}
