import type { Source } from "../workspace-paths.ts";
import { composed, composedOf, sourcesOf, uniqueSources, type ContentPiece, type Piece } from "./pieces.ts";
import { sourcesOfOperand, type Call, type Outcome } from "./state.ts";

/** How a filter changes what flows through it. */
export interface Filter {
  /** Lines come out as they went in, if they come out. */
  readonly keepsLines?: boolean;
  /** One line comes out for each that goes in, in order: line numbers stay the file's. */
  readonly perLine?: boolean;
  /** Some lines, or parts of lines, are left out. */
  readonly partial?: boolean;
}

/** The operands of a command as sources, with what is known about the ones that are none. */
export interface Operands {
  readonly sources: readonly Source[];
  /** Operands that are no workspace file. */
  readonly missing: readonly string[];
  /** Whether one of the missing lies outside the workspace, where nothing is known. */
  readonly outside: boolean;
  /** Whether one of them holds a command's own words, alone or among a file's. */
  readonly mixed: boolean;
  /** The workspace files among the operands themselves, whatever they were made from. */
  readonly named: readonly Source[];
  /** The operands as the command has them. */
  readonly written: readonly string[];
}

export function resolveOperands(operands: readonly string[], call: Call): Operands {
  const sources: Source[] = [];
  const named: Source[] = [];
  const missing: string[] = [];
  let outside = false;
  let mixed = false;
  for (const operand of operands) {
    const found = sourcesOfOperand(operand, call.state, call.run);
    sources.push(...found);
    const file = call.run.paths.file(operand, call.state.cwd);
    if (file !== undefined) named.push(file);
    const printed = call.run.substitutions.get(operand);
    const figures = (printed ?? []).filter((piece) => piece.type === "own" || piece.type === "computed");
    sources.push(...figures.flatMap((piece) => [...sourcesOf(piece)]));
    if (figures.length > 0 || found.some((source) => source.composed)) mixed = true;
    if (found.length > 0 || printed !== undefined) continue;
    const absolute = call.run.paths.absolute(operand, call.state.cwd);
    if (absolute !== undefined && call.run.derived.sources(absolute) !== undefined) {
      mixed = true;
      continue;
    }
    missing.push(operand);
    if (absolute === undefined || call.run.paths.below(absolute) === undefined) outside = true;
  }
  return { sources: uniqueSources(sources), missing, outside, mixed, named: uniqueSources(named), written: operands };
}

/** Text of files as a command shows it. Without a workspace file among the operands the output is kept, unattributed. */
export function content(
  operands: Operands,
  call: Call,
  facts: Partial<ContentPiece> & { readonly partial: boolean },
): Outcome {
  const succeeded = operands.missing.length === 0 ? true : operands.outside ? undefined : false;
  // A folder has no text to show.
  if (
    operands.missing.length > 0 &&
    operands.missing.every((operand) => isFolder(operand, call)) &&
    operands.sources.length === 0
  )
    return { pieces: [], succeeded: false };
  const own = facts.verbatim === true ? ownText(operands, call) : undefined;
  if (own !== undefined) return { pieces: [{ type: "own", command: call.written, text: own }], succeeded };
  if (operands.mixed && (operands.sources.length > 0 || operands.missing.length === 0))
    return { pieces: [composed(operands.sources, call.written)], succeeded };
  if (operands.sources.length === 0) {
    // What is missing inside the workspace most likely failed; what lies outside was shown.
    return {
      pieces: [{ type: "unknown", command: call.written, inputs: [], ...(!operands.outside && { optional: true }) }],
      succeeded,
    };
  }
  const derived = operands.sources.every((source) => source.via === "derived");
  const piece: ContentPiece = {
    type: "content",
    command: call.written,
    sources: operands.sources,
    certain: call.certain,
    verbatim: false,
    cwd: call.state.cwd,
    ...facts,
    ...(derived && { via: "derived" }),
    // In an unknown order the sizes cannot tell where one file ends.
    ...(!call.ordered && operands.sources.length > 1 && { verbatim: false }),
  };
  return { pieces: [piece], succeeded };
}

/** The text of a file that a command filled with words of its own, where it is known. */
function ownText(operands: Operands, call: Call): string | undefined {
  if (operands.sources.length > 0 || operands.written.length === 0 || operands.missing.length > 0) return undefined;
  const texts = operands.written.map((operand) => {
    const absolute = call.run.paths.absolute(operand, call.state.cwd);
    return absolute === undefined ? undefined : call.run.derived.text(absolute);
  });
  return texts.every((text) => text !== undefined) ? texts.join("") : undefined;
}

function isFolder(operand: string, call: Call): boolean {
  const absolute = call.run.paths.absolute(operand, call.state.cwd);
  const below = absolute === undefined ? undefined : call.run.paths.below(absolute);
  return below !== undefined && call.run.paths.fact(below) === undefined && call.run.paths.isFolder(below);
}

/** What comes out of a filter. Several pieces become one: nothing says any more where one ends. */
export function filtered(stdin: readonly Piece[] | undefined, call: Call, filter: Filter): readonly Piece[] {
  const [first, ...others] = (stdin ?? []).map((piece) => change(piece, call, filter));
  if (first === undefined) return [];
  return [others.reduce((joined, piece) => merge(joined, piece), first)];
}

function change(piece: Piece, call: Call, filter: Filter): Piece {
  switch (piece.type) {
    case "content": {
      const { firstLine: _first, maxLines: _most, headings: _headings, ...rest } = piece;
      return {
        ...rest,
        ...(filter.perLine === true && { firstLine: piece.firstLine, maxLines: piece.maxLines }),
        command: call.written,
        verbatim: false,
        partial: piece.partial || filter.partial === true,
      };
    }
    case "own":
      return { type: "own", command: call.written };
    case "listing": {
      if (piece.names === undefined) return piece;
      const { names, ...rest } = piece;
      return filter.keepsLines === true
        ? { ...rest, names: filter.partial === true ? () => ({ ...names(), certain: false }) : names }
        : rest;
    }
    case "search":
    case "computed":
    case "unknown":
      return piece;
    default:
      return piece satisfies never;
  }
}

const RANK = { content: 5, search: 4, unknown: 3, computed: 2, listing: 1, own: 0 } as const;

function merge(one: Piece, other: Piece): Piece {
  // Own words and figures among a file's text make it none of the file's; what may not have run gives way.
  const isShown = (piece: Piece): boolean => piece.type === "content" || piece.type === "search";
  const mixes = (piece: Piece): boolean =>
    (piece.type === "own" && piece.optional !== true) || piece.type === "computed";
  if ((isShown(one) && mixes(other)) || (isShown(other) && mixes(one))) return composedOf([one, other], one.command);
  const [first, second] = RANK[one.type] >= RANK[other.type] ? [one, other] : [other, one];
  const sources = uniqueSources([...sourcesOf(first), ...sourcesOf(second)]);
  switch (first.type) {
    case "content": {
      const via =
        first.via ?? (second.type === "content" ? second.via : second.type === "search" ? "search" : undefined);
      const certain = first.certain && (second.type !== "content" || second.certain);
      return {
        ...first,
        sources,
        certain,
        partial: first.partial || second.type === "search",
        ...(via !== undefined && { via }),
      };
    }
    case "search":
      return { ...first, sources };
    case "computed":
    case "unknown":
      return { ...first, inputs: sources };
    case "listing":
      return second.type === "listing"
        ? {
            ...first,
            folders: [...first.folders, ...second.folders],
            named: uniqueSources([...first.named, ...second.named]),
          }
        : first;
    case "own":
      return first;
    default:
      return first satisfies never;
  }
}

/** The lines from `skip` on, at most `most` of them, of whatever flows; `undefined` for `skip` means the last ones. */
export function lineWindow(
  stdin: readonly Piece[] | undefined,
  call: Call,
  skip: number | undefined,
  most: number | undefined,
): readonly Piece[] {
  const only = stdin?.length === 1 ? stdin[0]! : undefined;
  if (only?.type === "own" && only.text !== undefined) {
    const lines = only.text.split(/(?<=\n)/);
    const from = skip ?? Math.max(0, lines.length - (most ?? lines.length));
    return [
      {
        ...only,
        command: call.written,
        text: lines.slice(from, most === undefined ? undefined : from + most).join(""),
      },
    ];
  }
  const whole = stdin?.every(
    (piece) => piece.type === "content" && piece.verbatim && piece.certain && !piece.partial && piece.optional !== true,
  );
  const parts = stdin?.reduce((sum, piece) => sum + sourcesOf(piece).length, 0) ?? 0;
  if (whole === true && parts > 1 && skip === 0)
    return stdin!.map((piece) => ({ ...(piece as ContentPiece), endsEarly: true, command: call.written }));
  if (only?.type === "computed") return [{ ...only, maxLines: Math.min(most ?? Infinity, only.maxLines ?? Infinity) }];
  const [piece, ...others] = filtered(stdin, call, { keepsLines: true, partial: true });
  if (piece?.type !== "content" || only?.type !== "content") return piece === undefined ? [] : [piece, ...others];
  const left = only.maxLines === undefined || skip === undefined ? only.maxLines : Math.max(0, only.maxLines - skip);
  const maxLines = most === undefined ? left : Math.min(most, left ?? most);
  const firstLine = only.firstLine === undefined || skip === undefined ? undefined : only.firstLine + skip;
  return [{ ...piece, firstLine, maxLines }];
}

/** What a filter with words of its own makes of its files, or of what flows into it. */
export function composition(files: readonly string[], call: Call): Outcome {
  const named = files.filter((file) => file !== "-");
  const found = resolveOperands(named, call);
  const flowing = named.length === files.length && files.length > 0 ? [] : (call.stdin ?? []);
  if (found.missing.length > 0 && found.sources.length === 0)
    return { pieces: [{ type: "unknown", command: call.written, inputs: [] }] };
  const inputs = [...found.sources, ...flowing.flatMap((piece) => [...sourcesOf(piece)])];
  return { pieces: [inputs.length > 0 ? composed(inputs, call.written) : composedOf(flowing, call.written)] };
}

/** One `cat` per file in an order that only the disk knows: the files are read, the text cannot be shared out by order. */
export function joinReads(given: readonly Piece[], call: Call): readonly Piece[] {
  const isEmptyFile = (piece: Piece): boolean =>
    piece.type === "content" && piece.sources.every((source) => call.run.paths.fact(source.path)?.size === 0);
  const empty = given.filter(isEmptyFile);
  const pieces = given.filter((piece) => !isEmptyFile(piece));
  const [first] = pieces;
  if (
    pieces.length < 2 ||
    first?.type !== "content" ||
    pieces.some((piece) => piece.type !== "content" || piece.via !== first.via)
  )
    return given;
  const sources = uniqueSources(pieces.flatMap((piece) => [...sourcesOf(piece)]));
  const { firstLine: _first, maxLines: _most, numbered: _numbered, ...rest } = first;
  return [
    {
      ...rest,
      command: call.written,
      sources,
      verbatim: false,
      certain: pieces.every((piece) => piece.type === "content" && piece.certain),
    },
    ...empty,
  ];
}
