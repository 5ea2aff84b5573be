import { type Command, Option } from "commander";
import type { SearchMode } from "@runningtab/parsed-cache";
import { answerOverDocuments, scopeOf } from "../answer-over-documents.ts";
import { misuse } from "../cli-error.ts";
import type { Config, ModelAddress } from "../config.ts";
import type { Environment } from "../environment.ts";
import { parseCount, parseWords } from "../option-values.ts";
import { addSharedOptions, type SharedOptions } from "../settings.ts";

interface SearchCommandOptions extends SharedOptions {
  readonly limit: number;
  readonly perFile?: number;
  readonly path?: readonly string[];
  readonly type?: readonly string[];
  readonly mode: SearchMode;
  readonly embeddingModel?: string;
  readonly baseUrl?: string;
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("search"))
    .description("Pages of the workspace's documents, ranked for a query.")
    .argument("<query>", "words to search for; taken literally", parseWords)
    .option("--limit <n>", "most hits", parseCount, 10)
    .option("--per-file <n>", "most hits of one file; hits then come by file", parseCount)
    .option("--path <path...>", "only these files and folders")
    .option("--type <type...>", "only these kinds of files, such as pdf or xlsx, by their name or their bytes")
    .addOption(
      new Option(
        "--mode <mode>",
        "rank by words, by meaning (the text of pages goes to an embedding model), or by both",
      )
        .choices(["lexical", "vector", "hybrid"])
        .default("lexical"),
    )
    .option("--embedding-model <provider/id>", "openai/…, google/…, openai-compatible/… (default: the config's)")
    .option("--base-url <url>", "address of an OpenAI-compatible server, or of a provider's own API")
    .addHelpText(
      "after",
      '\nExamples:\n  runningtab search "hotel allowance" --path policies --json\n  runningtab search "what may a room cost" --mode hybrid --embedding-model openai-compatible/nomic-embed-text --base-url http://127.0.0.1:11434/v1',
    )
    .action((query: string, options: SearchCommandOptions) =>
      answerOverDocuments(
        options,
        environment,
        ({ documents, workspace, signal }) => {
          const { limit, perFile, mode } = options;
          const scope = scopeOf(options, workspace);
          return documents.search(query, { limit, mode, signal, ...scope, ...(perFile && { perFile }) });
        },
        { embeddingOf: (config) => embeddingOf(options, config) },
      ),
    );
}

/** The model for a mode that needs one. */
function embeddingOf(
  { mode, embeddingModel, baseUrl }: SearchCommandOptions,
  config: Config,
): ModelAddress | undefined {
  if (mode === "lexical") {
    if (embeddingModel === undefined && baseUrl === undefined) return undefined;
    throw misuse("--embedding-model and --base-url need --mode vector or --mode hybrid.");
  }
  if (embeddingModel === undefined && config.embedding === undefined)
    throw misuse(
      `--mode ${mode} needs a model: name one with --embedding-model PROVIDER/ID, or as "embedding" in the config.`,
    );
  if (embeddingModel === undefined) return { ...config.embedding!, ...(baseUrl !== undefined && { baseUrl }) };
  return { model: embeddingModel, ...(baseUrl !== undefined && { baseUrl }) };
}
