import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ParserEntry } from "../document-parser.ts";
import { ISOLATION, systemFolders } from "./bubblewrap.ts";
import { SERVE_ARGUMENT } from "./messages.ts";

/** `bubblewrap`: permission model inside bubblewrap without network; `permission`: the permission model alone. */
export type JailKind = "bubblewrap" | "permission";

/**
 * Of each half of the heap's young generation. Left alone it grows until a child that reads PDF after PDF holds 300 MB, of
 * which 25 are in use, and is replaced; with this it holds 200 and stays. A new child must compile all its code anew.
 */
const YOUNG_MEGABYTES = 16;

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command that starts the parsing child. It may read the code of this package and of `parsers` with their
 * dependencies, and nothing else; it may write nothing, and start nothing unless one of `parsers` needs programs.
 */
export function childLaunch(
  kind: { readonly bubblewrap: string } | undefined,
  parsers: readonly ParserEntry[],
  maxMemoryBytes: number,
): Launch {
  const roots = readRoots(parsers);
  const node = realpathSync(process.execPath);
  // Programs are no part of Node's permission model: only bubblewrap holds them.
  const mayStartPrograms = kind !== undefined && parsers.some(({ needs }) => needs?.programs === true);
  const permissions = mayStartPrograms ? ["--allow-child-process"] : [];
  const args = [...nodeArguments(roots, maxMemoryBytes), ...permissions, childModule(), SERVE_ARGUMENT];
  if (kind === undefined) return { command: node, args };
  return { command: kind.bubblewrap, args: [...bubblewrapArguments(roots, node), node, ...args] };
}

/** A file of this package, named so that the child can import it from source and from the build. */
export function ownModule(sourceFile: string, publishedName: string): string {
  const here = import.meta.url;
  // From source the file lies beside us; built code lies in chunks, so only the package's own name finds it.
  return here.endsWith(".ts") ? new URL(`../${sourceFile}`, here).href : import.meta.resolve(publishedName);
}

function childModule(): string {
  return fileURLToPath(ownModule("jail/child.ts", "@runningtab/parsed-cache/jail/child"));
}

function nodeArguments(roots: readonly string[], maxMemoryBytes: number): string[] {
  return [
    "--permission",
    ...roots.map((root) => `--allow-fs-read=${root}`),
    `--max-old-space-size=${Math.ceil(maxMemoryBytes / (1024 * 1024))}`,
    `--max-semi-space-size=${YOUNG_MEGABYTES}`,
    "--no-warnings",
    ...(import.meta.url.endsWith(".ts") ? ["--conditions=@runningtab/source"] : []),
  ];
}

function bubblewrapArguments(roots: readonly string[], node: string): string[] {
  const bind = (path: string): string[] => ["--ro-bind", path, path];
  return [
    ...ISOLATION,
    // The process the watchdog measures is then the one that bubblewrap reports.
    "--as-pid-1",
    "--info-fd",
    "3",
    ...systemFolders(["/nix/store"]),
    ...bind(node),
    ...roots.flatMap(bind),
    "--chdir",
    "/",
  ];
}

function readRoots(parsers: readonly ParserEntry[]): string[] {
  const files = [fileURLToPath(import.meta.url)];
  for (const { module } of parsers) if (module.startsWith("file:")) files.push(fileURLToPath(module));
  return [...new Set(files.flatMap((file) => codeFolders(realpathSync(file))))];
}

/** The package that holds `file`, and every `node_modules` from which it can import. */
function codeFolders(file: string): string[] {
  const folders: string[] = [];
  let ownPackage: string | undefined;
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (ownPackage === undefined && existsSync(join(folder, "package.json"))) ownPackage = folder;
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) folders.push(modules);
  }
  return [ownPackage ?? dirname(file), ...folders];
}
