import { saysSomething } from "../own-text.ts";
import { namesOf } from "../names.ts";
import { parseOptions } from "../options.ts";
import { composedOf, sourcesOf, uniqueSources, type Piece } from "../pieces.ts";
import { arrayOf, sourcesOfOperand, type Call, type CommandRule, type Outcome, type Variable } from "../state.ts";

const done: Outcome = { pieces: [], succeeded: true };

/** What `echo` and `printf` print stands in the command, unless a substitution brought it. */
function printed(text: string | undefined, call: Call): Outcome {
  if (call.substituted.length > 0) {
    const words = call.words.filter((word) => !/^-[neE]+$/.test(word)).join(" ");
    const framed = saysSomething(words.replace(/%[-\d.]*[sd]|\\[nrt]/g, ""));
    return { pieces: [framed ? composedOf(call.substituted, call.written) : brought(call)], succeeded: true };
  }
  return {
    pieces: [
      { type: "own", command: call.written, ...(text !== undefined && call.certain ? { text } : { maxLines: 1 }) },
    ],
    succeeded: true,
  };
}

/** `echo "$(cat a)"`: the text of files or a figure, as it was brought. */
function brought(call: Call): Piece {
  const shown = call.substituted.filter((piece) => piece.type === "content" || piece.type === "search");
  const sources = uniqueSources(call.substituted.flatMap((piece) => [...sourcesOf(piece)]));
  if (shown.length === 0 || sources.length === 0)
    return { type: "computed", command: call.written, inputs: sources, listed: [] };
  const certain = shown.every((piece) => piece.type === "search" || piece.certain);
  const via = shown.find((piece) => piece.type === "content" && piece.via !== undefined) as
    | { via?: "search" | "derived" }
    | undefined;
  return {
    type: "content",
    command: call.written,
    sources,
    certain,
    verbatim: false,
    partial: true,
    ...(via?.via !== undefined && { via: via.via }),
  };
}

const echo: CommandRule = (call) => {
  let at = 0;
  let newline = "\n";
  let escapes = false;
  while (/^-[neE]+$/.test(call.words[at] ?? "")) {
    const option = call.words[at++]!;
    if (option.includes("n")) newline = "";
    if (option.includes("e")) escapes = true;
  }
  const text = call.words.slice(at).join(" ");
  return printed((escapes ? unescape(text) : text) + newline, call);
};

const printf: CommandRule = (call) => {
  const words = call.words[0] === "--" ? call.words.slice(1) : call.words;
  if (words[0] === "-v") {
    if (words[1] !== undefined) call.state.variables.set(words[1], {});
    return done;
  }
  return printed(formatted(words[0] ?? "", words.slice(1)), call);
};

/** printf with `%s`, `%d`, `%%`; other conversions cannot be foretold exactly. */
function formatted(format: string, words: readonly string[]): string | undefined {
  const pieces = format.split(/(%[%sd])/);
  if (pieces.some((piece, index) => index % 2 === 0 && piece.includes("%"))) return undefined;
  const slots = pieces.filter((piece) => piece === "%s" || piece === "%d").length;
  const rounds = slots === 0 ? 1 : Math.max(1, Math.ceil(words.length / slots));
  let at = 0;
  let text = "";
  for (let round = 0; round < Math.min(rounds, 10_000); round++) {
    for (const piece of pieces)
      text +=
        piece === "%%"
          ? "%"
          : piece === "%s"
            ? (words[at++] ?? "")
            : piece === "%d"
              ? (words[at++] ?? "0")
              : unescape(piece);
  }
  return text;
}

function unescape(text: string): string {
  const known: Readonly<Record<string, string>> = {
    n: "\n",
    t: "\t",
    r: "\r",
    "\\": "\\",
    a: "\x07",
    b: "\b",
    f: "\f",
    v: "\v",
    "0": "\0",
  };
  return text.replace(/\\([ntr\\abfv0])/g, (_all, letter: string) => known[letter]!);
}

const cd: CommandRule = (call) => {
  const [target] = parseOptions(call.words).operands;
  const { state, run } = call;
  const absolute =
    target === undefined || target.startsWith("~") || !call.certain ? undefined : run.paths.absolute(target, state.cwd);
  const below = absolute === undefined ? undefined : run.paths.below(absolute);
  if (target === "-" || absolute === undefined) {
    state.cwd = undefined;
    run.notes.add(`the folder after \`${call.written}\` cannot be told`);
    return { pieces: [] };
  }
  // A folder that the manifest does not know may be empty or new; a file is no folder.
  if (below !== undefined && run.paths.fact(below) !== undefined) return { pieces: [], succeeded: false };
  state.cwd = absolute;
  return { pieces: [], ...(below !== undefined && run.paths.isFolder(below) && { succeeded: true }) };
};

const test: CommandRule = (call) => {
  const words = call.words.filter((word) => word !== "]" && word !== "]]");
  const [operator, operand, ...more] = words;
  if (more.length > 0 || operand === undefined || !call.certain) return { pieces: [] };
  const known = sourcesOfOperand(operand, call.state, call.run).length > 0;
  const absolute = call.run.paths.absolute(operand, call.state.cwd);
  const below = absolute === undefined ? undefined : call.run.paths.below(absolute);
  const isFolder = !known && below !== undefined && call.run.paths.isFolder(below);
  if (operator === "-d") return { pieces: [], ...((known || isFolder) && { succeeded: isFolder }) };
  if (operator === "-f" && isFolder) return { pieces: [], succeeded: false };
  if (operator === "-n" || operator === "-z")
    return { pieces: [], succeeded: (operand !== "") === (operator === "-n") };
  if (operator === "-f" || operator === "-r" || operator === "-e" || operator === "-s")
    return { pieces: [], ...(known && { succeeded: true }) };
  return { pieces: [] };
};

const declare: CommandRule = (call) => {
  for (const word of call.words) {
    const equals = word.indexOf("=");
    if (equals > 0)
      call.state.variables.set(word.slice(0, equals), call.certain ? { text: word.slice(equals + 1) } : {});
  }
  return done;
};

/** `basename a/b.txt .txt`, `dirname a/b.txt`: a word of the command, shortened. */
const nameOf: CommandRule = (call) => {
  const { operands, has } = parseOptions(call.words, ["-s"]);
  const [path, suffix = ""] = operands;
  if (path === undefined || has("-a", "-s") || call.substituted.length > 0)
    return { pieces: [{ type: "own", command: call.written }] };
  const trimmed = path.replace(/\/+$/, "");
  const slash = trimmed.lastIndexOf("/");
  const base = trimmed.slice(slash + 1);
  const name =
    call.name === "dirname"
      ? slash < 0
        ? "."
        : trimmed.slice(0, slash) || "/"
      : base !== suffix && base.endsWith(suffix)
        ? base.slice(0, base.length - suffix.length)
        : base;
  return printed(`${name}\n`, call);
};

const seq: CommandRule = (call) => {
  const numbers = call.words.map(Number);
  if (numbers.length === 0 || numbers.length > 2 || !numbers.every(Number.isInteger))
    return { pieces: [{ type: "own", command: call.written }] };
  const [first, last] = numbers.length === 1 ? [1, numbers[0]!] : [numbers[0]!, numbers[1]!];
  const length = Math.max(0, Math.min(last - first + 1, 1000));
  return printed(Array.from({ length }, (_, index) => `${first + index}\n`).join(""), call);
};

const pwd: CommandRule = (call) => ({
  pieces: [{ type: "computed", command: call.written, inputs: [], listed: [], maxLines: 1 }],
  succeeded: true,
});

const pushd: CommandRule = (call) => {
  const outcome = cd(call);
  return { ...outcome, pieces: [{ type: "own", command: call.written }] };
};

/** `mapfile -t lines < a.txt`: an array of the lines, or of what commands printed. */
const mapfile: CommandRule = (call) => {
  const parsed = parseOptions(call.words, ["-d", "-n", "-O", "-s", "-u", "-C", "-c"]);
  const isPlain = parsed.has("-t") && !parsed.has("-d", "-n", "-O", "-s", "-u");
  const given = isPlain ? namesOf(call.stdin ?? []) : undefined;
  const variable: Variable =
    given?.certain === true ? arrayOf(given.values, !given.ordered) : call.stdin === undefined ? {} : held(call.stdin);
  call.state.variables.set(parsed.operands[0] ?? "MAPFILE", variable);
  return done;
};

/** Lines of which nobody knows which one will be shown. */
function held(stdin: readonly Piece[]): Variable {
  return {
    pieces: stdin.map((piece) =>
      piece.type === "content"
        ? { ...piece, verbatim: false, partial: true, firstLine: undefined, maxLines: undefined }
        : piece,
    ),
  };
}

/** A command that prints nothing when it is used so, and the state of the shell otherwise. */
const quietIf =
  (isQuiet: (words: readonly string[]) => boolean): CommandRule =>
  (call) =>
    isQuiet(call.words) ? done : { pieces: [{ type: "computed", command: call.written, inputs: [], listed: [] }] };

const isGivenOperands = (words: readonly string[]): boolean => words.some((word) => !word.startsWith("-"));

/** `set -e`, `set -- a b`. With `-x` the shell prints the commands that it runs. */
const set: CommandRule = (call) => {
  const at = call.words.indexOf("--");
  if (at >= 0) call.state.positional = call.words.slice(at + 1);
  return quietIf((words) => words.length > 0 && !words.some((word) => /^-\w*[xv]/.test(word) || word === "xtrace"))(
    call,
  );
};

const shift: CommandRule = (call) => {
  call.state.positional = call.state.positional.slice(Number(call.words[0] ?? "1") || 0);
  return done;
};

/** `unset X`, `let X=1`: a variable of which nothing is known any more. */
const unknowns: CommandRule = (call) => {
  for (const word of call.words) call.state.variables.set(/^\w*/.exec(word)![0], {});
  return done;
};

export const builtinRules: Readonly<Record<string, CommandRule>> = {
  echo,
  printf,
  cd,
  pushd,
  popd: (call) => {
    call.state.cwd = undefined;
    return { pieces: [{ type: "own", command: call.written }] };
  },
  pwd,
  test,
  "[": test,
  true: () => done,
  ":": () => done,
  false: () => ({ pieces: [], succeeded: false }),
  export: declare,
  declare,
  local: declare,
  readonly: declare,
  typeset: declare,
  read: (call) => {
    for (const word of call.words.filter((each) => !each.startsWith("-")))
      call.state.variables.set(word, call.stdin === undefined ? {} : { pieces: call.stdin });
    return done;
  },
  set,
  shift,
  unset: unknowns,
  let: unknowns,
  getopts: unknowns,
  sleep: () => done,
  wait: () => done,
  unalias: () => done,
  disown: () => done,
  sync: () => done,
  shopt: quietIf((words) => /^-\w*[suq]/.test(words[0] ?? "")),
  trap: quietIf((words) => isGivenOperands(words) && words[0] !== "-p"),
  umask: quietIf(isGivenOperands),
  ulimit: quietIf(isGivenOperands),
  alias: quietIf((words) => words.length > 0 && words.every((word) => word.includes("="))),
  hash: quietIf((words) => words.length > 0 && words[0] !== "-l"),
  kill: quietIf((words) => words[0] !== "-l" && words[0] !== "-L"),
  mapfile,
  readarray: mapfile,
  exit: (call) => ({ pieces: [], ...(call.words[0] !== undefined && { succeeded: call.words[0] === "0" }) }),
  return: () => ({ pieces: [] }),
  break: () => ({ pieces: [] }),
  continue: () => ({ pieces: [] }),
  basename: nameOf,
  dirname: nameOf,
  seq,
};
