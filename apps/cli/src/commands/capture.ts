import type { CaptureContext, CaptureLine } from "@runningtab/observation-capture";
import type { Documents } from "@runningtab/parsed-cache";
import type { Workspace } from "@runningtab/staged-workspace";
import type { Command } from "commander";
import { join } from "node:path";
import { linksAmong } from "@runningtab/harness-adapters";
import { CliError } from "../cli-error.ts";
import { composeCapture, openDocuments, openWorkspace } from "../compose.ts";
import type { Environment } from "../environment.ts";
import { linesOf } from "../json-lines.ts";
import { addSharedOptions, resolveSettings, type Settings, type SharedOptions } from "../settings.ts";
import { createTextLines } from "../text-lines.ts";

/** Waiting for the files' text to be read and parsed, over all observations. */
const LONGEST_WAIT_MS = 10 * 60_000;

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
      // Nobody waits for the next turn here: text of a script is matched with all files, however long they take to read.
      const capture = await composeCapture(settings.config, {
        contentMatch: { eager: false, maxWaitMs: LONGEST_WAIT_MS },
      });
      const workspace = await openWorkspace(settings, join(settings.stateFolder, "index"), {
        keepFirstVersions: false,
      });
      const contents = lazyContents(settings, workspace);
      try {
        let line = 0;
        let mayHaveChanged = false;
        for await (const text of linesOf(environment.stdin)) {
          line++;
          if (text.trim() === "") continue;
          const given = lineToObservation(text);
          if (given === undefined)
            throw new CliError(
              2,
              `Line ${line} of the input is no observation: {"tool","args","output"} in one JSON object.`,
            );
          // Whoever sends one call after the other expects the files that the one before wrote to be known.
          if (mayHaveChanged) await workspace.scan();
          const observation = { ...given, output: redactSecrets(given.output).text };
          const result = await capture.capture(observation, {
            root: settings.root,
            stat: (path) => {
              const entry = workspace.manifest.get(path);
              return entry && { hash: entry.hash, size: entry.size, kind: "file" };
            },
            paths: () => workspace.manifest.keys(),
            revision: workspace.manifest,
            links: linksAmong(settings.root, workspace.unread),
            textLines: contents.textLines,
          });
          mayHaveChanged = result.writes.length > 0 || result.computed.some(({ own }) => !own);
          settings.terminal.printJson(withMasksMarked(captureResultToLine(result, observation), given.output));
        }
      } finally {
        await contents.close();
        await workspace.close();
      }
    });
}

/** The files' text, opened and parsed when it is first asked for. */
function lazyContents(settings: Settings, workspace: Workspace) {
  const closed = new AbortController();
  let opening: Promise<Documents> | undefined;
  let synced: Promise<unknown> | undefined;
  let known: Workspace["manifest"] | undefined;
  const textLines: CaptureContext["textLines"] = async function* (hash, path) {
    const documents = await (opening ??= openDocuments(settings));
    if (known !== workspace.manifest) {
      known = workspace.manifest;
      synced = documents.sync(workspace.manifest.values(), { skipped: workspace.unread, signal: closed.signal });
    }
    await synced;
    yield* createTextLines(workspace, documents, closed.signal)(hash, path);
  };
  return {
    textLines,
    async close() {
      closed.abort();
      await (await opening)?.close();
    },
  };
}

/** An excerpt that does not occur in the output as it was given had a secret masked. */
function withMasksMarked(line: CaptureLine, output: string): CaptureLine {
  const reads = line.reads.map((read) => (output.includes(read.excerpt) ? read : { ...read, redacted: true as const }));
  return { ...line, reads };
}
