import { fork } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashBytesSync } from "@runningtab/content-hash/node";
import {
  createStagedWorkspace,
  createWorkspace,
  resolveInside,
  type StagedWorkspace,
  type Workspace,
} from "@runningtab/staged-workspace";
import { temporaryFolder } from "@runningtab/test-kit";
import { hostilePlace, pathEscapes, SECRET } from "@runningtab/test-kit/path-escapes";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { prepareWrites, versionAt } from "../src/staging/apply-writes.ts";

const written = new TextEncoder().encode("written");

/** Everything that no path given to a workspace may reach. */
function outsideOf(base: string): unknown {
  return ["outside", "root_secret", "root/.git"].map((folder) =>
    readdirSync(join(base, folder), { recursive: true, withFileTypes: true }).map((entry) => [
      join(entry.parentPath, entry.name),
      entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), "utf8") : "",
    ]),
  );
}

describe.runIf(process.platform === "linux")("paths that try to leave the workspace", () => {
  let base: string;
  let workspace: Workspace;
  let staged: StagedWorkspace;

  beforeEach(async () => {
    // In memory, where making a thousand files durable takes no time.
    if (existsSync("/dev/shm")) vi.stubEnv("TMPDIR", "/dev/shm");
    base = hostilePlace(temporaryFolder("escapes"));
    workspace = await createWorkspace({ root: join(base, "root"), stateFolder: join(base, "state", "plain") });
    staged = await createStagedWorkspace({ root: join(base, "root"), stateFolder: join(base, "state", "staged") });
  });

  afterEach(() => void vi.unstubAllEnvs());

  const root = (): string => join(base, "root");
  const entryPoints: Readonly<Record<string, (path: string) => unknown>> = {
    resolveInside: (path) => {
      const place = resolveInside(root(), path);
      expect(place === root() || place.startsWith(`${root()}/`), place).toBe(true);
    },
    read: async (path) => (await workspace.read(path))?.bytes,
    baselineBytes: (path) => workspace.baselineBytes(path),
    write: (path) => workspace.write(path, written),
    "write of a new file": (path) => workspace.write(path, written, { expectedHash: null }),
    "staged read": async (path) => (await staged.read(path))?.bytes,
    "staged write": (path) => staged.write(path, written),
    plan: (path) => staged.plan({ paths: [path] }),
    promote: (path) => staged.promote({ paths: [path] }),
    rollback: (path) => staged.previewRollback({ paths: [path] }),
    "version of a promoted path": (path) => versionAt(root(), path),
    // What a forged journal might hold.
    "promoted writes": async (path) => {
      const after = { hash: hashBytesSync(written), size: written.length, mode: 0o644 };
      const before = versionAt(root(), path);
      const writes = await prepareWrites(root(), [{ path, before, after }], async () => written);
      await writes.apply();
    },
    "promoted deletions": async (path) => {
      const before = { hash: hashBytesSync(Buffer.from(SECRET)), size: SECRET.length, mode: 0o644 };
      const writes = await prepareWrites(root(), [{ path, before, after: undefined }], async () => undefined);
      await writes.apply();
    },
  };

  it("are more than 500", () => {
    expect(pathEscapes.length).toBeGreaterThan(500);
  });

  it.each(Object.keys(entryPoints))("reach nothing outside by %s", { timeout: 120_000 }, async (name) => {
    const before = outsideOf(base);
    for (const path of pathEscapes) {
      let shown: unknown;
      try {
        shown = await entryPoints[name]!(path);
      } catch (error) {
        // A refusal; what counts is what happened.
        if (error instanceof Error && error.name === "AssertionError") throw error;
      }
      if (shown instanceof Uint8Array)
        expect(Buffer.from(shown).toString(), JSON.stringify(path)).not.toContain(SECRET);
    }
    expect(outsideOf(base)).toEqual(before);
  });

  it("reach nothing while a folder is exchanged for a link under promoted writes", async () => {
    const place = temporaryFolder("race");
    const [folder, outside] = [join(place, "root"), join(place, "outside")];
    for (const path of [join(folder, "f"), outside]) mkdirSync(path, { recursive: true });
    for (const path of [join(folder, "f"), outside]) writeFileSync(join(path, "a.txt"), SECRET);
    const program = fileURLToPath(new URL("fixtures/exchange-folder.ts", import.meta.url));
    const child = fork(program, [folder, outside], { env: { ...process.env, NODE_OPTIONS: "" } });
    await new Promise((resolve) => child.once("message", resolve));
    onTestFinished(() => void child.kill());
    const after = { hash: hashBytesSync(written), size: written.length, mode: 0o644 };
    const before = { hash: hashBytesSync(Buffer.from(SECRET)), size: SECRET.length, mode: 0o644 };
    let done = 0;
    for (let round = 0; round < 150; round++) {
      try {
        const change = round % 3 === 0 ? { before, after: undefined } : { before: undefined, after };
        const path = round % 3 === 0 ? "f/a.txt" : `f/new-${round}.txt`;
        const writes = await prepareWrites(folder, [{ path, ...change }], async () => written);
        if ((await writes.apply()).length === 0) done++;
      } catch {
        // The folder was a link at that moment.
      }
    }
    expect(child.exitCode).toBeNull();
    child.kill();
    expect(readdirSync(outside)).toEqual(["a.txt"]);
    expect(readFileSync(join(outside, "a.txt"), "utf8")).toBe(SECRET);
    expect(done).toBeGreaterThan(0);
  });
});
