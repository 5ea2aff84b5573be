import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createBubblewrapSandbox } from "@runningtab/harness-adapters/sandboxes/bubblewrap";
import { temporaryFolder } from "@runningtab/test-kit";
import { hostilePlace, pathEscapes, SECRET } from "@runningtab/test-kit/path-escapes";
import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { toolsOf } from "../src/agent/tool-set.ts";
import { createFileDiffer, openDocuments, openWorkspace } from "../src/compose.ts";
import { runCli } from "./run-cli.ts";

/** Everything that no path given to a tool or a command may change. */
function outsideOf(base: string): unknown {
  return ["outside", "root_secret", "root/.git"].map((folder) =>
    readdirSync(join(base, folder), { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? readFileSync(path, "utf8") : ""];
    }),
  );
}

/** An archive whose members have the names of a corpus of escapes; what a reader would unpack there is harmless text. */
function hostileArchive(): Uint8Array {
  // As a ZIP has them: of at most 65,535 bytes, and not empty.
  const names = pathEscapes.filter((name) => name !== "" && name.length < 1_000).slice(0, 190);
  return zipSync(Object.fromEntries(names.map((name) => [`${name}.md`, strToU8("# Unpacked\n")])));
}

describe.runIf(process.platform === "linux")("paths that try to leave the workspace, by tools and commands", () => {
  let base: string;
  let call: (name: string, args: unknown) => Promise<string>;

  beforeEach(async () => {
    // In memory, where making a thousand files durable takes no time.
    if (existsSync("/dev/shm")) vi.stubEnv("TMPDIR", "/dev/shm");
    base = hostilePlace(temporaryFolder("escapes"));
    const [root, stateFolder] = [join(base, "root"), temporaryFolder("state")];
    writeFileSync(join(root, "papers.zip"), hostileArchive());
    const ground = { root, stateFolder, config: {} };
    const workspace = await openWorkspace(ground, join(stateFolder, "workspace"));
    const documents = await openDocuments(ground);
    await documents.sync(workspace.manifest.values(), { wait: true, skipped: workspace.unread });
    const tools = toolsOf("dual", {
      workspace,
      documents,
      sandbox: createBubblewrapSandbox({ workspace: root }),
      sandboxHolds: [],
      ownFiles: async () => new Set(),
      findings: async () => [],
      whiteboard: { read: async () => "", write: async () => undefined },
      ...(await createFileDiffer(workspace, documents, {})),
      trace: () => undefined,
    });
    call = async (name, args) => {
      const tool = tools.find((one) => one.name === name)!;
      const place = { callId: "c", turn: 1, signal: new AbortController().signal };
      return (await tool.execute(tool.parameters.parse(args), place)).text;
    };
    onTestFinished(async () => {
      await documents.close();
      await workspace.close();
    });
  });

  afterEach(() => void vi.unstubAllEnvs());

  const entryPoints: Readonly<Record<string, (path: string) => Promise<string>>> = {
    view: (path) => call("view", { path }),
    "view of a page": (path) => call("view", { path: `${path}#page=1` }),
    "view of an image": (path) => call("view", { path, mode: "visual" }),
    "view of an archive's member": (path) => call("view", { path: `papers.zip#member=${encodeURIComponent(path)}` }),
    grep: (path) => call("grep", { pattern: "nothing", path }),
    list_dir: (path) => call("list_dir", { path }),
    workspace_file_diff: (path) => call("workspace_file_diff", { path }),
    edit: (path) => call("edit", { path, old: "nothing", new: "all" }),
    write: (path) => call("write", { path, content: "written" }),
  };

  it.each(Object.keys(entryPoints))("reach nothing outside by %s", { timeout: 240_000 }, async (name) => {
    expect(pathEscapes.length).toBeGreaterThan(500);
    const before = outsideOf(base);
    for (const path of pathEscapes) {
      let shown = "";
      try {
        shown = await entryPoints[name]!(path);
      } catch {
        // A refusal; what counts is what happened.
      }
      expect(shown, JSON.stringify(path)).not.toContain(SECRET);
    }
    expect(outsideOf(base)).toEqual(before);
  });

  it("reach nothing outside by commands", { timeout: 240_000 }, async () => {
    const before = outsideOf(base);
    const places = ["--workspace", join(base, "root"), "--state", temporaryFolder("state")];
    // A command opens the whole workspace: the links, and each fifth of the rest.
    const some = pathEscapes.filter((path, index) => index % 5 === 0 || path.endsWith("/secret"));
    for (const path of some.slice(0, 60)) {
      for (const words of [
        ["view", "--", path],
        ["workspace", "diff", "--", path],
      ]) {
        const { stdout, stderr } = await runCli([...words.slice(0, -2), ...places, ...words.slice(-2)]);
        expect(stdout + stderr, JSON.stringify(path)).not.toContain(SECRET);
      }
    }
    expect(outsideOf(base)).toEqual(before);
  });
});
