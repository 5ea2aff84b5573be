import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Check } from "../staging/staged-workspace.ts";

export interface CommandCheckOptions {
  /** What is run, as findings name it. */
  readonly command: string;
  /**
   * Runs the command in `folder`, which holds the candidate tree and nothing else, and says how it ended. The files come
   * from an agent: whoever runs a program over them does it in a sandbox.
   */
  readonly runIn: (folder: string, command: string, signal?: AbortSignal) => Promise<CommandEnd>;
}

export interface CommandEnd {
  readonly exitCode: number;
  /** Standard output and error. */
  readonly output: string;
}

/** Findings are for reading: of a long output its end says most. */
const MOST_LINES = 20;

/**
 * A command of the user's ends with 0 in a folder that holds the candidate tree as plain files. The folder is private, made
 * for this run and removed after it: what the command writes is lost.
 */
export function createCommandCheck({ command, runIn }: CommandCheckOptions): Check {
  return {
    specVersion: 1,
    name: "command",
    async run(candidate) {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "runningtab-check-")));
      try {
        const notKept = await candidate.materialise(folder);
        if (notKept.length > 0) {
          return { passed: false, findings: notKept.map((path) => `${path} is missing: its bytes are not at hand`) };
        }
        const { exitCode, output } = await runIn(folder, command, candidate.signal);
        const lines = output.split("\n").filter((line) => line.trim() !== "");
        const findings = exitCode === 0 ? [] : [`${command} ended with ${exitCode}`, ...lines.slice(-MOST_LINES)];
        return { passed: exitCode === 0, findings };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
