import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { CaptureContext, CaptureResult, CaptureStrategy, Observation } from "../src/index.ts";

/** Writes `files` (text by workspace-relative path) below `root`. */
export function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A context over a real folder, read anew each time it is made. */
export function contextOf(root: string): CaptureContext {
  const sizes = new Map<string, number>();
  const scan = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) scan(path);
      else if (entry.isFile()) sizes.set(relative(root, path), statSync(path).size);
    }
  };
  scan(root);
  return {
    root,
    stat: (path) => {
      const size = sizes.get(path);
      return size === undefined ? undefined : { size, kind: "file" };
    },
    paths: () => sizes.keys(),
  };
}

/** A context over sizes that are only claimed, for observations that were never run. */
export function claimedContext(root: string, sizes: Readonly<Record<string, number>>): CaptureContext {
  return {
    root,
    stat: (path) => (Object.hasOwn(sizes, path) ? { size: sizes[path]!, kind: "file" } : undefined),
    paths: () => Object.keys(sizes),
  };
}

/** Runs a command with bash in `root` as an agent's tool would: both streams together, the exit code beside them. */
export function runBash(root: string, command: string): Observation {
  const done = spawnSync("bash", ["-c", `exec 2>&1\n${command}`], {
    cwd: root,
    encoding: "utf8",
    // As harnesses do: with a pipe for its input, rg would search that instead of the folder.
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 32 * 1024 * 1024,
    env: { PATH: process.env["PATH"], LANG: "C.UTF-8", HOME: root },
  });
  return { tool: "bash", args: { command }, output: done.stdout, cwd: root, exitCode: done.status ?? 1 };
}

/** What a result says, short enough to compare at a glance. */
export function summary(result: CaptureResult, output: string): Readonly<Record<string, readonly string[]>> {
  return {
    reads: result.reads.map((read) => {
      const range =
        read.range === undefined
          ? ""
          : read.range.unit === "cell"
            ? `#${read.range.sheet}!${read.range.cells}`
            : `#${read.range.unit}${read.range.start}-${read.range.end}`;
      return `${[...read.paths].toSorted().join("+")}${range}${read.partial ? "~" : ""}${read.via === undefined ? "" : `(${read.via})`} = ${output.slice(read.start, read.end)}`;
    }),
    listed: [...result.listed].toSorted(),
    computed: result.computed.map(
      (each) =>
        `${each.own ? "own" : [...each.inputs].toSorted().join("+") || "nothing"} = ${output.slice(each.start, each.end)}`,
    ),
    writes: [...result.writes].toSorted(),
    notes: result.notes,
  };
}

export async function captureCommand(
  strategy: CaptureStrategy,
  root: string,
  command: string,
): Promise<{ observation: Observation; result: CaptureResult }> {
  const observation = runBash(root, command);
  return { observation, result: await strategy.capture(observation, contextOf(root)) };
}
