import { PREFIXES } from "../command-table.ts";
import { namesOf, orderByMention } from "../names.ts";
import { composedOf, sourcesOf, uniqueSources, type Piece } from "../pieces.ts";
import { saysSomething } from "../own-text.ts";
import { copyState, type Call, type CommandRule, type Outcome } from "../state.ts";
import { quotedNames } from "../quoted-names.ts";
import { filtered, content, joinReads, resolveOperands } from "../streams.ts";

/** `sudo -u x cat a` runs `cat a`. Options of the prefix end at the first word that is none. */
export function prefix(entry: (typeof PREFIXES)[string], call: Call): Outcome {
  const valued = new Set(entry.valued?.split(" "));
  const { words } = call;
  let at = 0;
  while (at < words.length) {
    const word = words[at]!;
    if (word === "--") {
      at++;
      break;
    }
    if (word.startsWith("-") && word.length > 1) at += valued.has(word) ? 2 : 1;
    else if (entry.assignments === true && /^[A-Za-z_]\w*=/.test(word)) at++;
    else break;
  }
  const rest = words.slice(at + (entry.skip ?? 0));
  if (rest.length > 0) return call.walker.words(rest, call);
  return { pieces: [{ type: "computed", command: call.written, inputs: [], listed: [] }] };
}

/** `bash -c 'cat "$1"' _ a.txt`, and a script that flows in. A script in a file is a program like any other. */
const shell: CommandRule = (call) => {
  const at = call.words.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word));
  if (at >= 0) {
    const [source, scriptName, ...positional] = call.words.slice(at + 1);
    if (source === undefined) return { pieces: [] };
    return call.walker.source(source, copyState(call.state, { positional, scriptName }), call.run, call.stdin);
  }
  const script = call.words.find((word) => !word.startsWith("-"));
  const flowing = call.stdin?.length === 1 && call.stdin[0]!.type === "own" ? call.stdin[0]!.text : undefined;
  if (script === undefined && flowing !== undefined)
    return call.walker.source(flowing, copyState(call.state), call.run);
  return {
    pieces: [
      {
        type: "unknown",
        command: call.written,
        inputs: script === undefined ? [] : resolveOperands([script], call).sources,
      },
    ],
  };
};

const evaluate: CommandRule = (call) => call.walker.source(call.words.join(" "), call.state, call.run, call.stdin);

const xargs: CommandRule = (call) => {
  const valued = new Set([
    "-n",
    "-I",
    "-P",
    "-d",
    "-L",
    "-a",
    "-s",
    "-E",
    "--max-args",
    "--max-procs",
    "--replace",
    "--delimiter",
  ]);
  let at = 0;
  let replace: string | undefined;
  let each = false;
  let isNulled = false;
  while (at < call.words.length && call.words[at]!.startsWith("-")) {
    const word = call.words[at]!;
    const next = call.words[at + 1];
    if (word === "-I") replace = next;
    else if (/^-I./.test(word)) replace = word.slice(2);
    else if (word === "-i") replace = "{}";
    else if (/^-[rt]*0/.test(word) || word === "--null") isNulled = true;
    else if (word === "-n1" || word === "-L1" || ((word === "-n" || word === "-L") && next === "1")) each = true;
    at += valued.has(word) ? 2 : 1;
  }
  const command = call.words.slice(at);
  const words = command.length === 0 ? ["echo"] : command;
  const given = namesOf(call.stdin ?? []);
  if (given === undefined) {
    if (words[0] === "echo" || words[0] === "printf") {
      const own = words.slice(1).map((word) => (replace === undefined ? word : word.replaceAll(replace, "")));
      return saysSomething(own.join(" ").replace(/%s|\\[nrt]|^-[neE]+/g, ""))
        ? { pieces: [composedOf(call.stdin ?? [], call.written)] }
        : { pieces: filtered(call.stdin, call, {}) };
    }
    // What flows in cannot be foretold; a search still names its files itself.
    return call.walker.words(words, call, { certain: false, stdin: undefined });
  }
  const values = given.values.flatMap((value) =>
    call.stdin!.every((piece) => piece.type === "own")
      ? value.split(isNulled ? "\0" : /\s+/).filter((word) => word !== "")
      : [value],
  );
  const run = (list: readonly string[]): readonly Piece[] => {
    const filled =
      replace === undefined ? [...words, ...list] : words.map((word) => word.replaceAll(replace, list[0]!));
    return call.walker.words(filled, call, { certain: given.certain, ordered: given.ordered, stdin: undefined }).pieces;
  };
  if (replace === undefined && !each) return { pieces: run(values) };
  const ordered = given.ordered ? values : orderByMention(values, call.run.output);
  const pieces = ordered.flatMap((value) => run([value]));
  return { pieces: given.ordered ? pieces : joinReads(pieces, call) };
};

/** A program: what its code names in quotes are the files that it probably opens. */
const interpreter: CommandRule = (call) => {
  if (call.words[0] === "-m" && call.words[1] === "json.tool") {
    const file = call.words.slice(2).find((word) => !word.startsWith("-"));
    return file === undefined
      ? { pieces: filtered(call.stdin, call, {}) }
      : content(resolveOperands([file], call), call, { partial: false });
  }
  const flowing = (call.stdin ?? []).flatMap((piece) =>
    piece.type === "own" && piece.text !== undefined ? quotedNames(piece.text) : [],
  );
  const named = call.words.flatMap((word) => [word, ...quotedNames(word)]);
  const fed = (call.stdin ?? []).flatMap((piece) => [...sourcesOf(piece)]);
  const folders = [...named, ...flowing].flatMap((name) => {
    const absolute = call.run.paths.absolute(name, call.state.cwd);
    const below = absolute === undefined ? undefined : call.run.paths.below(absolute);
    return below !== undefined && below !== "" && call.run.paths.isFolder(below) ? [absolute!] : [];
  });
  return {
    pieces: [
      {
        type: "unknown",
        command: call.written,
        inputs: uniqueSources([...fed, ...resolveOperands([...named, ...flowing], call).sources]),
        folders,
      },
    ],
  };
};

export const runnerRules: Readonly<Record<string, CommandRule>> = {
  bash: shell,
  sh: shell,
  zsh: shell,
  dash: shell,
  ksh: shell,
  eval: evaluate,
  xargs,
  parallel: xargs,
  python: interpreter,
  python3: interpreter,
  node: interpreter,
  ruby: interpreter,
  Rscript: interpreter,
  deno: interpreter,
  bun: interpreter,
};
