import { HarnessError, type SandboxCommand, type SandboxOutcome } from "@runningtab/harness-adapters";
import { z } from "zod";
import { type AgentTool, defineTool, type ToolAnswer } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";

const DEFAULT_SECONDS = 30;
const MOST_SECONDS = 600;

const timeout = z
  .number()
  .positive()
  .max(MOST_SECONDS)
  .optional()
  .describe(`Seconds; default ${DEFAULT_SECONDS}, at most ${MOST_SECONDS}.`);

export function createBashTool(context: Pick<ToolContext, "sandbox" | "sandboxHolds">): AgentTool {
  return defineTool({
    name: "bash",
    description: [
      "Run a bash command in the workspace, sandboxed: no network, no other files, a private /tmp that is empty each time.",
      ...context.sandboxHolds,
    ].join(" "),
    parameters: z.object({ command: z.string().min(1), timeout }),
    mayWrite: true,
    execute: ({ command, timeout: seconds }, { signal }) =>
      answer(context, { command, signal, timeoutMs: milliseconds(seconds) }),
  });
}

export function createPythonTool(context: Pick<ToolContext, "sandbox">): AgentTool {
  return defineTool({
    name: "python",
    description:
      context.sandbox.name === "virtual"
        ? "Not there in this run: the virtual shell has no Python. Use bash (awk, jq, xan, sort, join) and edit."
        : "Run Python 3 code in the workspace, in the same sandbox as bash. Print what you want to see.",
    parameters: z.object({ code: z.string().min(1), timeout }),
    mayWrite: true,
    execute: ({ code, timeout: seconds }, { signal }) =>
      // The code comes through standard input: an argument would be cut at 128 KiB.
      answer(context, { argv: ["python3", "-"], input: code, signal, timeoutMs: milliseconds(seconds) }),
  });
}

function milliseconds(seconds: number | undefined): number {
  return (seconds ?? DEFAULT_SECONDS) * 1_000;
}

async function answer({ sandbox }: Pick<ToolContext, "sandbox">, command: SandboxCommand): Promise<ToolAnswer> {
  try {
    const outcome = await sandbox.run(command);
    return {
      text: outcomeText(outcome, command.timeoutMs),
      exitCode: outcome.exitCode,
      ...(outcome.opened && { opened: outcome.opened }),
    };
  } catch (error) {
    if (!HarnessError.isInstance(error)) throw error;
    return {
      text: `Refused: ${error.message} Use view, grep, search, edit and write instead.`,
      exitCode: 126,
      isError: true,
    };
  }
}

function outcomeText({ output, exitCode, timedOut, limit }: SandboxOutcome, timeoutMs: number): string {
  const ends = [
    ...(timedOut ? [`ended after ${timeoutMs / 1_000} s; ask for a longer timeout if it needs one`] : []),
    ...(limit === undefined ? [] : [`ended: it exceeded the limit on ${limit}`]),
    ...(exitCode === 0 ? [] : [`exit code ${exitCode}`]),
  ];
  const text = output.trimEnd();
  if (ends.length === 0) return text;
  return `${text === "" ? "" : `${text}\n`}[${ends.join("; ")}]`;
}
