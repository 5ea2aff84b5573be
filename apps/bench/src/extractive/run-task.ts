import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../../cli/src/main.ts", import.meta.url));
const pollMs = 50;
const mostMs = 600_000;

export interface TaskRun {
  /** The run's status, as its last line says. */
  readonly status: string;
  /** Of CPU, children included; absent where the system does not tell. */
  readonly cpuSeconds?: number;
  /** The most memory that the program held, its children apart; absent where the system does not tell. */
  readonly peakMegabytes?: number;
}

/** Runs a task with the extractive model through the command line. */
export async function runTask(options: {
  readonly task: string;
  readonly root: string;
  readonly stateFolder: string;
  /** Further arguments of `run`. */
  readonly args?: readonly string[];
}): Promise<TaskRun> {
  const { task, root, stateFolder, args = [] } = options;
  const all = ["run", task, "--workspace", root, "--state", stateFolder, "--json", ...args];
  const child = spawn(process.execPath, ["--conditions=@runningtab/source", program, ...all], {
    stdio: ["ignore", "pipe", "ignore"],
    timeout: mostMs,
  });
  let usage: Omit<TaskRun, "status"> = {};
  const poll = setInterval(() => (usage = usageOf(child.pid) ?? usage), pollMs);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  }).finally(() => clearInterval(poll));
  const last = output.trim().split("\n").at(-1) || "{}";
  return { status: (JSON.parse(last) as { status?: string }).status ?? "unknown", ...usage };
}

/** What Linux tells of a process; `undefined` elsewhere and when it has ended. */
function usageOf(pid: number | undefined): Omit<TaskRun, "status"> | undefined {
  try {
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    // After the name in brackets: user and system time are the 12th and 13th fields, those of ended children follow.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { cpuSeconds: ticks / 100, ...(peak !== undefined && { peakMegabytes: Number(peak) / 1_024 }) };
  } catch {
    return undefined;
  }
}
