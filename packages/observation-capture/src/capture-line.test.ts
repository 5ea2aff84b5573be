import { describe, expect, it } from "vitest";
import { captureResultToLine, lineToObservation } from "./capture-line.ts";
import type { CaptureResult } from "./capture-strategy.ts";

const observation = { tool: "bash", args: { command: "cat a.txt b.txt" }, output: "alpha\nbeta\n3\n" };
const result: CaptureResult = {
  reads: [
    {
      paths: ["a.txt"],
      start: 0,
      end: 6,
      partial: false,
      confidence: 0.95,
      redacted: false,
      range: { unit: "line", start: 1, end: 1 },
    },
    { paths: ["b.txt", "c.txt"], start: 6, end: 11, partial: true, confidence: 0.5, redacted: true, via: "search" },
  ],
  listed: ["d.txt"],
  computed: [{ start: 11, end: 13, inputs: ["a.txt"], own: false }],
  writes: ["e.txt"],
  notes: ["a note"],
};

describe("captureResultToLine", () => {
  it("cuts the excerpts and keeps the documented shape", () => {
    expect(captureResultToLine(result, observation)).toEqual({
      reads: [
        {
          path: "a.txt",
          excerpt: "alpha\n",
          range: { unit: "line", start: 1, end: 1 },
          partial: false,
          confidence: 0.95,
        },
        {
          path: "b.txt",
          paths: ["b.txt", "c.txt"],
          excerpt: "beta\n",
          partial: true,
          via: "search",
          redacted: true,
          confidence: 0.5,
        },
      ],
      listed: ["d.txt"],
      computed: [{ excerpt: "3\n", inputs: ["a.txt"], own: false }],
      writes: ["e.txt"],
      notes: ["a note"],
    });
  });
});

describe("lineToObservation", () => {
  it("reads the documented fields and leaves out what has another type", () => {
    expect(
      lineToObservation(
        '{"tool":"bash","args":{"command":"ls"},"output":"x","cwd":"/w","turn":2,"callId":"c1","exitCode":0,"more":1}',
      ),
    ).toEqual({
      tool: "bash",
      args: { command: "ls" },
      output: "x",
      cwd: "/w",
      turn: 2,
      callId: "c1",
      exitCode: 0,
    });
    expect(lineToObservation('{"tool":"t","output":"","turn":"2"}')).toEqual({ tool: "t", args: null, output: "" });
  });

  it("gives nothing for a line that is no observation", () => {
    for (const line of ["", "{", "[]", "null", '{"tool":1,"output":"x"}', '{"tool":"t"}'])
      expect(lineToObservation(line)).toBeUndefined();
  });
});
