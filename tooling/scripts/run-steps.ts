import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The checkout's root folder, with a slash at the end. */
export const root: string = fileURLToPath(new URL("../../", import.meta.url));

/** One command of a longer check, with the name that a reader sees. */
export interface Step {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
}

/** A dependency's command, run through pnpm so that the workspace's own version is used. */
export function tool(name: string, ...args: string[]): Step["command"] {
  return ["pnpm", "exec", name, ...args];
}

/** Runs the steps in order, all of them even after a failure, and returns the titles of those that failed. */
export async function runSteps(steps: readonly Step[]): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const { title, command } of steps) {
    const started = performance.now();
    process.stderr.write(`\n▸ ${title}\n`);
    const code = await runInherited(command);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stderr.write(`${code === 0 ? "✓" : "✗"} ${title} (${seconds} s)\n`);
    if (code !== 0) failed.push(title);
  }
  return failed;
}

function runInherited([command, ...args]: Step["command"]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", cwd: root });
    child.on("error", (error) => {
      process.stderr.write(`Could not start ${command}: ${error.message}\n`);
      resolve(127);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
