import { execFile } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { temporaryFolder } from "@runningtab/test-kit";
import { expect, it } from "vitest";

const example = fileURLToPath(new URL("..", import.meta.url));
const program = fileURLToPath(new URL("../../../apps/cli/src/main.ts", import.meta.url));
const execute = promisify(execFile);

async function runningtab(...args: readonly string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, ["--conditions=@runningtab/source", program, ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

it(
  "is answered without a language model: every expected fact with a place that shows it, and no insurer",
  { timeout: 240_000 },
  async () => {
    const folder = temporaryFolder("sample");
    const [workspace, state] = [join(folder, "files"), join(folder, "state")];
    cpSync(join(example, "files"), workspace, { recursive: true });
    const task = readFileSync(join(example, "TASK.md"), "utf8");
    const expected = JSON.parse(readFileSync(join(example, "expected.json"), "utf8")) as {
      ask: string;
      value: string;
      address: string;
    }[];

    const output = await runningtab("run", task, "--workspace", workspace, "--state", state, "--json");
    expect(JSON.parse(output.trim().split("\n").at(-1)!)).toMatchObject({
      status: "finished",
      deliverables: ["briefing.md"],
      requirements: { open: 0, done: expected.length, unavailable: 1 },
    });

    const briefing = readFileSync(join(workspace, "briefing.md"), "utf8");
    for (const { ask, value, address } of expected) {
      const line = briefing.split("\n").find((one) => one.startsWith(`- ${ask}: `)) ?? "";
      expect(line, ask).toContain(`**${value}**`);
      const cited = /\[`([^`]+)`\]$/.exec(line)?.[1] ?? "";
      expect(cited.replace(/#.*/, "")).toBe(address.replace(/#.*/, ""));
      expect(await runningtab("view", cited, "--workspace", workspace, "--state", state), cited).toContain(value);
    }
    expect(briefing.slice(briefing.indexOf("## Not found"))).toContain("- Name of the insurer who covers the removal");
  },
);
