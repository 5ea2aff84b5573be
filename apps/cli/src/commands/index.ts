import type { Command } from "commander";
import type { Environment } from "../environment.ts";
import { register as capture } from "./capture.ts";
import { register as config } from "./config.ts";
import { register as diff } from "./diff.ts";
import { register as doctor } from "./doctor.ts";
import { register as files } from "./files.ts";
import { register as grep } from "./grep.ts";
import { register as indexDocuments } from "./index-documents.ts";
import { register as inspect } from "./inspect.ts";
import { register as parse } from "./parse.ts";
import { register as purge } from "./purge.ts";
import { register as rank } from "./rank.ts";
import { register as run } from "./run.ts";
import { register as search } from "./search.ts";
import { register as stats } from "./stats.ts";
import { register as tab } from "./tab.ts";
import { register as view } from "./view.ts";
import { register as workspace } from "./workspace.ts";

/** Adds one command to the program. Heavy imports belong into its action, so that `--help` and hooks start fast. */
export type RegisterCommand = (program: Command, environment: Environment) => void;

/** All commands, in the order of `--help`. */
export const commands: readonly RegisterCommand[] = [
  run,
  tab,
  workspace,
  indexDocuments,
  search,
  grep,
  files,
  view,
  parse,
  diff,
  capture,
  rank,
  inspect,
  stats,
  config,
  doctor,
  purge,
];
