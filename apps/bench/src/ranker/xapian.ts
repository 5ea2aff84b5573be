import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RankedDocument } from "@runningtab/lexical-ranker";
import { BenchMisuse } from "../bench.ts";
import { hits, wordsOf } from "./engines.ts";
import { type EngineTimes, timesOf } from "./measure.ts";

/** Where Debian puts its binding. Another Python on the path would not know it. */
const python = "/usr/bin/python3";
const script = fileURLToPath(new URL("./ask-xapian.py", import.meta.url));

export function hasXapian(): boolean {
  return spawnSync(python, ["-c", "import xapian"], { stdio: "ignore" }).status === 0;
}

/** Xapian through its Python binding, an index on disk, in a process of its own: all times are of that process's CPU. */
export async function measureXapian(
  pages: readonly RankedDocument[],
  queries: readonly string[],
  runs: number,
): Promise<EngineTimes> {
  const folder = mkdtempSync(join(tmpdir(), "bench-xapian-"));
  try {
    const task = { queries: queries.map(wordsOf), hits, runs, folder };
    const answer = await answerOf([task, ...pages.map(({ text }) => text)]);
    const { buildCpuMs, queryMs } = JSON.parse(answer) as { buildCpuMs: number; queryMs: readonly number[] };
    return timesOf("Xapian", buildCpuMs, queryMs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function answerOf(lines: readonly unknown[]): Promise<string> {
  const child = spawn(python, [script], { stdio: ["pipe", "pipe", "inherit"] });
  let answer = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (answer += chunk));
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  for (const line of lines) {
    if (!child.stdin.write(`${JSON.stringify(line)}\n`))
      await new Promise((resolve) => child.stdin.once("drain", resolve));
  }
  child.stdin.end();
  if ((await ended) === 0) return answer;
  throw new BenchMisuse("Xapian's process failed; what it wrote stands above.");
}
