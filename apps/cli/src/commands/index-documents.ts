import type { Command } from "commander";
import type { Environment } from "../environment.ts";
import { addSharedOptions, resolveSettings, type SharedOptions } from "../settings.ts";
import { withDocuments } from "../with-documents.ts";

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("index"))
    .description("Parse what is new or changed in the workspace, and say what could not be read.")
    .addHelpText("after", "\nExample:\n  runningtab index --workspace ~/offers")
    .action(async (options: SharedOptions) => {
      const settings = await resolveSettings(options, environment);
      await withDocuments(settings, environment, async ({ documents, workspace }) => {
        const files = [...workspace.manifest.keys()].map((path) => ({ path, freshness: documents.freshness(path) }));
        const failed = files.filter(({ freshness }) => freshness.state === "failed");
        if (settings.json) {
          settings.terminal.printJson({
            files: files.length,
            current: files.filter(({ freshness }) => freshness.state === "current").length,
            failed: failed.map(({ path, freshness }) => ({ path, reason: freshness.reason ?? "" })),
          });
          return;
        }
        settings.terminal.print(`${files.length} files, ${files.length - failed.length} readable.`);
        const { formatAddress } = await import("@runningtab/parsed-cache");
        // As an address, so that a line feed in a name starts no line of its own.
        for (const { path, freshness } of failed)
          settings.terminal.print(`not read: ${formatAddress(path)} (${freshness.reason ?? "no reason given"})`);
      });
    });
}
