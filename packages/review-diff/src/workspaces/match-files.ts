import type { DiffInput } from "../file-diff.ts";
import { createSketch, hashText, sketchSimilarity } from "../sheets/sketch.ts";
import { decodeText, looksLikeText } from "../texts/decode-text.ts";
import { textBlocks } from "../texts/block-text.ts";
import type { WorkspaceFile } from "./workspace-diff.ts";

/** Of their lines, cells or paragraphs in common, from which a file under another path is the old one. */
const SAME_FILE = 0.5;
/** Files of one side that are read to find such; more are taken for new and gone. */
export const MAX_CANDIDATES = 100;

export type Opened = (file: WorkspaceFile) => Promise<DiffInput>;

export interface RenamedFile {
  readonly before: WorkspaceFile;
  readonly after: WorkspaceFile;
}

/** Pairs files with the same bytes: of several, first those with the same name, then in order. */
export function matchEqualFiles(
  removed: readonly WorkspaceFile[],
  added: readonly WorkspaceFile[],
): readonly RenamedFile[] {
  const byHash = new Map<string, WorkspaceFile[]>();
  for (const file of removed) byHash.set(file.hash, [...(byHash.get(file.hash) ?? []), file]);
  const pairs: RenamedFile[] = [];
  const taken = new Set<WorkspaceFile>();
  for (const needsName of [true, false]) {
    for (const after of added) {
      if (taken.has(after)) continue;
      const before = byHash
        .get(after.hash)
        ?.find((file) => !taken.has(file) && (!needsName || nameOf(file.path) === nameOf(after.path)));
      if (before === undefined) continue;
      taken.add(before).add(after);
      pairs.push({ before, after });
    }
  }
  return pairs;
}

/** Pairs files of one kind that have most of what they hold in common, the most alike first. */
export async function matchSimilarFiles(
  removed: readonly WorkspaceFile[],
  added: readonly WorkspaceFile[],
  open: { readonly before: Opened; readonly after: Opened },
): Promise<readonly RenamedFile[]> {
  const sketchesOf = async (files: readonly WorkspaceFile[], others: readonly WorkspaceFile[], opened: Opened) => {
    const kinds = new Set(others.map(({ path }) => extensionOf(path)));
    const sketches = new Map<WorkspaceFile, Uint32Array>();
    for (const file of files.filter(({ path }) => kinds.has(extensionOf(path))).slice(0, MAX_CANDIDATES)) {
      const sketch = await sketchOf(file, opened);
      if (sketch !== undefined && sketch.length > 0) sketches.set(file, sketch);
    }
    return sketches;
  };
  const sketchesBefore = await sketchesOf(removed, added, open.before);
  const sketchesAfter = await sketchesOf(added, removed, open.after);
  const candidates = [...sketchesBefore].flatMap(([before, sketch]) =>
    [...sketchesAfter]
      .filter(([after]) => extensionOf(after.path) === extensionOf(before.path))
      .map(([after, other]) => ({ before, after, alike: sketchSimilarity(sketch, other) })),
  );
  const taken = new Set<WorkspaceFile>();
  const pairs: RenamedFile[] = [];
  for (const { before, after, alike } of candidates.toSorted((one, other) => other.alike - one.alike)) {
    if (alike < SAME_FILE || taken.has(before) || taken.has(after)) continue;
    taken.add(before).add(after);
    pairs.push({ before, after });
  }
  return pairs;
}

/** What a file holds, piece by piece; `undefined` for one that cannot be read, or holds no text. */
async function sketchOf(file: WorkspaceFile, open: Opened): Promise<Uint32Array | undefined> {
  try {
    const { bytes, parts } = await open(file);
    const hashes: number[] = [];
    if (parts === undefined) {
      if (bytes === undefined || !looksLikeText(bytes)) return undefined;
      for (const line of decodeText(bytes).lines) if (line.trim() !== "") hashes.push(hashText(line.trim()));
    } else {
      for await (const part of parts()) {
        if (part.type === "sheet") {
          // A row that came moves all below it: of the place of a cell only its column counts.
          for (const { ref, shown } of part.cells) hashes.push(hashText(`${ref.replace(/\d+$/, "")} ${shown}`));
        } else for (const { key } of textBlocks([part])) hashes.push(hashText(key));
      }
    }
    return createSketch(Uint32Array.from(hashes));
  } catch {
    // The comparison of the file itself says why.
    return undefined;
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function extensionOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
}
