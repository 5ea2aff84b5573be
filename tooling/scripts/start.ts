// `npm start`: the sample task on a fresh copy of the sample folder, or any `run` of your own: `npm start -- TASK --workspace DIR`.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./run-steps.ts";

/** Named by the sample's TASK.md. */
const deliverable = "briefing.md";

const given = process.argv.slice(2);
process.exitCode = given.length > 0 ? await runAgent(given) : await runSample();

async function runSample(): Promise<number> {
  const sample = join(root, "examples/sample-workspace");
  const workspace = join(root, ".runningtab/sample");
  const state = join(root, ".runningtab/state");
  for (const folder of [workspace, state]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  cpSync(join(sample, "files"), workspace, { recursive: true });
  const task = readFileSync(join(sample, "TASK.md"), "utf8").trim();

  const shown = relative(process.cwd(), workspace) || ".";
  process.stderr.write(`The task, in a copy of examples/sample-workspace/files at ${shown}:\n\n${task}\n\n`);
  const code = await runAgent([task, "--workspace", workspace, "--state", state]);
  if (code !== 0) return code;

  const text = readFileSync(join(workspace, deliverable), "utf8");
  const address = /`([^`#]+#[^`]+)`/.exec(text)?.[1];
  const folders = `--workspace ${shown} --state ${relative(process.cwd(), state)}`;
  process.stderr.write(
    `\n${relative(process.cwd(), join(workspace, deliverable))} holds the answers. Each statement names the place it came from. To see one with your own eyes, and what the tab held:\n` +
      `  ./runningtab view '${address ?? "ADDRESS"}' ${folders}\n` +
      `  ./runningtab tab list --kind requirements ${folders}\n` +
      "Your own folder and task:\n  npm start -- 'TASK' --workspace DIR [--model PROVIDER/ID]\n",
  );
  return 0;
}

function runAgent(args: readonly string[]): Promise<number> {
  const command = ["--conditions=@runningtab/source", join(root, "apps/cli/src/main.ts"), "run", ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { stdio: "inherit" });
    // The child answers to Ctrl-C itself: it stops after its step and keeps everything.
    process.on("SIGINT", () => undefined);
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
