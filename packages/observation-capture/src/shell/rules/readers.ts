import type { ReaderEntry } from "../command-table.ts";
import { jqOwnText, saysSomething, sqlOwnText } from "../own-text.ts";
import { parseOptions, type ParsedOptions } from "../options.ts";
import { keepAs } from "../redirections.ts";
import { recordWrite, type Call, type CommandRule, type Outcome } from "../state.ts";
import { composition, content, filtered, resolveOperands } from "../streams.ts";

/** A command of the table that shows the text of its operands, or of what flows into it. */
export function reader(entry: ReaderEntry, call: Call): Outcome {
  const parsed = parseOptions(call.words, entry.valued?.split(" "));
  const operands = parsed.operands.slice(entry.skip ?? 0);
  const files = (entry.single === true ? operands.slice(0, 1) : operands).filter((operand) => operand !== "-");
  const inserted = parsed.values(...(entry.inserts?.split(" ") ?? []));
  if (inserted.some((value) => saysSomething(value.replace(/\\[nt0]/g, "")))) return composition(operands, call);
  const outcome = files.length === 0 ? flowThrough(entry, parsed, call) : showFiles(entry, files, parsed, call);
  const readsBoth = files.length > 0 && entry.single !== true && operands.includes("-") && call.stdin !== undefined;
  const target = outputOf(entry, operands, parsed);
  if (target !== undefined && target !== "-" && target !== "/dev/stdout") {
    keepAs(target, outcome.pieces, call.state, call.run);
    return { pieces: [], succeeded: outcome.succeeded };
  }
  if (!readsBoth) return outcome;
  const pieces = [...call.stdin, ...outcome.pieces];
  const isMixed = pieces.some((piece) => piece.type === "own" || piece.type === "computed");
  return isMixed ? composition(operands, call) : { ...outcome, pieces };
}

function outputOf(entry: ReaderEntry, operands: readonly string[], parsed: ParsedOptions): string | undefined {
  const named = entry.output === undefined ? undefined : parsed.value(entry.output, "--output");
  if (named !== undefined || entry.outputOperand === undefined) return named;
  const extension = entry.outputOperand.default;
  return operands[1] ?? (extension === undefined ? undefined : withExtension(operands[0] ?? "", extension));
}

function flowThrough(entry: ReaderEntry, parsed: ParsedOptions, call: Call): Outcome {
  if (call.stdin === undefined) return { pieces: call.substituted };
  if (entry.verbatim === true && parsed.options.size === 0) return { pieces: call.stdin, succeeded: true };
  const perLine = entry.perLine === true || entry.verbatim === true;
  const pieces = filtered(call.stdin, call, {
    partial: entry.partial === true,
    keepsLines: entry.keepsLines === true,
    perLine,
  });
  return {
    pieces: isNumbered(entry, parsed)
      ? pieces.map((piece) => (piece.type === "content" ? { ...piece, numbered: true } : piece))
      : pieces,
  };
}

function isNumbered(entry: ReaderEntry, parsed: ParsedOptions): boolean {
  // `nl` leaves blank lines out of its count unless told otherwise.
  if (entry.numbered === true) return parsed.value("-b", "--body-numbering") === "a";
  return entry.verbatim === true && parsed.has("-n", "-b", "--number");
}

function showFiles(entry: ReaderEntry, files: readonly string[], parsed: ParsedOptions, call: Call): Outcome {
  const found = resolveOperands(files, call);
  const verbatim =
    entry.verbatim === true && !parsed.has("-n", "-A", "-v", "-e", "-t", "-b", "-s", "-r", "--line-range");
  const facts = {
    partial: entry.partial === true,
    verbatim,
    ...(found.sources.length === 1 && (entry.verbatim === true || entry.perLine === true) && { firstLine: 1 }),
    ...(isNumbered(entry, parsed) && { numbered: true as const }),
    ...(entry.converter === true && { converter: true as const, via: "derived" as const }),
  };
  if (!verbatim || !found.outside || files.length === 1) return content(found, call, facts);
  // A file from outside stands between those of the workspace: each has its own place.
  const each = files.map((file) => content(resolveOperands([file], call), call, { ...facts, firstLine: 1 }));
  return { pieces: each.flatMap((outcome) => outcome.pieces) };
}

function withExtension(name: string, extension: string): string | undefined {
  return name === "" ? undefined : name.replace(/\.[^./]*$/, "") + extension;
}

/** Programs of which one query decides whether text or a figure comes out. */
function jq(call: Call): Outcome {
  // `--arg name value` takes two words, which only a program with variables shows.
  const words = call.words.filter(
    (_word, index) =>
      ![0, 1, 2].some((back) => /^--(?:arg|argjson|rawfile|slurpfile)$/.test(call.words[index - back] ?? "")),
  );
  const parsed = parseOptions(words, ["--indent", "-f", "--from-file", ...(call.name === "yq" ? ["-o", "-p"] : [])]);
  const skip = parsed.has("-f", "--from-file") ? 0 : 1;
  const program = parsed.operands[0] ?? "";
  const files = parsed.operands.slice(skip);
  const found = resolveOperands(files, call);
  if (parsed.has("-n", "--null-input") && found.sources.length === 0 && call.stdin === undefined)
    return { pieces: [{ type: "own", command: call.written }] };
  if (parsed.has("-n")) return { pieces: [{ type: "unknown", command: call.written, inputs: found.sources }] };
  if (/(?:^|[|(\s])(?:length|add|min|max|any|all)\)?\s*$/.test(program))
    return figure(found.sources.length === 0 ? inputsOf(call) : found.sources, call);
  if (skip === 0 || (program === "" && !call.certain) || jqOwnText(program)) return composition(files, call);
  const partial = program.trim() !== "." && program.trim() !== "";
  return files.length === 0 ? { pieces: filtered(call.stdin, call, { partial }) } : content(found, call, { partial });
}

function sqlite(call: Call): Outcome {
  const parsed = parseOptions(call.words, ["-cmd", "-separator"]);
  const found = resolveOperands(parsed.operands.slice(0, 1), call);
  const query = parsed.operands.slice(1).join(" ");
  if (/\b(?:count|sum|avg|min|max|total)\s*\(/i.test(query)) return figure(found.sources, call);
  if (sqlOwnText(query)) return figure(found.sources, call);
  if (/^\s*\.(?:tables|schema)/.test(query))
    return { pieces: [{ type: "computed", command: call.written, inputs: found.sources, listed: found.sources }] };
  return content(found, call, { partial: true, converter: true, via: "derived" });
}

function inputsOf(call: Call) {
  return (call.stdin ?? []).flatMap((piece) =>
    piece.type === "content" || piece.type === "search" ? piece.sources : [],
  );
}

export function figure(inputs: ReturnType<typeof resolveOperands>["sources"], call: Call): Outcome {
  return { pieces: [{ type: "computed", command: call.written, inputs, listed: [] }] };
}

/** `unzip -p a.zip member`, `tar -xOf a.tgz member`, `gunzip -c a.gz`: members of an archive on the terminal. */
const archive =
  (toTerminal: (words: readonly string[]) => boolean, valued: readonly string[], fileOption?: string): CommandRule =>
  (call) => {
    const dashed =
      call.name === "tar" && call.words[0] !== undefined && !call.words[0].startsWith("-")
        ? [`-${call.words[0]}`, ...call.words.slice(1)]
        : call.words;
    const parsed = parseOptions(dashed, valued);
    const named = fileOption === undefined ? parsed.operands : [parsed.value(fileOption, "--file") ?? ""];
    const found = resolveOperands(call.name === "unzip" ? named.slice(0, 1) : named, call);
    if (toTerminal(dashed)) {
      if (named.length === 0) return { pieces: filtered(call.stdin, call, {}) };
      return content(found, call, {
        partial: call.name === "unzip" || call.name === "tar",
        converter: true,
        via: "derived",
      });
    }
    if (call.name === "tar" || call.name === "unzip") {
      if (call.name === "tar" && cluster("c")(dashed)) recordWrite(named[0] ?? "", call.state, call.run);
      const folders = call.state.cwd === undefined ? [] : [call.state.cwd];
      return { pieces: [{ type: "listing", command: call.written, folders, named: [] }] };
    }
    for (const name of named)
      recordWrite(
        /^(?:gun|bun|un)/.test(call.name)
          ? name.replace(/\.(?:gz|bz2|xz|zst)$/, "")
          : `${name}${SUFFIXES[call.name] ?? ""}`,
        call.state,
        call.run,
      );
    return { pieces: [], succeeded: true };
  };

const SUFFIXES: Readonly<Record<string, string>> = { gzip: ".gz", bzip2: ".bz2", xz: ".xz" };

const cluster = (letter: string) => (words: readonly string[]) =>
  words.some((word) => /^-[A-Za-z]+$/.test(word) && word.includes(letter));

export const readerRules: Readonly<Record<string, CommandRule>> = {
  jq,
  yq: jq,
  sqlite3: sqlite,
  tr: (call) =>
    // `find -print0 | tr '\\0' '\\n'` changes what stands between names.
    call.stdin?.every((piece) => piece.type === "listing") === true &&
    !call.words.some((word) => saysSomething(word.replace(/\\(?:0+|[ntr])/g, "")))
      ? { pieces: call.stdin }
      : composition([], call),
  tee: (call) => {
    const { operands, has } = parseOptions(call.words);
    for (const operand of operands) keepAs(operand, call.stdin ?? [], call.state, call.run, has("-a", "--append"));
    return { pieces: call.stdin ?? [] };
  },
  unzip: archive((words) => cluster("p")(words) || cluster("c")(words), ["-d", "-x"]),
  tar: archive(cluster("O"), ["-f", "-C"], "-f"),
  gunzip: archive(cluster("c"), []),
  gzip: archive(cluster("c"), []),
  bzip2: archive(cluster("c"), []),
  bunzip2: archive(cluster("c"), []),
  xz: archive(cluster("c"), []),
  unxz: archive(cluster("c"), []),
};
