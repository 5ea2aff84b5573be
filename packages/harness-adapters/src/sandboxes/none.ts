import { realpathSync } from "node:fs";
import { DEFAULT_SANDBOX_LIMITS, type Sandbox, type SandboxLimits } from "../sandbox.ts";
import { runProcess } from "./run-process.ts";

export interface NoSandboxOptions {
  /** Absolute path of the workspace, where commands start. */
  readonly workspace: string;
  readonly limits?: Partial<SandboxLimits>;
}

/** Variables that programs need to work; keys of providers are never among them. */
const PASSED_ON = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "USER", "SHELL", "TERM", "SystemRoot"];

/**
 * No sandbox at all: commands run as the user, with time, memory and output limits and a curated environment. They can
 * read and write whatever the user can, and reach the network. Only for those who ask for it in so many words.
 */
export function createNoSandbox(options: NoSandboxOptions): Sandbox {
  const workspace = realpathSync(options.workspace);
  const environment = Object.fromEntries(
    PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  return {
    specVersion: 1,
    name: "none",
    probe: async () => ({ proven: false, details: ["no sandbox: commands run with the user's own rights"] }),
    run: (command) => {
      const [program = "bash", ...args] = "argv" in command ? command.argv : ["bash", "-c", command.command];
      return runProcess({
        program,
        args,
        environment,
        cwd: command.cwd ?? workspace,
        timeoutMs: command.timeoutMs,
        limits: { ...DEFAULT_SANDBOX_LIMITS, ...options.limits, ...command.limits },
        ...(command.input !== undefined && { input: command.input }),
        ...(command.signal && { signal: command.signal }),
      });
    },
  };
}
