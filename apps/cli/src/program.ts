import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { CliError, messageOf } from "./cli-error.ts";
import { commands } from "./commands/index.ts";
import type { Environment } from "./environment.ts";
import { terminalOf } from "./settings.ts";

/** Runs one command line and answers with its exit code: 0 done, 1 the answer is no, 2 misuse, 3 something failed. */
export async function runProgram(args: readonly string[], environment: Environment): Promise<number> {
  let exitCode = 0;
  const program = createProgram({ ...environment, setExitCode: (code) => (exitCode = code) });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    // Commander has printed its own message; help and version end with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const terminal = terminalOf({ color: false }, environment);
    terminal.note(`runningtab: ${messageOf(error)}`);
    if (environment.variables["RUNNINGTAB_DEBUG"] && error instanceof Error) terminal.note(error.stack ?? "");
    return error instanceof CliError ? error.exitCode : 3;
  }
}

/** The program with all commands registered. */
export function createProgram(environment: Environment): Command {
  const program = new Command("runningtab")
    .description("An agent that does knowledge work in a folder, and keeps a tab of what the task owes.")
    .version(ownVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void environment.stdout.write(text),
      writeErr: (text) => void environment.stderr.write(text),
    })
    .showHelpAfterError("Run with --help to see what is possible.")
    .addHelpText(
      "after",
      `
Examples:
  runningtab run "Summarise the travel policies into report.docx"
  runningtab run "…" --model openai/gpt-5.4-mini --max-turns 100 --json
  runningtab tab list --workspace ./files

Exit codes: 0 done, 1 the answer is no, 2 misuse, 3 something failed.`,
    );
  for (const register of commands) register(program, environment);
  return program;
}

/** From the manifest, which lies one folder up both in the sources and in the build. */
function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
  return manifest.version;
}
