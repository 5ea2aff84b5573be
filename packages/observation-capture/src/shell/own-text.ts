/**
 * Which programs of the stream editors can put text of their own into what they show. One that only selects lines,
 * fields or members shows its file's words; anything else, and whatever cannot be told, does not.
 */

/** Letters and digits carry meaning; the rest only separates. */
export function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** A longer program, in characters, is not looked into: what it prints cannot be told. */
const LONGEST_PROGRAM = 10_000;

const SED_ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/(?:\\.|\[[^\]]*\]|[^/\\[])*/[IM]*)`;
const SED_COMMAND = new RegExp(
  String.raw`[\s;]*(?:${SED_ADDRESS}(?:\s*,\s*(?:${SED_ADDRESS}|[+~]\d+))?)?\s*(?:!\s*)*(?:[pPdDnNhHgGxlz{}]|[qQ]\s*\d*)\s*`,
  "y",
);

/** sed: `p`, `d`, `q` and their like select; `s`, `c`, `i`, `a`, `y`, `=`, `r`, `e` and labels do not. */
export function sedOwnText(script: string): boolean {
  if (script.length > LONGEST_PROGRAM) return true;
  const text = script.trimEnd().replace(/[\s;]+$/, "");
  SED_COMMAND.lastIndex = 0;
  while (SED_COMMAND.lastIndex < text.length) {
    if (!SED_COMMAND.test(text)) return true;
  }
  return false;
}

const AWK_TOKEN =
  /\s*(?:#[^\n]*|("(?:\\.|[^"\\])*")|(\d[\w.]*)|([A-Za-z_]\w*)|(\+\+|--|&&|\|\||[-+*/%^=!<>]=|>>|[\s\S]))/y;
const AWK_REGEX = /\/(?:\\.|\[[^\]\n]*\]|[^/\\\n[])*\//y;
const AWK_SEPARATORS: ReadonlySet<string> = new Set(["FS", "OFS", "ORS", "RS"]);
const AWK_CHANGES: ReadonlySet<string> = new Set(
  "= += -= *= /= %= ^= sub gsub gensub getline system function".split(" "),
);

function awkTokens(program: string): readonly string[] | undefined {
  const tokens: string[] = [];
  let at = 0;
  const end = program.trimEnd().length;
  while (at < end) {
    // A line break ends a statement.
    const lead = /^[ \t\r]*/.exec(program.slice(at))![0].length;
    if (program[at + lead] === "\n") {
      tokens.push(";");
      at += lead + 1;
      continue;
    }
    const previous = tokens.at(-1) ?? "";
    AWK_REGEX.lastIndex = at + lead;
    if (program[at + lead] === "/" && !/[\w)\]$"]$/.test(previous) && AWK_REGEX.test(program)) {
      tokens.push("/regex/");
      at = AWK_REGEX.lastIndex;
      continue;
    }
    AWK_TOKEN.lastIndex = at;
    const found = AWK_TOKEN.exec(program);
    if (found === null) return undefined;
    at = AWK_TOKEN.lastIndex;
    const token = found[1] ?? found[2] ?? found[3] ?? found[4];
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

/** awk: patterns may say anything that changes nothing; actions may print fields and separators. `assigned` are the `-v` words. */
export function awkOwnText(program: string, assigned: readonly string[]): boolean {
  const separatesOnly = (word: string): boolean => {
    const equals = word.indexOf("=");
    const name = word.slice(0, equals);
    return name === "FS" || name === "RS" || !AWK_SEPARATORS.has(name) || !escapedSaysSomething(word.slice(equals + 1));
  };
  const tokens = program.length > LONGEST_PROGRAM ? undefined : awkTokens(program);
  if (tokens === undefined || !assigned.every(separatesOnly)) return true;
  let depth = 0;
  let statement: string[] = [];
  for (const token of [...tokens, ";"]) {
    if (token !== "{" && token !== "}" && token !== ";") {
      statement.push(token);
      continue;
    }
    const own = depth === 0 ? changesSomething(statement) : awkStatementOwnText(statement);
    if (own) return true;
    statement = [];
    depth += token === "{" ? 1 : token === "}" ? -1 : 0;
  }
  return depth !== 0;
}

function changesSomething(tokens: readonly string[]): boolean {
  return tokens.some(
    (token, index) =>
      AWK_CHANGES.has(token) ||
      (token === "$" && tokens[index + 2] === "[") ||
      ((token === "++" || token === "--") && (tokens[index + 1] === "$" || tokens[index - 2] === "$")) ||
      ((token === "++" || token === "--") && tokens[index - 1] === ")"),
  );
}

function awkStatementOwnText(statement: readonly string[]): boolean {
  let tokens = statement;
  while (tokens[0] === "if" || tokens[0] === "else") {
    if (tokens[0] === "else") {
      tokens = tokens.slice(1);
      continue;
    }
    let open = 0;
    const end = tokens.findIndex((token) => {
      open += token === "(" ? 1 : token === ")" ? -1 : 0;
      return token === ")" && open === 0;
    });
    if (end < 0 || changesSomething(tokens.slice(0, end))) return true;
    tokens = tokens.slice(end + 1);
  }
  const [first, ...rest] = tokens;
  if (first === undefined || first === "next" || first === "exit") return rest.length > 0 && first !== "exit";
  if (AWK_SEPARATORS.has(first) && rest[0] === "=")
    return rest.length !== 2 || (first !== "FS" && first !== "RS" && escapedSaysSomething(rest[1]!));
  if (first === "printf" && rest[0] !== undefined)
    return !rest[0].startsWith('"') || escapedSaysSomething(rest[0].replaceAll("%s", "")) || awkItems(rest.slice(1));
  if (first === "print") {
    // Line numbers before the whole line, as `cat -n` prints them.
    const numbered = /^N?F?NR$/.test(rest[0] ?? "") && rest[2] === "$" && rest[3] === "0" && rest.length === 4;
    return awkItems(numbered ? rest.slice(1) : rest);
  }
  // Counting is harmless as long as the count is not printed.
  return !/^[A-Za-z_]\w*$/.test(first) || rest.at(-1) !== "++" || changesSomething(tokens);
}

/** What is printed: `$1`, `$NF`, `$(NF-1)` and separators. */
function awkItems(tokens: readonly string[]): boolean {
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token === ",") continue;
    if (token.startsWith('"')) {
      if (escapedSaysSomething(token)) return true;
    } else if (token === "$") {
      const next = tokens[++at] ?? "";
      if (next === "(") {
        const close = tokens.indexOf(")", at);
        if (close < 0 || tokens.slice(at + 1, close).some((each) => !/^(?:\w+|[-+])$/.test(each))) return true;
        at = close;
      } else if (!/^\w+$/.test(next)) return true;
    } else return true;
  }
  return false;
}

function escapedSaysSomething(text: string): boolean {
  return saysSomething(text.replace(/\\[nrtfv\\"]/g, ""));
}

const PERL_CONDITION = /^(?:\$\.|\$_|\$F\[-?\d+\]|[\s\d<>!&|().]|[<>!=]=|eof|eq|ne|=~|!~|\bm?R)*$/;
const PERL_ITEM = String.raw`(?:\$_|\$&|\$\d|\$F\[-?\d+\]|"(?:\$_|\$&|\$\d|\$F\[-?\d+\]|\\[nt]|[^\p{L}\p{N}$@\\"])*")`;
const PERL_STATEMENT = new RegExp(
  String.raw`^(?:(?:print|say)(?:\s+${PERL_ITEM}(?:\s*[,.]\s*${PERL_ITEM})*)?|next|last|exit)?(?:\s*(?:if|unless)\b(.*))?$`,
  "su",
);

/** perl with `-n` or `-p`: `print if …`, `print $1 if /…/`, `last if …`. */
export function perlOwnText(program: string): boolean {
  if (program.length > LONGEST_PROGRAM) return true;
  const plain = program.replace(/\/(?:\\.|[^/\\\n])*\/[imsxg]*/g, (regex) => (regex.includes("(?{") ? "#" : "R"));
  return plain.split(";").some((statement) => {
    const found = PERL_STATEMENT.exec(statement.trim());
    return found === null || !PERL_CONDITION.test(found[1] ?? "");
  });
}

const JQ_SELECTIONS: ReadonlySet<string> = new Set(
  "keys keys_unsorted sort sort_by unique unique_by reverse first last map map_values to_entries values flatten recurse arrays objects strings numbers empty join csv tsv text json tostring".split(
    " ",
  ),
);

/** jq and yq: paths, `select(…)`, lists of paths, strings of interpolated paths. */
export function jqOwnText(program: string): boolean {
  let text = program.length > LONGEST_PROGRAM ? undefined : withoutSelects(program.trim());
  if (text === undefined) return true;
  let own = false;
  text = text
    .replace(/([.\w\])?])\s*\[\s*"(?:[^"\\]|\\[^(])*"\s*\]/g, "$1")
    .replace(/\."(?:[^"\\]|\\[^(])*"/g, ".k")
    .replace(/([.\w\])?])\[\s*-?\d*\s*(?::\s*-?\d*)?\s*\]/g, "$1")
    .replace(/"((?:[^"\\]|\\.)*)"/gs, (_all, inner: string) => {
      const literal = inner.replace(/\\\(([^()]*)\)/g, (_each, path: string) => {
        own ||= jqOwnText(path);
        return "";
      });
      own ||= escapedSaysSomething(literal);
      return "";
    });
  if (own || !/^[\s.|,()[\]{}?;@\w-]*$/.test(text) || /(?<![\w.$])-|(?<![\w.])\d/.test(text)) return true;
  for (const [, name] of text.matchAll(/(?<![\w.])([A-Za-z_]\w*)(?![^{]*\})/g))
    if (!JQ_SELECTIONS.has(name!)) return true;
  return false;
}

/** `select(…)` passes its input on or not, whatever stands in it. */
function withoutSelects(program: string): string | undefined {
  let text = program;
  for (let found = text.search(/\bselect\s*\(/); found >= 0; found = text.search(/\bselect\s*\(/)) {
    const open = text.indexOf("(", found);
    let depth = 0;
    let end = open;
    for (; end < text.length; end++) {
      if (text[end] === '"') end = text.indexOf('"', end + 1);
      if (end < 0) return undefined;
      depth += text[end] === "(" ? 1 : text[end] === ")" ? -1 : 0;
      if (depth === 0) break;
    }
    if (depth !== 0) return undefined;
    text = `${text.slice(0, found)}.${text.slice(end + 1)}`;
  }
  return text;
}

/** SQL: literals or sums in what is selected. */
export function sqlOwnText(query: string): boolean {
  if (query.length > LONGEST_PROGRAM) return true;
  return [...query.matchAll(/\bselect\b(.*?)(?=\bfrom\b|;|$)/gis)].some(([, shown]) =>
    /['"+*/|]\s*\S|(?<![\w.])\d|\b(?:replace|case|printf|format)\b/i.test(
      shown!.replace(/^\s*(?:distinct\s+)?\*\s*$/i, ""),
    ),
  );
}
