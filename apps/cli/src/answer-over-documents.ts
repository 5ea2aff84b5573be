import type { ScopeOptions, SearchAnswer } from "@runningtab/parsed-cache";
import type { Workspace } from "@runningtab/staged-workspace";
import { posix } from "node:path";
import type { Config, ModelAddress } from "./config.ts";
import { CliError, misuse } from "./cli-error.ts";
import type { Environment } from "./environment.ts";
import { resolveSettings, type SharedOptions } from "./settings.ts";
import { withDocuments, type WithDocumentsOptions } from "./with-documents.ts";

type Open = Parameters<Parameters<typeof withDocuments>[2]>[0];

/** Runs a search over the workspace's documents and prints its answer; exit 1 when there are no hits. */
export async function answerOverDocuments(
  options: SharedOptions,
  environment: Environment,
  ask: (open: Open) => Promise<SearchAnswer>,
  {
    parse,
    embeddingOf = () => undefined,
  }: Pick<WithDocumentsOptions, "parse"> & {
    readonly embeddingOf?: (config: Config) => ModelAddress | undefined;
  } = {},
): Promise<void> {
  const settings = await resolveSettings(options, environment);
  const asked = async (open: Open): Promise<SearchAnswer> => {
    try {
      return await ask(open);
    } catch (error) {
      throw await asMisuse(error);
    }
  };
  const embedding = embeddingOf(settings.config);
  const answer = await withDocuments(settings, environment, asked, { embedding, ...(parse && { parse }) });
  if (settings.json) settings.terminal.printJson(answer);
  else settings.terminal.print((await import("@runningtab/parsed-cache")).renderAnswer(answer));
  if (answer.hits.length === 0) environment.setExitCode(1);
}

/** Where `--path` and `--type` say to search. */
export function scopeOf(
  { path, type }: { readonly path?: readonly string[]; readonly type?: readonly string[] },
  workspace: Workspace,
): ScopeOptions {
  return { ...(path && { paths: pathsInside(workspace, path) }), ...(type && { types: type }) };
}

/**
 * `--path` values in the workspace's spelling. One that names nothing there is the caller's mistake: searching nowhere
 * would read as "not found".
 */
function pathsInside(workspace: Workspace, paths: readonly string[]): readonly string[] {
  return paths.map((given) => {
    const inner = given.startsWith(`${workspace.root}/`) ? given.slice(workspace.root.length + 1) : given;
    const path = posix.normalize(inner).replace(/\/+$/, "");
    const isThere =
      path === "." ||
      workspace.manifest.has(path) ||
      [...workspace.manifest.keys()].some((file) => file.startsWith(`${path}/`)) ||
      // There and unread: the answer says so.
      workspace.unread.some((one) => one.path === path || `${path}/`.startsWith(one.path));
    if (!isThere) throw misuse(`--path ${given} is no file or folder with files in ${workspace.root}.`);
    return path;
  });
}

const MISUSE = new Set(["address-invalid", "companion-path", "path-outside", "pattern-invalid"]);

/** An address or pattern that cannot be answered is the caller's mistake; everything else stays as it is. */
export async function asMisuse(error: unknown): Promise<unknown> {
  const { ParsedCacheError } = await import("@runningtab/parsed-cache");
  return ParsedCacheError.isInstance(error) && MISUSE.has(error.code)
    ? new CliError(2, error.message, { cause: error })
    : error;
}
