import { gunzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { type ArchiveBudget, MAX_INFLATED } from "../containers/archive-budget.ts";
import { compareContents, type Content } from "../containers/compare-contents.ts";
import { isTar, readTar } from "../containers/read-tar.ts";
import { type ChangeList, createChangeList } from "../change-list.ts";
import type { DiffFormat, DiffInput } from "../file-diff.ts";
import { createPace, type Pace } from "../pace.ts";
import { doesExist } from "../read-parts.ts";
import { describeBytes } from "../texts/describe-bytes.ts";

/** ZIP files that are documents: what is in them means nothing to a reader. */
const DOCUMENTS =
  /\.(?:doc[xm]|dot[xm]|xls[xmb]|xlt[xm]|pp[ts][xm]|pot[xm]|od[tpsgf]|ot[tps]|epub|vsdx|pages|numbers|key)$/i;
/** Reasons for which entries were not read that are listed. */
const MAX_REASONS = 20;

/**
 * Archives (ZIP, TAR, gzip) by what is in them: entries that came, went, changed, or were renamed, which is told by their
 * content. When they were packed, how and when plays no part. With `recursive`, a changed entry is compared in turn, as a
 * file of its own, and its addresses begin with `member=NAME`. Takes bytes that begin as an archive does, but for documents
 * that are stored as one; rejects when they cannot be read.
 */
export function createArchiveFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "archive",
    accepts(before, after) {
      const isArchive = ({ path, bytes }: DiffInput): boolean =>
        bytes !== undefined && !DOCUMENTS.test(path) && archiveType(bytes) !== undefined;
      const isFine = (input: DiffInput): boolean => !doesExist(input) || isArchive(input);
      return (doesExist(before) || doesExist(after)) && isFine(before) && isFine(after);
    },
    async diff(before, after, { maxChanges, signal, recursive = false, compareInside }) {
      const list = createChangeList(maxChanges);
      const pace = createPace(signal);
      const [was, is] = [await readArchive(before, list, pace), await readArchive(after, list, pace)];
      const rules = {
        subject: "entry",
        address: ({ name }: Content) => `member=${encodeURIComponent(name)}`,
        compareInside: recursive ? compareInside : undefined,
      };
      await compareContents(was, is, rules, list, pace);
      return list.toFileDiff("archive", after.path);
    },
  };
}

type ArchiveType = "zip" | "gzip" | "tar";

function archiveType(bytes: Uint8Array): ArchiveType | undefined {
  if (
    bytes[0] === 0x50 &&
    bytes[1] === 0x4b &&
    ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  )
    return "zip";
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "gzip";
  return isTar(bytes) ? "tar" : undefined;
}

async function readArchive({ path, bytes }: DiffInput, list: ChangeList, pace: Pace): Promise<readonly Content[]> {
  if (bytes === undefined) return [];
  const reasons: string[] = [];
  const budget: ArchiveBudget = {
    left: MAX_INFLATED,
    pace,
    unread: (name, reason) => void reasons.push(`${name}: ${reason}`),
  };
  const contents = await readContents(path, bytes, budget);
  if (reasons.length > 0) {
    const more = reasons.length > MAX_REASONS ? `; and ${reasons.length - MAX_REASONS} more` : "";
    list.note(`Compared by their packed bytes: ${reasons.slice(0, MAX_REASONS).join("; ")}${more}.`);
  }
  return contents;
}

async function readContents(path: string, bytes: Uint8Array, budget: ArchiveBudget): Promise<readonly Content[]> {
  switch (archiveType(bytes)) {
    case "tar":
      return readTar(bytes, budget);
    case "gzip": {
      const inflated = gunzipSync(bytes, { maxOutputLength: MAX_INFLATED });
      if (isTar(inflated)) return readTar(inflated, budget);
      const name = (path.split(/[\\/]/).at(-1) ?? path).replace(/\.gz$/i, "");
      const identity = createHash("sha256").update(inflated).digest("hex");
      return [{ name, identity, description: describeBytes(inflated), bytes: inflated }];
    }
    default:
      return (await import("../containers/read-zip.ts")).readZip(bytes, budget);
  }
}
