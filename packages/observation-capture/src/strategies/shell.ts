import type { CaptureResult, CaptureStrategy, JsonValue, Observation } from "../capture-strategy.ts";
import { bareToolName } from "./tool-shapes.ts";
import { EMPTY_RESULT, sealResult } from "../seal.ts";
import { attribute, type Shown } from "../shell/attribute.ts";
import { createDerivedFiles, type DerivedFiles } from "../shell/derived-files.ts";
import { withoutDrafts } from "../shell/drafts.ts";
import { afterFailure } from "../shell/failures.ts";
import { partition } from "../shell/partition.ts";
import type { Run, ShellState } from "../shell/state.ts";
import { walker } from "../shell/walk.ts";
import { findNotices } from "../text/notices.ts";
import { unwrapping } from "./unwrapping.ts";
import { createWorkspacePaths, type WorkspacePaths } from "../workspace-paths.ts";

/** Tools that take a shell command, by name. */
export const SHELL_TOOLS: readonly string[] = [
  "bash",
  "Bash",
  "shell",
  "Shell",
  "sh",
  "exec",
  "exec_command",
  "execute_command",
  "run_command",
  "run_shell_command",
  "run_terminal_cmd",
  "run_in_terminal",
  "terminal",
  "local_shell",
  "container.exec",
  "shell_command",
  "unified_exec",
];
/** Commands longer than this many characters are kept as unknown. */
const LONGEST_COMMAND = 200_000;
/** Simple commands that are followed in one observation. */
const MOST_COMMANDS = 5000;

export interface ShellStrategyOptions {
  /** Names of tools whose `command` (also `cmd`, `script`; a text or a list of words) is a shell command. Default `SHELL_TOOLS`. */
  readonly tools?: readonly string[];
}

/**
 * Understands shell commands from their syntax tree: which files feed the text that was shown. It never runs anything,
 * opens no file, and remembers, for as long as it lives, which files were made from which (`pdftotext a.pdf /tmp/a.txt`).
 */
export function createShellStrategy(options: ShellStrategyOptions = {}): CaptureStrategy {
  const tools = new Set(options.tools ?? SHELL_TOOLS);
  const derived = createDerivedFiles();
  return unwrapping({
    specVersion: 1,
    name: "shell",
    async capture(observation, context) {
      const command =
        tools.has(observation.tool) || tools.has(bareToolName(observation.tool))
          ? commandOf(observation.args)
          : undefined;
      if (command === undefined) return EMPTY_RESULT;
      const paths = createWorkspacePaths(context);
      return sealResult(captureCommand(command, observation, paths, derived), observation, context, paths);
    },
  });
}

function captureCommand(
  command: string,
  observation: Observation,
  paths: WorkspacePaths,
  derived: DerivedFiles,
): CaptureResult {
  const text = observation.output;
  if (command.length > LONGEST_COMMAND) {
    const note = `the command has ${command.length} characters, more than ${LONGEST_COMMAND}: its output is kept but not attributed`;
    return { ...EMPTY_RESULT, computed: [{ start: 0, end: text.length, inputs: [], own: false }], notes: [note] };
  }
  const run: Run = {
    paths,
    derived,
    output: text,
    writes: new Set(),
    notes: new Set(),
    substitutions: new Map(),
    met: new Set(),
    budget: MOST_COMMANDS,
  };
  const cwd = observation.cwd ?? folderOf(observation.args) ?? paths.root;
  const state: ShellState = {
    cwd,
    variables: new Map(),
    functions: new Map(),
    descriptors: new Map(),
    positional: [],
    depth: 0,
  };
  const outcome = walker.source(command, state, run);

  const notices = findNotices(text);
  const shown: Shown = {
    text,
    command,
    cwd,
    truncated: notices.truncated,
    fromStart: notices.fromStart,
    paths,
    met: run.met,
  };
  const exitCode = observation.exitCode ?? notices.exitCode ?? 0;
  let { pieces } = outcome;
  if (exitCode !== 0) {
    const left = afterFailure(pieces, { exitCode, explained: outcome.succeeded === false, text });
    pieces = left.pieces;
    if (left.note !== undefined) run.notes.add(left.note);
  }
  const attributed = partition(text, notices.start, notices.end, pieces, paths).map((region) =>
    attribute(region, shown),
  );
  const { reads, drafts } = withoutDrafts(
    attributed.flatMap((each) => each.reads),
    text,
    (path) => derived.drafts(paths.absolute(path, paths.root) ?? ""),
  );
  return {
    reads,
    listed: attributed.flatMap((each) => each.listed.map((source) => source.path)),
    computed: [...attributed.flatMap((each) => each.computed), ...drafts],
    writes: [...run.writes],
    notes: [...run.notes, ...attributed.flatMap((each) => each.notes)],
  };
}

/** The command of a call, as source text. A list of words (`["bash", "-lc", "…"]`) is quoted into one. */
function commandOf(args: JsonValue): string | undefined {
  if (typeof args === "string") return args;
  if (args === null || typeof args !== "object") return undefined;
  if (Array.isArray(args)) return wordsToSource(args);
  const record = args as { readonly [key: string]: JsonValue };
  for (const key of ["command", "cmd", "script", "input", "argv", "commands", "code"]) {
    const value = record[key];
    if (typeof value === "string") return value;
    if (Array.isArray(value)) return key === "commands" ? commandsToSource(value) : wordsToSource(value);
  }
  const action = record["action"];
  return action !== null && typeof action === "object" && !Array.isArray(action) ? commandOf(action) : undefined;
}

function folderOf(args: JsonValue): string | undefined {
  if (args === null || typeof args !== "object" || Array.isArray(args)) return undefined;
  const record = args as { readonly [key: string]: JsonValue };
  const folder = record["workdir"] ?? record["cwd"] ?? record["working_directory"];
  return typeof folder === "string" && folder.startsWith("/") ? folder : undefined;
}

/** A list of commands, one after the other. */
function commandsToSource(commands: readonly JsonValue[]): string | undefined {
  return commands.every((command) => typeof command === "string") ? commands.join("\n") : undefined;
}

function wordsToSource(words: readonly JsonValue[]): string | undefined {
  if (!words.every((word) => typeof word === "string")) return undefined;
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
}
