import type { CapturedComputed, CapturedRead, Range } from "../capture-strategy.ts";
import type { Source, WorkspacePaths } from "../workspace-paths.ts";
import { byteLength } from "../text/byte-offsets.ts";
import { countLines, isBlank, linesOf } from "../text/lines.ts";
import { cutOut, type Span } from "../text/spans.ts";
import { namesInOutput, parseListing, parseNameTree } from "../text/listing-lines.ts";
import { numberedRange, runToRead } from "../text/line-ranges.ts";
import { parseSearchText, type SearchText } from "../text/search-lines.ts";
import { withoutComplaints } from "./failures.ts";
import type { Region } from "./partition.ts";
import { sourcesOf, uniqueSources, type ContentPiece, type ListingPiece, type Piece } from "./pieces.ts";

/** How sure the strategy is of what it attributes, by how it knows. */
const CONFIDENCE = { whole: 0.95, named: 0.95, transformed: 0.85, uncertain: 0.6, joined: 0.5 } as const;

export interface Attributed {
  readonly reads: CapturedRead[];
  readonly listed: Source[];
  readonly computed: CapturedComputed[];
  readonly notes: string[];
}

export interface Shown {
  readonly text: string;
  /** The command's source. */
  readonly command: string;
  readonly cwd: string | undefined;
  readonly truncated: boolean;
  /** What is left out comes after what is shown. */
  readonly fromStart: boolean;
  readonly paths: WorkspacePaths;
  /** Workspace paths that came into the command by expansion. */
  readonly met: ReadonlySet<string>;
}

/** Says what the text of one region is. */
export function attribute(region: Region, shown: Shown): Attributed {
  const result: Attributed = { reads: [], listed: [], computed: [], notes: [] };
  const trimmed = withoutComplaints(shown.text, region.start, region.end, shown.command);
  const span = { start: trimmed.start, end: trimmed.end };
  if (trimmed.complaint !== undefined) result.notes.push(`a command complained: ${trimmed.complaint}`);
  if (region.pieces.length === 1) onePiece(region.pieces[0]!, span, trimmed.complaint !== undefined, shown, result);
  else if (!isBlank(shown.text, span.start, span.end)) severalPieces(region.pieces, span, shown, result);
  return result;
}

function onePiece(piece: Piece, span: Span, complained: boolean, shown: Shown, result: Attributed): void {
  const blank = isBlank(shown.text, span.start, span.end);
  switch (piece.type) {
    case "content":
      return contentPiece(piece, span, blank, complained, shown, result);
    case "search":
      return blank
        ? undefined
        : fromSearch(
            parseSearchText(shown.text, span.start, span.end, { cwd: piece.cwd, only: piece.only }, shown.paths),
            piece.command,
            shown,
            result,
          );
    case "listing":
      return blank ? undefined : listingPiece(piece, span, shown, result);
    case "computed":
      if (blank) return;
      result.computed.push({ ...span, inputs: pathsOf(piece.inputs), own: false });
      result.listed.push(...piece.listed);
      return;
    case "own":
      if (blank) return;
      result.computed.push({ ...span, inputs: [], own: true });
      result.listed.push(...namesMet(span, shown));
      return;
    case "unknown":
      return blank ? undefined : unknownPiece([piece], span, shown, result);
    default:
      return piece satisfies never;
  }
}

/** `echo docs/*` and `for f in *; do echo "$f"; done` name files that the command itself does not. */
function namesMet(span: Span, shown: Shown): readonly Source[] {
  if (shown.met.size === 0) return [];
  const named = parseListing(shown.text, span.start, span.end, foldersOf(shown), shown.paths);
  const isOneLine = countLines(shown.text, span.start, span.end) === 1;
  const words = isOneLine ? [...shown.met].filter((path) => shown.text.slice(span.start, span.end).includes(path)) : [];
  return uniqueSources([...named.filter((source) => shown.met.has(source.path)), ...words.map((path) => ({ path }))]);
}

function foldersOf(shown: Shown): readonly string[] {
  return shown.cwd === undefined ? [shown.paths.root] : [shown.cwd, shown.paths.root];
}

function listingPiece(piece: ListingPiece, span: Span, shown: Shown, result: Attributed): void {
  const tree = shown.text.slice(span.start, span.end);
  const listed = [
    ...piece.named,
    ...piece.folders.flatMap((folder) => parseNameTree(tree, folder, shown.paths)),
    ...parseListing(shown.text, span.start, span.end, piece.folders, shown.paths),
  ];
  result.listed.push(...listed);
  if (listed.length === 0) result.notes.push(`\`${piece.command}\` names no file of the workspace`);
}

function unknownPiece(pieces: readonly Piece[], span: Span, shown: Shown, result: Attributed): void {
  const inputs = uniqueSources(pieces.flatMap((piece) => [...sourcesOf(piece)]));
  result.computed.push({ ...span, inputs: pathsOf(inputs), own: false });
  const given = pieces.flatMap((piece) => (piece.type === "unknown" ? (piece.folders ?? []) : []));
  result.listed.push(...namesInOutput(shown.text, span, [...given, ...foldersOf(shown)], shown.paths));
  const commands = [...new Set(pieces.filter((piece) => piece.type === "unknown").map((piece) => piece.command))];
  result.notes.push(`unknown command, output kept: ${commands.join("; ")}`);
}

function fromSearch(found: SearchText, command: string, shown: Shown, result: Attributed): void {
  for (const run of found.runs) result.reads.push(runToRead(run, CONFIDENCE.named));
  result.listed.push(...found.listed);
  if (found.unattributed > 0)
    result.notes.push(`${found.unattributed} characters of \`${command}\` name no file of the workspace`);
}

function contentPiece(
  piece: ContentPiece,
  span: Span,
  blank: boolean,
  complained: boolean,
  shown: Shown,
  result: Attributed,
): void {
  const [only] = piece.sources;
  if (blank) {
    // An empty file was shown whole; a file with text of which nothing is seen was not shown.
    const isEmpty =
      (piece.verbatim || piece.firstLine === 1) &&
      piece.sources.length === 1 &&
      shown.paths.fact(only!.path)?.size === 0;
    if (isEmpty && !complained)
      result.reads.push(read([only!], { start: span.start, end: span.start }, false, CONFIDENCE.whole, piece));
    return;
  }
  if (piece.headings !== undefined && headed(piece, span, shown, result)) return;
  if (!piece.certain && piece.sources.length !== 1) {
    const exact = piece.verbatim ? piece.sources.filter((source) => hasSize(source, span, shown)) : [];
    if (exact.length === 1) return void result.reads.push(read(exact, span, false, CONFIDENCE.uncertain, piece));
    result.computed.push({ ...span, inputs: [], own: false });
    result.notes.push(`which of ${piece.sources.length} files \`${piece.command}\` showed cannot be told`);
    return;
  }
  const confidence =
    !piece.certain || piece.optional === true
      ? CONFIDENCE.uncertain
      : piece.sources.length > 1
        ? CONFIDENCE.joined
        : piece.verbatim
          ? CONFIDENCE.whole
          : CONFIDENCE.transformed;
  result.reads.push(
    read(piece.sources, span, isPartial(piece, span, shown), confidence, piece, rangeOf(piece, span, shown)),
  );
}

/** Whether the stretch has as many bytes as the file; a harness may trim the last line break. */
function hasSize(source: Source, span: Span, shown: Shown): boolean {
  const size = shown.paths.fact(source.path)?.size;
  const bytes = byteLength(shown.text, span.start, span.end);
  return size !== undefined && bytes <= size && bytes >= size - 1;
}

function isPartial(piece: ContentPiece, span: Span, shown: Shown): boolean {
  // A document's size says nothing about the length of its text.
  if (piece.sources.some((source) => source.via === "derived"))
    return shown.truncated || piece.partial || piece.sources.some((source) => source.page !== undefined);
  const sizes = piece.sources.map((source) => shown.paths.fact(source.path)?.size);
  const total = sizes.every((size) => size !== undefined) ? sizes.reduce((sum, size) => sum + size!, 0) : undefined;
  const bytes = byteLength(shown.text, span.start, span.end);
  // A window of lines that holds every byte is the whole file; a whole file of which bytes are missing is not.
  if (
    piece.via === undefined &&
    piece.firstLine === 1 &&
    total !== undefined &&
    piece.numbered !== true &&
    bytes >= total - 2 &&
    bytes <= total
  )
    return false;
  if (!shown.truncated && piece.via === "search" && showsAllLines(piece, span, bytes, shown)) return false;
  if (shown.truncated || piece.partial) return true;
  return piece.verbatim && piece.numbered !== true && total !== undefined && bytes < total - 2;
}

/** A search of one file that found every line of it. */
function showsAllLines({ sources, cwd }: ContentPiece, span: Span, bytes: number, shown: Shown): boolean {
  const [only] = sources;
  const size = shown.paths.fact(only!.path)?.size;
  if (sources.length !== 1 || size === undefined || bytes < size - 1) return false;
  if (bytes <= size) return true;
  const { runs } = parseSearchText(shown.text, span.start, span.end, { cwd, only }, shown.paths);
  return runs.length === 1 && runs[0]!.isWhole;
}

function rangeOf(piece: ContentPiece, span: Span, shown: Shown): Range | undefined {
  if (piece.sources.length !== 1) return undefined;
  const { page } = piece.sources[0]!;
  if (page !== undefined) return { unit: "page", start: page, end: page };
  if (piece.numbered === true) return numberedRange(shown.text, span.start, span.end);
  if (piece.firstLine === undefined || !shown.fromStart || !isPartial(piece, span, shown)) return undefined;
  const lines = countLines(shown.text, span.start, span.end);
  return { unit: "line", start: piece.firstLine, end: piece.firstLine + Math.min(lines, piece.maxLines ?? lines) - 1 };
}

/** `==> a.txt <==` before each file. False if there are none, as for one file. */
function headed(piece: ContentPiece, span: Span, shown: Shown, result: Attributed): boolean {
  const parts: { source: Source | undefined; start: number; end: number }[] = [];
  for (const line of linesOf(shown.text, span.start, span.end)) {
    const heading = /^==> (.{1,4096}) <==$/.exec(shown.text.slice(line.start, line.end));
    if (heading === null) {
      const part = parts.at(-1);
      if (part !== undefined && line.end > line.start) part.end = line.end;
      continue;
    }
    const name = heading[1]!;
    const source = shown.paths.operand(name, piece.cwd) ?? piece.sources.find((each) => name.endsWith(each.path));
    parts.push({ source, start: line.next, end: line.next });
  }
  if (parts.length === 0) return false;
  for (const { source, ...part } of parts) {
    if (source === undefined) continue;
    const { start, end } = withoutComplaints(shown.text, part.start, part.end, shown.command);
    const own: ContentPiece = {
      ...piece,
      sources: [source],
      firstLine: piece.maxLines !== undefined || piece.partial ? firstLineOf(piece) : 1,
    };
    // A heading alone names a file of which nothing is shown, unless there is nothing in it.
    if (start === end && shown.paths.fact(source.path)?.size !== 0) result.listed.push(source);
    else
      result.reads.push(
        read(
          [source],
          { start, end },
          isPartial(own, { start, end }, shown),
          CONFIDENCE.named,
          own,
          rangeOf({ ...own, maxLines: undefined }, { start, end }, shown),
        ),
      );
  }
  return true;
}

/** Of several files with headings, `head` begins each at its first line; where `tail` begins is not known. */
function firstLineOf(piece: ContentPiece): number | undefined {
  return /(?:^|\s|\/)head\b/.test(piece.command) ? 1 : piece.firstLine;
}

function severalPieces(pieces: readonly Piece[], span: Span, shown: Shown, result: Attributed): void {
  const contents = pieces.filter((piece): piece is ContentPiece => piece.type === "content" && piece.certain);
  const others = pieces.filter((piece) => piece.type !== "content" && piece.type !== "own");
  if (pieces.length === 0) return void result.computed.push({ ...span, inputs: [], own: false });
  if (
    others.some((piece) => piece.type === "unknown") ||
    contents.length < pieces.filter((piece) => piece.type === "content").length
  )
    return withUnknown(pieces, span, shown, result);
  const cwd = others.find((piece) => piece.type === "search")?.cwd ?? shown.cwd;
  if (contents.length === 0) {
    if (others.some((piece) => piece.type === "search"))
      fromSearch(
        parseSearchText(shown.text, span.start, span.end, { cwd }, shown.paths),
        pieces[0]!.command,
        shown,
        result,
      );
    else if (others.length === 0) onePiece(pieces[0]!, span, false, shown, result);
    for (const piece of others) {
      if (piece.type === "listing") listingPiece(piece, span, shown, result);
      else if (piece.type === "computed") result.listed.push(...piece.listed);
    }
    const inputs = others.flatMap((piece) => (piece.type === "computed" ? piece.inputs : []));
    if (inputs.length > 0) result.computed.push({ ...span, inputs: pathsOf(uniqueSources(inputs)), own: false });
    return;
  }
  // Own words or a figure among the files' text, and nothing tells where: none of it counts as theirs.
  const mixed = pieces.some(
    (piece) =>
      (piece.type === "own" && piece.optional !== true) || (piece.type === "computed" && piece.inputs.length > 0),
  );
  if (mixed) {
    const inputs = uniqueSources(pieces.flatMap((piece) => [...sourcesOf(piece)]));
    return void result.computed.push({ ...span, inputs: pathsOf(inputs), own: false });
  }
  const sources = uniqueSources(contents.flatMap((piece) => piece.sources));
  const via = contents.every((piece) => piece.via === contents[0]!.via) ? contents[0]!.via : undefined;
  const whole =
    contents.every((piece) => piece.verbatim && !piece.partial && piece.optional !== true) &&
    others.length === 0 &&
    !shown.truncated;
  result.reads.push(read(sources, span, !whole, CONFIDENCE.joined, { via }));
  if (sources.length > 1)
    result.notes.push(
      `the output of ${sources.length} files could not be told apart: ${pathsOf(sources).slice(0, 5).join(", ")}`,
    );
}

/** Nobody knows what the unknown command printed; lines that a search marks with their file are still the file's. */
function withUnknown(pieces: readonly Piece[], span: Span, shown: Shown, result: Attributed): void {
  const search = pieces.find((piece) => piece.type === "search");
  const found =
    search === undefined
      ? undefined
      : parseSearchText(shown.text, span.start, span.end, { cwd: search.cwd }, shown.paths);
  if (found === undefined || found.runs.length === 0) return unknownPiece(pieces, span, shown, result);
  const before = result.computed.length;
  unknownPiece(pieces, span, shown, result);
  for (const run of found.runs) result.reads.push(runToRead(run, CONFIDENCE.transformed));
  result.computed.splice(
    before,
    Infinity,
    ...result.computed
      .slice(before)
      .flatMap((each) => cutOut(each, found.runs))
      .filter((each) => !isBlank(shown.text, each.start, each.end)),
  );
}

function read(
  sources: readonly Source[],
  span: Span,
  partial: boolean,
  confidence: number,
  piece: Pick<ContentPiece, "via">,
  range?: Range,
): CapturedRead {
  const first = sources[0]?.hash;
  const hash = sources.every((source) => source.hash === first) ? first : undefined;
  const via = sources.some((source) => source.via === "derived") ? "derived" : piece.via;
  return {
    paths: pathsOf(sources),
    start: span.start,
    end: span.end,
    partial,
    confidence,
    redacted: false,
    ...(range !== undefined && { range }),
    ...(hash !== undefined && { hash }),
    ...(via !== undefined && { via }),
  };
}

function pathsOf(sources: readonly Source[]): readonly string[] {
  return [...new Set(sources.map((source) => source.path))];
}
