import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { diffWorkspace, renderWorkspaceDiff, type WorkspaceTree } from "@runningtab/review-diff";
import { textSide } from "./sides.ts";

/** A folder of texts by path, and which of them were opened. */
function tree(files: Readonly<Record<string, string>>, opened: string[] = []): WorkspaceTree {
  return {
    files: Object.entries(files).map(([path, text]) => ({
      path,
      hash: createHash("sha256").update(text).digest("hex"),
    })),
    async open(path) {
      opened.push(path);
      if (files[path] === "unreadable") throw new Error("no permission");
      return textSide(files[path] ?? "", path);
    },
  };
}

const LINES = "one line\nanother line\na third line\na last line\n";
const TABLE = "item,cost\npaper,5\nink,7\npens,9\n";

describe("diffWorkspace", () => {
  it("tells in one line what became of each file, and opens none that stayed", async () => {
    const opened: string[] = [];
    const before = tree({ "a.txt": LINES, "same.txt": "s", "table.csv": TABLE, "gone.txt": "x\n" }, opened);
    const after = tree(
      { "a.txt": `${LINES}new\n`, "same.txt": "s", "table.csv": TABLE.replace("7", "8").replace("pens", "clips,1\npens"), "new.txt": "n\n" },
      opened,
    ); // prettier-ignore
    const result = await diffWorkspace(before, after);
    expect(result.files.map(({ kind, path, summary }) => `${kind} ${path}: ${summary}`)).toEqual([
      "changed a.txt: 1 line added",
      "removed gone.txt: 1 line removed",
      "added new.txt: 1 line added",
      "changed table.csv: 1 row inserted, 1 cell changed in Sheet1",
    ]);
    expect(result).toMatchObject({ equal: false, unchanged: 1, notes: [] });
    expect(result.summary).toBe("2 files changed, 1 file added, 1 file removed");
    expect(opened).not.toContain("same.txt");
  });

  it("finds renames by content: by equal bytes without opening, and by what files have in common", async () => {
    const opened: string[] = [];
    const before = tree({ "old/a.txt": LINES, "b.csv": TABLE, "c.bin": "same" }, opened);
    const after = tree({ "new/a.txt": LINES, "d.csv": `${TABLE}clips,1\n`, "e.bin": "other" }, opened);
    const result = await diffWorkspace(before, after);
    expect(result.files).toMatchObject([
      { kind: "removed", path: "c.bin" },
      { kind: "renamed", path: "d.csv", from: "b.csv", summary: "renamed from b.csv; 1 row inserted in Sheet1" },
      { kind: "added", path: "e.bin" },
      { kind: "renamed", path: "new/a.txt", from: "old/a.txt", summary: "renamed from old/a.txt" },
    ]);
    expect(result.files[3]?.diff).toBeUndefined();
    expect(opened).not.toContain("new/a.txt");
  });

  it("pairs equal files with those of the same name first, each once", async () => {
    const result = await diffWorkspace(
      tree({ "x/one.txt": "t\n", "x/two.txt": "t\n" }),
      tree({ "y/two.txt": "t\n", "y/one.txt": "t\n", "y/three.txt": "t\n" }),
    );
    expect(result.files.map(({ kind, path, from }) => [kind, path, from])).toEqual([
      ["renamed", "y/one.txt", "x/one.txt"],
      ["added", "y/three.txt", undefined],
      ["renamed", "y/two.txt", "x/two.txt"],
    ]);
  });

  it("goes on when a file cannot be opened, and says why", async () => {
    const result = await diffWorkspace(
      tree({ "a.txt": "unreadable", "b.txt": "1\n" }),
      tree({ "a.txt": "2\n", "b.txt": "2\n" }),
    );
    expect(result.files.map(({ summary }) => summary)).toEqual([
      "changed; it could not be opened (no permission)",
      "1 line changed",
    ]);
  });

  it("finds nothing between a folder and itself, tells its progress, and stops on a signal", async () => {
    const same = tree({ "a.txt": "1", "b.csv": TABLE });
    expect(await diffWorkspace(same, same)).toMatchObject({
      equal: true,
      files: [],
      unchanged: 2,
      summary: "no changes",
    });
    const told: string[] = [];
    const other = tree({ "a.txt": "2", "b.csv": TABLE });
    await diffWorkspace(same, other, { onProgress: (done, total) => told.push(`${done}/${total}`) });
    expect(told).toEqual(["0/1", "1/1"]);
    const reason = new Error("closed");
    await expect(diffWorkspace(same, other, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe("a workspace as shown", () => {
  it("is a line a file on a terminal, and all changes elsewhere", async () => {
    const result = await diffWorkspace(
      tree({ "a.txt": "1\n", "b.txt": "x\n" }),
      tree({ "a.txt": "2\n", "c.txt": "x\n" }),
    );
    expect(renderWorkspaceDiff(result, "terminal")).toBe(
      "~ a.txt 1 line changed\n> c.txt renamed from b.txt\n1 file changed, 1 file renamed\n",
    );
    expect(renderWorkspaceDiff(result, "markdown")).toContain("- **c.txt** renamed from b.txt");
    expect(renderWorkspaceDiff(result, "html")).toContain('<bdi class="path">c.txt</bdi>');
    expect(JSON.parse(renderWorkspaceDiff(result, "json"))).toEqual({
      equal: false,
      summary: "1 file changed, 1 file renamed",
      files: [
        { kind: "changed", path: "a.txt", summary: "1 line changed", format: "text", equal: false, changes: [{ kind: "changed", address: "L1", before: "1", after: "2" }], notes: [] },
        { kind: "renamed", path: "c.txt", from: "b.txt", summary: "renamed from b.txt" },
      ],
      unchanged: 0,
      notes: [],
    }); // prettier-ignore
  });
});
