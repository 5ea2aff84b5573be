import type { Redirection } from "unbash";
import { composed, sourcesOf, uniqueSources, type Piece } from "./pieces.ts";
import { recordWrite, sourcesOfOperand, type Run, type ShellState, type Walker } from "./state.ts";
import { expandWord, hereDocText, wordText } from "./words.ts";

const SHOWN = new Set(["/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/1", "/dev/fd/2", "-"]);

/** What a command's standard input is, by its redirections; `undefined` where they leave it alone. */
export function inputOf(
  redirects: readonly Redirection[],
  state: ShellState,
  run: Run,
  walker: Walker,
): readonly Piece[] | undefined {
  let input: readonly Piece[] | undefined;
  for (const redirect of redirects) {
    if (descriptorOf(redirect, 0) !== 0) continue;
    if (redirect.type === "HereDoc" || redirect.type === "HereString") {
      const value =
        redirect.type === "HereDoc"
          ? hereDocText(redirect.body, state, run, walker)
          : redirect.target === undefined
            ? {}
            : wordText(redirect.target, state, run, walker);
      const ending = redirect.type === "HereString" ? "\n" : "";
      const own: Piece = {
        type: "own",
        command: redirect.operator,
        ...(value.text !== undefined && { text: value.text + ending }),
      };
      input = value.pieces ?? [own];
    } else if (redirect.operator === "<&" && redirect.target !== undefined) {
      input = state.descriptors.get(Number(redirect.target.value)) ?? input;
    } else if ((redirect.operator === "<" || redirect.operator === "<>") && redirect.target !== undefined) {
      const [operand] = expandWord(redirect.target, state, run, walker).values;
      if (operand === undefined) continue;
      const substituted = run.substitutions.get(operand);
      const sources = sourcesOfOperand(operand, state, run);
      const derived = sources.some((source) => source.via === "derived");
      input =
        substituted ??
        (sources.some((source) => source.composed)
          ? [composed(sources, `< ${operand}`)]
          : sources.length === 0
            ? [{ type: "unknown", command: `< ${operand}`, inputs: [] }]
            : [
                {
                  type: "content",
                  command: `< ${operand}`,
                  sources,
                  certain: true,
                  verbatim: !derived,
                  partial: false,
                  firstLine: 1,
                  ...(derived && { via: "derived" }),
                },
              ]);
    }
  }
  return input;
}

function descriptorOf(redirect: Redirection, otherwise: number): number {
  return redirect.descriptor?.type === "FileDescriptor" ? redirect.descriptor.value : otherwise;
}

/** `exec 3< a.txt`: later commands read it as `<&3`. */
export function openDescriptors(redirects: readonly Redirection[], state: ShellState, run: Run, walker: Walker): void {
  for (const redirect of redirects) {
    const descriptor = descriptorOf(redirect, 0);
    if (redirect.type !== "Redirect" || descriptor === 0) continue;
    const opened = inputOf([{ ...redirect, descriptor: undefined }], state, run, walker);
    if (opened !== undefined) state.descriptors.set(descriptor, opened);
  }
}

/** Sends what a command prints where its redirections say; returns what is still shown. */
export function applyOutputs(
  redirects: readonly Redirection[],
  printed: readonly Piece[],
  state: ShellState,
  run: Run,
  walker: Walker,
): readonly Piece[] {
  let shown = printed;
  for (const redirect of redirects) {
    if (redirect.type !== "Redirect" || redirect.target === undefined) continue;
    const { operator } = redirect;
    const descriptor = descriptorOf(redirect, 1);
    const isOutput =
      operator === ">" || operator === ">>" || operator === ">|" || operator === "&>" || operator === "&>>";
    const [operand] = expandWord(redirect.target, state, run, walker).values;
    if (operand === undefined) continue;
    const toFile = isOutput || (operator === ">&" && !/^(?:\d+|-)$/.test(operand));
    if (!toFile || SHOWN.has(operand)) continue;
    if (descriptor === 1 || operator.startsWith("&")) {
      keepAs(operand, shown, state, run, operator.endsWith(">>"));
      shown = [];
    } else if (operand !== "/dev/null") recordWrite(operand, state, run);
  }
  return shown;
}

/** The command wrote `pieces` to a file: a write, and a derived file of what they came from. */
export function keepAs(operand: string, pieces: readonly Piece[], state: ShellState, run: Run, appends = false): void {
  if (operand.startsWith("/dev/")) return;
  const absolute = run.paths.absolute(operand, state.cwd);
  const before = absolute === undefined ? undefined : run.derived.sources(absolute);
  const drafted = absolute === undefined || !appends ? [] : run.derived.drafts(absolute);
  const below = absolute === undefined ? undefined : run.paths.below(absolute);
  // What is added to a file that has text of its own, or of which nothing is known, makes no copy of it.
  const hasOther =
    appends &&
    absolute !== undefined &&
    before === undefined &&
    (run.derived.isObscure(absolute) || (below !== undefined && run.paths.fact(below) !== undefined));
  recordWrite(operand, state, run);
  if (absolute === undefined) return;
  const kept = appends ? (before ?? []) : [];
  const copies = pieces.every((piece) => piece.type === "content" || piece.type === "search");
  const sources = uniqueSources([...kept, ...pieces.flatMap((piece) => [...sourcesOf(piece)])]);
  // Text from files alone makes a copy of them. What a command made, or added to a copy, is computed when it is shown;
  // of a listing or an unknown program's output nothing is known. A file of the workspace is one of its own.
  const isOwn = pieces.length > 0 && pieces.every((piece) => piece.type === "own");
  const outside = below === undefined;
  const isMade = pieces.every((piece) => piece.type !== "listing" && piece.type !== "unknown") && sources.length > 0;
  if (hasOther) run.derived.obscure(absolute);
  else if (copies)
    run.derived.remember(absolute, sources, run.paths, appends && (before?.length === 0 || drafted.length > 0));
  else if (kept.length > 0 || isMade || (isOwn && outside)) run.derived.remember(absolute, sources, run.paths, true);
  else if (isOwn) run.derived.forget(absolute);
  else run.derived.obscure(absolute);
  if (!outside) {
    const added = pieces.flatMap((piece) => (piece.type === "own" && piece.text !== undefined ? [piece.text] : []));
    for (const text of [...drafted, ...added]) run.derived.rememberDraft(absolute, text);
  }
  const texts = pieces.map((piece) => (piece.type === "own" ? piece.text : undefined));
  if (isOwn && outside && !appends && texts.every((text) => text !== undefined))
    run.derived.rememberText(absolute, texts.join(""));
}
