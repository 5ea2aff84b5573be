import type { DoubleQuotedChild, HereDocBody, Word, WordPart } from "unbash";
import { escapeGlob, hasWildcard, matchesName, unescapeGlob } from "../globs.ts";
import { expandBraces } from "./braces.ts";
import { saysSomething } from "./own-text.ts";
import { composedOf, type Piece } from "./pieces.ts";
import type { Run, ShellState, Variable, Walker } from "./state.ts";

/** What a word became. */
export interface Expanded {
  readonly values: readonly string[];
  /** False where something in it could not be told: a variable from outside, arithmetic, a command's output. */
  readonly certain: boolean;
  /** False where several names came in an order that only the disk or the locale knows. */
  readonly ordered: boolean;
  /** What command and process substitutions in it printed. */
  readonly pieces: readonly Piece[];
}

/** A variable that would hold more characters than this is not followed: `X=$X$X` doubles. */
const LONGEST_TEXT = 200_000;
/** More words than this are not followed. */
const MOST_WORDS = 5000;

interface Expansion {
  readonly state: ShellState;
  readonly run: Run;
  readonly walker: Walker;
  certain: boolean;
  ordered: boolean;
  readonly pieces: Piece[];
}

/**
 * Expands a word as bash does: braces, variables, substitutions, word splitting, then file names. Words under
 * construction are patterns in which everything quoted is escaped, so that only live wildcards match files.
 */
export function expandWord(word: Word, state: ShellState, run: Run, walker: Walker): Expanded {
  if (word.parts === undefined) return { values: [word.value], certain: true, ordered: true, pieces: [] };
  const expansion: Expansion = { state, run, walker, certain: true, ordered: true, pieces: [] };
  let alternatives: string[][] = [[""]];
  for (const part of word.parts) {
    const values = partValues(part, expansion);
    if (part.type === "BraceExpansion") {
      alternatives = alternatives
        .flatMap((words) => values.map((value) => appended(words, [value])))
        .slice(0, MOST_WORDS);
    } else alternatives = alternatives.map((words) => appended(words, values));
  }
  const quoted = word.parts.some(
    (part) => part.type !== "SimpleExpansion" && part.type !== "ParameterExpansion" && part.type !== "CommandExpansion",
  );
  const patterns = alternatives
    .flat()
    .filter((pattern) => pattern !== "" || quoted)
    .slice(0, MOST_WORDS);
  const values = patterns.flatMap((pattern) => {
    const found = hasWildcard(pattern) ? run.paths.glob(pattern, state.cwd) : [];
    if (!sortsTheSame(found)) expansion.ordered = false;
    meet(found, state, run);
    return found.length > 0 ? found : [unescapeGlob(pattern)];
  });
  const { certain, ordered, pieces } = expansion;
  return { values: values.slice(0, MOST_WORDS), certain, ordered, pieces };
}

/** Remembers files that the command named without writing their names. */
export function meet(names: readonly string[], state: ShellState, run: Run): void {
  for (const name of names) {
    const file = run.paths.file(name, state.cwd);
    if (file !== undefined) run.met.add(file.path);
  }
}

const collator = new Intl.Collator("en");

/** Whether names stand in one order in every locale: bash sorts matches by the locale of the agent's shell. */
function sortsTheSame(names: readonly string[]): boolean {
  return names.every((name, index) => index === 0 || collator.compare(names[index - 1]!, name) < 0);
}

/** The text of a word without splitting or file names, as in an assignment; `undefined` if it cannot be told. */
export function wordText(word: Word, state: ShellState, run: Run, walker: Walker): Variable {
  if (word.parts === undefined) return { text: word.value };
  return quotedText(word.parts, { state, run, walker, certain: true, ordered: true, pieces: [] });
}

export function hereDocText(body: HereDocBody, state: ShellState, run: Run, walker: Walker): Variable {
  if (body.parts === undefined) return { text: body.text };
  return quotedText(body.parts, { state, run, walker, certain: true, ordered: true, pieces: [] });
}

function quotedText(parts: readonly WordPart[], expansion: Expansion): Variable {
  const text = parts.map((part) => partValues(part, expansion).map(unescapeGlob).join(" ")).join("");
  const isKnown = expansion.certain && text.length <= LONGEST_TEXT;
  if (expansion.pieces.length === 0) return isKnown ? { text } : {};
  const pieces = saysSomething(text)
    ? [composedOf(expansion.pieces, "a text around a substitution")]
    : expansion.pieces;
  return { ...(isKnown && { text }), pieces };
}

/** The first of `values` continues the last word, the others begin new ones. */
function appended(words: readonly string[], values: readonly string[]): string[] {
  if (values.length === 0) return [...words];
  return [...words.slice(0, -1), words.at(-1)! + values[0]!, ...values.slice(1)];
}

/** Escaped values of one part; several where it splits into words. */
function partValues(part: WordPart, expansion: Expansion): readonly string[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [escapeGlob(part.value)];
    case "Glob":
      return [part.value];
    case "ExtendedGlob":
      // Matched as a star, which takes at least what it takes.
      expansion.certain = false;
      return ["*"];
    case "DoubleQuoted":
    case "LocaleString":
      return doubleQuoted(part.parts, expansion);
    case "BraceExpansion":
      return expandBraces(part.text);
    case "SimpleExpansion":
      return splitWords(variableValue(part.text.slice(1), expansion));
    case "ParameterExpansion": {
      const elements = elementsOf(part, expansion);
      return elements?.flatMap((element) => splitWords(element)) ?? splitWords(parameterValue(part, expansion));
    }
    case "CommandExpansion": {
      const printed = substituted(part, expansion);
      return printed === undefined ? [] : printed.map(escapeGlob);
    }
    case "ProcessSubstitution": {
      const inner =
        part.script === undefined ? [] : expansion.walker.script(part.script, expansion.state, expansion.run).pieces;
      const name = `/dev/fd/${63 + expansion.run.substitutions.size}`;
      expansion.run.substitutions.set(name, inner);
      return [name];
    }
    case "ArithmeticExpansion":
      expansion.certain = false;
      return [];
    default:
      return part satisfies never;
  }
}

function doubleQuoted(parts: readonly DoubleQuotedChild[], expansion: Expansion): readonly string[] {
  let words = [""];
  for (const part of parts) {
    if (part.type === "SimpleExpansion" && part.text === "$@")
      words = appended(words, expansion.state.positional.map(escapeGlob));
    else if (part.type === "SimpleExpansion" || part.type === "ParameterExpansion") {
      const elements = part.type === "ParameterExpansion" ? elementsOf(part, expansion) : undefined;
      if (elements !== undefined) {
        words = appended(words, elements.map(escapeGlob));
        continue;
      }
      const value =
        part.type === "SimpleExpansion"
          ? variableValue(part.text.slice(1), expansion)
          : parameterValue(part, expansion);
      words = appended(words, [escapeGlob(value ?? "")]);
    } else words = appended(words, [partValues(part, expansion).join(" ")]);
  }
  return words;
}

function splitWords(value: string | undefined): readonly string[] {
  if (value === undefined || value === "") return [];
  // Unquoted values split at white space, and their wildcards stay live.
  const words = value.split(/[ \t\n]+/).slice(0, MOST_WORDS);
  return words.length > 1 ? words.filter((each, index) => each !== "" || index === 0) : words;
}

function variableValue(name: string, expansion: Expansion): string | undefined {
  const { state } = expansion;
  const bare = name.replace(/^\{|\}$/g, "");
  if (bare === "PWD" && state.cwd !== undefined) return state.cwd;
  if (bare === "@" || bare === "*") return state.positional.join(" ");
  if (bare === "0" && state.scriptName !== undefined) return state.scriptName;
  if (/^[1-9]\d*$/.test(bare)) return state.positional[Number(bare) - 1] ?? "";
  const variable = state.variables.get(bare);
  if (variable?.pieces !== undefined) expansion.pieces.push(...variable.pieces);
  const text = variable?.text ?? variable?.elements?.[0];
  if (text === undefined || (variable?.isUnordered === true && variable.elements!.length > 1))
    expansion.certain = false;
  return text;
}

/** The words of `${array[@]}` and `${!array[@]}`; `undefined` for anything else. */
function elementsOf(
  part: Extract<WordPart, { type: "ParameterExpansion" }>,
  expansion: Expansion,
): readonly string[] | undefined {
  if (part.index === undefined || !/^[@*]$/.test(part.index.value) || part.operation !== undefined) return undefined;
  const variable = expansion.state.variables.get(part.parameter);
  if (variable?.elements === undefined || part.prefix === "#") return undefined;
  if (part.prefix === "!") return variable.elements.map((_, index) => String(index));
  if (variable.isUnordered === true && variable.elements.length > 1) expansion.ordered = false;
  return variable.elements;
}

/** `${array[0]}`, and what commands put into an array; other indices and lengths are not followed. */
function elementValue(
  part: Extract<WordPart, { type: "ParameterExpansion" }>,
  expansion: Expansion,
): string | undefined {
  const variable = expansion.state.variables.get(part.parameter);
  if (part.prefix === undefined && variable?.pieces !== undefined) expansion.pieces.push(...variable.pieces);
  const elements = variable?.elements;
  if (part.prefix === "#" && elements !== undefined && /^[@*]$/.test(part.index!.value)) return String(elements.length);
  const index =
    part.prefix === undefined && part.operation === undefined && elements !== undefined
      ? wordText(part.index!, expansion.state, expansion.run, expansion.walker).text
      : undefined;
  const element = index !== undefined && /^-?\d+$/.test(index) ? elements!.at(Number(index)) : undefined;
  if (element === undefined || (variable!.isUnordered === true && elements!.length > 1)) expansion.certain = false;
  return element;
}

function parameterValue(
  part: Extract<WordPart, { type: "ParameterExpansion" }>,
  expansion: Expansion,
): string | undefined {
  const { operation } = part;
  if (part.index !== undefined) return elementValue(part, expansion);
  if (part.prefix !== undefined) {
    expansion.certain = false;
    return undefined;
  }
  if (operation?.type === "Default" && /^:?[-=]$/.test(operation.operator)) {
    const known = expansion.state.variables.get(part.parameter);
    if (known !== undefined && known.text !== "") return variableValue(part.parameter, expansion);
    return wordText(operation.operand, expansion.state, expansion.run, expansion.walker).text;
  }
  const before = expansion.pieces.length;
  const value = variableValue(part.parameter, expansion);
  if (operation?.type === "Replace" && expansion.pieces.length > before)
    expansion.pieces.push(composedOf(expansion.pieces.splice(before), part.text));
  if (operation === undefined || value === undefined) return value;
  if (operation.type === "Remove") return removeAffix(value, operation.operator, operandPattern(operation.operand));
  if (operation.type === "Replace" && operation.operator === "/" && operation.pattern.parts === undefined) {
    const replacement = wordText(operation.replacement, expansion.state, expansion.run, expansion.walker).text;
    if (replacement !== undefined)
      return value.split(operation.pattern.value).length > 1
        ? value.replace(operation.pattern.value, () => replacement)
        : value;
  }
  expansion.certain = false;
  return undefined;
}

function operandPattern(operand: Word): string {
  if (operand.parts === undefined) return operand.value;
  return operand.parts
    .map((part) => ("value" in part ? (part.type === "Glob" ? part.value : escapeGlob(part.value)) : part.text))
    .join("");
}

function removeAffix(value: string, operator: "#" | "##" | "%" | "%%", pattern: string): string {
  const lengths = Array.from({ length: Math.min(value.length, 1024) + 1 }, (_, length) => length);
  if (operator.length === 2) lengths.reverse();
  for (const length of lengths) {
    const affix = operator.startsWith("#") ? value.slice(0, length) : value.slice(value.length - length);
    if (!matchesName(pattern, affix, { dot: true })) continue;
    return operator.startsWith("#") ? value.slice(length) : value.slice(0, value.length - length);
  }
  return value;
}

/** What `$(…)` puts into the command line, where its output can be foretold. */
function substituted(
  part: Extract<WordPart, { type: "CommandExpansion" }>,
  expansion: Expansion,
): readonly string[] | undefined {
  if (part.script === undefined) {
    expansion.certain = false;
    return undefined;
  }
  const { pieces } = expansion.walker.script(part.script, expansion.state, expansion.run);
  const only = pieces.length === 1 ? pieces[0]! : undefined;
  if (only?.type === "own" && only.text !== undefined) return splitWords(only.text.replace(/\n+$/, ""));
  if (only?.type === "listing" && only.names !== undefined) {
    const printed = only.names();
    if (!printed.certain) expansion.certain = false;
    if (!printed.ordered && printed.values.length > 1) expansion.ordered = false;
    return printed.values;
  }
  expansion.certain = false;
  expansion.pieces.push(...pieces);
  return undefined;
}
