import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { runCli, writeFiles } from "./run-cli.ts";
import { startScriptedServer } from "./scripted-server.ts";

/** What the model is told of bash, and what a command says, in a sandbox that a config makes. */
async function bashUnder(factory: string) {
  const [root, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
  writeFiles(root, { "notes.md": "42\n" });
  const config = join(temporaryFolder("config"), "sandbox.mjs");
  writeFileSync(config, `const outcome = { exitCode: 0, timedOut: false };\nexport default { sandbox: ${factory} };\n`);
  const { baseUrl, requests } = await startScriptedServer([
    { calls: [{ tool: "bash", args: { command: "true" } }] },
    { text: "Done." },
  ]);
  const model = ["--model", "openai-compatible/scripted", "--base-url", baseUrl, "--off", "finishCheck"];
  await runCli(["run", "Look", "--workspace", root, "--state", state, "--config", config, ...model]);
  return { told: JSON.stringify(requests[0]!.tools), said: requests[1]!.messages.at(-1)!.content };
}

const made = (output: string) =>
  `({ name: "own", probe: async () => ({ proven: true, details: [] }), run: async () => ({ ...outcome, output: ${output} }) })`;

it("hands a config's sandbox the skill packs to mount, and tells the agent of them", async () => {
  const { told, said } = await bashUnder(`(_root, { mounts }) => ${made("mounts[0].target + ' is there'")}`);
  expect(told).toContain("/skills/{docx,pdf,pptx,spreadsheet}/SKILL.md");
  expect(said).toContain("/skills is there");
});

it("tells of no skill packs where a config's sandbox takes the workspace alone", async () => {
  const { told, said } = await bashUnder(`(_root) => ${made("'run'")}`);
  expect(told).not.toContain("SKILL.md");
  expect(said).toContain("run");
});
