/**
 * The process behind the virtual sandbox: reads one request from standard input, runs it in a shell written in
 * JavaScript, writes its output and ends with its exit code. Started by `virtual.ts` alone, under Node's permission model.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { IFileSystem } from "just-bash";
import { createGuardedFolder } from "./guarded-folder.ts";
import { SHELL_ARGUMENT, type VirtualReport, type VirtualRequest } from "./virtual-request.ts";

const REPORT_DESCRIPTOR = 3;
/** Refusals told at the end of the output, at most. */
const MOST_TOLD = 20;
/** What sees more than files: a program of the host, a database engine and an HTML reader that need not be installed. */
const LEFT_OUT: ReadonlySet<string> = new Set(["sqlite3", "html-to-markdown"]);
const NO_PYTHON =
  "there is no Python in the virtual sandbox. Use the shell (awk, sed, jq, yq, xan, sort, join …) or the tools view, grep, edit and write.";

if (process.argv[2] === SHELL_ARGUMENT) await run(JSON.parse(readFileSync(0, "utf8")) as VirtualRequest);

async function run(request: VirtualRequest): Promise<void> {
  const library = await import(request.library).catch((error: NodeJS.ErrnoException) =>
    error.code === "ERR_MODULE_NOT_FOUND" ? `${request.library} is not installed` : String(error),
  );
  if (typeof library === "string") return end(126, { timedOut: false, fault: library });
  const { Bash, InMemoryFs, MountableFs, OverlayFs, decodeBytesToUtf8, defineCommand, getCommandNames, stdoutAsBytes } =
    library as typeof import("just-bash");

  let limit: string | undefined;
  const told = new Set<string>();
  const tell = (line: string): void => void (told.size < MOST_TOLD && told.add(line));
  let isRefused = false;
  const refuse = (path: string, error: unknown): void => {
    isRefused = true;
    tell(`bash: ${path}: not written (${error instanceof Error ? error.message : String(error)})\n`);
  };
  const { workspace, sealed, fileBytes, diskBytes, memoryBytes, mounts } = request;
  const base = new InMemoryFs({}, { maxTotalBytes: memoryBytes });
  await base.mkdir("/tmp", { recursive: true });
  const onLimit = (exceeded: string): void => void (limit ??= exceeded);
  const folder = createGuardedFolder(library as typeof import("just-bash"), {
    root: workspace,
    sealed,
    fileBytes,
    diskBytes,
    onLimit,
    onRefusal: (path, reason) => tell(`bash: ${path}: not opened (it ${reason})\n`),
  });
  /** The shell lets a failing redirection end the script, and all its output with it: here it is told at the end. */
  class World extends MountableFs {
    override writeFile(...args: Parameters<IFileSystem["writeFile"]>): Promise<void> {
      return super.writeFile(...args).catch((error: unknown) => refuse(args[0], error));
    }

    override appendFile(...args: Parameters<IFileSystem["appendFile"]>): Promise<void> {
      return super.appendFile(...args).catch((error: unknown) => refuse(args[0], error));
    }
  }
  const fs = new World({
    base,
    mounts: [
      { mountPoint: workspace, filesystem: folder },
      ...mounts.map(({ source, target }) => ({
        mountPoint: target,
        filesystem: new OverlayFs({ root: source, mountPoint: "/", readOnly: true }),
      })),
    ],
  });
  const python = (name: string) =>
    defineCommand(name, async () => ({ stdout: "", stderr: `${name}: ${NO_PYTHON}\n`, exitCode: 127 }));
  const shell = new Bash({
    fs,
    cwd: request.cwd,
    env: { HOME: "/tmp", LANG: "C.UTF-8" },
    commands: getCommandNames().filter((name) => !LEFT_OUT.has(name)) as never,
    customCommands: ["python", "python3", "pip", "pip3"].map(python),
  });

  const deadline = new AbortController();
  void delay(request.timeoutMs, undefined, { ref: false }).then(() => deadline.abort());
  // Standard error goes where standard output goes, in the order in which it comes.
  const result = await shell
    .exec(`exec 2>&1\n${request.command}`, { stdin: request.input, rawScript: true, signal: deadline.signal })
    .catch((error: unknown) => ({ stdout: "", stderr: `bash: ${String(error)}\n`, exitCode: 1, env: {} }));
  const text = [decodeBytesToUtf8(stdoutAsBytes(result)), result.stderr, ...told].join("");
  return end(
    result.exitCode === 0 && isRefused ? 1 : result.exitCode,
    {
      timedOut: deadline.signal.aborted,
      ...(limit !== undefined && { limit }),
      ...(request.forbidden !== undefined && { held: heldBack(request.forbidden) }),
    },
    text,
  );
}

/** Whatever the script left waiting ends with it. */
function end(exitCode: number, report: VirtualReport, output = ""): void {
  writeSync(REPORT_DESCRIPTOR, JSON.stringify(report));
  process.stdout.write(output, () => process.exit(exitCode));
}

/** What this process is held back from by Node, should a script ever get out of its shell. */
function heldBack(forbidden: string): readonly string[] {
  const attempts: readonly (readonly [string, () => unknown])[] = [
    ["read outside by code", () => readFileSync(forbidden)],
    ["start a program", () => spawnSync(process.execPath, ["--version"])],
  ];
  return attempts.flatMap(([name, attempt]) => {
    try {
      attempt();
      return [];
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ERR_ACCESS_DENIED" ? [name] : [];
    }
  });
}
