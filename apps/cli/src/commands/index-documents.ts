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
        // What no search sees, as every search says it: also pages that are images alone.
        const { skipped } = await documents.search("text", { limit: 1, signal });
        const elsewhere = new Set([...failed, ...workspace.unread].map(({ path }) => path));
        const withoutText = skipped.filter(({ path }) => !elsewhere.has(path));
        if (settings.json) {
          settings.terminal.printJson({
            files: files.length,
            current: files.filter(({ freshness }) => freshness.state === "current").length,
            failed: failed.map(({ path, freshness }) => ({ path, reason: freshness.reason ?? "" })),
            withoutText,
            skipped: workspace.unread,
          });
          return;
        }
        const readable = files.length - failed.length - withoutText.length;
        settings.terminal.print(`${plural(files.length, "file")}, ${readable} readable.`);
        const { formatAddress } = await import("@runningtab/parsed-cache");
        const unread = [
          ...failed.map(({ path, freshness }) => ({ path, reason: freshness.reason ?? "no reason given" })),
          ...withoutText,
          ...workspace.unread,
        ];
        // As an address, so that a line feed in a name starts no line of its own.
        for (const { path, reason } of unread) settings.terminal.print(`not read: ${formatAddress(path)} (${reason})`);
      });
    });
}
