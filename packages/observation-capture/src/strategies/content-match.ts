import type { CapturedRead, CaptureContext, CaptureResult, CaptureStrategy, Observation } from "../capture-strategy.ts";
import { createIndexedWorkspace } from "../content-match/indexed-workspace.ts";
import { findRuns } from "../content-match/find-runs.ts";
import { judgeLines, type Piece } from "../content-match/judge-lines.ts";
import { createLineIndex, type IndexedFile } from "../content-match/line-index.ts";
import { createOwnWords, textOf } from "../content-match/own-words.ts";
import { shownRanges } from "../content-match/shown-ranges.ts";
import { joinPieces, type Stretch } from "../content-match/stretches.ts";
import { createTokenizer } from "../content-match/tokens.ts";
import { isTabTool } from "../is-tab-tool.ts";
import { EMPTY_RESULT, sealResult } from "../seal.ts";
import { mentions } from "../text/listing-lines.ts";
import type { Span } from "../text/spans.ts";
import { createWorkspacePaths } from "../workspace-paths.ts";

/** How sure the strategy is: of one file, by how much of its text was shown; of several that hold the same text. */
const CONFIDENCE = { much: 0.9, some: 0.8, ambiguous: 0.5 } as const;
/** Characters of words from which on a stretch is much. */
const MUCH_WIDTH = 60;
/** Files that hold the same text and are still named; text in more is no file's. */
const MOST_NAMED = 8;
/** UTF-16 units of a text that are looked at first. */
const TELLING_UNITS = 256;
/** Reads of one observation; what is beyond stays computed. */
const MOST_READS = 200;

export interface ContentMatchOptions {
  /** Characters of letters and digits that text of a file must have to be attributed to it, repeats left out. Default 24. */
  readonly minWidth?: number;
  /** The same for a file that the call names or opened. Default 8. */
  readonly minNamedWidth?: number;
  /** Files that may hold a line for it to mean any of them, at least 1; a line in more files attributes nothing. Default 16. */
  readonly maxShared?: number;
  /** Bytes that the index may take; files that do not fit are named in the notes. Default 128 MiB. */
  readonly maxBytes?: number;
  /**
   * Longest time in milliseconds that observations together wait for the index after files changed; what is not indexed
   * by then is not found, and a note says so. Default 250.
   */
  readonly maxWaitMs?: number;
  /**
   * Whether indexing begins with the first observation, so that the index is there when it is needed; `false`: with the
   * first one that shows text which nobody else could attribute. Default true.
   */
  readonly eager?: boolean;
}

export interface ContentMatchStrategy extends CaptureStrategy {
  /** Contents in the index, and the bytes that it takes. */
  readonly size: { readonly files: number; readonly bytes: number };
}

/**
 * Attributes lines of an output to the files that hold them, whatever command printed them. Needs `context.textLines`, and
 * hashes in `context.stat`; without them it finds nothing. The text of all files is indexed in the background from the
 * first observation on, and a content that no file has any more is never found.
 */
export function createContentMatchStrategy(options: ContentMatchOptions = {}): ContentMatchStrategy {
  const {
    minWidth = 24,
    minNamedWidth = 8,
    maxShared = 16,
    maxBytes = 128 * 1024 * 1024,
    maxWaitMs = 250,
    eager = true,
  } = options;
  const index = createLineIndex({ maxShared, maxBytes });
  const workspace = createIndexedWorkspace(index);
  const tokenizer = createTokenizer();
  let waitLeftMs = maxWaitMs;

  async function untilIndexed(): Promise<void> {
    if (workspace.pending === 0) return void (waitLeftMs = maxWaitMs);
    const before = performance.now();
    await workspace.settled(waitLeftMs);
    waitLeftMs = workspace.pending === 0 ? maxWaitMs : Math.max(0, waitLeftMs - (performance.now() - before));
  }

  /** Whether a part of the output says enough to be any file's: where it does not, nobody waits for the index. */
  function mayBeOfFile(output: string, { start, end }: Span): boolean {
    const needed = Math.min(minWidth, minNamedWidth);
    const widthIn = (until: number): number => {
      const { count, widths } = tokenizer.read(output, start, until);
      return widths.subarray(0, count).reduce((sum, width) => sum + width, 0);
    };
    // Its beginning tells for nearly all.
    return (
      widthIn(Math.min(end, start + TELLING_UNITS)) >= needed || (end > start + TELLING_UNITS && widthIn(end) >= needed)
    );
  }

  /** Stretches of a part of the output that stand in files, the command's own words left out. */
  function stretchesIn(output: string, span: Span, isOwn: ReturnType<typeof createOwnWords>): readonly Stretch[] {
    const tokens = tokenizer.read(output, span.start, span.end);
    const pieces: Piece[] = judgeLines(output, tokens, findRuns(output, tokens, index), index)
      .filter((piece) => !isOwn(tokens, piece.firstToken, piece.endToken))
      .map((piece) => ({ ...piece, start: Math.max(piece.start, span.start), end: Math.min(piece.end, span.end) }));
    return joinPieces(output, tokens, pieces);
  }

  function capture({ output, args }: Observation, context: CaptureContext, spans: readonly Span[]): CaptureResult {
    const given = textOf(args);
    const isOwn = createOwnWords(given);
    const isNamed = (path: string): boolean =>
      context.opened?.has(path) === true || given.includes(path.slice(path.lastIndexOf("/") + 1));
    const notes = new Set<string>();
    const reads: CapturedRead[] = [];
    let last: IndexedFile | undefined;
    for (const stretch of spans.flatMap((span) => stretchesIn(output, span, isOwn))) {
      const files = narrow([...stretch.sources.keys()], last);
      const paths = files.flatMap(({ hash }) => currentPaths(hash, context));
      const named = paths.filter(isNamed);
      const chosen = named.length > 0 ? named : paths;
      if (stretch.width < (named.length > 0 ? minNamedWidth : minWidth) || chosen.length === 0) continue;
      if (chosen.length > MOST_NAMED) {
        notes.add(`text that ${chosen.length} files hold is attributed to none of them`);
        continue;
      }
      if (chosen.length > 1) notes.add(`text that several files hold: ${chosen.join(", ")}`);
      const [only] = files.filter(({ hash }) => currentPaths(hash, context).includes(chosen[0]!));
      last = files.length === 1 ? only : undefined;
      reads.push(toRead(stretch, only!, chosen, output));
    }
    if (workspace.pending > 0) notes.add(`content match: ${workspace.pending} files are not indexed yet`);
    if (workspace.leftOut > 0) {
      notes.add(`content match: ${workspace.leftOut} files do not fit into the index of ${maxBytes} bytes`);
    }
    if (reads.length > MOST_READS) {
      notes.add(`content match: ${reads.length - MOST_READS} more stretches of files are not told apart`);
    }
    return { ...EMPTY_RESULT, reads: reads.slice(0, MOST_READS), notes: [...notes] };

    /** Of several files that hold a stretch, those that the call names; else the one that the stretch before came from. */
    function narrow(files: readonly IndexedFile[], before: IndexedFile | undefined): readonly IndexedFile[] {
      const named = files.filter(({ hash }) => currentPaths(hash, context).some(isNamed));
      if (named.length > 0) return named;
      return before !== undefined && files.includes(before) ? [before] : files;
    }
  }

  /** A fingerprint names the content that it came from: paths that have another by now are not its. */
  function currentPaths(hash: IndexedFile["hash"], context: CaptureContext): readonly string[] {
    return workspace.pathsOf(hash).filter((path) => context.stat(path)?.hash === hash);
  }

  function toRead(stretch: Stretch, file: IndexedFile, paths: readonly string[], output: string): CapturedRead {
    const { start, width } = stretch;
    const isOne = paths.length === 1;
    const spans = stretch.sources.get(file)!;
    const shown = spans.reduce((sum, span) => sum + span.end - span.first, 0);
    return {
      paths,
      start,
      end: output[stretch.end] === "\n" ? stretch.end + 1 : stretch.end,
      partial: shown < file.endToken - file.firstToken,
      confidence: !isOne ? CONFIDENCE.ambiguous : width >= MUCH_WIDTH ? CONFIDENCE.much : CONFIDENCE.some,
      redacted: false,
      ...(isOne && { hash: file.hash, ...shownRanges(file, spans, index) }),
    };
  }

  return {
    specVersion: 1,
    name: "content-match",
    async capture(observation, context) {
      if (isTabTool(observation.tool)) return EMPTY_RESULT;
      const { output } = observation;
      const asked = context.unattributed ?? [{ start: 0, end: output.length }];
      const spans = asked.filter((span) => mayBeOfFile(output, span));
      if (eager || spans.length > 0) workspace.follow(context);
      if (spans.length === 0) return EMPTY_RESULT;
      const paths = createWorkspacePaths(context);
      if (workspace.pending > 0) {
        const named = [...mentions(textOf(observation.args))].flatMap((name) => {
          const source = paths.file(name, observation.cwd ?? paths.root);
          return source === undefined ? [] : (paths.fact(source.path)?.hash ?? []);
        });
        workspace.hasten(named);
      }
      await untilIndexed();
      return sealResult(capture(observation, context, spans), observation, context, paths);
    },
    get size() {
      return { files: index.files, bytes: index.bytes };
    },
  };
}
