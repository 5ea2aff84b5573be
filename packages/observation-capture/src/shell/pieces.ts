import type { Source } from "../workspace-paths.ts";

/**
 * What one command adds to the output, decided from the command alone. The walk gives the pieces in the order in which
 * they were printed; `partition` finds where each stands in the output; `attribute` says what that text is.
 */
export type Piece = ContentPiece | SearchPiece | ListingPiece | OwnPiece | ComputedPiece | UnknownPiece;

interface PieceBase {
  /** The command that prints it, for notes. */
  readonly command: string;
  /** May not have run: the other branch of a condition, the right side of `||`. */
  readonly optional?: true;
}

/** Text of files, as it is or transformed. */
export interface ContentPiece extends PieceBase {
  readonly type: "content";
  readonly sources: readonly Source[];
  /** Whether all of `sources` were opened, not only some of them (`find | head -3 | xargs cat`). */
  readonly certain: boolean;
  /** Byte for byte, so that the files' sizes tell where one ends. */
  readonly verbatim: boolean;
  readonly partial: boolean;
  /** Number of the first line shown, of one source. */
  readonly firstLine?: number | undefined;
  readonly maxLines?: number | undefined;
  /** Cut off by a window over several files: the last ones may not have been reached. */
  readonly endsEarly?: true;
  /** Lines carry their numbers (`cat -n`, `nl`). */
  readonly numbered?: true;
  /** `==> name <==` before each file, as `head` and `tail` print it. */
  readonly headings?: "many" | "always";
  readonly cwd?: string | undefined;
  readonly via?: "search" | "derived";
  /** A program that reads a document; it may fail half-way, so a failed one read nothing. */
  readonly converter?: true;
}

/** Matching lines that name their files. */
export interface SearchPiece extends PieceBase {
  readonly type: "search";
  readonly cwd: string | undefined;
  /** Whose lines they are when none is named. */
  readonly only?: Source | undefined;
  readonly sources: readonly Source[];
}

export interface ListingPiece extends PieceBase {
  readonly type: "listing";
  /** Absolute folders against which printed names are read. */
  readonly folders: readonly string[];
  /** Files named by the command itself, listed if it printed anything. */
  readonly named: readonly Source[];
  /** The names it prints, where they can be foretold: what `xargs` or a loop would get. */
  readonly names?: () => Names;
}

export interface Names {
  readonly values: readonly string[];
  /** Whether these are exactly the names printed, not a superset. */
  readonly certain: boolean;
  /** Whether the order is known. */
  readonly ordered: boolean;
}

/** Text that stands in the command. */
export interface OwnPiece extends PieceBase {
  readonly type: "own";
  /** Exactly what is printed; absent where it cannot be foretold. */
  readonly text?: string;
  readonly maxLines?: number | undefined;
}

/** A figure made from files: a count, a checksum. */
export interface ComputedPiece extends PieceBase {
  readonly type: "computed";
  readonly inputs: readonly Source[];
  /** Files that the output names or describes. */
  readonly listed: readonly Source[];
  readonly maxLines?: number | undefined;
}

/** A command whose effect nobody here knows; its output is kept. */
export interface UnknownPiece extends PieceBase {
  readonly type: "unknown";
  readonly inputs: readonly Source[];
  /** Absolute folders that it was given, against which names in its output are read too. */
  readonly folders?: readonly string[];
}

/** Files that a piece takes its text from. */
export function sourcesOf(piece: Piece): readonly Source[] {
  switch (piece.type) {
    case "content":
    case "search":
      return piece.sources;
    case "computed":
    case "unknown":
      return piece.inputs;
    case "listing":
    case "own":
      return [];
    default:
      return piece satisfies never;
  }
}

/**
 * Text of files in which a command put words of its own, among theirs or in their place: computed from the files, and the
 * command's own where no file feeds it. The one way in which a filter stops being a reader.
 */
export function composed(inputs: readonly Source[], command: string): Piece {
  if (inputs.length === 0) return { type: "own", command };
  return { type: "computed", command, inputs: uniqueSources(inputs), listed: [] };
}

/** What comes out of a command that puts text of its own into what flows through it. */
export function composedOf(pieces: readonly Piece[], command: string): Piece {
  const inputs = pieces.flatMap((piece) => [...sourcesOf(piece)]);
  const isOwn = pieces.every((piece) => piece.type === "own");
  return inputs.length > 0 || isOwn ? composed(inputs, command) : { type: "computed", command, inputs: [], listed: [] };
}

export function uniqueSources(sources: Iterable<Source>): readonly Source[] {
  const byPlace = new Map<string, Source>();
  for (const source of sources) byPlace.set(`${source.path}\0${source.page ?? ""}`, source);
  return [...byPlace.values()];
}
