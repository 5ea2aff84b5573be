import { parseOptions } from "../options.ts";
import { findFiles, parseFind, type FindQuery } from "../find-expression.ts";
import { lazyNames, orderByMention } from "../names.ts";
import type { ComputedPiece, ListingPiece, Names, Piece } from "../pieces.ts";
import { sourcesOf, uniqueSources } from "../pieces.ts";
import { recordWrite, type Call, type CommandRule, type Outcome } from "../state.ts";
import { matchesName } from "../../globs.ts";
import { joinReads, resolveOperands } from "../streams.ts";

/** A command that names or describes files. */
export function lister(entry: { readonly valued?: string }, call: Call): Outcome {
  const { operands, has } = parseOptions(call.words, entry.valued?.split(" "));
  const { named, missing } = resolveOperands(operands, call);
  const folders = absoluteFolders(operands.length === 0 ? ["."] : missing, call);
  const isPlain = call.name === "ls" && !has("-l", "-R", "-s", "-i", "-F", "-p", "-d");
  const names = isPlain ? { names: lazyNames(() => listedNames(operands, has("-a", "-A"), call)) } : {};
  // A described file is listed by being described; a folder's files only if the output names them.
  return {
    pieces: [{ type: "listing", command: call.written, folders, named, ...names }],
    succeeded: missing.length === 0 ? true : undefined,
  };
}

function absoluteFolders(operands: readonly string[], call: Call): readonly string[] {
  const { paths } = call.run;
  const folders = operands.flatMap((operand) => paths.absolute(operand, call.state.cwd) ?? []);
  // `ls -R a` and `tree a` name things below `a`, `find a` below the current folder: both are tried.
  return call.state.cwd === undefined ? folders : [...folders, call.state.cwd];
}

/** The names that a plain `ls` prints. */
function listedNames(operands: readonly string[], hidden: boolean, call: Call): Names {
  const values = (operands.length === 0 ? ["."] : operands).flatMap((operand) => {
    const absolute = call.run.paths.absolute(operand, call.state.cwd);
    const below = absolute === undefined ? undefined : call.run.paths.below(absolute);
    if (below === undefined) return [];
    if (call.run.paths.fact(below) !== undefined) return [operand];
    const inside = call.run.paths
      .under(below)
      .map((path) => (below === "" ? path : path.slice(below.length + 1)).split("/")[0]!);
    return [...new Set(inside)].filter((name) => hidden || !name.startsWith(".")).toSorted();
  });
  return { values, certain: call.certain, ordered: false };
}

/** A count or a checksum: the figure is computed, the file is known but not shown. */
export function counter(entry: { readonly valued?: string }, call: Call): Outcome {
  const { operands } = parseOptions(call.words, entry.valued?.split(" "));
  const files = operands.filter((operand) => operand !== "-");
  const flowing = (call.stdin ?? []).flatMap((piece) => [...sourcesOf(piece)]);
  const { sources, named, missing } =
    files.length === 0
      ? { sources: uniqueSources(flowing), named: uniqueSources(flowing), missing: [] as readonly string[] }
      : resolveOperands(files, call);
  const piece: ComputedPiece = {
    type: "computed",
    command: call.written,
    inputs: sources,
    listed: named,
    // `wc` adds a line with the totals.
    maxLines: files.length < 2 ? 1 : files.length + (call.name === "wc" ? 1 : 0),
  };
  return { pieces: [piece], succeeded: missing.length === 0 ? true : undefined };
}

const find: CommandRule = (call) => {
  const query = parseFind(call.words);
  const found = lazyNames(() => ({ ...findFiles(query, call), ordered: false }));
  if (query.deletes) for (const value of found().values) recordWrite(value, call.state, call.run);
  const folders = call.state.cwd === undefined ? [] : [call.state.cwd];
  const listing: ListingPiece = { type: "listing", command: call.written, folders, named: [], names: found };
  if (query.actions.length === 0) return { pieces: query.deletes && !query.prints ? [] : [listing] };
  return { pieces: joinReads([...runActions(query, found(), listing, call)], call) };
};

/** Beyond so many files, what is done file by file is not told apart any more. */
const MOST_SINGLE = 500;

function* runActions(query: FindQuery, found: Names, listing: ListingPiece, call: Call): Generator<Piece> {
  const together = found.values.length > MOST_SINGLE || query.actions.every((action) => action.together);
  if (query.prints && together) yield listing;
  // What is done file by file is told apart by the names that are printed, if any are.
  const batches = together ? [found.values] : orderByMention(found.values, call.run.output).map((value) => [value]);
  for (const batch of batches.filter((each) => each.length > 0)) {
    if (query.prints && !together) yield { type: "own", command: call.written, text: `${batch[0]!}\n` };
    for (const action of query.actions) {
      const words = action.words.flatMap((word) => (word === "{}" ? batch : [word.replaceAll("{}", batch[0]!)]));
      yield* call.walker.words(words, call, { certain: found.certain, ordered: false, stdin: undefined }).pieces;
    }
  }
}

const fd: CommandRule = (call) => {
  const at = call.words.findIndex((word) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(word));
  const action = at < 0 ? [] : call.words.slice(at + 1).filter((word) => word !== ";");
  const parsed = parseOptions(
    at < 0 ? call.words : call.words.slice(0, at),
    "-e -t -d -E -c -j -S --extension --type --max-depth --exclude --color".split(" "),
  );
  const [pattern = "", ...roots] = parsed.operands;
  const extension = parsed.value("-e", "--extension");
  const isWanted = (name: string): boolean =>
    (extension === undefined || name.endsWith(`.${extension}`)) &&
    (!parsed.has("-g", "--glob") || matchesName(pattern, name.slice(name.lastIndexOf("/") + 1)));
  const names = lazyNames(() => ({
    values: (roots.length === 0 ? [""] : roots).flatMap((root) => namesBelow(root, call)).filter(isWanted),
    certain: false,
    ordered: false,
  }));
  if (action.length > 0) {
    const isLiteral = /^[\w -]+$/.test(pattern);
    const found = names().values.filter(
      (name) =>
        !isLiteral ||
        name
          .slice(name.lastIndexOf("/") + 1)
          .toLowerCase()
          .includes(pattern.toLowerCase()),
    );
    const words = action.includes("{}") ? action : [...action, "{}"];
    const together = /^(?:-X|--exec-batch)$/.test(call.words[at]!);
    const batches = together ? [found] : orderByMention(found, call.run.output).map((name) => [name]);
    const pieces = batches.flatMap((batch) => {
      const filled = words.flatMap((word) => (word === "{}" ? batch : [word]));
      return [...call.walker.words(filled, call, { certain: isLiteral, ordered: false, stdin: undefined }).pieces];
    });
    return { pieces: joinReads(pieces, call) };
  }
  return {
    pieces: [{ type: "listing", command: call.written, folders: absoluteFolders(roots, call), named: [], names }],
  };
};

function namesBelow(root: string, call: Call): readonly string[] {
  const absolute = call.run.paths.absolute(root === "" ? "." : root, call.state.cwd);
  const below = absolute === undefined ? undefined : call.run.paths.below(absolute);
  if (below === undefined) return [];
  const lead = root === "" ? "" : `${root.replace(/\/$/, "")}/`;
  return call.run.paths.under(below).map((path) => lead + (below === "" ? path : path.slice(below.length + 1)));
}

export const finderRules: Readonly<Record<string, CommandRule>> = { find, gfind: find, fd, fdfind: fd };
