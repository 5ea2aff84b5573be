import type { ContentHash } from "@runningtab/content-hash";

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** One tool call and what it showed the model. `output` is clamped and redacted already: excerpts are slices of it. */
export interface Observation {
  /** The tool's own name, as the harness calls it (`bash`, `Read`, `view`). */
  readonly tool: string;
  readonly args: JsonValue;
  readonly output: string;
  /** Absolute working directory of the call; default the workspace root. */
  readonly cwd?: string;
  readonly turn?: number;
  readonly callId?: string;
  /** Of the command, where there was one; anything but 0 means that it failed. */
  readonly exitCode?: number;
}

/** What the manifest knows of a regular file inside the root. */
export interface FileFact {
  readonly hash?: ContentHash;
  /** Bytes. */
  readonly size: number;
  readonly kind: "file";
}

export interface CaptureContext {
  /** Absolute path of the workspace's root. */
  readonly root: string;
  /** The fact of a workspace-relative POSIX path, `undefined` for directories, absent files and paths outside. */
  stat(path: string): FileFact | undefined;
  /** All known workspace-relative paths, for globs and recursive commands. */
  paths?(): Iterable<string>;
  /**
   * Symbolic links inside the root whose targets lie inside it, both as workspace-relative paths; a read through a link
   * is one of its target. Absent: links lead nowhere.
   */
  readonly links?: ReadonlyMap<string, string>;
  /**
   * Text of a file version by line, for strategies that match content; `path` is one that has the version now. Addresses
   * are places inside the file: `L12`, `page=3`, `slide=4`, `sheet=Q1&range=A5:F5`, or another form that gives no range.
   * Throws, or gives nothing, for what has no text. May be called after the observation that it came with.
   */
  textLines?(hash: ContentHash, path: string): AsyncIterable<{ readonly address: string; readonly line: string }>;
  /**
   * The version of its document that a parsed copy shows, asked with a path below a `_parsed` folder
   * (`a.pdf_parsed/page_3.md`), which may be a pattern; `undefined` where there is no such copy, or where it is not as it
   * was made, so that its text is nobody's. Absent: whatever stands there is a copy of the present version.
   */
  companionVersion?(path: string): ContentHash | undefined;
  /**
   * The same object for as long as no path and no fact has changed, so that strategies look through the files once.
   * Absent: they may have changed since the last observation.
   */
  readonly revision?: object;
  /**
   * Stretches of the output that the strategies asked before could not attribute to one file for sure; absent: all of it.
   * A strategy may leave the rest alone.
   */
  readonly unattributed?: readonly { readonly start: number; readonly end: number }[];
  /** Paths that a traced run opened. */
  readonly opened?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/** A place in a file: 1-based, both ends included. */
export type Range =
  | { readonly unit: "line" | "page" | "slide"; readonly start: number; readonly end: number }
  | { readonly unit: "cell"; readonly sheet: string; readonly cells: string };

export interface CapturedRead {
  /** Workspace-relative POSIX paths; several where the text cannot be attributed to one of them. */
  readonly paths: readonly string[];
  /** Slice of the observation's output: UTF-16 offsets, `end` not included. */
  readonly start: number;
  readonly end: number;
  /** Where in the file the text stands, as far as that can be derived; for a search the hull of `ranges`. */
  readonly range?: Range;
  /** The places one by one, where there is more than one: the matching lines of a search. */
  readonly ranges?: readonly Range[];
  /** Whether less than the whole file was shown, as far as is known. */
  readonly partial: boolean;
  /** 0 to 1: how sure the strategy is of `paths`. */
  readonly confidence: number;
  readonly hash?: ContentHash;
  /** Whether secrets in the slice were masked before capture. */
  readonly redacted: boolean;
  /** Of a file that holds secrets by its name: where its text stood, of which the slice keeps nothing. */
  readonly withheld?: { readonly start: number; readonly end: number };
  /** `search`: matching lines only. `derived`: text that a command made from the file. Absent: shown as it is. */
  readonly via?: "search" | "derived";
}

/** Output that is no file's content, such as a script's total. */
export interface CapturedComputed {
  readonly start: number;
  readonly end: number;
  /** Workspace files that the command opened or named as its input. */
  readonly inputs: readonly string[];
  /** Whether the text stands in the command itself (`echo "128"`): the agent's own words, no evidence. */
  readonly own: boolean;
}

export interface CaptureResult {
  readonly reads: readonly CapturedRead[];
  /** Workspace-relative POSIX paths of regular files that were named, without their content. */
  readonly listed: readonly string[];
  readonly computed: readonly CapturedComputed[];
  /** Workspace-relative POSIX paths that the call created, changed or removed, as far as its arguments tell. */
  readonly writes: readonly string[];
  /** What could not be attributed and why, in plain words. */
  readonly notes: readonly string[];
}

/**
 * Says what one observation showed. Never throws for an odd observation: what cannot be understood becomes a note.
 * Never names a path outside the root, and never one that is no regular file there.
 */
export interface CaptureStrategy {
  readonly specVersion: 1;
  /** Lower-case, stable, printed in traces. */
  readonly name: string;
  capture(observation: Observation, context: CaptureContext): Promise<CaptureResult>;
}
