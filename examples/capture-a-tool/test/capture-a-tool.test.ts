import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { registerConformance } from "@runningtab/conformance-kit";
import { createCapture, type CaptureContext, type CaptureStrategy } from "@runningtab/observation-capture";
import { captureStrategyCases } from "@runningtab/observation-capture/conformance";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
// @ts-expect-error: plain JavaScript, as a config module may be; the conformance cases check its shape
import { contractLookup as plain } from "../contract-lookup.mjs";

const contractLookup = plain as CaptureStrategy;
const files = ["lease.md", "rent.md"];
const context: CaptureContext = {
  root: "/contracts",
  stat: (path) => (files.includes(path) ? { size: 40, kind: "file" } : undefined),
  paths: () => files,
};
const call = {
  tool: "contract_lookup",
  args: { file: "lease.md", clause: 1 },
  output: "[1] Five years\nsee: rent.md\nsee: ../outside.md\n",
};

registerConformance({ describe, it }, captureStrategyCases, {
  name: "contract-lookup",
  create: () => contractLookup,
});

describe("a strategy for an in-house tool", () => {
  it("says which file the tool showed, and which it only named", async () => {
    const { reads, listed } = await createCapture({ strategies: [contractLookup] }).capture(call, context);
    expect(reads.map(({ paths, start, end }) => [paths, call.output.slice(start, end)])).toEqual([
      [["lease.md"], "[1] Five years\n"],
    ]);
    expect(listed).toEqual(["rent.md"]);
  });

  it("changes nothing for other tools", async () => {
    const other = { tool: "bash", args: { command: "cat rent.md" }, output: "Rent: 1,200 EUR\n" };
    expect(await createCapture({ strategies: [contractLookup] }).capture(other, context)).toEqual(
      await createCapture().capture(other, context),
    );
  });
});

describe("the README", () => {
  it("shows what its commands print", { timeout: 60_000 }, () => {
    const project = fileURLToPath(new URL("../../..", import.meta.url));
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const block = (language: string): string => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(readme)![1]!;
    const home = temporaryFolder("capture-a-tool");
    const runningtab = `"${process.execPath}" --conditions=@runningtab/source apps/cli/src/main.ts`;
    const commands = block("sh").replaceAll("/tmp", home).replaceAll("./runningtab", runningtab);
    const stdout = execFileSync("sh", ["-e", "-c", commands], {
      cwd: project,
      encoding: "utf8",
      env: { ...process.env, XDG_STATE_HOME: join(home, "state"), XDG_CONFIG_HOME: join(home, "config") },
    });
    expect(stdout.replace(/sha256:[0-9a-f]{64}/, "sha256:…")).toBe(block("text"));
  });
});
