import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import {
  builtInParsers,
  createDocuments,
  type Documents,
  parseAddress,
  type ParserEntry,
  type ViewAnswer,
} from "@runningtab/parsed-cache";
import { isSecretPath, type Workspace } from "@runningtab/staged-workspace";
import type { DocumentLibrary } from "./tool-context.ts";
import { workspacePath } from "./tools/workspace-path.ts";

/** The files of a workspace without records: what a person sees who has no parsed view. */
export interface RawLibrary extends DocumentLibrary {
  close(): Promise<void>;
}

const DEFAULT_MAX_CHARACTERS = 20_000;
/** All that is text by itself, read as it stands: no tables of CSV, no headings of Markdown. */
const TEXT_TYPES = [
  "text/plain",
  "text/csv",
  "text/tab-separated-values",
  "text/markdown",
  "text/html",
  "application/json",
  "application/jsonl",
  "application/xml",
  "application/yaml",
  "application/x-ipynb+json",
];

/**
 * What the arm `artifact-only` reads through: `view` gives a file's text as a plain extraction does (`pdftotext` where it is
 * installed, the words of an office file), labelled a fallback, without pages, addresses or tables; `grep` searches files
 * that are plain text, line by line; nothing is ranked. Texts are made anew by this run, in the same jail as records.
 */
export function openRawLibrary({
  workspace,
  documents,
}: {
  readonly workspace: Workspace;
  /** For images of pages, which are of the native file. */
  readonly documents: Pick<Documents, "viewImage">;
}): RawLibrary {
  const refuse = (path: string): string | undefined => (isSecretPath(path) ? "secret by name" : undefined);
  const asText = textParsers();
  const plain = createDocuments({ root: workspace.root, parsers: asText, refuse });
  const extracted = createDocuments({
    root: workspace.root,
    parsers: [...asText, ...builtInParsers({ pdfEngine: isProgramThere("pdftotext") ? "pdftotext" : "pdf-parse" })],
    refuse,
  });

  const inStep = async (library: Documents, parse: "all" | "asked-for", signal?: AbortSignal): Promise<void> =>
    library.sync(workspace.manifest.values(), {
      skipped: workspace.unread,
      parse,
      wait: parse === "all",
      ...(signal && { signal }),
    });

  return {
    async view(address, { maxCharacters = DEFAULT_MAX_CHARACTERS, offset = 0, signal } = {}) {
      const path = workspacePath(parseAddress(address).path, workspace.root);
      await inStep(extracted, "asked-for", signal);
      const found = await extracted.text(path, signal ? { signal } : {});
      const answer = { path, source: "fallback", losses: [], freshness: extracted.freshness(path) } as const;
      const entry = workspace.manifest.get(path);
      if (found.text === undefined || entry === undefined) {
        const reason = entry === undefined ? "there is no such file" : (found.text === undefined && found.reason) || "";
        return { ...answer, addresses: [], text: "", shown: `nothing shown: ${reason}` } satisfies ViewAnswer;
      }
      const text = found.text.slice(offset, offset + maxCharacters);
      const part = `characters ${offset + 1}–${offset + text.length} of ${found.text.length}`;
      return {
        ...answer,
        addresses: [path],
        text,
        shown: `fallback text shown${text.length === found.text.length ? "" : ` in part: ${part}`}`,
        sourceUpdatedAt: new Date(entry.modifiedAtMs).toISOString(),
      };
    },
    viewImage: (address, options) => documents.viewImage(address, options),
    async grep(pattern, options) {
      await inStep(plain, "all", options?.signal);
      return plain.grep(pattern, options);
    },
    async files(query, options) {
      await inStep(plain, "asked-for");
      return plain.files(query, options);
    },
    search: (query, options) => plain.search(query, options),
    searchModes: [],
    async close() {
      await plain.close();
      await extracted.close();
    },
  };
}

function textParsers(): readonly ParserEntry[] {
  return builtInParsers().flatMap((parser) => (parser.id === "text" ? [{ ...parser, accepts: TEXT_TYPES }] : []));
}

function isProgramThere(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
