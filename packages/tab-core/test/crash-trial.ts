/**
 * Writers that are killed in mid-write, again and again, on one store; then what they were told was stored is compared
 * with what the store holds. A killed writer's successor repeats the call that may or may not have been stored, as a
 * retried hook does.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { foldEvents } from "@runningtab/tab-core";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";
import { seededRandom } from "@runningtab/test-kit";

const writerFile = fileURLToPath(new URL("writer.ts", import.meta.url));

export interface CrashTrial {
  readonly file: string;
  readonly writers: number;
  /** Acknowledged observations (three events each) after which the last writers are killed. */
  readonly acknowledged: number;
  /** About how many acknowledgements lie between two kills. */
  readonly everyAcknowledgements: number;
  readonly seed: number;
  onProgress?(acknowledged: number, kills: number): void;
}

export interface CrashReport {
  readonly acknowledged: number;
  readonly events: number;
  readonly kills: number;
  /** Calls that were stored, not acknowledged before the kill, and recognised when they were repeated. */
  readonly recognised: number;
  /** Empty when nothing was lost, doubled, reordered or damaged. */
  readonly broken: readonly string[];
}

interface Acknowledgement {
  readonly id: string;
  readonly duplicate: boolean;
}

interface Writer {
  readonly name: string;
  readonly child: ChildProcess;
  readonly ended: Promise<string>;
}

export async function runCrashTrial(trial: CrashTrial): Promise<CrashReport> {
  const { file, writers: count, acknowledged: wanted, everyAcknowledgements, seed } = trial;
  const random = seededRandom(seed);
  const compileCache = join(tmpdir(), `runningtab-crash-cache-${process.pid}`);
  const told = new Map<string, Map<number, Acknowledgement>>();
  const running = new Map<string, Writer>();
  const broken: string[] = [];
  let acknowledged = 0;
  let recognised = 0;
  let kills = 0;
  let nextKill = everyAcknowledgements;
  const { promise: done, resolve } = Promise.withResolvers<void>();

  const kill = ({ child }: Writer): void => {
    if (child.kill("SIGKILL")) kills++;
  };

  const onAcknowledged = (name: string, line: string): void => {
    const [index, id, status] = line.split(" ");
    if (id === undefined) return;
    told.get(name)?.set(Number(index), { id, duplicate: status === "duplicate" });
    acknowledged++;
    if (status === "duplicate") recognised++;
    if (acknowledged >= wanted) return resolve();
    if (acknowledged < nextKill) return;
    nextKill = acknowledged + random.integer(1, 2 * everyAcknowledgements);
    kill(random.pick([...running.values()]));
    trial.onProgress?.(acknowledged, kills);
  };

  const start = (name: string): void => {
    const mine = told.get(name) ?? new Map<number, Acknowledgement>();
    told.set(name, mine);
    const child = spawn(
      process.execPath,
      ["--conditions=@runningtab/source", writerFile, file, name, "1000000", String(mine.size)],
      { stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, NODE_COMPILE_CACHE: compileCache } },
    );
    // A killed writer's pipe breaks; that is the point.
    child.stdin.on("error", () => {});
    child.stdin.end("x");
    let rest = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onAcknowledged(name, line);
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    const ended = new Promise<string>((resolveEnd) => child.on("close", () => resolveEnd(stderr)));
    running.set(name, { name, child, ended });
    void ended.then((said) => {
      if (said !== "") {
        broken.push(`writer ${name}: ${said}`);
        resolve();
      } else if (acknowledged < wanted) start(name);
    });
  };

  for (let index = 0; index < count; index++) start(`w${index}`);
  await done;
  for (const writer of running.values()) kill(writer);
  await Promise.all([...running.values()].map(({ ended }) => ended));
  rmSync(compileCache, { recursive: true, force: true });
  const events = await compare(file, told, broken);
  return { acknowledged, events, kills, recognised, broken };
}

/** What the writers were told against what the store holds; the number of events held. */
async function compare(
  file: string,
  told: ReadonlyMap<string, ReadonlyMap<number, Acknowledgement>>,
  broken: string[],
): Promise<number> {
  const store = createSqliteStore({ file });
  const events = await store.read("shared", 0);
  events.forEach(({ seq }, index) => {
    if (seq !== index + 1) broken.push(`event ${seq} stands at place ${index + 1}`);
  });
  const { log } = foldEvents(events);
  const byCommand = new Map(log.map((entry) => [entry.command, entry]));
  if (byCommand.size !== log.length) broken.push(`${log.length - byCommand.size} observations are doubled`);
  log.forEach(({ id }, index) => {
    if (id !== `L${index + 1}`) broken.push(`entry ${id} stands at place ${index + 1}`);
  });
  for (const [name, acknowledgements] of told) {
    let last = 0;
    for (const [index, { id }] of acknowledgements) {
      const entry = byCommand.get(`cat ${name}/${index}.txt`);
      if (entry === undefined) broken.push(`${name} ${index} is lost`);
      else if (entry.id !== id) broken.push(`${name} ${index} was told ${id} and is ${entry.id}`);
      // A writer's own observations stand in the order in which it made them.
      const place = Number(id.slice(1));
      if (place <= last) broken.push(`${name} ${index} stands before its predecessor`);
      last = place;
    }
  }
  for (const { id, length, command } of log) {
    const excerpt = await store.excerpt("shared", id);
    const [, name = "", index = ""] = /^cat (\w+)\/(\d+)\.txt$/.exec(command) ?? [];
    if (excerpt?.length !== length || !excerpt.startsWith(`${name} ${index} `)) broken.push(`${id} has another text`);
  }
  const { damage } = (await store.verify?.()) ?? { damage: [] };
  broken.push(...damage.map(({ seq, found }) => `event ${seq ?? "?"}: ${found}`));
  await store.close();
  return events.length;
}
