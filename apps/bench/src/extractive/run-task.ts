import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const program = fileURLToPath(new URL("../../../cli/src/main.ts", import.meta.url));
const execute = promisify(execFile);

/** Runs a task with the extractive model through the command line; resolves with the run's status. */
export async function runTask(options: {
  readonly task: string;
  readonly root: string;
  readonly stateFolder: string;
  /** Further arguments of `run`. */
  readonly args?: readonly string[];
}): Promise<string> {
  const { task, root, stateFolder, args = [] } = options;
  const all = ["run", task, "--workspace", root, "--state", stateFolder, "--json", ...args];
  const { stdout } = await execute(process.execPath, ["--conditions=@runningtab/source", program, ...all], {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 300_000,
  });
  const last = stdout.trim().split("\n").at(-1) ?? "{}";
  return (JSON.parse(last) as { status?: string }).status ?? "unknown";
}
