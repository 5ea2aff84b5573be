import { describe, expect, it } from "vitest";
import { createCapture, type CaptureContext, type CaptureStrategy } from "../index.ts";

const observation = { tool: "bash", args: { command: "cat notes.md" }, output: "headcount 128\n" };
const context: CaptureContext = {
  root: "/w",
  stat: (path) => (path === "notes.md" ? { size: 14, kind: "file" } : undefined),
  paths: () => ["notes.md"],
};

describe("the composite", () => {
  it.each([undefined, null])("notes a strategy that gives %s and keeps what the others say", async (nothing) => {
    // A strategy in plain JavaScript may forget its result.
    const forgetful = { specVersion: 1, name: "forgetful", capture: async () => nothing } as unknown as CaptureStrategy;
    const { reads, notes } = await createCapture({ strategies: [forgetful] }).capture(observation, context);
    expect(reads.map((read) => read.paths)).toEqual([["notes.md"]]);
    expect(notes).toEqual(["strategy forgetful failed: it gave no result"]);
  });

  it.each([
    [{ reads: [] }, []],
    [{ listed: [], notes: ["said"] }, ["said"]],
    [{ reads: "notes.md" }, ["strategy sloppy failed: its result has something else in the place of a list"]],
    [{ reads: [{ paths: "notes.md" }] }, ["strategy sloppy failed: a read of its result has no paths, start and end"]],
    [{ computed: [{}] }, ["strategy sloppy failed: a computed stretch of its result has no inputs, start and end"]],
  ])("keeps what the others say when one gives %j", async (result, expected) => {
    const sloppy = { specVersion: 1, name: "sloppy", capture: async () => result } as unknown as CaptureStrategy;
    const { reads, notes } = await createCapture({ strategies: [sloppy] }).capture(observation, context);
    expect(reads.map((read) => read.paths)).toEqual([["notes.md"]]);
    expect(notes).toEqual(expected);
  });

  it("takes a fact that is no regular file's for none", async () => {
    const odd = { ...context, stat: () => ({ size: 14, kind: "directory" }) } as unknown as CaptureContext;
    const { reads, listed } = await createCapture().capture(observation, odd);
    expect([reads, listed]).toEqual([[], []]);
  });
});
