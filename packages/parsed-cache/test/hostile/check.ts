import { readdirSync, readFileSync } from "node:fs";
import {
  builtInParsers,
  createParserPool,
  DEFAULT_LIMITS,
  type Limits,
  type ParsedFile,
  parseBytes,
} from "@runningtab/parsed-cache";
import type { HostileFile } from "./hostile-file.ts";

export interface HostileOutcome {
  readonly name: string;
  /** `ok`, or the reason of a failed record. */
  readonly outcome: string;
  readonly milliseconds: number;
  /** What went wrong with us, not with the file; empty for a file that was held. */
  readonly faults: readonly string[];
}

export interface HostileReport {
  readonly outcomes: readonly HostileOutcome[];
  /** The most that any parsing child held at any time, in bytes; 0 where the system does not say. */
  readonly peakChildBytes: number;
}

export interface CheckOptions {
  readonly limits?: Partial<Limits>;
  /** Children at a time; default 2. */
  readonly size?: number;
  readonly onOutcome?: (outcome: HostileOutcome) => void;
}

/** Starting a child, sending and rendering come on top of the deadline, and tests share few cores. */
const GRACE_MS = 30_000;
const POLL_MS = 10;

/**
 * Parses hostile files as users do, and names each way in which one was not held: no record, one that ran on beyond the
 * deadline, a key added to a prototype here or in the record. Only the children's memory is for the caller to judge.
 */
export async function checkHostile(files: Iterable<HostileFile>, options: CheckOptions = {}): Promise<HostileReport> {
  const { limits = {}, size = 2, onOutcome } = options;
  const parsers = builtInParsers();
  const pool = createParserPool({ parsers, size, limits });
  const watch = watchChildren();
  const outcomes: HostileOutcome[] = [];
  const rest = files[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      const { name, path, make } = next.value;
      const bytes = make();
      const started = performance.now();
      const parsed = await parseBytes(bytes, { path, parsers, pool, limits }).catch((error: unknown) => error);
      const milliseconds = performance.now() - started;
      const { outcome, faults } = judge(parsed);
      const deadline = limits.deadlineMs ?? DEFAULT_LIMITS.deadlineMs;
      const late = milliseconds > deadline + GRACE_MS ? [`ran for ${Math.round(milliseconds)} ms`] : [];
      const result = { name, outcome, milliseconds, faults: [...faults, ...late] };
      outcomes.push(result);
      onOutcome?.(result);
    }
  };
  try {
    await Promise.all(Array.from({ length: size }, work));
    return { outcomes, peakChildBytes: watch.peakBytes() };
  } finally {
    watch.stop();
    await pool.close();
  }
}

function judge(parsed: unknown): { readonly outcome: string; readonly faults: readonly string[] } {
  if (!isParsedFile(parsed)) return { outcome: String(parsed), faults: [`no record: ${String(parsed)}`] };
  const faults = [...prototypeFaults(parsed)];
  const { status, reason = "" } = parsed;
  if (status === "failed" && reason === "") faults.push("failed without a reason");
  return { outcome: status === "ok" ? "ok" : reason, faults };
}

function isParsedFile(value: unknown): value is ParsedFile {
  return typeof value === "object" && value !== null && "status" in value && "pages" in value;
}

const ownNames = Reflect.ownKeys(Object.prototype).length;

/** Nothing that a file names may become a prototype, ours or that of an object in its record. */
function* prototypeFaults(parsed: ParsedFile): Generator<string> {
  if (Reflect.ownKeys(Object.prototype).length !== ownNames) yield "Object.prototype has another key";
  if ("polluted" in {}) yield "every object is polluted";
  const isPlain = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null) return true;
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype && prototype !== Array.prototype) return false;
    return Object.values(value).every(isPlain);
  };
  if (![parsed.metadata, parsed.losses, parsed.pages].every(isPlain))
    yield "the record holds an object with a prototype";
}

/** The largest resident memory of any process below this one, as the system keeps it (`VmHWM`). */
function watchChildren(): { peakBytes(): number; stop(): void } {
  let peak = 0;
  const look = (): void => {
    for (const pid of descendants(process.pid)) peak = Math.max(peak, highWaterMark(pid));
  };
  const timer = process.platform === "linux" ? setInterval(look, POLL_MS) : undefined;
  return { peakBytes: () => peak, stop: () => clearInterval(timer) };
}

function descendants(root: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readProcess(name, "stat");
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === root || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter((pid) => isBelow(pid));
}

function highWaterMark(pid: number): number {
  return 1024 * Number(/VmHWM:\s+(\d+) kB/.exec(readProcess(String(pid), "status"))?.[1] ?? 0);
}

/** Empty for a process that has ended meanwhile. */
function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
