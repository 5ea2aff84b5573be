import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { earlierNotes as EarlierNotes, ParsedFile } from "@runningtab/parsed-cache";
import type { Command } from "commander";
import { CliError, misuse } from "../cli-error.ts";
import { loadConfig } from "../config.ts";
import type { Environment } from "../environment.ts";
import { parsersOf } from "../parsers-of.ts";
import { createProgress } from "../progress.ts";
import { readWholeFile } from "../read-whole-file.ts";
import { addOutputOptions, type SharedOptions, terminalOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";

interface ParseOptions extends SharedOptions {
  readonly password?: string;
}

export function register(program: Command, environment: Environment): void {
  addOutputOptions(program.command("parse"))
    .description("Read documents in a jailed child process and print their text, page by page.")
    .argument("<file...>", "files, or folders with files")
    .option("--password <text>", "opens encrypted documents")
    .option("--config <file>", "module with overrides")
    .addHelpText(
      "after",
      "\nExamples:\n  runningtab parse report.pdf\n  runningtab parse --json budget.xlsx | jq .losses",
    )
    .action(async (files: readonly string[], options: ParseOptions) => {
      if (files.some((file) => file.trim() === "")) throw misuse("A file name is empty. Name files or folders.");
      const { createParserPool, earlierNotes, parseBytes } = await import("@runningtab/parsed-cache");
      const terminal = terminalOf(options, environment);
      const config = await loadConfig({
        file: options.config && resolve(environment.cwd, options.config),
        environment,
      });
      const parsers = await parsersOf(config);
      const paths = files.flatMap((file) => filesUnder(file, environment.cwd));
      const pool = createParserPool({ parsers });
      const progress = createProgress(terminal, environment, "Parsing");
      let failed = 0;
      let unreadable = 0;
      try {
        for (const [done, path] of paths.entries()) {
          progress.update(done, paths.length, path);
          const bytes = readOrNote(path, environment.cwd, terminal);
          if (bytes === undefined) {
            unreadable++;
            continue;
          }
          const parsed = await parseBytes(bytes, {
            path,
            parsers,
            pool,
            ...(options.password !== undefined && { password: options.password }),
          });
          if (parsed.status === "failed") failed++;
          if (options.json) terminal.printJson(parsed);
          else printForReading(parsed, earlierNotes, terminal);
        }
      } finally {
        await pool.close();
      }
      progress.end();
      if (unreadable > 0) environment.setExitCode(3);
      else if (failed > 0) environment.setExitCode(1);
    });
}

/** One file that cannot be opened must not end the reading of a folder. */
function readOrNote(path: string, cwd: string, terminal: Terminal): Uint8Array | undefined {
  try {
    return readWholeFile(path, cwd);
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== 3) throw error;
    terminal.note(error.message);
    return undefined;
  }
}

/** `earlierNotes` is handed in, so that other commands start without the package. */
function printForReading(parsed: ParsedFile, earlierNotes: typeof EarlierNotes, terminal: Terminal): void {
  if (parsed.status === "failed") {
    terminal.note(`${parsed.path}: not read: ${parsed.reason ?? "no reason given"}`);
    return;
  }
  for (const { address, text, earlier } of parsed.pages)
    terminal.print(`${withoutGitsFolder(address)}\n\n${[text, ...earlierNotes(earlier)].join("\n")}\n`);
  for (const loss of parsed.losses)
    terminal.note(`${parsed.path}: ${loss.count} × ${loss.kind}${loss.detail ? ` (${loss.detail})` : ""}`);
}

/** For its `textconv` git puts a version into a folder of its own, whose name would show as a change in each diff. */
function withoutGitsFolder(address: string): string {
  return address.replace(/^.*\/git-blob-[^/]+\//, "");
}

/** The file itself, or every file below a folder in path order; hidden folders are passed over. */
function filesUnder(path: string, cwd: string): readonly string[] {
  const stat = statSync(resolve(cwd, path), { throwIfNoEntry: false });
  // Whether it is there and a file is asked when it is read.
  if (stat?.isDirectory() !== true) return [path];
  return readdirSync(resolve(cwd, path), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isFile()) return [join(path, entry.name)];
      return entry.isDirectory() && !entry.name.startsWith(".") ? filesUnder(join(path, entry.name), cwd) : [];
    });
}
