import { parseOptions } from "../options.ts";
import { findFiles } from "../find-expression.ts";
import { orderByMention } from "../names.ts";
import type { ComputedPiece, ListingPiece, Names, Piece } from "../pieces.ts";
import { sourcesOf, uniqueSources } from "../pieces.ts";
import type { Call, CommandRule, Outcome } from "../state.ts";
import { matchesName } from "../../globs.ts";
import { resolveOperands } from "../streams.ts";

/** A command that names or describes files. */
export function lister(entry: { readonly valued?: string }, call: Call): Outcome {
  const { operands, has } = parseOptions(call.words, entry.valued?.split(" "));
  const { named, missing } = resolveOperands(operands, call);
  const folders = absoluteFolders(operands.length === 0 ? ["."] : missing, call);
  const names =
    call.name === "ls" && !has("-l", "-R", "-s", "-i", "-F", "-p", "-d")
      ? listedNames(operands, has("-a", "-A"), call)
      : undefined;
  // A described file is listed by being described; a folder's files only if the output names them.
  return {
    pieces: [{ type: "listing", command: call.written, folders, named, ...(names !== undefined && { names }) }],
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
function listedNames(operands: readonly string[], hidden: boolean, call: Call): Names | undefined {
  const values: string[] = [];
  for (const operand of operands.length === 0 ? ["."] : operands) {
    const absolute = call.run.paths.absolute(operand, call.state.cwd);
    const below = absolute === undefined ? undefined : call.run.paths.below(absolute);
    if (below === undefined) return undefined;
    if (call.run.paths.fact(below) !== undefined) values.push(operand);
    else {
      const inside = call.run.paths
        .under(below)
        .map((path) => (below === "" ? path : path.slice(below.length + 1)).split("/")[0]!);
      values.push(...[...new Set(inside)].filter((name) => hidden || !name.startsWith(".")).toSorted());
    }
  }
  return { values, certain: call.certain, ordered: false };
}

/** A count or a checksum: the figure is computed, the file is known but not shown. */
export function counter(entry: { readonly valued?: string }, call: Call): Outcome {
  const { operands } = parseOptions(call.words, entry.valued?.split(" "));
  const files = operands.filter((operand) => operand !== "-");
  const flowing = (call.stdin ?? []).flatMap((piece) => [...sourcesOf(piece)]);
  const { sources, named, missing } =
    files.length === 0
      ? { sources: uniqueSources(flowing), named: uniqueSources(flowing), missing: [] }
      : resolveOperands(files, call);
  const piece: ComputedPiece = {
    type: "computed",
    command: call.written,
    inputs: sources,
    listed: named,
    ...(files.length < 2 && { maxLines: 1 }),
  };
  return { pieces: [piece], succeeded: missing.length === 0 ? true : undefined };
}

const find: CommandRule = (call) => {
  const found = findFiles(call.words, call);
  const listing: ListingPiece = {
    type: "listing",
    command: call.written,
    folders: call.state.cwd === undefined ? [] : [call.state.cwd],
    named: [],
    names: { values: found.values, certain: found.certain && call.certain, ordered: false },
  };
  if (found.actions.length === 0) return { pieces: found.prints === false ? [] : [listing] };
  const together = found.actions.every((action) => action.together);
  const values = together ? found.values : orderByMention(found.values, call.run.output);
  const pieces: Piece[] = found.prints === true && together ? [listing] : [];
  for (const batch of together ? [values] : values.map((value) => [value])) {
    if (batch.length === 0) continue;
    if (found.prints === true && !together) pieces.push({ type: "own", command: call.written, text: `${batch[0]!}\n` });
    for (const action of found.actions) {
      const words = action.words.flatMap((word) =>
        word === "{}" ? batch : [word.includes("{}") ? word.replaceAll("{}", batch[0]!) : word],
      );
      pieces.push(...call.walker.words(words, call, { certain: found.certain, stdin: undefined }).pieces);
    }
  }
  return { pieces: joinReads(pieces, call) };
};

/** One `cat` per file in an order that only the disk knows: the files are read, the text cannot be shared out by order. */
function joinReads(pieces: readonly Piece[], call: Call): readonly Piece[] {
  const [first] = pieces;
  if (
    pieces.length < 2 ||
    first?.type !== "content" ||
    pieces.some((piece) => piece.type !== "content" || piece.via !== first.via)
  )
    return pieces;
  const sources = uniqueSources(pieces.flatMap((piece) => [...sourcesOf(piece)]));
  const { firstLine: _first, maxLines: _most, numbered: _numbered, ...rest } = first;
  return [
    {
      ...rest,
      command: call.written,
      sources,
      verbatim: false,
      certain: pieces.every((piece) => piece.type === "content" && piece.certain),
    },
  ];
}

const fd: CommandRule = (call) => {
  const parsed = parseOptions(
    call.words,
    "-e -t -d -E -c -j -S --extension --type --max-depth --exclude --color".split(" "),
  );
  const [pattern = "", ...roots] = parsed.operands;
  const extension = parsed.value("-e", "--extension");
  const values = (roots.length === 0 ? [""] : roots).flatMap((root) => {
    const absolute = call.run.paths.absolute(root === "" ? "." : root, call.state.cwd);
    const below = absolute === undefined ? undefined : call.run.paths.below(absolute);
    if (below === undefined) return [];
    const lead = root === "" ? "" : `${root.replace(/\/$/, "")}/`;
    return call.run.paths.under(below).map((path) => lead + (below === "" ? path : path.slice(below.length + 1)));
  });
  const wanted = (value: string): boolean => extension === undefined || value.endsWith(`.${extension}`);
  const byGlob = parsed.has("-g", "--glob")
    ? (value: string) => matchesName(pattern, value.slice(value.lastIndexOf("/") + 1))
    : () => true;
  const names: Names = {
    values: values.filter((value) => wanted(value) && byGlob(value)),
    certain: false,
    ordered: false,
  };
  return {
    pieces: [{ type: "listing", command: call.written, folders: absoluteFolders(roots, call), named: [], names }],
  };
};

export const finderRules: Readonly<Record<string, CommandRule>> = { find, gfind: find, fd, fdfind: fd };
