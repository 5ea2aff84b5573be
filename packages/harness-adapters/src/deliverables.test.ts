import { describe, expect, it } from "vitest";
import { deliverablePaths, deliverableTexts } from "./deliverables.ts";
import type { DocumentsPort, WorkspacePort } from "./tab-session.ts";

function changed(...paths: readonly string[]): WorkspacePort {
  return {
    root: "/workspace",
    manifest: new Map(),
    scan: async () => ({ changes: [] }),
    changesSinceBaseline: () => paths.map((path) => ({ kind: "create", path })),
  };
}

describe("deliverables", () => {
  it("are what was made or changed, without scratch", () => {
    const workspace = changed(
      "report.docx",
      "tmp/notes.txt",
      ".cache/x",
      "build.log",
      "~$report.docx",
      "out/table.csv",
    );
    expect(deliverablePaths(workspace, "Write something")).toEqual(["out/table.csv", "report.docx"]);
  });

  it("are no scratch by name, and no file of before that the task does not name", () => {
    const workspace: WorkspacePort = {
      ...changed(),
      changesSinceBaseline: () => [
        { kind: "create", path: "scratch_notes.txt" },
        { kind: "create", path: "tmp-1.csv" },
        { kind: "create", path: "template.md" },
        { kind: "modify", path: "input.txt" },
        { kind: "modify", path: "my-rules.md" },
        { kind: "modify", path: "rules.md" },
      ],
    };
    expect(deliverablePaths(workspace, "Write rules.md.")).toEqual(["rules.md", "template.md"]);
  });

  it("include a named file that was written again with the bytes it had", () => {
    const file = (path: string, modifiedAtMs: number) =>
      [path, { path, hash: "sha256:a", size: 1, modifiedAtMs }] as const;
    const workspace: WorkspacePort = {
      ...changed(),
      baseline: new Map([file("rules.md", 1), file("source.md", 1)]),
      manifest: new Map([file("rules.md", 2), file("source.md", 1)]),
    };
    expect(deliverablePaths(workspace, "Write rules.md from source.md")).toEqual(["rules.md"]);
  });

  it("include what the task names, wherever it lies", () => {
    expect(deliverablePaths(changed("tmp/answer.md", "tmp/other.md"), "Put it into tmp/answer.md.")).toEqual([
      "tmp/answer.md",
    ]);
    expect(deliverablePaths(changed("report.md", "make.py"), "Write report.md and make.py")).toEqual([
      "make.py",
      "report.md",
    ]);
  });

  it("are programs only when nothing else was made", () => {
    expect(deliverablePaths(changed("report.md", "analyse.py"), "Analyse it")).toEqual(["report.md"]);
    expect(deliverablePaths(changed("analyse.py"), "Write a script")).toEqual(["analyse.py"]);
  });

  it("leave out deleted files and changed modes", () => {
    const workspace: WorkspacePort = {
      ...changed(),
      changesSinceBaseline: () => [
        { kind: "delete", path: "gone.md" },
        { kind: "mode", path: "run.md" },
      ],
    };
    expect(deliverablePaths(workspace, "gone.md run.md")).toEqual([]);
  });

  it("name the parts where a value may stand unseen", async () => {
    const documents: DocumentsPort = {
      sync: async () => {},
      text: async (path) => ({ text: `text of ${path}` }),
      record: async (path) => {
        if (path === "broken.docx") throw new Error("no record");
        const parts = path === "plan.xlsx" ? ["charts", "charts", "hidden-text"] : [];
        return { parts: [{ type: "page" }, ...parts.map((kind) => ({ type: "loss", kind }))] };
      },
    };
    expect(await deliverableTexts(changed("broken.docx", "a.md", "plan.xlsx"), documents, "")).toEqual([
      { path: "a.md", text: "text of a.md" },
      { path: "broken.docx", text: "text of broken.docx" },
      { path: "plan.xlsx", text: "text of plan.xlsx", unread: ["chart"] },
    ]);
  });

  it("say why a text cannot be read", async () => {
    expect(await deliverableTexts(changed("a.md"), undefined, "")).toEqual([
      { path: "a.md", text: undefined, reason: "no document reader is configured" },
    ]);
  });
});
