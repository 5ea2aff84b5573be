import {
  parse,
  type ArrayValue,
  type Assignment,
  type CommandArgument,
  type CompoundList,
  type Statement,
  type SyntaxNode,
  type Word,
} from "unbash";
import { escapeGlob, matchesName } from "../globs.ts";
import { commandRule } from "./command-rules.ts";
import { names, orderByMention } from "./names.ts";
import { parseOptions } from "./options.ts";
import { sourcesOf, type Piece } from "./pieces.ts";
import { applyOutputs, inputOf, openDescriptors } from "./redirections.ts";
import {
  arrayOf,
  copyState,
  type Call,
  type Outcome,
  type Run,
  type ShellState,
  type Variable,
  type Walker,
} from "./state.ts";
import { expandWord, meet, wordText, type Expanded } from "./words.ts";

/** A loop is followed this often, commands may nest this deep. */
const MOST_ITERATIONS = 500;
const DEEPEST = 24;
/** Commands in `words` that are shown in notes keep this many characters. */
const WRITTEN_LENGTH = 60;

/** Walks a shell command and says, in order, what each part of it printed. Nothing is run and no file is opened. */
export const walker: Walker = {
  script(script, state, run, stdin) {
    if (state.depth > DEEPEST) return gaveUp("$(…)", run);
    return statements(script.commands, script.source, copyState(state, { depth: state.depth + 1 }), run, stdin);
  },
  source(source, state, run, stdin) {
    if (state.depth > DEEPEST) return gaveUp(source, run);
    const script = parse(source);
    const inner = { ...state, depth: state.depth + 1 };
    const outcome = statements(script.commands, source, inner, run, stdin);
    state.cwd = inner.cwd;
    if (script.errors !== undefined)
      run.notes.add(`the command could not be parsed fully: ${script.errors[0]!.message}`);
    return outcome;
  },
  words(words, call, options = {}) {
    const [name, ...rest] = words;
    if (name === undefined) return { pieces: [] };
    if (call.state.depth > DEEPEST || call.run.budget-- <= 0) return gaveUp(call.written, call.run);
    return invoke({
      ...call,
      name,
      words: rest,
      certain: call.certain && options.certain !== false,
      ordered: call.ordered && options.ordered !== false,
      stdin: "stdin" in options ? options.stdin : call.stdin,
      state: { ...call.state, depth: call.state.depth + 1 },
    });
  },
  text: (word, state, run) => wordText(word, state, run, walker).text,
};

function gaveUp(written: string, run: Run): Outcome {
  run.notes.add("the command nests or repeats too much to be followed to its end");
  return { pieces: [{ type: "unknown", command: shorten(written), inputs: [] }] };
}

function shorten(written: string): string {
  const line = written.replace(/\s+/g, " ").trim();
  return line.length > WRITTEN_LENGTH ? `${line.slice(0, WRITTEN_LENGTH - 1)}…` : line;
}

function statements(
  ordered: readonly Statement[],
  source: string | undefined,
  state: ShellState,
  run: Run,
  stdin?: readonly Piece[],
): Outcome {
  const pieces: Piece[] = [];
  let succeeded: boolean | undefined;
  for (const statement of ordered) {
    if (run.budget <= 0 && pieces.at(-1)?.type === "unknown") break;
    const outcome = node(statement.command, source, state, run, stdin);
    pieces.push(...outcome.pieces);
    succeeded = outcome.succeeded;
  }
  return { pieces, succeeded };
}

function list(
  compound: CompoundList,
  source: string | undefined,
  state: ShellState,
  run: Run,
  stdin?: readonly Piece[],
): Outcome {
  return statements(compound.commands, source, state, run, stdin);
}

function node(
  syntax: SyntaxNode,
  source: string | undefined,
  state: ShellState,
  run: Run,
  stdin?: readonly Piece[],
): Outcome {
  if (run.budget-- <= 0) return gaveUp("", run);
  switch (syntax.type) {
    case "Command":
      return command(syntax, source, state, run, stdin);
    case "Pipeline": {
      let flowing = stdin;
      let outcome: Outcome = { pieces: [] };
      for (const stage of syntax.commands) {
        if (run.budget <= 0) return gaveUp("", run);
        outcome = node(stage, source, syntax.commands.length > 1 ? copyState(state) : state, run, flowing);
        flowing = outcome.pieces;
      }
      const negated = syntax.prefixes.some((prefix) => prefix.type === "Negation");
      return negated && outcome.succeeded !== undefined ? { ...outcome, succeeded: !outcome.succeeded } : outcome;
    }
    case "AndOr":
      return andOr(syntax, source, state, run, stdin);
    case "Subshell":
      return list(syntax.body, source, copyState(state), run, stdin);
    case "BraceGroup":
      return list(syntax.body, source, state, run, stdin);
    case "Redirected": {
      const input = inputOf(syntax.redirects, state, run, walker) ?? stdin;
      const outcome = node(syntax.command, source, state, run, input);
      return { ...outcome, pieces: applyOutputs(syntax.redirects, outcome.pieces, state, run, walker) };
    }
    case "If":
      return conditional(syntax, source, state, run, stdin);
    case "For":
    case "Select":
      return forLoop(syntax.name.value, syntax.wordlist, syntax.body, source, state, run, stdin);
    case "While":
      return whileLoop(syntax, source, state, run, stdin);
    case "ArithmeticFor":
      return uncertainBody(list(syntax.body, source, state, run, stdin));
    case "Case":
      return caseOf(syntax, source, state, run, stdin);
    case "Function":
      state.functions.set(syntax.name.value, syntax.body);
      return { pieces: [], succeeded: true };
    case "Coproc":
      return node(syntax.body, source, copyState(state), run, stdin);
    case "CompoundList":
      return list(syntax, source, state, run, stdin);
    default:
      return { pieces: [] };
  }
}

function andOr(
  syntax: Extract<SyntaxNode, { type: "AndOr" }>,
  source: string | undefined,
  state: ShellState,
  run: Run,
  stdin?: readonly Piece[],
): Outcome {
  const first = node(syntax.commands[0]!, source, state, run, stdin);
  const pieces = [...first.pieces];
  let succeeded = first.succeeded;
  for (const [index, operator] of syntax.operators.entries()) {
    if (operator === "&&" ? succeeded === false : succeeded === true) continue;
    const unsure = succeeded === undefined;
    const next = node(syntax.commands[index + 1]!, source, state, run, stdin);
    // The right side of `&&` is taken to have run: what it printed is searched for. That of `||` may well not have.
    pieces.push(...(unsure && operator === "||" ? optional(next.pieces) : next.pieces));
    succeeded = unsure ? undefined : next.succeeded;
  }
  return { pieces, succeeded };
}

function optional(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece) => ({ ...piece, optional: true }));
}

function conditional(
  syntax: Extract<SyntaxNode, { type: "If" }>,
  source: string | undefined,
  state: ShellState,
  run: Run,
  stdin?: readonly Piece[],
): Outcome {
  const pieces: Piece[] = [];
  let certain = true;
  for (const branch of [syntax, ...syntax.elif]) {
    const clause = list(branch.clause, source, state, run, stdin);
    pieces.push(...clause.pieces);
    if (clause.succeeded === false) continue;
    if (clause.succeeded === undefined) certain = false;
    const then = list(branch.then, source, clause.succeeded === true && certain ? state : copyState(state), run, stdin);
    pieces.push(...(clause.succeeded === true && certain ? then.pieces : optional(then.pieces)));
    if (clause.succeeded === true) return { pieces, succeeded: certain ? then.succeeded : undefined };
  }
  if (syntax.else === undefined) return { pieces };
  const otherwise = list(syntax.else, source, certain ? state : copyState(state), run, stdin);
  return { pieces: [...pieces, ...(certain ? otherwise.pieces : optional(otherwise.pieces))] };
}

function forLoop(
  name: string,
  wordlist: readonly Word[] | undefined,
  body: CompoundList,
  source: string | undefined,
  state: ShellState,
  run: Run,
  stdin?: readonly Piece[],
): Outcome {
  const expanded = (wordlist ?? []).map((word) => expandWord(word, state, run, walker));
  const values = wordlist === undefined ? state.positional : expanded.flatMap((each) => each.values);
  const pieces = expanded.flatMap((each) => each.pieces);
  const isOrdered = expanded.every((each) => each.ordered);
  return iterate(
    { names: [name] },
    isOrdered ? values : orderByMention(values, run.output),
    { pieces },
    body,
    source,
    state,
    run,
    stdin,
    expanded.every((each) => each.certain),
  );
}

/** What a loop's values go into. */
interface LoopVariables {
  readonly names: readonly string[];
  /** What stands between the fields of a line; `undefined` where that is not followed. */
  readonly splits?: string | RegExp | undefined;
  /** `read -a`: an array of fields, which is not followed. */
  readonly isArray?: true;
}

/** Runs a loop's body once per value, or once with an unknown value that holds `otherwise`. */
function iterate(
  read: LoopVariables,
  values: readonly string[],
  otherwise: { readonly pieces: readonly Piece[] },
  body: CompoundList,
  source: string | undefined,
  state: ShellState,
  run: Run,
  stdin: readonly Piece[] | undefined,
  certain = true,
): Outcome {
  const pieces: Piece[] = [];
  for (const value of values.slice(0, MOST_ITERATIONS)) {
    bind(read, value, state);
    const turn = list(body, source, state, run, stdin).pieces;
    pieces.push(...(certain ? turn : optional(turn)));
  }
  if (values.length > MOST_ITERATIONS)
    run.notes.add(`a loop over ${values.length} values was followed for ${MOST_ITERATIONS}`);
  if (values.length === 0) {
    for (const name of read.names)
      state.variables.set(name, otherwise.pieces.length > 0 ? { pieces: otherwise.pieces } : {});
    pieces.push(...uncertainBody(list(body, source, state, run, stdin)).pieces);
  }
  return { pieces };
}

function uncertainBody(outcome: Outcome): Outcome {
  return { pieces: optional(outcome.pieces) };
}

function whileLoop(
  syntax: Extract<SyntaxNode, { type: "While" }>,
  source: string | undefined,
  state: ShellState,
  run: Run,
  stdin?: readonly Piece[],
): Outcome {
  const read = readCommand(syntax.clause);
  if (read === undefined) {
    const clause = list(syntax.clause, source, state, run, stdin);
    return { pieces: optional([...clause.pieces, ...list(syntax.body, source, state, run, stdin).pieces]) };
  }
  const only = stdin?.length === 1 ? stdin[0]! : undefined;
  const printed = only === undefined ? undefined : names(only);
  if (printed !== undefined && (only?.type === "own" || only?.type === "listing")) {
    if (only.type === "listing") meet(printed.values, state, run);
    const values = printed.ordered ? printed.values : orderByMention(printed.values, run.output);
    return iterate(read, values, { pieces: [] }, syntax.body, source, state, run, undefined, printed.certain);
  }
  const pieces = (stdin ?? []).map((piece): Piece =>
    piece.type !== "content"
      ? piece
      : read.names.length > 1 || read.isArray === true
        ? { ...piece, verbatim: false, partial: true, firstLine: undefined, maxLines: undefined }
        : { ...piece, verbatim: false },
  );
  return iterate(read, [], { pieces }, syntax.body, source, state, run, undefined);
}

/** The `read` that a loop goes by. */
function readCommand(clause: CompoundList): LoopVariables | undefined {
  const last = clause.commands.at(-1)?.command;
  if (last?.type !== "Command" || last.name?.value !== "read") return undefined;
  const { operands, has, value } = parseOptions(
    last.args.flatMap((each) => (each.type === "Word" ? [each.value] : [])),
    ["-d", "-n", "-N", "-p", "-t", "-u", "-i", "-a"],
  );
  const names = operands.filter((word) => word !== "");
  if (has("-a")) return { names: [value("-a") ?? "REPLY"], isArray: true };
  const separator = last.prefix.filter((each) => each.type === "Assignment").find(({ name }) => name === "IFS");
  return {
    names: names.length > 0 ? names : ["REPLY"],
    splits: separator === undefined ? /[ \t]+/ : separatorOf(separator),
  };
}

/** `IFS=,`; white space and sets of several separators are not followed. */
function separatorOf({ value }: Assignment): string | undefined {
  return value.type !== "ArrayValue" && value.value.length === 1 && /\S/.test(value.value) ? value.value : undefined;
}

/** Gives the variables of a loop one line: several share its fields, the last one takes the rest. */
function bind({ names, splits, isArray }: LoopVariables, line: string, state: ShellState): void {
  const fields = names.length === 1 || splits === undefined ? [] : line.split(splits);
  const rest =
    typeof splits === "string" ? fields.slice(names.length - 1).join(splits) : restOf(line, names.length - 1);
  for (const [index, name] of names.entries()) {
    const text = names.length === 1 ? line : index === names.length - 1 ? rest : (fields[index] ?? "");
    const isUnknown = isArray === true || (names.length > 1 && splits === undefined);
    state.variables.set(name, isUnknown ? {} : { text });
  }
}

/** What stands behind the first `count` words. */
function restOf(line: string, count: number): string {
  let rest = line;
  for (let at = 0; at < count; at++) rest = rest.replace(/^\S+[ \t]*/, "");
  return rest;
}

function caseOf(
  syntax: Extract<SyntaxNode, { type: "Case" }>,
  source: string | undefined,
  state: ShellState,
  run: Run,
  stdin?: readonly Piece[],
): Outcome {
  const value = wordText(syntax.word, state, run, walker).text;
  const pieces: Piece[] = [];
  for (const item of syntax.items) {
    const patterns = item.pattern.map(
      (pattern) =>
        pattern.parts?.map((part) => (part.type === "Literal" ? escapeGlob(part.value) : part.text)).join("") ??
        escapeGlob(pattern.value),
    );
    if (value === undefined) pieces.push(...optional(list(item.body, source, copyState(state), run, stdin).pieces));
    else if (patterns.some((pattern) => matchesName(pattern, value, { dot: true })))
      return list(item.body, source, state, run, stdin);
  }
  return { pieces };
}

function command(
  syntax: Extract<SyntaxNode, { type: "Command" }>,
  source: string | undefined,
  state: ShellState,
  run: Run,
  stdin?: readonly Piece[],
): Outcome {
  const input = inputOf(syntax.redirects, state, run, walker) ?? stdin;
  if (syntax.name?.value === "exec" && syntax.args.length === 0) {
    openDescriptors(syntax.redirects, state, run, walker);
    return { pieces: [], succeeded: true };
  }
  if (syntax.name === undefined) {
    assign(syntax, state, run);
    return { pieces: applyOutputs(syntax.redirects, [], state, run, walker), succeeded: true };
  }
  const expanded = [syntax.name, ...syntax.args].map((each) => argument(each, state, run));
  const [name, ...words] = expanded.flatMap((each) => each.values);
  const substituted = expanded.flatMap((each) => each.pieces);
  if (name === undefined)
    return {
      pieces: [
        {
          type: "unknown",
          command: shorten(syntax.name.text),
          inputs: substituted.flatMap((piece) => [...sourcesOf(piece)]),
        },
      ],
    };
  const outcome = invoke({
    name,
    words,
    certain: expanded.every((each) => each.certain),
    ordered: expanded.every((each) => each.ordered),
    substituted,
    stdin: input,
    written: shorten(source?.slice(syntax.pos, syntax.end) ?? [name, ...words].join(" ")),
    state,
    run,
    walker,
  });
  // `declare -a names=(…)`
  for (const each of syntax.args)
    if (each.type === "Assignment" && each.value.type === "ArrayValue") assignOne(each, state, run);
  return { ...outcome, pieces: applyOutputs(syntax.redirects, outcome.pieces, state, run, walker) };
}

function argument(each: CommandArgument, state: ShellState, run: Run): Expanded {
  if (each.type === "Word") return expandWord(each, state, run, walker);
  if (each.value.type === "ArrayValue") return { values: [each.text], certain: false, ordered: true, pieces: [] };
  const value = wordText(each.value, state, run, walker);
  return {
    values: [`${each.name}=${value.text ?? ""}`],
    certain: value.text !== undefined,
    ordered: true,
    pieces: value.pieces ?? [],
  };
}

function assign(syntax: Extract<SyntaxNode, { type: "Command" }>, state: ShellState, run: Run): void {
  for (const each of syntax.prefix) {
    if (each.type !== "Assignment") continue;
    assignOne(each, state, run);
  }
}

function assignOne(each: Assignment, state: ShellState, run: Run): void {
  if (each.value.type === "ArrayValue") state.variables.set(each.name, arrayValue(each, each.value, state, run));
  else if (each.index !== undefined || each.append === true) state.variables.set(each.name, {});
  else state.variables.set(each.name, wordText(each.value, state, run, walker));
}

/** Elements in order of their indices; an array with keys of its own is not followed. */
function arrayValue(each: Assignment, value: ArrayValue, state: ShellState, run: Run): Variable {
  const before = each.append === true ? (state.variables.get(each.name) ?? { elements: [] }) : { elements: [] };
  if (value.elements.some((element) => /^\[[^\]]*\]=/.test(element.text))) return {};
  const added = value.elements.map((element) => expandWord(element, state, run, walker));
  const pieces = [...(before.pieces ?? []), ...added.flatMap((word) => word.pieces)];
  if (pieces.length > 0) return { pieces };
  if (before.elements === undefined || !added.every((word) => word.certain)) return {};
  const isUnordered = before.isUnordered === true || added.some((word) => !word.ordered);
  return arrayOf([...before.elements, ...added.flatMap((word) => word.values)], isUnordered);
}

function invoke(call: Call): Outcome {
  const body = call.state.functions.get(call.name);
  if (body !== undefined && call.state.depth <= DEEPEST) {
    const state = copyState(call.state, { positional: call.words, depth: call.state.depth + 1 });
    return node(body, undefined, state, call.run, call.stdin);
  }
  return commandRule(call);
}
