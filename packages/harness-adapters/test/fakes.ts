import type { CaptureStrategy } from "@runningtab/observation-capture";
import { createMemoryStore, createTab, type Switches, type Tab } from "@runningtab/tab-core";
import type { ToolOutcome, WorkspacePort } from "../src/index.ts";

/** Takes `cat FILE` for a read of the whole output and `ls` for a listing: enough to drive a session. */
export const plainCapture: CaptureStrategy = {
  specVersion: 1,
  name: "plain",
  async capture({ args, output }, { stat }) {
    const command = String((args as { command?: string }).command ?? "");
    const [program, path = ""] = command.split(" ");
    const nothing = { reads: [], listed: [], computed: [], writes: [], notes: [] };
    if (program === "ls") return { ...nothing, listed: output.split("\n").filter((line) => stat(line)) };
    const fact = stat(path);
    if (program !== "cat" || fact === undefined) return nothing;
    const read = { paths: [path], start: 0, end: output.length, partial: false, confidence: 1, redacted: false };
    return { ...nothing, reads: [fact.hash ? { ...read, hash: fact.hash } : read] };
  },
};

/** A folder in memory: `write` is what a tool would do, `scan` finds it. */
export function memoryWorkspace(files: Record<string, string>): WorkspacePort & {
  write(path: string, text: string): void;
  remove(path: string): void;
  move(from: string, to: string): void;
  scans: number;
} {
  const entry = (path: string, text: string) => ({ path, hash: `sha256:${text}`, size: text.length, modifiedAtMs: 0 });
  const manifest = new Map(Object.entries(files).map(([path, text]) => [path, entry(path, text)]));
  const baseline = new Map(manifest);
  type Change = Awaited<ReturnType<WorkspacePort["scan"]>>["changes"][number];
  let pending: Change[] = [];
  return {
    root: "/workspace",
    manifest,
    scans: 0,
    write(path, text) {
      const before = manifest.get(path);
      const after = entry(path, text);
      manifest.set(path, after);
      pending.push({ kind: before ? "modify" : "create", path, ...(before && { before }), after });
    },
    remove(path) {
      const before = manifest.get(path)!;
      manifest.delete(path);
      pending.push({ kind: "delete", path, before });
    },
    move(from, to) {
      const before = manifest.get(from)!;
      manifest.delete(from);
      manifest.set(to, { ...before, path: to });
      pending.push({ kind: "move", path: to, from, before, after: before });
    },
    async scan() {
      this.scans++;
      const changes = pending;
      pending = [];
      return { changes };
    },
    changesSinceBaseline: () =>
      [...manifest.keys()]
        .filter((path) => manifest.get(path)?.hash !== baseline.get(path)?.hash)
        .map((path) => ({ kind: baseline.has(path) ? "modify" : "create", path })),
  };
}

export async function openTab(task: string, switches?: Partial<Switches>): Promise<Tab> {
  const tab = createTab({ store: createMemoryStore(), task: "t1", ...(switches && { switches }) });
  await tab.open(task);
  return tab;
}

let calls = 0;

/** A finished shell call. */
export function shell(command: string, output: string): ToolOutcome {
  return { tool: "bash", args: { command }, output, callId: `call-${++calls}` };
}
