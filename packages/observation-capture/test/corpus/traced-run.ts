import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { posix } from "node:path";
import type { Observation } from "../../src/index.ts";

/** One command that really ran, and what the kernel saw of it. Paths are relative to the workspace. */
export interface TracedRun {
  readonly observation: Observation;
  /** Files opened for reading, links resolved. */
  readonly opened: ReadonlySet<string>;
  /** Folders whose entries were read; `""` is the root. */
  readonly folders: ReadonlySet<string>;
  /** Paths that a process asked the system about, successfully. */
  readonly asked: ReadonlySet<string>;
}

/** Runs a command with bash in `root` as a harness would, under `strace`. */
export function runTraced(root: string, command: string, traceFile: string): TracedRun {
  const script = `exec 2>&1\n${command}`;
  const done = spawnSync(
    "strace",
    [
      "-f",
      "-qq",
      "-y",
      "-s",
      "4096",
      "--seccomp-bpf",
      "-e",
      "trace=open,openat,openat2,stat,lstat,newfstatat,statx",
      "-o",
      traceFile,
      "bash",
      "-c",
      script,
    ],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 1024 * 1024,
      timeout: 60_000,
      // `HOME` away from the workspace, where programs would leave files of their own.
      env: {
        PATH: process.env["PATH"],
        LANG: "C.UTF-8",
        HOME: "/nonexistent",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_OPTIONAL_LOCKS: "0",
      },
    },
  );
  const trace = readFileSync(traceFile, "latin1");
  rmSync(traceFile);
  const observation = {
    tool: "bash",
    args: { command },
    output: done.stdout.toString("utf8"),
    cwd: root,
    exitCode: done.status ?? 1,
  };
  return { observation, ...readTrace(trace, root) };
}

/** `openat(AT_FDCWD</ws>, "a.txt", O_RDONLY|O_CLOEXEC) = 3</ws/a.txt>`; the first and the resumed half of a call are joined. */
function readTrace(trace: string, root: string): Pick<TracedRun, "opened" | "folders" | "asked"> {
  const opened = new Set<string>();
  const folders = new Set<string>();
  const asked = new Set<string>();
  const waiting = new Map<string, string>();
  const below = (absolute: string): string | undefined =>
    absolute === root ? "" : absolute.startsWith(`${root}/`) ? absolute.slice(root.length + 1) : undefined;
  for (const line of trace.split("\n")) {
    const [, process = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest.endsWith("<unfinished ...>")) {
      waiting.set(process, rest.slice(0, -"<unfinished ...>".length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const call = resumed === null ? rest : `${waiting.get(process) ?? ""}${resumed[1]}`;
    const name = /^(\w+)\(/.exec(call)?.[1] ?? "";
    if (name.startsWith("open")) {
      const result = / = \d+<(.*?)>(?:\(deleted\))?$/.exec(call);
      const flags = /, (O_[A-Z_|]+)|flags=(O_[A-Z_|]+)/.exec(call);
      const path = result === null ? undefined : below(unescapeTrace(result[1]!));
      if (path === undefined || flags === null) continue;
      const written = flags[1] ?? flags[2]!;
      if (written.includes("O_DIRECTORY")) folders.add(path);
      else if (!written.includes("O_WRONLY") && !written.includes("O_PATH")) opened.add(path);
      continue;
    }
    const stat = /^\w+\((?:AT_FDCWD<(.*?)>|\d+<(.*?)>)?,? ?"((?:[^"\\]|\\.)*)".* = 0$/.exec(call);
    if (stat === null) continue;
    const base = unescapeTrace(stat[1] ?? stat[2] ?? root);
    const path = below(posix.resolve(base, unescapeTrace(stat[3]!)));
    if (path !== undefined) asked.add(path);
  }
  return { opened, folders, asked };
}

/** strace writes bytes outside ASCII in octal, and C's own escapes. */
function unescapeTrace(text: string): string {
  const bytes: number[] = [];
  const plain: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, v: 11, f: 12, '"': 34, "\\": 92 };
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== "\\") {
      bytes.push(text.charCodeAt(at));
      continue;
    }
    const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
    bytes.push(octal === undefined ? (plain[text[at + 1]!] ?? 63) : Number.parseInt(octal, 8));
    at += octal?.length ?? 1;
  }
  return Buffer.from(bytes).toString("utf8");
}
