import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** CPU time, user and system, of this process so far, in milliseconds; the machine's other work does not count. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * CPU time, user and system, of this process's children, running and ended, in seconds; `undefined` where the system does
 * not tell (other than Linux). Node's own `resourceUsage` knows this process alone.
 */
export function childrenCpuSeconds(): number | undefined {
  const own = readStat("self");
  if (own === undefined) return undefined;
  const running = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat?.parent === process.pid);
  // Ended children of ours are in our own sum, those of a running child in its.
  const ticks = running.reduce((sum, stat) => sum + stat!.ticks + stat!.childrenTicks, own.childrenTicks);
  return ticks / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
}

interface ProcessStat {
  readonly parent: number;
  readonly ticks: number;
  readonly childrenTicks: number;
}

function readStat(process: string): ProcessStat | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${process}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // proc(5): the name, field 2, is in parentheses and may hold blanks; the fields after it count from 3.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const field = (number: number): number => Number(fields[number - 3]);
  return { parent: field(4), ticks: field(14) + field(15), childrenTicks: field(16) + field(17) };
}
