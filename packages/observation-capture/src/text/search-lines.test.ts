import { describe, expect, it } from "vitest";
import type { CaptureContext } from "../capture-strategy.ts";
import { createWorkspacePaths } from "../workspace-paths.ts";
import { parseSearchText } from "./search-lines.ts";

const FILES = ["a.txt", "a-1-b.txt", "x:y.md", "docs/report one.md", "img.png", "r.pdf"];
const context: CaptureContext = {
  root: "/w",
  stat: (path) => (FILES.includes(path) ? { size: 1, kind: "file" } : undefined),
  paths: () => FILES,
};

function found(text: string): readonly string[] {
  const { runs, listed } = parseSearchText(text, 0, text.length, { cwd: "/w" }, createWorkspacePaths(context));
  return [
    ...runs.map(
      (run) => `${run.source.path} ${run.paged ? "p" : ""}${run.numbers.join(",")}: ${text.slice(run.start, run.end)}`,
    ),
    ...listed.map((source) => source.path),
  ];
}

describe("parseSearchText", () => {
  it("takes lines of one file together and begins anew for another", () => {
    expect(found("a.txt:1:one\na.txt:2:two\ndocs/report one.md:7:three\n")).toEqual([
      "a.txt 1,2: a.txt:1:one\na.txt:2:two",
      "docs/report one.md 7: docs/report one.md:7:three",
    ]);
  });

  it("reads context lines, also of names with dashes and digits, over separators", () => {
    expect(found("a-1-b.txt-3-before\na-1-b.txt:4:hit\n--\na-1-b.txt:9:hit\n")).toEqual([
      "a-1-b.txt 3,4,9: a-1-b.txt-3-before\na-1-b.txt:4:hit\n--\na-1-b.txt:9:hit",
    ]);
  });

  it("reads names that hold a colon, and text that holds colons", () => {
    expect(found("x:y.md:3:a:b:c\n")).toEqual(["x:y.md 3: x:y.md:3:a:b:c"]);
    expect(found("a.txt:12:34:56 o'clock\n")).toEqual(["a.txt p12: a.txt:12:34:56 o'clock"]);
  });

  it("reads output without numbers", () => {
    expect(found("a.txt:one\na.txt:two\n")).toEqual(["a.txt : a.txt:one\na.txt:two"]);
  });

  it("reads headings, as ripgrep and OpenCode print them", () => {
    expect(found("a.txt\n1:one\n3:three\n\ndocs/report one.md\n2:two\n")).toEqual([
      "a.txt 1,3: 1:one\n3:three",
      "docs/report one.md 2: 2:two",
    ]);
  });

  it("reads the names that git puts in quotes, before a line and as a heading", () => {
    expect(found('"docs/report\\040one.md":7:three\n')).toEqual([
      'docs/report one.md 7: "docs/report\\040one.md":7:three',
    ]);
    expect(found('"docs/report\\040one.md"\n2:two\na.txt\n1:one\n')).toEqual([
      "docs/report one.md 2: 2:two",
      "a.txt 1: 1:one",
    ]);
  });

  it("reads the records of rg --json", () => {
    const match =
      '{"type":"match","data":{"path":{"text":"a.txt"},"lines":{"text":"one\\n"},"line_number":3,"submatches":[]}}';
    const text = `{"type":"begin","data":{"path":{"text":"a.txt"}}}\n${match}\n{"type":"summary","data":{}}\n`;
    expect(found(text)).toEqual([`a.txt 3: ${match}`]);
  });

  it("lists binary matches and bare names", () => {
    expect(found("Binary file img.png matches\ngrep: r.pdf: binary file matches\n")).toEqual(["img.png", "r.pdf"]);
    expect(found("a.txt\nr.pdf:4\n")).toEqual(["a.txt", "r.pdf"]);
  });

  it("leaves what names no file of the workspace", () => {
    expect(found("/etc/passwd:1:root\nnone.txt:3:x\n../a.txt:1:y\n")).toEqual([]);
  });
});
