import { matchesName } from "../../globs.ts";
import type { Source } from "../../workspace-paths.ts";
import { lazyNames } from "../names.ts";
import { parseOptions, type ParsedOptions } from "../options.ts";
import { uniqueSources, type ListingPiece, type Names, type Piece } from "../pieces.ts";
import type { Call, CommandRule, Outcome } from "../state.ts";
import { composition, filtered, resolveOperands } from "../streams.ts";

/** What the grep-like programs differ in. */
interface Grep {
  readonly valued: readonly string[];
  /** Options that give the pattern, so that no operand does. */
  readonly patterns: readonly string[];
  /** Without operands, the current folder is searched unless something flows in. */
  readonly recursiveByDefault: boolean;
  readonly namesOnly: readonly string[];
  readonly counts: readonly string[];
}

const GNU: Grep = {
  valued:
    "-e -f -m -A -B -C -d -D --regexp --file --max-count --after-context --before-context --context --include --exclude --exclude-dir --label --color --binary-files".split(
      " ",
    ),
  patterns: ["-e", "-f", "--regexp", "--file"],
  recursiveByDefault: false,
  namesOnly: ["-l", "-L", "--files-with-matches", "--files-without-match"],
  counts: ["-c", "--count"],
};

const RIPGREP: Grep = {
  valued:
    "-e -f -m -A -B -C -g -t -T -j -M -d -r --regexp --file --max-count --after-context --before-context --context --glob --iglob --type --type-not --threads --max-columns --max-depth --sort --sortr --replace --color --colors --encoding --engine --max-filesize".split(
      " ",
    ),
  patterns: ["-e", "-f", "--regexp", "--file", "--files"],
  recursiveByDefault: true,
  namesOnly: ["-l", "--files-with-matches", "--files-without-match", "--files"],
  counts: ["-c", "--count", "--count-matches"],
};

const AG: Grep = {
  ...RIPGREP,
  valued: "-A -B -C -G -m -g --ignore --depth".split(" "),
  namesOnly: ["-l", "-L", "-g", "--files-with-matches"],
};

const search =
  (program: Grep): CommandRule =>
  (call) => {
    const parsed = parseOptions(call.words, program.valued);
    const operands = parsed.operands
      .slice(parsed.has(...program.patterns) ? 0 : 1)
      .filter((operand) => operand !== "-");
    const recursive = program.recursiveByDefault || parsed.has("-r", "-R", "--recursive");
    if (
      operands.length === 0 &&
      (!recursive || (program.recursiveByDefault && call.stdin !== undefined && !parsed.has("--files")))
    )
      return onStream(parsed, program, call);
    return onFiles(parsed, operands, program, call);
  };

function onStream(parsed: ParsedOptions, program: Grep, call: Call): Outcome {
  if (parsed.has("-q", "--quiet", "--silent")) return { pieces: [] };
  if (program === RIPGREP && parsed.has("-r", "--replace")) return composition([], call);
  const flowing = namesThatMatch(parsed, call) ?? filtered(call.stdin, call, { keepsLines: true, partial: true });
  if (!parsed.has(...program.counts)) return { pieces: flowing };
  const inputs = (call.stdin ?? []).flatMap((piece) =>
    piece.type === "content" || piece.type === "search" ? piece.sources : [],
  );
  return {
    pieces: [{ type: "computed", command: call.written, inputs: uniqueSources(inputs), listed: [], maxLines: 1 }],
  };
}

/** `ls | grep md`: a literal pattern over names that can be foretold leaves names that can be foretold. */
function namesThatMatch(parsed: ParsedOptions, call: Call): readonly Piece[] | undefined {
  const given = call.stdin?.length === 1 ? call.stdin[0]! : undefined;
  const pattern = parsed.operands[0];
  if (
    given?.type !== "listing" ||
    given.names === undefined ||
    pattern === undefined ||
    parsed.has("-w", "-x", "-o", "-m", "-e")
  )
    return undefined;
  const anchored = /^(\^?)((?:[\p{L}\p{N}_\-/ @,:%=~]|\\\.)+)(\$?)$/u.exec(pattern);
  if (anchored === null) return undefined;
  const fold = (text: string): string => (parsed.has("-i") ? text.toLowerCase() : text);
  const wanted = fold(anchored[2]!.replaceAll("\\.", "."));
  const matches = (name: string): boolean => {
    const folded = fold(name);
    if (anchored[1] === "^" && anchored[3] === "$") return folded === wanted;
    return anchored[1] === "^"
      ? folded.startsWith(wanted)
      : anchored[3] === "$"
        ? folded.endsWith(wanted)
        : folded.includes(wanted);
  };
  const { names } = given;
  const kept = lazyNames(() => ({
    ...names(),
    values: names().values.filter((name) => matches(name) !== parsed.has("-v")),
  }));
  return [{ ...given, names: kept }];
}

function onFiles(parsed: ParsedOptions, operands: readonly string[], program: Grep, call: Call): Outcome {
  if (parsed.has("-q", "--quiet", "--silent")) return { pieces: [] };
  const found = resolveOperands(operands, call);
  const { paths } = call.run;
  const folders = (operands.length === 0 ? ["."] : found.missing).flatMap(
    (operand) => paths.absolute(operand, call.state.cwd) ?? [],
  );
  const base = call.state.cwd === undefined ? folders : [call.state.cwd, ...folders];
  if (parsed.has(...program.counts) && found.sources.length > 0 && found.missing.length === 0) {
    const { sources, named } = found;
    return {
      pieces: [{ type: "computed", command: call.written, inputs: sources, listed: named, maxLines: operands.length }],
    };
  }
  if (parsed.has(...program.namesOnly, ...program.counts)) {
    const single = operands.length === 1 && found.sources.length === 1;
    const piece: ListingPiece = {
      type: "listing",
      command: call.written,
      folders: base,
      named: single ? found.sources : [],
      ...(parsed.has(...program.namesOnly) && {
        names: lazyNames(() => ({
          values: namesSearched(operands, parsed, call),
          certain: parsed.has("--files"),
          ordered: false,
        })),
      }),
    };
    return { pieces: [piece] };
  }
  // `rg -r text` shows its own text in the place of what matched.
  if (program === RIPGREP && parsed.has("-r", "--replace"))
    return found.sources.length > 0
      ? composition(operands, call)
      : { pieces: [{ type: "unknown", command: call.written, inputs: [] }] };
  if (found.mixed && found.missing.length === 0) return composition(operands, call);
  const only = onlyOne(operands, found.sources, parsed);
  const numbered = parsed.has("-n", "--line-number");
  if (only !== undefined) {
    return {
      pieces: [
        {
          type: "content",
          command: call.written,
          sources: [only],
          certain: call.certain,
          verbatim: false,
          partial: true,
          via: only.via ?? "search",
          cwd: call.state.cwd,
          ...(numbered && { numbered: true }),
        },
      ],
    };
  }
  if (found.sources.length === 0 && folders.every((folder) => paths.below(folder) === undefined)) {
    return { pieces: [{ type: "unknown", command: call.written, inputs: [] }] };
  }
  const withoutNames =
    parsed.has("-h", "--no-filename", ...(program.recursiveByDefault ? ["-I"] : [])) && !parsed.has("-H");
  if (withoutNames && found.missing.length === 0) {
    return {
      pieces: [
        {
          type: "content",
          command: call.written,
          sources: found.sources,
          certain: call.certain,
          verbatim: false,
          partial: true,
          via: "search",
        },
      ],
    };
  }
  return { pieces: [{ type: "search", command: call.written, cwd: call.state.cwd, sources: found.sources }] };
}

/** The file whose lines come without its name before them. */
function onlyOne(operands: readonly string[], sources: readonly Source[], parsed: ParsedOptions): Source | undefined {
  const named = parsed.has("-H", "--with-filename", "-r", "-R", "--recursive") && !parsed.has("-h", "--no-filename");
  return operands.length === 1 && sources.length === 1 && !named ? sources[0] : undefined;
}

/** Every file that was searched, written as the program writes them. */
function namesSearched(operands: readonly string[], parsed: ParsedOptions, call: Call): readonly string[] {
  const include = parsed.value("--include", "-g", "--glob");
  const names: string[] = [];
  for (const operand of operands.length === 0 ? [""] : operands) {
    const absolute = call.run.paths.absolute(operand === "" ? "." : operand, call.state.cwd);
    const below = absolute === undefined ? undefined : call.run.paths.below(absolute);
    if (below === undefined) continue;
    if (call.run.paths.fact(below) !== undefined) names.push(operand);
    for (const path of call.run.paths.under(below)) {
      const rest = below === "" ? path : path.slice(below.length + 1);
      if (include !== undefined && !matchesName(include, rest.slice(rest.lastIndexOf("/") + 1), { dot: true }))
        continue;
      names.push(operand === "" ? rest : `${operand.replace(/\/$/, "")}/${rest}`);
    }
  }
  return names;
}

/** git: `grep` and `ls-files` are what reads and lists; the others print states and differences of files. */
const git: CommandRule = (call) => {
  const words = [...call.words];
  while (words[0]?.startsWith("-") === true) words.splice(0, words[0] === "-C" || words[0] === "-c" ? 2 : 1);
  const [command, ...rest] = words;
  const inner: Call = { ...call, words: rest };
  if (command === "grep") {
    const parsed = parseOptions(rest, GNU.valued);
    const operands = parsed.operands.slice(parsed.has(...GNU.patterns) ? 0 : 1);
    const named = { ...parsed, has: (...names: readonly string[]) => names.includes("-H") || parsed.has(...names) };
    return onFiles(named, operands, GNU, inner);
  }
  if (command === "ls-files" || command === "status") {
    const folders = call.state.cwd === undefined ? [] : [call.state.cwd];
    const listing: ListingPiece = { type: "listing", command: call.written, folders, named: [] };
    return {
      pieces: [command === "status" ? listing : { ...listing, names: lazyNames(() => trackedNames(rest, call)) }],
    };
  }
  if (command !== undefined && SILENT_GIT.has(command)) return { pieces: [], succeeded: true };
  return { pieces: [{ type: "unknown", command: call.written, inputs: [] }] };
};

function isMeant(name: string, word: string): boolean {
  return name === word || name.startsWith(`${word}/`) || matchesName(word, name, { dot: true });
}

/** Every file below the current folder that a pathspec may mean; git knows which of them are tracked. */
function trackedNames(words: readonly string[], call: Call): Names {
  const below = call.state.cwd === undefined ? undefined : call.run.paths.below(call.state.cwd);
  const names =
    below === undefined
      ? []
      : call.run.paths.under(below).map((path) => (below === "" ? path : path.slice(below.length + 1)));
  const wanted = words.filter((word) => !word.startsWith("-"));
  const values = wanted.length === 0 ? names : names.filter((name) => wanted.some((word) => isMeant(name, word)));
  return { values, certain: false, ordered: true };
}

/** What git does without a word, unless something is wrong. */
const SILENT_GIT: ReadonlySet<string> = new Set([
  "add",
  "config",
  "rm",
  "mv",
  "init",
  "restore",
  "checkout",
  "switch",
  "reset",
]);

export const searchRules: Readonly<Record<string, CommandRule>> = {
  grep: search(GNU),
  egrep: search(GNU),
  fgrep: search(GNU),
  zgrep: search(GNU),
  ggrep: search(GNU),
  rg: search(RIPGREP),
  rga: search(RIPGREP),
  ag: search(AG),
  ack: search(AG),
  git,
};
