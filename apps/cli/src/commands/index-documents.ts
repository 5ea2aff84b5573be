import type { Command } from "commander";
import type { Environment } from "../environment.ts";
import { plural } from "../plural.ts";
import { addSharedOptions, resolveSettings, type SharedOptions } from "../settings.ts";
import { withDocuments } from "../with-documents.ts";

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("index"))
    .description("Parse and index what is new or changed in the workspace, and say what could not be read.")
    .addHelpText("after", "\nExample:\n  runningtab index --workspace ~/offers")
    .action(async (options: SharedOptions) => {
      const settings = await resolveSettings(options, environment);
      await withDocuments(settings, environment, async ({ documents, workspace, signal }) => {
        await documents.indexPages({ signal });
        const files = [...workspace.manifest.keys()].map((path) => ({ path, freshness: documents.freshness(path) }));
        const failed = files.filter(({ freshness }) => freshness.state === "failed");
        if (settings.json) {
          settings.terminal.printJson({
            files: files.length,
            current: files.filter(({ freshness }) => freshness.state === "current").length,
            failed: failed.map(({ path, freshness }) => ({ path, reason: freshness.reason ?? "" })),
            skipped: workspace.unread,
          });
          return;
        }
        settings.terminal.print(`${plural(files.length, "file")}, ${files.length - failed.length} readable.`);
        const { formatAddress } = await import("@runningtab/parsed-cache");
        const unread = [
          ...failed.map(({ path, freshness }) => ({ path, reason: freshness.reason ?? "no reason given" })),
          ...workspace.unread,
        ];
        // As an address, so that a line feed in a name starts no line of its own.
        for (const { path, reason } of unread) settings.terminal.print(`not read: ${formatAddress(path)} (${reason})`);
      });
    });
}
