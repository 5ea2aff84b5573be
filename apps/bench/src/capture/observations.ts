import type { Observation } from "@runningtab/observation-capture";
import type { SeededRandom } from "@runningtab/test-kit";
import type { GeneratedWorkspace } from "./workspace.ts";

export const kinds = ["read", "search", "listing", "script"] as const;
export type Kind = (typeof kinds)[number];

/** An observation with about so many characters of output, as the command would have given it. */
export function observationOf(
  kind: Kind,
  characters: number,
  workspace: GeneratedWorkspace,
  random: SeededRandom,
): Observation {
  const { paths } = workspace;
  const lines: string[] = [];
  let length = 0;
  const add = (line: string): boolean => {
    lines.push(line);
    length += line.length + 1;
    return length < characters;
  };
  const start = random.integer(0, paths.length - 1);
  const shown: string[] = [];
  for (let step = 0; length < characters; step++) {
    const path = paths[(start + step) % paths.length]!;
    shown.push(path);
    if (kind === "listing") add(`./${path}`);
    else {
      for (const [at, line] of workspace.text(path).slice(0, -1).split("\n").entries()) {
        if (kind === "read") add(line);
        else if (line === "") continue;
        else if (kind === "search" && at % 3 === 0) add(`./${path}:${at + 1}:${line}`);
        else if (kind === "script" && at % 2 === 0) add(`${at}: ${line}`);
      }
    }
  }
  const command = {
    read: `cat ${shown.join(" ")}`,
    search: "grep -rn 'e.*t' .",
    listing: "find . -type f",
    script: "python3 summarise.py",
  }[kind];
  return { tool: "bash", args: { command }, output: `${lines.join("\n")}\n`, exitCode: 0 };
}
