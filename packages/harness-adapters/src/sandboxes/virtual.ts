import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HarnessError } from "../harness-error.ts";
import {
  DEFAULT_SANDBOX_LIMITS,
  type Sandbox,
  type SandboxCommand,
  type SandboxLimits,
  type SandboxMount,
  type SandboxOutcome,
  type SandboxProof,
} from "../sandbox.ts";
import { messageOf } from "../tab-tools.ts";
import { tryCanaries, virtualScript } from "./canaries.ts";
import { codeFolders } from "./code-folders.ts";
import { runProcess } from "./run-process.ts";
import { SHELL_ARGUMENT, type VirtualReport, type VirtualRequest } from "./virtual-request.ts";

export interface VirtualOptions {
  /** Absolute path of the workspace: the only folder of the disk that commands can write. */
  readonly workspace: string;
  /** Folders that commands may read at places of their own; default none. */
  readonly mounts?: readonly SandboxMount[];
  /** Folders inside the workspace that commands cannot change, as absolute paths; asked before each command. Default none. */
  readonly sealed?: () => readonly string[];
  readonly limits?: Partial<SandboxLimits>;
  /** Package that holds the shell; default `just-bash`, which is to be installed beside this one. */
  readonly library?: string;
}

/** The shell ends itself at its time; a script that does not let it is killed this much later. */
const GRACE_MS = 1_000;
const CODES = { heapSpent: 134 };

/**
 * Commands in a shell written in JavaScript (`just-bash`), in a process of its own under Node's permission model: no
 * program of the host is started, there is no network, and of the disk commands see the workspace and what is mounted.
 * Works on every system; there is no Python and no program but the shell's own. Proven by canaries before the first command.
 *
 * Commands after `&` run to their end before the next begins, output comes when the command has ended, and of one that was
 * ended at its time nothing was kept. Files with more than one name (hard links), pipes and devices are refused, links
 * are not followed. Processor time is bounded by wall-clock time; memory on Linux is watched, elsewhere bounded by Node.
 */
export function createVirtualSandbox(options: VirtualOptions): Sandbox {
  const workspace = realpathSync(options.workspace);
  const limits = { ...DEFAULT_SANDBOX_LIMITS, ...options.limits };
  const library = options.library ?? "just-bash";
  let proof: Promise<SandboxProof> | undefined;

  async function launch(
    command: SandboxCommand,
    ofCommand: SandboxLimits,
    forbidden?: string,
  ): Promise<{ readonly outcome: SandboxOutcome; readonly report: VirtualReport | undefined }> {
    const timeoutMs = Math.min(command.timeoutMs, ofCommand.cpuSeconds * 1_000);
    const mounts = options.mounts ?? [];
    const request: VirtualRequest = {
      library,
      command: lineOf(command),
      input: command.input ?? "",
      workspace,
      cwd: command.cwd ?? workspace,
      mounts,
      sealed: options.sealed?.() ?? [],
      timeoutMs,
      fileBytes: ofCommand.fileBytes,
      diskBytes: ofCommand.diskBytes,
      memoryBytes: Math.floor(ofCommand.memoryBytes / 2),
      ...(forbidden !== undefined && { forbidden }),
    };
    let said = "";
    const outcome = await runProcess({
      program: process.execPath,
      args: nodeArguments([workspace, ...mounts.map(({ source }) => source)], workspace, ofCommand.memoryBytes),
      environment: {},
      timeoutMs: timeoutMs + GRACE_MS,
      limits: ofCommand,
      input: JSON.stringify(request),
      onTrace: (chunk) => void (said += chunk.toString("utf8")),
      ...(command.signal && { signal: command.signal }),
    });
    const report = said === "" ? undefined : (JSON.parse(said) as VirtualReport);
    if (report?.fault !== undefined) throw new Error(report.fault);
    return { outcome: ending(outcome, report, { isCutByCpu: timeoutMs < command.timeoutMs, ofCommand }), report };
  }

  async function probe(): Promise<SandboxProof> {
    try {
      let held: readonly string[] = [];
      const proof = await tryCanaries(
        workspace,
        async (command, timeoutMs, planted) => {
          const { outcome, report } = await launch({ command, timeoutMs }, limits, planted);
          held = report?.held ?? [];
          return outcome;
        },
        virtualScript,
      );
      const byCode = ["read outside by code", "start a program"].map((name) => ({ name, isHeld: held.includes(name) }));
      return {
        proven: proof.proven && byCode.every(({ isHeld }) => isHeld),
        details: [
          ...proof.details,
          ...byCode.map(({ name, isHeld }) => `${name}: ${isHeld ? "held back" : "NOT held back"}`),
        ],
      };
    } catch (cause) {
      return { proven: false, details: [`no shell (${messageOf(cause).split("\n")[0]})`] };
    }
  }

  return {
    specVersion: 1,
    name: "virtual",
    probe: () => (proof ??= probe()),
    async run(command) {
      command.signal?.throwIfAborted();
      const { proven, details } = await (proof ??= probe());
      if (!proven) {
        throw new HarnessError("SANDBOX_UNPROVEN", {
          message: `The virtual sandbox is not proven here, so no command runs: ${details.join("; ")}. Install ${library} beside this program (npm install ${library}), or see \`doctor\`.`,
          data: { details },
        });
      }
      return (await launch(command, { ...limits, ...command.limits })).outcome;
    },
  };
}

function ending(
  outcome: SandboxOutcome,
  report: VirtualReport | undefined,
  { isCutByCpu, ofCommand }: { readonly isCutByCpu: boolean; readonly ofCommand: SandboxLimits },
): SandboxOutcome {
  const timedOut = outcome.timedOut || report?.timedOut === true;
  if (timedOut && isCutByCpu) {
    return { ...outcome, timedOut: false, limit: `processor time (more than ${ofCommand.cpuSeconds} s)` };
  }
  if (timedOut) return { ...outcome, timedOut };
  const isHeapSpent = report === undefined && outcome.limit === undefined && outcome.exitCode === CODES.heapSpent;
  // What Node says of itself when it dies is no output of the command.
  if (isHeapSpent) return { ...outcome, output: "", limit: `memory (more than ${ofCommand.memoryBytes} bytes)` };
  return report?.limit === undefined ? outcome : { ...outcome, limit: report.limit };
}

function nodeArguments(readable: readonly string[], writable: string, memoryBytes: number): readonly string[] {
  const shell = shellModule();
  return [
    "--permission",
    ...[...readable, ...codeFolders(realpathSync(shell))].map((folder) => `--allow-fs-read=${folder}`),
    `--allow-fs-write=${writable}`,
    `--max-old-space-size=${Math.ceil(memoryBytes / 1024 ** 2)}`,
    "--no-warnings",
    ...(shell.endsWith(".ts") ? ["--conditions=@runningtab/source"] : []),
    shell,
    SHELL_ARGUMENT,
  ];
}

/** From source it lies beside us; built code lies in chunks, so only the package's own name finds it. */
function shellModule(): string {
  const here = import.meta.url;
  const shell = here.endsWith(".ts")
    ? new URL("./virtual-shell.ts", here).href
    : import.meta.resolve("@runningtab/harness-adapters/sandboxes/virtual-shell");
  return fileURLToPath(shell);
}

function lineOf(command: SandboxCommand): string {
  return "command" in command ? command.command : command.argv.map(quoted).join(" ");
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
