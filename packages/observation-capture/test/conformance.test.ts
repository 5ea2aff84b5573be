import { registerConformance, runConformance } from "@runningtab/conformance-kit";
import { describe, expect, it } from "vitest";
import { captureStrategyCases } from "../src/conformance.ts";
import {
  createCapture,
  createContentMatchStrategy,
  createShellStrategy,
  createStructuredToolsStrategy,
  type CaptureStrategy,
} from "../src/index.ts";

const runner = { describe, it };

registerConformance(runner, captureStrategyCases, {
  name: "shell",
  create: () => createShellStrategy(),
  capabilities: new Set(["shell"]),
});

registerConformance(runner, captureStrategyCases, {
  name: "structured-tools",
  create: () => createStructuredToolsStrategy(),
  capabilities: new Set(["structured-tools"]),
});

registerConformance(runner, captureStrategyCases, {
  name: "content-match",
  create: () => createContentMatchStrategy(),
  capabilities: new Set(["content-match"]),
});

registerConformance(runner, captureStrategyCases, {
  name: "composite",
  create: () => createCapture(),
  capabilities: new Set(["shell", "structured-tools", "content-match"]),
});

/** A strategy as an outsider writes one: it adds to another and keeps its promises. */
function wrapped(): CaptureStrategy {
  const inner = createCapture();
  return {
    specVersion: 1,
    name: "wrapped",
    async capture(observation, context) {
      const result = await inner.capture(observation, context);
      return { ...result, notes: [...result.notes, "seen by the wrapper"] };
    },
  };
}

registerConformance(runner, captureStrategyCases, {
  name: "wrapped",
  create: wrapped,
  capabilities: new Set(["shell", "structured-tools", "content-match"]),
});

/** Takes every mention for a read, the error that the port exists against. */
const naive: CaptureStrategy = {
  specVersion: 1,
  name: "Naive",
  async capture({ args, output }) {
    if (args === null) throw new Error("no arguments");
    const paths = JSON.stringify(args).match(/[\w./-]*\.\w+/g) ?? [];
    return {
      reads: paths.map((path) => ({
        paths: [path],
        start: 0,
        end: output.length + 1,
        partial: false,
        confidence: 2,
        redacted: false,
      })),
      listed: paths,
      computed: [],
      writes: [],
      notes: [],
    };
  },
};

describe("a broken strategy", () => {
  it("fails the cases that it breaks", async () => {
    const report = await runConformance(captureStrategyCases, {
      name: "naive",
      create: () => naive,
      capabilities: new Set(["shell"]),
    });
    const failed = report.results.filter((result) => result.status === "failed").map((result) => result.id);
    expect(failed).toEqual(
      expect.arrayContaining([
        "port/shape",
        "observation/never-throws",
        "excerpt/slice",
        "path/regular-files",
        "tool/tab-ignored",
        "secret/not-stored",
        "shell/mention-is-no-read",
      ]),
    );
  });
});
