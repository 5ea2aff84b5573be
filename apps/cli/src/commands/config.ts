import type { Command } from "commander";
import { type Config, configFolder, findConfig, type ModelAddress } from "../config.ts";
import { CONFIG_MEMBERS, type ConfigMemberName } from "../config-schema.ts";
import type { Environment } from "../environment.ts";
import { providers } from "../models/providers.ts";
import { addSharedOptions, resolveSettings, type SharedOptions } from "../settings.ts";

export function register(program: Command, environment: Environment): void {
  const config = program
    .command("config")
    .description("What the config changes.")
    .addHelpText("after", "\nExample:\n  runningtab config show");
  addSharedOptions(config.command("show"))
    .description("Check the config, and show which parts it replaces and which stay built in.")
    .addHelpText(
      "after",
      `
A config is a module that you name with --config, or config.mjs, config.js or config.ts in runningtab of your config
folder. It is never taken from the workspace.

Examples:
  runningtab config show
  runningtab config show --config ./legal-team.mjs --json`,
    )
    .action((options: SharedOptions) => runShow(options, environment));
}

async function runShow(options: SharedOptions, environment: Environment): Promise<void> {
  const { config, root, stateFolder, terminal, json } = await resolveSettings(options, environment);
  const file = findConfig({ file: options.config, environment });
  const members = Object.entries(CONFIG_MEMBERS).map(([name, { meaning, builtIn }]) => {
    const given = config[name as ConfigMemberName];
    return {
      name,
      meaning,
      source: given === undefined ? "built-in" : "config",
      value: given === undefined ? builtIn : named(given),
    };
  });
  const keys = [...new Set(providers.flatMap(({ keyVariables }) => keyVariables))].map((variable) => ({
    variable,
    isSet: Boolean(environment.variables[variable]),
  }));
  if (json) {
    terminal.printJson({ file: file ?? null, workspace: root, state: stateFolder, members, keys });
    return;
  }
  terminal.print(`config     ${file ?? `none (looked in ${configFolder(environment)})`}`);
  terminal.print(`workspace  ${root}`);
  terminal.print(`state      ${stateFolder}`);
  terminal.print("");
  for (const { name, meaning, source, value } of members) {
    const mark = source === "config" ? "config  " : "built in";
    terminal.print(`${name.padEnd(15)}${mark}  ${value} (${meaning})`);
  }
  terminal.print("");
  const set = keys.filter(({ isSet }) => isSet).map(({ variable }) => variable);
  terminal.print(`keys in the environment: ${set.join(", ") || "none"}`);
}

/** What stands for a part in one line: names, never what may be secret. */
function named(part: NonNullable<Config[ConfigMemberName]>): string {
  if (typeof part === "number") return String(part);
  if (typeof part === "function") return "made by a function";
  if (Array.isArray(part))
    return (
      part.map((one: { readonly id?: string; readonly name?: string }) => one.id ?? one.name ?? "unnamed").join(", ") ||
      "an empty list"
    );
  if ("specVersion" in part) return (part as { readonly name?: string }).name ?? "unnamed";
  const { model, baseUrl } = part as Partial<ModelAddress>;
  if (typeof model === "string") return baseUrl === undefined ? model : `${model} at ${withoutPassword(baseUrl)}`;
  return Object.keys(part).join(", ") || "unnamed";
}

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === "" && url.password === "") return address;
  url.username = "";
  url.password = "";
  return url.href;
}
