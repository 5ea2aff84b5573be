import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Command } from "commander";
import type { RankEngine, RankedDocument } from "@runningtab/lexical-ranker";
import type { OramaLibrary } from "@runningtab/lexical-ranker/engines/orama";
import { CliError, messageOf, misuse } from "../cli-error.ts";
import type { Environment } from "../environment.ts";
import { readJsonLines } from "../json-lines.ts";
import { isRankEngine } from "../is-rank-engine.ts";
import { parseCount, parseWords } from "../option-values.ts";
import { addOutputOptions, type SharedOptions, terminalOf } from "../settings.ts";

interface RankOptions extends SharedOptions {
  readonly query: string;
  readonly engine: string;
  readonly topK: number;
}

/** Documents are handed to the engine in batches, so that a long input is never held twice. */
const BATCH = 1_000;

export function register(program: Command, environment: Environment): void {
  addOutputOptions(program.command("rank"))
    .description('Rank documents given as {"id","text"}, one JSON object a line on stdin; hits come out the same way.')
    .requiredOption("--query <text>", "what to rank for", parseWords)
    .option(
      "--engine <name>",
      "wasm, reference, orama (where it is installed), or a module whose default export makes an engine",
      "wasm",
    )
    .option("--top-k <n>", "most hits, at least 1", parseCount, 10)
    .addHelpText(
      "after",
      `\nExample:\n  printf '{"id":"a","text":"travel policy"}\\n' | runningtab rank --query travel`,
    )
    .action(async (options: RankOptions) => {
      const terminal = terminalOf(options, environment);
      const engine = await createEngine(options.engine, environment.cwd);
      let batch: RankedDocument[] = [];
      for await (const { line, value } of readJsonLines(environment.stdin)) {
        const { id, text } = value;
        if (typeof id !== "string" || typeof text !== "string") {
          throw new CliError(2, `Line ${line} of the input needs "id" and "text", both strings.`);
        }
        batch.push({ id, text });
        if (batch.length === BATCH) {
          await engine.add(batch);
          batch = [];
          terminal.progress(`${engine.size} documents`);
        }
      }
      await engine.add(batch);
      const hits = await engine.search(options.query, { limit: options.topK });
      for (const { id, score, terms } of hits) terminal.printJson({ id, score, terms });
      if (hits.length === 0) {
        terminal.note(`No document of ${engine.size} shares a term with the query.`);
        environment.setExitCode(1);
      }
    });
}

/** Orama is an optional peer: the name is no import that a build could follow, so that it may be absent. */
async function createOrama(): Promise<RankEngine> {
  const { createOramaEngine } = await import("@runningtab/lexical-ranker/engines/orama");
  const library = "@orama/orama";
  try {
    return createOramaEngine({ orama: (await import(library)) as OramaLibrary });
  } catch (cause) {
    throw misuse(`The engine orama needs @orama/orama 3, which is not installed: ${messageOf(cause)}`);
  }
}

/** A built-in engine by name, or one from a module: its default export is an engine or makes one. */
async function createEngine(name: string, cwd: string): Promise<RankEngine> {
  if (name === "reference")
    return (await import("@runningtab/lexical-ranker/engines/reference")).createReferenceEngine();
  if (name === "wasm") return (await import("@runningtab/lexical-ranker/engines/wasm")).createWasmEngine();
  if (name === "orama") return createOrama();
  let made: unknown;
  try {
    const module = (await import(moduleUrl(name, cwd))) as { readonly default?: unknown };
    made = typeof module.default === "function" ? await (module.default as () => unknown)() : module.default;
  } catch (cause) {
    throw misuse(
      `--engine ${name} is no built-in engine (wasm, reference, orama), and no module of that name could be loaded: ${messageOf(cause)}`,
    );
  }
  if (!isRankEngine(made))
    throw misuse(`The default export of ${name} is no rank engine: it needs add, remove, search and specVersion 1.`);
  return made;
}

/** A path from `cwd` when there is such a file, else a package installed for `cwd`. */
function moduleUrl(name: string, cwd: string): string {
  const path = resolve(cwd, name);
  if (existsSync(path)) return pathToFileURL(path).href;
  return pathToFileURL(createRequire(join(cwd, "any-file-here.js")).resolve(name)).href;
}
