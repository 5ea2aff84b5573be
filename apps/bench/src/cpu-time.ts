import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** CPU time, user and system, of this process so far, in milliseconds; the machine's other work does not count. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * CPU time, user and system, of this process's children and theirs, running and ended, in seconds; `undefined` where the
 * system does not tell (other than Linux). Node's own `resourceUsage` knows this process alone. What ran below a child that
 * was killed is lost: nobody waited for it.
 */
export function childrenCpuSeconds(): number | undefined {
  const own = readStat("self");
  if (own === undefined) return undefined;
  const running = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const stat = readStat(name);
        return stat === undefined ? [] : [[Number(name), stat] as const];
      }),
  );
  const isBelowUs = (stat: ProcessStat): boolean => {
    for (let at: ProcessStat | undefined = stat; at !== undefined; at = running.get(at.parent))
      if (at.parent === process.pid) return true;
    return false;
  };
  // Ended children of ours are in our own sum, those of a running process in its.
  let ticks = own.childrenTicks;
  for (const stat of running.values()) if (isBelowUs(stat)) ticks += stat.ticks + stat.childrenTicks;
  return ticks / ticksPerSecond();
}

let knownTicks: number | undefined;

/** Asked once: the program that tells is a child, too. */
function ticksPerSecond(): number {
  return (knownTicks ??= Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" })));
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

/** The children that a process has now; none where the system does not tell. */
export function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
