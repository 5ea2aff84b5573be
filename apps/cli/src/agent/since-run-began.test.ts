import type { ContentHash } from "@runningtab/content-hash";
import type { FileEdit, Manifest, ManifestEntry, Operation, StagedWorkspace } from "@runningtab/staged-workspace";
import { describe, expect, it } from "vitest";
import { sinceRunBegan } from "./since-run-began.ts";

// Nothing here reads bytes: any text of the right type stands for a version.
const hashOf = (text: string) => `sha256:${text}` as ContentHash;
const version = (text: string) => ({ hash: hashOf(text), size: text.length, mode: 0o644 });

function manifestOf(files: Readonly<Record<string, string>>): Manifest {
  const entries = Object.entries(files).map(([path, text]): ManifestEntry => ({
    path,
    ...version(text),
    modifiedAtMs: 5,
  }));
  return new Map(entries.map((entry) => [entry.path, entry]));
}

/** The workspace as it is found when a run is taken up again. */
function found(files: Readonly<Record<string, string>>): StagedWorkspace {
  const manifest = manifestOf(files);
  // Only these members are asked for.
  return {
    manifest,
    baseline: manifest,
    version: async (hash: ContentHash) => Buffer.from(hash),
  } as Partial<StagedWorkspace> as StagedWorkspace;
}

const operations = (...edits: readonly FileEdit[]): readonly Operation[] =>
  edits.map((edit, index) => ({ seq: index + 1, branch: "main", patch: "run-x/turn-1", actor: "agent", at: 0, edit }));

describe("sinceRunBegan", () => {
  it("tells what was made, changed, moved and deleted since, and takes back what came and went", () => {
    const workspace = sinceRunBegan(
      found({ "a.md": "new", "b.md": "b2", "d/moved.md": "m", "same.md": "s" }),
      operations(
        { kind: "create", path: "a.md", after: version("old") },
        { kind: "modify", path: "a.md", before: version("old"), after: version("new") },
        { kind: "modify", path: "b.md", before: version("b1"), after: version("b2") },
        { kind: "move", from: "c.md", path: "d/moved.md", before: version("m"), after: version("m") },
        { kind: "delete", path: "gone.md", before: version("g") },
        { kind: "create", path: "brief.tmp", after: version("t") },
        { kind: "delete", path: "brief.tmp", before: version("t") },
      ),
      new Set(),
    );
    expect([...workspace.baseline.keys()]).toEqual(["b.md", "c.md", "gone.md", "same.md"]);
    expect(workspace.changesSinceBaseline().map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "create a.md",
      "modify b.md",
      "move d/moved.md",
      "delete gone.md",
    ]);
  });

  it("lets a file count as written that the run wrote with the bytes it had", () => {
    const workspace = sinceRunBegan(found({ "rules.md": "r", "other.md": "o" }), [], new Set(["rules.md"]));
    expect(workspace.changesSinceBaseline()).toEqual([]);
    const rewritten = [...workspace.manifest.values()].filter(
      ({ path, modifiedAtMs }) => workspace.baseline.get(path)?.modifiedAtMs !== modifiedAtMs,
    );
    expect(rewritten.map(({ path }) => path)).toEqual(["rules.md"]);
  });

  it("hands out the bytes of the version at the beginning", async () => {
    const edit: FileEdit = { kind: "modify", path: "b.md", before: version("b1"), after: version("b2") };
    const workspace = sinceRunBegan(found({ "b.md": "b2" }), operations(edit), new Set());
    expect(String(await workspace.baselineBytes("b.md"))).toBe("sha256:b1");
    expect(await workspace.baselineBytes("none.md")).toBeUndefined();
  });
});
