import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { runCli } from "./run-cli.ts";

const variables = { XDG_CONFIG_HOME: "/nonexistent", OPENAI_API_KEY: "sk-secret" };

function prepare(text?: string) {
  const options = ["--workspace", temporaryFolder("files"), "--state", temporaryFolder("state")];
  const file = join(temporaryFolder("config"), "team.mjs");
  if (text !== undefined) writeFileSync(file, text);
  const named = text === undefined ? [] : ["--config", file];
  return {
    file,
    show: (...more: readonly string[]) => runCli(["config", "show", ...more, ...named, ...options], { variables }),
  };
}

describe("config show", () => {
  it("says where it looked, and which keys are set, not what they are", async () => {
    const { exitCode, stdout } = await prepare().show();
    expect(exitCode).toBe(0);
    expect(stdout).toContain("config     none (looked in /nonexistent/runningtab)");
    expect(stdout).toContain("keys in the environment: OPENAI_API_KEY");
    expect(stdout).not.toContain("sk-secret");
  });

  it("tells the parts of a config from the built-in ones", async () => {
    const { file, show } = prepare(`export default {
      model: { model: "openai-compatible/qwen3", baseUrl: "http://me:secret@127.0.0.1:8000/v1" },
      evidence: { specVersion: 1, name: "strict", judge: async () => ({ accepted: true }) },
      formats: [],
      contextWindow: 32_768,
    };`);
    const report = JSON.parse((await show("--json")).stdout) as {
      file: string;
      members: { name: string; source: string; value: string }[];
    };
    expect(report.file).toBe(file);
    const part = (name: string) => report.members.find((member) => member.name === name);
    expect(part("model")).toMatchObject({
      source: "config",
      value: "openai-compatible/qwen3 at http://127.0.0.1:8000/v1",
    });
    expect(part("evidence")).toMatchObject({ source: "config", value: "strict" });
    expect(part("formats")).toMatchObject({ source: "config", value: "an empty list" });
    expect(part("contextWindow")).toMatchObject({ source: "config", value: "32768" });
    expect(part("ranker")).toMatchObject({ source: "built-in", value: "wasm" });
  });

  it("refuses a config that cannot be used, with what is wrong", async () => {
    const { exitCode, stderr } = await prepare("export default { ranker: 7, evidnce: {} };").show();
    expect(exitCode).toBe(2);
    expect(stderr).toContain("  ranker: expected a function that makes a rank engine\n");
    expect(stderr).toContain('  "evidnce" is none of ');
  });
});
