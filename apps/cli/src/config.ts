import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { CaptureStrategy } from "@runningtab/observation-capture";
import type { RankEngine } from "@runningtab/lexical-ranker";
import type { ParserEntry } from "@runningtab/parsed-cache";
import type { DiffFormat } from "@runningtab/review-diff";
import type { Sandbox } from "@runningtab/harness-adapters";
import type { BubblewrapOptions } from "@runningtab/harness-adapters/sandboxes/bubblewrap";
import type { AcceptancePolicy, Check } from "@runningtab/staged-workspace";
import type { EvidencePolicy } from "@runningtab/tab-core";
import type { ContextProfile } from "./agent/context-profile.ts";
import type { WebPort } from "./agent/web/web-port.ts";
import { messageOf, misuse } from "./cli-error.ts";
import type { Environment } from "./environment.ts";
import type { TokenPrices } from "./models/step-usage.ts";

/** Replacements for built-in parts: the default export of the config module. What is absent stays built in. */
export interface Config {
  /** The model of `run`, which `--model` overrides; default the extractive one. */
  readonly model?: ModelAddress | (() => LanguageModelV4 | Promise<LanguageModelV4>);
  /** Makes the engine that ranks pages. */
  readonly ranker?: () => RankEngine | Promise<RankEngine>;
  readonly capture?: CaptureStrategy;
  /** Tried before the built-in parsers. */
  readonly parsers?: readonly ParserEntry[];
  /** Asked before the built-in diff formats. */
  readonly formats?: readonly DiffFormat[];
  readonly evidence?: EvidencePolicy;
  /** Tried at each promotion, after the built-in checks. */
  readonly checks?: readonly Check[];
  /** Decides about each promotion that passed its checks; default: whoever asked for it has decided. */
  readonly acceptance?: AcceptancePolicy;
  /** The model that finds pages by meaning, in `search --mode vector` and for the agent; default none: nothing is sent. */
  readonly embedding?: ModelAddress;
  /** What the model is shown of a run, where `--context-level` does not say it; default level 3. */
  readonly contextProfile?: ContextProfile;
  /**
   * Tokens that the model's prompt and answer share, above which context level 4 sums up in time; default what is known
   * of hosted models, else 128,000. A server of one's own has what it was started with.
   */
  readonly contextWindow?: number;
  /** By `provider/id` or id of a model; default none: only what a provider says it cost is counted. */
  readonly prices?: Readonly<Record<string, TokenPrices>>;
  /** What the agent may see of the web; default nothing: it has no `web_search` and no `web_fetch`. */
  readonly web?: WebPort;
  /**
   * Makes the sandbox for a workspace. `wanted` names the skill packs to mount and the folders to keep read-only; a function
   * that takes it is taken to see to them, and the agent is told of the skill packs.
   */
  readonly sandbox?: (workspace: string, wanted: SandboxWanted) => Sandbox;
}

/** What a run wants of a sandbox beside its workspace, as the built-in one takes it. */
export type SandboxWanted = Pick<BubblewrapOptions, "traceFiles" | "mounts" | "sealed">;

/** A model, and where it is served. */
export interface ModelAddress {
  /** `provider/id`, as of `run --model`. */
  readonly model: string;
  readonly baseUrl?: string;
}

const FILES = ["config.mjs", "config.js", "config.ts"];

/**
 * Loads the config named by `--config`, or the one in the user's config folder. A config is code, so it never comes
 * from the workspace: whoever wrote the files there must not configure us.
 */
export async function loadConfig(options: {
  readonly file: string | undefined;
  /** Absolute path of the workspace; absent for commands without one. */
  readonly root?: string;
  readonly environment: Pick<Environment, "variables">;
}): Promise<Config> {
  const file = findConfig(options);
  if (file === undefined) return {};
  if (!existsSync(file)) throw misuse(`--config ${file} does not exist.`);
  const real = realpathSync(file);
  if (options.root !== undefined && real.startsWith(options.root + sep)) {
    throw misuse(`The config ${file} lies inside the workspace, where files are untrusted. Move it outside.`);
  }
  let module: { readonly default?: unknown };
  try {
    module = (await import(pathToFileURL(real).href)) as { readonly default?: unknown };
  } catch (cause) {
    throw misuse(`The config ${file} could not be loaded: ${messageOf(cause)}`);
  }
  const config = module.default;
  if (typeof config !== "object" || config === null)
    throw misuse(`The config ${file} must export an object by default.`);
  const { configFaults } = await import("./config-schema.ts");
  const faults = configFaults(config);
  if (faults.length > 0)
    throw misuse(`The config ${file} cannot be used:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  // Code that the user wrote and named: what its functions make is checked where they are called.
  return config as Config;
}

/** The config file that is named, else the one in the user's config folder, else none. */
export function findConfig({
  file,
  environment,
}: {
  readonly file: string | undefined;
  readonly environment: Pick<Environment, "variables">;
}): string | undefined {
  if (file !== undefined) return file;
  const folder = configFolder(environment);
  return FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
}

/** Where a config is looked for that nobody names. */
export function configFolder({ variables }: Pick<Environment, "variables">): string {
  return join(variables["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "runningtab");
}
