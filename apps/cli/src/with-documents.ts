import { join } from "node:path";
import type { Documents } from "@runningtab/parsed-cache";
import type { Workspace } from "@runningtab/staged-workspace";
import { openDocuments, openWorkspace } from "./compose.ts";
import type { ModelAddress } from "./config.ts";
import type { Environment } from "./environment.ts";
import { openVectors } from "./embedding/open-vectors.ts";
import { createProgress } from "./progress.ts";
import type { Settings } from "./settings.ts";

export interface WithDocumentsOptions {
  /** Default `all`; `asked-for` where the answer needs the text of no file, or of one that it names. */
  readonly parse?: "all" | "asked-for";
  /** With a model they are searched by meaning too. */
  readonly embedding?: ModelAddress | undefined;
}

/**
 * Opens the workspace's documents, brings them in step with the folder (parsing what is new, with progress on stderr),
 * hands them to `use`, and closes them. Ctrl-C ends the parsing; what was parsed by then is kept.
 */
export async function withDocuments<T>(
  settings: Settings,
  environment: Environment,
  use: (open: {
    readonly documents: Documents;
    readonly workspace: Workspace;
    readonly signal: AbortSignal;
  }) => Promise<T>,
  { parse = "all", embedding }: WithDocumentsOptions = {},
): Promise<T> {
  const interrupted = new AbortController();
  const stopListening = environment.onInterrupt(() =>
    interrupted.abort(new Error("Interrupted. What was parsed is kept.")),
  );
  const { signal } = interrupted;
  // Reading commands need no first versions: a state folder of their own, so that they fix no run's baseline.
  const workspace = await openWorkspace(settings, join(settings.stateFolder, "index"), {
    keepFirstVersions: false,
    signal,
  });
  const choice = { model: embedding?.model, baseUrl: embedding?.baseUrl, variables: environment.variables };
  const documents = await openDocuments(settings, await openVectors(choice, settings.stateFolder));
  try {
    const progress = createProgress(settings.terminal, environment, "Parsing");
    await documents.sync(workspace.manifest.values(), {
      skipped: workspace.unread,
      parse,
      wait: true,
      signal,
      onProgress: ({ done, total, path }) => progress.update(done, total, path),
    });
    progress.end();
    return await use({ documents, workspace, signal });
  } finally {
    stopListening();
    await documents.close();
    await workspace.close();
  }
}
