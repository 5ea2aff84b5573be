import type { CaptureLine } from "@runningtab/observation-capture";
import type { Command } from "commander";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { CliError } from "../cli-error.ts";
import { composeCapture, openWorkspace } from "../compose.ts";
import type { Environment } from "../environment.ts";
import { addSharedOptions, resolveSettings, type SharedOptions } from "../settings.ts";

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("capture"))
    .description(
      "Say what tool calls read, listed, computed and wrote: one observation a line on stdin, one answer a line on stdout.",
    )
    .addHelpText(
      "after",
      `
An observation is {"tool","args","output","cwd?","turn?","callId?","exitCode?"}; an answer is {"reads","listed","computed","writes","notes"}.

Example:
  echo '{"tool":"bash","args":{"command":"cat notes.md"},"output":"hello\\n"}' | runningtab capture`,
    )
    .action(async (options: SharedOptions) => {
      const { captureResultToLine, lineToObservation, redactSecrets } = await import("@runningtab/observation-capture");
      const settings = await resolveSettings(options, environment);
      const capture = await composeCapture(settings.config);
      const workspace = await openWorkspace(settings, join(settings.stateFolder, "index"), {
        keepFirstVersions: false,
      });
      try {
        let line = 0;
        for await (const text of createInterface({ input: environment.stdin, crlfDelay: Infinity })) {
          line++;
          if (text.trim() === "") continue;
          const given = lineToObservation(text);
          if (given === undefined)
            throw new CliError(
              2,
              `Line ${line} of the input is no observation: {"tool","args","output"} in one JSON object.`,
            );
          const observation = { ...given, output: redactSecrets(given.output).text };
          const result = await capture.capture(observation, {
            root: settings.root,
            stat: (path) => {
              const entry = workspace.manifest.get(path);
              return entry && { hash: entry.hash, size: entry.size, kind: "file" };
            },
            paths: () => workspace.manifest.keys(),
          });
          settings.terminal.printJson(withMasksMarked(captureResultToLine(result, observation), given.output));
        }
      } finally {
        await workspace.close();
      }
    });
}

/** An excerpt that does not occur in the output as it was given had a secret masked. */
function withMasksMarked(line: CaptureLine, output: string): CaptureLine {
  const reads = line.reads.map((read) => (output.includes(read.excerpt) ? read : { ...read, redacted: true as const }));
  return { ...line, reads };
}
