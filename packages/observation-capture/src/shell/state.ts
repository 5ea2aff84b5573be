import type { Script, SyntaxNode, Word } from "unbash";
import type { Source, WorkspacePaths } from "../workspace-paths.ts";
import type { DerivedFiles } from "./derived-files.ts";
import type { Piece } from "./pieces.ts";

/** What a shell process knows while it runs a list of commands; a subshell gets a copy. */
export interface ShellState {
  /** Absolute; `undefined` after a `cd` to a place that cannot be told. */
  cwd: string | undefined;
  readonly variables: Map<string, Variable>;
  readonly functions: Map<string, SyntaxNode>;
  /** What `exec 3< file` opened, by descriptor. */
  readonly descriptors: Map<number, readonly Piece[]>;
  positional: readonly string[];
  /** `$0`, where the command says what it is: the word after the source of `sh -c`. */
  readonly scriptName?: string | undefined;
  /** Nesting of functions, `bash -c`, `xargs` and the like. */
  readonly depth: number;
}

/** A variable holds a known text, the elements of an array, or the output of commands. */
export interface Variable {
  readonly text?: string;
  readonly pieces?: readonly Piece[];
  /** Of an array. */
  readonly elements?: readonly string[];
  /** The elements came in an order that only the disk or the locale knows. */
  readonly isUnordered?: true;
}

/** Arrays of more elements or characters are not followed. */
const MOST_ELEMENTS = 5000;
const MOST_CHARACTERS = 200_000;

export function arrayOf(elements: readonly string[], isUnordered = false): Variable {
  const characters = elements.reduce((sum, element) => sum + element.length, 0);
  if (elements.length > MOST_ELEMENTS || characters > MOST_CHARACTERS) return {};
  return { elements, ...(isUnordered && { isUnordered }) };
}

/** What the whole observation shares. */
export interface Run {
  readonly paths: WorkspacePaths;
  readonly derived: DerivedFiles;
  /** The observation's text, only to order what a loop did in unknown order. */
  readonly output: string;
  readonly writes: Set<string>;
  readonly notes: Set<string>;
  /** `<(…)` operands by the name that the command sees. */
  readonly substitutions: Map<string, readonly Piece[]>;
  /** Workspace paths that file-name expansion or a loop over a listing brought into the command: names not of its own. */
  readonly met: Set<string>;
  /** Commands that may still be walked. */
  budget: number;
}

/** Pieces printed, and whether the command succeeded as far as can be told. */
export interface Outcome {
  readonly pieces: readonly Piece[];
  readonly succeeded?: boolean | undefined;
}

/** A command ready to run. */
export interface Call {
  readonly name: string;
  readonly words: readonly string[];
  /** Whether `words` are exactly what the command got. */
  readonly certain: boolean;
  /** Whether several files among them stand in a known order. */
  readonly ordered: boolean;
  /** What substitutions among the words printed. */
  readonly substituted: readonly Piece[];
  readonly stdin: readonly Piece[] | undefined;
  /** As written, shortened, for notes. */
  readonly written: string;
  readonly state: ShellState;
  readonly run: Run;
  readonly walker: Walker;
}

export type CommandRule = (call: Call) => Outcome;

/** The parts of the walk that commands call back. */
export interface Walker {
  script(script: Script, state: ShellState, run: Run, stdin?: readonly Piece[]): Outcome;
  source(source: string, state: ShellState, run: Run, stdin?: readonly Piece[]): Outcome;
  /** Runs `words` as a command of their own (`sudo cat a`), in the state of `call`. */
  words(
    words: readonly string[],
    call: Call,
    options?: { readonly certain?: boolean; readonly ordered?: boolean; readonly stdin?: readonly Piece[] | undefined },
  ): Outcome;
  text(word: Word, state: ShellState, run: Run): string | undefined;
}

export function copyState(
  state: ShellState,
  changes: {
    readonly depth?: number;
    readonly positional?: readonly string[];
    readonly scriptName?: string | undefined;
  } = {},
): ShellState {
  return {
    cwd: state.cwd,
    variables: new Map(state.variables),
    functions: new Map(state.functions),
    descriptors: new Map(state.descriptors),
    positional: changes.positional ?? state.positional,
    scriptName: changes.scriptName ?? state.scriptName,
    depth: changes.depth ?? state.depth,
  };
}

/** The files behind an operand: a process substitution's, a derived file's source, or the file itself. */
export function sourcesOfOperand(operand: string, state: ShellState, run: Run): readonly Source[] {
  const substituted = run.substitutions.get(operand);
  if (substituted !== undefined)
    return substituted.flatMap((piece) => (piece.type === "content" || piece.type === "search" ? piece.sources : []));
  const absolute = run.paths.absolute(operand, state.cwd);
  const derived = absolute === undefined ? undefined : run.derived.sources(absolute);
  if (derived !== undefined) return derived;
  const file = run.paths.operand(operand, state.cwd) ?? companionGlob(operand, state, run);
  return file === undefined ? [] : [file];
}

/** `a.pdf_parsed/*.md` matches nothing in the manifest, where companions never stand; it still means their source. */
function companionGlob(operand: string, state: ShellState, run: Run): Source | undefined {
  const found = /^(.*_parsed)\/[^/]*[*?[][^/]*$/s.exec(operand);
  return found === null ? undefined : run.paths.file(`${found[1]}/all`, state.cwd);
}

/** Records that the call wrote `operand`; places outside the workspace are nobody's business. */
export function recordWrite(operand: string, state: ShellState, run: Run): void {
  const absolute = run.paths.absolute(operand, state.cwd);
  const below = absolute === undefined ? undefined : run.paths.below(absolute);
  if (absolute !== undefined) run.derived.forget(absolute);
  if (below === undefined || below === "" || operand.endsWith("/")) return;
  run.writes.add(run.paths.file(operand, state.cwd)?.path ?? below);
}
