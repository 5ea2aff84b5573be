import { describe, expect, it } from "vitest";
import { findNotices } from "./notices.ts";

function textOf(output: string): string {
  const { start, end } = findNotices(output);
  return output.slice(start, end);
}

describe("findNotices", () => {
  it("takes the head of a command's result off, with its exit code", () => {
    const output = "Exit code: 2\nWall time: 0.1 seconds\nOutput:\nalpha\n";
    expect(textOf(output)).toBe("alpha\n");
    expect(findNotices(output).exitCode).toBe(2);
    const session =
      "Chunk ID: 3fa91c\nWall time: 0.05 seconds\nProcess exited with code 0\nOriginal token count: 3\nOutput:\nalpha\n";
    expect(textOf(session)).toBe("alpha\n");
    expect(findNotices(session).exitCode).toBe(0);
  });

  it("takes tags around a result off, and leaves a file's own tags alone", () => {
    expect(textOf("<output>\nalpha\n</output>\n<exit_code>1</exit_code>")).toBe("alpha\n");
    expect(findNotices("<output>\nalpha\n</output>\n<exit_code>1</exit_code>").exitCode).toBe(1);
    expect(textOf("<output>\nnever closed\n")).toBe("<output>\nnever closed\n");
  });

  it("takes the blank line before a notice for the harness's own", () => {
    expect(textOf("alpha\nbeta\n\n[Showing lines 1-2 of 9. Use offset=3 to continue.]")).toBe("alpha\nbeta\n");
  });

  it("tells text cut at its end from text cut elsewhere, since only the first keeps its line numbers", () => {
    const cut = (output: string) => {
      const { truncated, fromStart } = findNotices(output);
      return { truncated, fromStart };
    };
    expect(cut("alpha\n")).toEqual({ truncated: false, fromStart: true });
    expect(cut("alpha\n\n[7 more lines in file. Use offset=2 to continue.]")).toEqual({
      truncated: true,
      fromStart: true,
    });
    expect(cut("alpha\n\n[Showing lines 1-1 of 9.]")).toEqual({ truncated: true, fromStart: true });
    expect(cut("alpha\n\n[Showing lines 8-9 of 9. Full output: /tmp/x.log]")).toEqual({
      truncated: true,
      fromStart: false,
    });
    for (const gap of [
      "[812 of 2000 characters (14 lines) cut here; ask for a smaller part to see them]",
      "[123 bytes of output dropped here]",
      "... [12 lines truncated] ...",
    ])
      expect(cut(`alpha\n${gap}\nomega\n`)).toEqual({ truncated: true, fromStart: false });
  });
});
