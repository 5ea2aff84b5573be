import { describe, expect, it } from "vitest";
import { freePath, insidePath } from "./deliverable-path.ts";

describe("the path of a deliverable", () => {
  it.each([
    ["out/./a.md", "out/a.md"],
    ["out/../a.md", "a.md"],
  ])("%j stays inside as %s", (named, path) => {
    expect(insidePath(named)).toEqual({ path });
  });

  it.each(["../a.md", "/etc/a.md", "~/a.md", "x/../../a.md"])("%j leads out and keeps its name alone", (named) => {
    expect(insidePath(named)).toEqual({ path: "a.md", refused: named });
  });

  it("is a free one when the task names none", () => {
    expect(freePath("answers.md", new Set())).toBe("answers.md");
    expect(freePath("answers.md", new Set(["answers.md", "answers-2.md"]))).toBe("answers-3.md");
  });
});
