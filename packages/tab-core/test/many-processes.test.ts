import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTab, foldEvents } from "@runningtab/tab-core";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";
import { temporaryFolder } from "@runningtab/test-kit";
import { afterAll, describe, expect, it } from "vitest";

const compileCache = join(tmpdir(), `runningtab-compile-cache-${process.pid}`);
afterAll(() => rmSync(compileCache, { recursive: true, force: true }));

const writer = fileURLToPath(new URL("writer.ts", import.meta.url));

interface Writer {
  readonly name: string;
  readonly child: ChildProcess;
  /** Acknowledged observations: number and the log id that was given. */
  readonly acknowledged: Map<number, string>;
  readonly ready: Promise<void>;
  /** Lets it open the store. */
  go(): void;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

function startWriter(file: string, name: string, count: number, onLine: (writer: Writer) => void = () => {}): Writer {
  const child = spawn(process.execPath, ["--conditions=@runningtab/source", writer, file, name, String(count)], {
    stdio: ["pipe", "pipe", "pipe"],
    // Twenty processes would otherwise strip the types of the same sources twenty times.
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  const acknowledged = new Map<number, string>();
  let rest = "";
  let stderr = "";
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, stderr })),
  );
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  // A killed writer's pipe breaks; that is the point.
  child.stdin.on("error", () => {});
  const started: Writer = { name, child, acknowledged, ready, go: () => child.stdin.end("x"), ended };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [index, id] = line.split(" ");
      if (id === undefined) isReady();
      else acknowledged.set(Number(index), id);
      onLine(started);
    }
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  return started;
}

async function expectNothingLost(file: string, writers: readonly Writer[]): Promise<void> {
  const store = createSqliteStore({ file });
  const events = await store.read("shared", 0);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));

  const state = foldEvents(events);
  expect(state.log.map(({ id }) => id)).toEqual(state.log.map((_, index) => `L${index + 1}`));
  const byCommand = new Map(state.log.map((entry) => [entry.command, entry]));
  expect(byCommand.size).toBe(state.log.length);

  for (const { name, acknowledged } of writers) {
    const places: number[] = [];
    for (const [index, id] of acknowledged) {
      const entry = byCommand.get(`cat ${name}/${index}.txt`);
      expect(entry?.id).toBe(id);
      expect(await store.excerpt("shared", entry!.id)).toMatch(new RegExp(`^${name} ${index} x*$`));
      places.push(Number(id.slice(1)));
    }
    // A writer's own observations stand in the order in which it made them.
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  }
  // What is there is whole, also what the killed writer did not live to acknowledge.
  for (const entry of state.log) expect(await store.excerpt("shared", entry.id)).toHaveLength(entry.length);
  await store.close();
}

describe("many processes on one store", () => {
  it(
    "lose nothing when twenty open a new store at once and one is killed in mid-write",
    { timeout: 180_000 },
    async () => {
      const file = join(temporaryFolder("processes"), "state", "tab.db");
      const count = 5;
      const victims = new Set(["w7"]);
      const first = startWriter(join(temporaryFolder("processes"), "warm-up.db"), "warm-up", 1);
      first.go();
      await first.ended;
      const writers = Array.from({ length: 20 }, (_, index) =>
        startWriter(file, `w${index}`, victims.has(`w${index}`) ? 10_000 : count, ({ name, child, acknowledged }) => {
          if (victims.has(name) && acknowledged.size === 3) child.kill("SIGKILL");
        }),
      );
      await Promise.all(writers.map(({ ready }) => ready));
      for (const { go } of writers) go();
      for (const { name, ended, acknowledged } of writers) {
        const { code, stderr } = await ended;
        expect([name, victims.has(name) ? null : 0, victims.has(name) ? "" : stderr]).toEqual([name, code, stderr]);
        if (!victims.has(name)) expect(acknowledged.size).toBe(count);
      }
      await expectNothingLost(file, writers);
    },
  );

  it("lose nothing when writers are killed one after another", { timeout: 180_000 }, async () => {
    const file = join(temporaryFolder("processes"), "tab.db");
    const dead: Writer[] = [];
    for (let round = 0; round < 3; round++) {
      const writers = [0, 1].map((index) =>
        startWriter(file, `r${round}w${index}`, 10_000, ({ child, acknowledged }) => {
          if (acknowledged.size === 15 + 7 * index + round) child.kill("SIGKILL");
        }),
      );
      for (const { go } of writers) go();
      for (const { ended } of writers) expect((await ended).code).toBe(null);
      dead.push(...writers);
    }
    await expectNothingLost(file, dead);
  });

  it(
    "see one tab, and a late retry of a killed call is answered as it would have been",
    { timeout: 180_000 },
    async () => {
      const file = join(temporaryFolder("processes"), "tab.db");
      const killed = startWriter(file, "w", 10_000, ({ child, acknowledged }) => {
        if (acknowledged.size === 4) child.kill("SIGKILL");
      });
      killed.go();
      await killed.ended;
      const store = createSqliteStore({ file });
      const tab = createTab({ store, task: "shared" });
      const before = await tab.state();
      const again = await tab.record({
        callId: "w-2",
        turn: 3,
        command: "cat w/2.txt",
        reads: [
          {
            paths: ["w/2.txt"],
            excerpt: `w 2 ${"x".repeat((2 * 997) % 8_000)}`,
            origin: "read",
            partial: false,
            redacted: false,
            confidence: 1,
          },
        ],
        listed: ["w/listed-2.txt"],
      });
      expect(again).toEqual({ entries: ["L3"], duplicate: true });
      expect(await tab.state()).toEqual(before);
      await store.close();
    },
  );
});
