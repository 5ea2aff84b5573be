import { lstatSync, realpathSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
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
import { tryCanaries } from "./canaries.ts";
import { createOpenedFiles, tracedArguments } from "./opened-files.ts";
import { runProcess } from "./run-process.ts";

export interface BubblewrapOptions {
  /** Absolute path of the workspace: the only place a command can write besides its private `/tmp`. */
  readonly workspace: string;
  /** Program to launch; default `/usr/bin/bwrap`. Absolute, since the launcher has no `PATH`. */
  readonly program?: string;
  /** More folders that commands may read, such as a language's installation; default none. */
  readonly readOnly?: readonly string[];
  /** Folders that commands may read at places of their own; default none. */
  readonly mounts?: readonly SandboxMount[];
  /**
   * Folders inside the workspace that commands cannot change, as absolute paths; asked before each command. Each costs
   * about half a millisecond, and more the more there are. Default none.
   */
  readonly sealed?: () => readonly string[];
  readonly limits?: Partial<SandboxLimits>;
  /**
   * Whether outcomes say which files of the workspace a command opened, by strace around the jail. Where that does not
   * work here, commands run untraced and the probe's details say why. Costs tens of milliseconds a
   * command, and more for one that opens thousands of files. Default false.
   */
  readonly traceFiles?: boolean;
  /** Program that traces; default `/usr/bin/strace`. Absolute, as the launcher. */
  readonly tracer?: string;
}

const PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";
/** What programs need of the system to start, office programs included; the rest of the file system is not there. */
const SYSTEM = [
  "/bin",
  "/lib",
  "/lib64",
  "/sbin",
  "/etc/ld.so.cache",
  "/etc/alternatives",
  "/etc/fonts",
  "/etc/libreoffice",
];

/**
 * Commands in bubblewrap (Linux): no network, own processes, an empty environment, the system read-only, the workspace
 * writable and nothing else of the disk. The workspace's `.git` is read-only. Proven by canaries before the first command.
 */
export function createBubblewrapSandbox(options: BubblewrapOptions): Sandbox {
  const workspace = realpathSync(options.workspace);
  const program = options.program ?? "/usr/bin/bwrap";
  const limits = { ...DEFAULT_SANDBOX_LIMITS, ...options.limits };
  const tracer = options.tracer ?? "/usr/bin/strace";
  let proof: Promise<SandboxProof> | undefined;
  let isTraced = false;

  const launch = async (
    command: SandboxCommand,
    ofCommand: SandboxLimits,
    tracedRoot = isTraced ? workspace : undefined,
  ): Promise<SandboxOutcome> => {
    const jailed = [
      ...jail(workspace, command.cwd ?? workspace, options, ofCommand),
      "--",
      ...limited(command, ofCommand),
    ];
    const opened = tracedRoot === undefined ? undefined : createOpenedFiles(tracedRoot);
    const outcome = await runProcess({
      program: opened ? tracer : program,
      args: opened ? tracedArguments([program, ...jailed]) : jailed,
      environment: {},
      timeoutMs: command.timeoutMs,
      limits: ofCommand,
      writesTo: workspace,
      ...(opened && { onTrace: opened.take }),
      ...(command.input !== undefined && { input: command.input }),
      ...(command.signal && { signal: command.signal }),
    });
    const limit = outcome.limit ?? (outcome.timedOut ? undefined : limitBySignal(outcome.exitCode, ofCommand));
    const ended = limit === undefined ? outcome : { ...outcome, limit };
    // What was ended from outside may have opened more than the trace could still say.
    const paths = outcome.timedOut || limit !== undefined ? undefined : opened?.paths();
    return paths === undefined ? ended : { ...ended, opened: paths };
  };

  const probe = async (): Promise<SandboxProof> => {
    if (process.platform !== "linux") return { proven: false, details: ["bubblewrap needs Linux"] };
    try {
      const held = await tryCanaries(workspace, (command, timeoutMs) => launch({ command, timeoutMs }, limits));
      if (options.traceFiles !== true || !held.proven) return held;
      const refusal = await tracingRefusal();
      if (refusal !== undefined) return { ...held, details: [...held.details, `file tracing: ${refusal}`] };
      // The jail has to hold in the way in which commands will really be launched.
      isTraced = true;
      const heldTraced = await tryCanaries(workspace, (command, timeoutMs) => launch({ command, timeoutMs }, limits));
      return { ...heldTraced, details: [...heldTraced.details, "file tracing: works"] };
    } catch (cause) {
      return { proven: false, details: [messageOf(cause)] };
    }
  };

  /** Why commands cannot be traced here, or `undefined`: a file that a command opens has to be in its trace. */
  const tracingRefusal = async (): Promise<string | undefined> => {
    try {
      const { exitCode, opened, output } = await launch(
        { command: ": < /usr/bin/env", timeoutMs: 10_000 },
        limits,
        "/usr/bin",
      );
      if (exitCode === 0 && opened?.has("env") === true) return undefined;
      return `not available: ${tracer} ended with ${exitCode} and saw nothing. ${output.trim().slice(0, 200)}`.trim();
    } catch (cause) {
      return `not available: ${messageOf(cause)}`;
    }
  };

  return {
    specVersion: 1,
    name: "bubblewrap",
    probe: () => (proof ??= probe()),
    async run(command) {
      const { proven, details } = await (proof ??= probe());
      if (!proven) {
        throw new HarnessError("SANDBOX_UNPROVEN", {
          message: `The bubblewrap sandbox is not proven here, so no command runs: ${details.join("; ")}. Install bubblewrap, or see \`doctor\`.`,
          data: { details },
        });
      }
      return launch(command, { ...limits, ...command.limits });
    },
  };
}

function jail(
  workspace: string,
  cwd: string,
  { readOnly = [], mounts = [], sealed }: Pick<BubblewrapOptions, "readOnly" | "mounts" | "sealed">,
  { diskBytes }: SandboxLimits,
): readonly string[] {
  // A link in place of a folder would be followed on the host's side, so only real folders are mounted over.
  const fixed = [join(workspace, ".git"), ...(sealed?.() ?? [])].filter(isFolder);
  return [
    ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"],
    ["--clearenv", "--setenv", "PATH", PATH, "--setenv", "HOME", "/tmp", "--setenv", "LANG", "C.UTF-8"],
    ["--ro-bind", "/usr", "/usr"],
    ...[...SYSTEM, ...readOnly].map((path) => ["--ro-bind-try", path, path]),
    ["--proc", "/proc", "--dev", "/dev"],
    // Files there are memory that no process holds, so that only their own size bounds them.
    ...["/tmp", "/dev/shm"].map((place) => ["--size", String(diskBytes), "--tmpfs", place]),
    ...mounts.map(({ source, target }) => ["--ro-bind", source, target]),
    ["--bind", workspace, workspace],
    ...fixed.map((folder) => ["--ro-bind", folder, folder]),
    // The kernel's settings below /proc/sys obey root by its number, whatever it may do otherwise.
    ["--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/"],
    ["--chdir", cwd],
  ].flat();
}

/** Resource limits are set inside the jail, where its own user namespace counts processes. */
function limited(command: SandboxCommand, limits: SandboxLimits): readonly string[] {
  const argv = "argv" in command ? command.argv : ["bash", "-c", command.command];
  return [
    "prlimit",
    // The first of the two ends a command with a signal of its own, which is told from other ends.
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`,
    `--fsize=${limits.fileBytes}`,
    `--nproc=${limits.processes}`,
    "--core=0",
    "--",
    ...argv,
  ];
}

/** Which limit of the kernel's ended a command, by the exit code that shells make of its signal. */
function limitBySignal(exitCode: number, { cpuSeconds, fileBytes }: SandboxLimits): string | undefined {
  if (exitCode === 128 + constants.signals.SIGXCPU) return `processor time (more than ${cpuSeconds} s)`;
  if (exitCode === 128 + constants.signals.SIGXFSZ) return `file size (more than ${fileBytes} bytes)`;
  return undefined;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
