import { resolve } from "node:path";
import type { Command } from "commander";
import { type Config, loadConfig } from "./config.ts";
import type { Environment } from "./environment.ts";
import { resolveRoot, stateFolderOf } from "./state-folder.ts";
import { createTerminal, type Terminal } from "./terminal.ts";

/** The options that every command over a workspace shares, as commander hands them over. */
export interface SharedOptions {
  readonly workspace?: string;
  readonly state?: string;
  readonly config?: string;
  readonly json?: boolean;
  /** Commander's form of `--no-color`. */
  readonly color?: boolean;
}

/** Shared options with their defaults filled in and checked once. */
export interface Settings {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Private folder of this workspace's state, outside of it; exists, 0700. */
  readonly stateFolder: string;
  readonly config: Config;
  readonly json: boolean;
  readonly terminal: Terminal;
}

/** Adds `--workspace`, `--state`, `--config`, `--json` and `--no-color`. */
export function addSharedOptions(command: Command): Command {
  return addOutputOptions(command)
    .option("--workspace <dir>", "folder to work in (default: the current folder)")
    .option("--state <dir>", "private folder for state, outside the workspace (default: in the XDG state home)")
    .option("--config <file>", "module with overrides (default: runningtab/config.mjs in the user's config folder)");
}

/** Adds `--json` and `--no-color` alone, for commands without a workspace. */
export function addOutputOptions(command: Command): Command {
  return command
    .option("--json", "machine-readable output on stdout")
    .option("--no-color", "no colours, also with NO_COLOR");
}

/** Resolves shared options. Throws a `CliError` that says what is wrong with them. */
export async function resolveSettings(options: SharedOptions, environment: Environment): Promise<Settings> {
  const root = resolveRoot(resolve(environment.cwd, options.workspace ?? "."));
  return {
    root,
    stateFolder: stateFolderOf(root, options.state && resolve(environment.cwd, options.state), environment.variables),
    config: await loadConfig({ file: options.config && resolve(environment.cwd, options.config), root, environment }),
    json: options.json === true,
    terminal: terminalOf(options, environment),
  };
}

/** The terminal as the options and `NO_COLOR` want it. */
export function terminalOf(options: Pick<SharedOptions, "color">, environment: Environment): Terminal {
  const isTty = (environment.stdout as { readonly isTTY?: boolean }).isTTY === true;
  const color = isTty && options.color !== false && !environment.variables["NO_COLOR"];
  return createTerminal({ stdout: environment.stdout, stderr: environment.stderr, color });
}
