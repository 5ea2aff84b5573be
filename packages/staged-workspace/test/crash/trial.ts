import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { createStagedWorkspace } from "@runningtab/staged-workspace";

/** System calls that change what is on disk, or make it durable; `openat` where it creates a file. */
const CALLS = [
  "openat",
  "write",
  "pwrite64",
  "ftruncate",
  "fsync",
  "fdatasync",
  "rename",
  "link",
  "unlink",
  "mkdir",
  "rmdir",
  "fchmod",
  "chmod",
  "utimensat",
  "ioctl",
] as const;

export type Act = "promote" | "rollback";

export interface Point {
  readonly call: string;
  /** Which of the process's calls of this name, counted from 1. */
  readonly when: number;
  /** Of an `openat` that only reads: it may fail, and nothing would differ after a kill. */
  readonly isReading: boolean;
}

/** A tree of `files` files whose next promotion or rollback touches every kind of change. */
export interface Trial {
  readonly points: readonly Point[];
  /** Kills at `point`, kills again at `again` while the next opening recovers, then opens in peace: `old`, `new`, or what is wrong. */
  run(point: Point, again: Point | undefined): Promise<string>;
  readonly killed: () => { readonly first: number; readonly recovery: number };
  /** Lets the N-th call fail instead of killing; returns how the process ended and what the tree is. */
  fail(point: Point, error: string): Promise<{ readonly exit: number; readonly stderr: string; readonly tree: string }>;
}

export async function prepareTrial(base: string, act: Act, files: number): Promise<Trial> {
  const [root, state] = [join(base, "root"), join(base, "state")];
  const [kept, keptState] = [join(base, "kept-root"), join(base, "kept-state")];
  rmSync(base, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  for (let index = 0; index < files; index++)
    put(root, nameOf(index), `version 1 of ${index}\n`.repeat(1 + (index % 400)));
  const workspace = await createStagedWorkspace({ root, stateFolder: state });
  change(workspace.root, files);
  await workspace.sync({ turn: 1 });
  if (act === "rollback") await workspace.promote();
  await workspace.close();
  cpSync(root, kept, { recursive: true, preserveTimestamps: true });
  cpSync(state, keptState, { recursive: true, preserveTimestamps: true });

  const restore = (): void => {
    rmSync(root, { recursive: true, force: true });
    rmSync(state, { recursive: true, force: true });
    cpSync(kept, root, { recursive: true, preserveTimestamps: true });
    cpSync(keptState, state, { recursive: true, preserveTimestamps: true });
  };
  const before = snapshot(root);
  const trace = join(base, "trace");
  restore();
  const cache = join(base, "compiled");
  const strace = (options: readonly string[], args: readonly string[]): SpawnSyncReturns<string> =>
    runWorker(cache, options, args);
  const inject = ({ call, when }: Point, what: string, args: readonly string[]): SpawnSyncReturns<string> =>
    // With its filter in the kernel a run takes half the time, and no signal would be sent (strace 6.1).
    strace(
      [
        ...(what.startsWith("error") ? ["--seccomp-bpf"] : []),
        "-o",
        "/dev/null",
        "-e",
        `trace=${call}`,
        "-e",
        `inject=${call}:${what}:when=${when}`,
      ],
      args,
    );
  // Fills the cache, whose own writes would be points otherwise.
  for (const warmUp of [act, "open"]) strace(["-o", "/dev/null", "-e", "trace=access"], [root, state, warmUp]);
  restore();
  const reference = strace(["-o", trace, "-e", `trace=${CALLS.join(",")},access`], [root, state, act]);
  if (reference.status !== 0) throw new Error(`The reference run failed: ${reference.stderr}`);
  const after = snapshot(root);
  if (before === after) throw new Error("The reference run changed nothing.");
  const points = pointsOf(readFileSync(trace, "utf8"));
  const killed = { first: 0, recovery: 0 };

  const treeNow = (): string => {
    const now = snapshot(root);
    return now === before ? "old" : now === after ? "new" : `mixed:\n${now}`;
  };
  const settle = async (): Promise<string> => {
    const opened = await createStagedWorkspace({ root, stateFolder: state });
    try {
      const report = await opened.verify();
      if (report.journal.damage !== undefined || report.versions.length > 0)
        return `damaged: ${JSON.stringify(report)}`;
      return treeNow();
    } finally {
      await opened.close();
    }
  };
  return {
    points,
    killed: () => killed,
    async run(point, again) {
      restore();
      if (inject(point, "signal=SIGKILL", [root, state, act]).signal === "SIGKILL") killed.first++;
      if (again !== undefined && inject(again, "signal=SIGKILL", [root, state, "open"]).signal === "SIGKILL") {
        killed.recovery++;
      }
      return settle();
    },
    async fail(point, error) {
      restore();
      const { status, stderr } = inject(point, `error=${error}`, [root, state, act]);
      return { exit: status ?? -1, stderr, tree: await settle() };
    },
  };
}

/** Modifies, deletes, moves, makes executable and adds, a fifth of the files each, and swaps a file for a folder. */
function change(root: string, files: number): void {
  for (let index = 0; index < files; index++) {
    const path = join(root, nameOf(index));
    if (index % 5 === 0) writeFileSync(path, `version 2 of ${index}\n`.repeat(300));
    else if (index % 5 === 1) rmSync(path);
    else if (index % 5 === 2) renameSync(path, `${path} moved`);
    else if (index % 5 === 3) chmodSync(path, 0o600);
    else put(root, `new folder ${index}/new file`, `new ${index}\n`);
  }
  if (files > 1) put(root, `${nameOf(1)}/inside`, "a folder where a file was\n");
}

function nameOf(index: number): string {
  return index % 3 === 0 ? `file ${index}` : `folder ${index % 4}/file ${index}`;
}

function put(root: string, path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Names, bytes and modes of all files; what an interrupted write left aside is no part of the tree. */
function snapshot(root: string): string {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".runningtab-tmp-"))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${relative(root, path)} ${hashBytesSync(readFileSync(path))} ${(statSync(path).mode & 0o7777).toString(8)}`;
    })
    .toSorted()
    .join("\n");
}

/** Every call of the main thread after the process has started. */
function pointsOf(trace: string): readonly Point[] {
  const counts = new Map<string, number>();
  const points: Point[] = [];
  let hasBegun = false;
  const [main] = trace.split(" ", 1);
  for (const line of trace.split("\n")) {
    const [, pid, call] = /^(\d+)\s+(\w+)\(/.exec(line) ?? [];
    if (call === undefined || pid !== main) continue;
    if (line.includes("/begin-of-the-trial")) hasBegun = true;
    if (call === "access") continue;
    const when = (counts.get(call) ?? 0) + 1;
    counts.set(call, when);
    // Descriptors of the event loop are woken by writes of 8 bytes; ioctl counts where it clones a file.
    const isNoise = (call === "write" && line.includes(", 8)")) || (call === "ioctl" && !line.includes("FICLONE"));
    const isReading = call === "openat" && !line.includes("O_CREAT");
    if (hasBegun && !isNoise) points.push({ call, when, isReading });
  }
  return points;
}

/** With its modules compiled beforehand: two thirds of a run would be spent on that. */
function runWorker(cache: string, options: readonly string[], args: readonly string[]): SpawnSyncReturns<string> {
  const worker = fileURLToPath(new URL("./worker.ts", import.meta.url));
  return spawnSync(
    "strace",
    ["-f", "-qq", ...options, process.execPath, "--conditions=@runningtab/source", worker, ...args],
    { encoding: "utf8", env: { ...process.env, NODE_COMPILE_CACHE: cache } },
  );
}
