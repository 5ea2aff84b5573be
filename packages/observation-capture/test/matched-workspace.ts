import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { CaptureContext } from "../src/index.ts";

/** A line of a file's text, with its place. */
export interface PlacedLine {
  readonly address: string;
  readonly line: string;
}

/** Files that exist only as the lines of their text, as a composer hands them in. */
export interface MatchedWorkspace {
  readonly context: CaptureContext;
  /** Puts a file there, replaces it, or takes it away. */
  set(path: string, lines: readonly PlacedLine[] | string | undefined): void;
  /** Contents that were asked for, in order. */
  readonly asked: readonly ContentHash[];
}

export function createMatchedWorkspace(
  files: Readonly<Record<string, readonly PlacedLine[] | string>>,
): MatchedWorkspace {
  const byPath = new Map<string, ContentHash>();
  const byHash = new Map<ContentHash, { readonly lines: readonly PlacedLine[]; readonly size: number }>();
  const asked: ContentHash[] = [];
  let revision = {};
  const workspace: MatchedWorkspace = {
    context: {
      root: "/work",
      stat: (path) => {
        const hash = byPath.get(path);
        return hash && { hash, size: byHash.get(hash)!.size, kind: "file" };
      },
      paths: () => byPath.keys(),
      async *textLines(hash) {
        asked.push(hash);
        yield* byHash.get(hash)?.lines ?? [];
      },
      get revision() {
        return revision;
      },
    },
    set(path, content) {
      revision = {};
      if (content === undefined) return void byPath.delete(path);
      const lines = typeof content === "string" ? numbered(content) : content;
      const text = lines.map(({ line }) => line).join("\n");
      const hash = contentHashOf(text);
      byPath.set(path, hash);
      byHash.set(hash, { lines, size: Buffer.byteLength(text) });
    },
    asked,
  };
  for (const [path, content] of Object.entries(files)) workspace.set(path, content);
  return workspace;
}

export function contentHashOf(text: string): ContentHash {
  return hashBytesSync(new TextEncoder().encode(text));
}

function numbered(text: string): readonly PlacedLine[] {
  return text.split("\n").map((line, index) => ({ address: `L${index + 1}`, line }));
}

/** The rows of a sheet from the first on, as records of a workbook give them. */
export function sheetRows(sheet: string, rows: readonly (readonly string[])[]): readonly PlacedLine[] {
  return rows.map((cells, index) => ({
    address: `sheet=${encodeURIComponent(sheet)}&range=A${index + 1}:${String.fromCharCode(64 + cells.length)}${index + 1}`,
    line: cells.join(" | "),
  }));
}
