import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ParsedFile } from "@runningtab/parsed-cache";
import type { Command } from "commander";
import { CliError, messageOf } from "../cli-error.ts";
import { parsersOf } from "../compose.ts";
import { loadConfig } from "../config.ts";
import type { Environment } from "../environment.ts";
import { createProgress } from "../progress.ts";
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
      const { createParserPool, parseBytes } = await import("@runningtab/parsed-cache");
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
      try {
        for (const [done, path] of paths.entries()) {
          progress.update(done, paths.length, path);
          const bytes = readWhole(path, environment.cwd);
          const parsed = await parseBytes(bytes, {
            path,
            parsers,
            pool,
            ...(options.password !== undefined && { password: options.password }),
          });
          if (parsed.status === "failed") failed++;
          if (options.json) terminal.printJson(parsed);
          else printForReading(parsed, terminal);
        }
      } finally {
        await pool.close();
      }
      progress.end();
      if (failed > 0) environment.setExitCode(1);
    });
}

function readWhole(path: string, cwd: string): Uint8Array {
  try {
    return readFileSync(resolve(cwd, path));
  } catch (cause) {
    throw new CliError(3, `${path} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

function printForReading(parsed: ParsedFile, terminal: Terminal): void {
  if (parsed.status === "failed") {
    terminal.note(`${parsed.path}: not read: ${parsed.reason ?? "no reason given"}`);
    return;
  }
  for (const page of parsed.pages) terminal.print(`${page.address}\n\n${page.text}\n`);
  for (const loss of parsed.losses)
    terminal.note(`${parsed.path}: ${loss.count} × ${loss.kind}${loss.detail ? ` (${loss.detail})` : ""}`);
}

/** The file itself, or every file below a folder in path order; hidden folders are passed over. */
function filesUnder(path: string, cwd: string): readonly string[] {
  const stat = statSync(resolve(cwd, path), { throwIfNoEntry: false });
  if (stat === undefined) throw new CliError(2, `${path} does not exist.`);
  if (!stat.isDirectory()) return [path];
  return readdirSync(resolve(cwd, path), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isFile()) return [join(path, entry.name)];
      return entry.isDirectory() && !entry.name.startsWith(".") ? filesUnder(join(path, entry.name), cwd) : [];
    });
}
