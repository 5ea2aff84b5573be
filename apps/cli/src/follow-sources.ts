import { join } from "node:path";
import type { Documents } from "@runningtab/parsed-cache";
import type { Tab } from "@runningtab/tab-core";
import { openDocuments, openWorkspace } from "./compose.ts";
import type { Settings } from "./settings.ts";

/**
 * Tells a tab which of the files it has read are other versions by now, so that evidence which they no longer hold is
 * marked stale. Between runs nobody watches the folder: it is scanned once, and of its files only those that changed are
 * parsed, when the tab asks for their text. The function returned releases what was opened.
 */
export async function followSources(tab: Tab, settings: Settings): Promise<() => Promise<void>> {
  const { log } = await tab.state();
  if (log.length === 0) return async () => undefined;
  const workspace = await openWorkspace(settings, join(settings.stateFolder, "index"), { keepFirstVersions: false });
  /** Per path, the version that the tab knows: the one read last, or the one it was told of since. */
  const known = new Map<string, string | undefined>();
  for (const { event } of await tab.events()) {
    if (event.type === "source.changed") known.set(event.path, event.after);
    // An output over several files has no version of its own.
    if (event.type !== "read.recorded" || event.entry.hash === undefined) continue;
    for (const path of event.entry.paths) known.set(path, event.entry.hash);
  }
  const changed = [...known].filter(([path, hash]) => workspace.manifest.get(path)?.hash !== hash);
  for (const [path, before] of changed) {
    const after = workspace.manifest.get(path)?.hash;
    await tab.sourceChanged({ path, ...(before && { before }), ...(after && { after }), byAgent: false });
  }

  let documents: Documents | undefined;
  const open = async (): Promise<Documents> => {
    const opened = await openDocuments(settings);
    await opened.sync([...known.keys()].flatMap((path) => workspace.manifest.get(path) ?? []));
    return opened;
  };
  let opening: Promise<Documents> | undefined;
  tab.contentsFrom({
    async currentText(path) {
      documents = await (opening ??= open());
      return (await documents.text(path)).text;
    },
  });
  return async () => {
    await documents?.close();
    await workspace.close();
  };
}
