import type { ReaderEntry } from "../command-table.ts";
import { parseOptions } from "../options.ts";
import { keepAs } from "../redirections.ts";
import type { Call, CommandRule, Outcome } from "../state.ts";
import { content, filtered, resolveOperands } from "../streams.ts";

/** A command of the table that shows the text of its operands, or of what flows into it. */
export function reader(entry: ReaderEntry, call: Call): Outcome {
  const parsed = parseOptions(call.words, entry.valued?.split(" "));
  let operands = parsed.operands.slice(entry.skip ?? 0);
  let target = entry.output === undefined ? undefined : parsed.value(entry.output, "--output");
  if (entry.outputOperand !== undefined) {
    target ??=
      operands[1] ??
      (entry.outputOperand.default === undefined
        ? undefined
        : withExtension(operands[0] ?? "", entry.outputOperand.default));
  }
  if (entry.single === true) operands = operands.slice(0, 1);
  const partial = entry.partial === true;
  const files = operands.filter((operand) => operand !== "-");
  let outcome: Outcome;
  if (files.length === 0)
    outcome = {
      pieces:
        call.stdin === undefined
          ? call.substituted
          : filtered(call.stdin, call, { partial, keepsLines: entry.keepsLines === true }),
    };
  else {
    const found = resolveOperands(files, call);
    const whole =
      entry.verbatim === true && !parsed.has("-n", "-A", "-v", "-e", "-t", "-b", "-s", "-r", "--line-range");
    outcome = content(found, call, {
      partial,
      verbatim: whole,
      ...(found.sources.length === 1 && entry.converter !== true && { firstLine: 1 }),
      ...((entry.numbered === true || (entry.verbatim === true && parsed.has("-n", "--number"))) && { numbered: true }),
      ...(entry.converter === true && { converter: true, via: "derived" }),
    });
    if (operands.length > files.length && call.stdin !== undefined)
      outcome = { ...outcome, pieces: [...call.stdin, ...outcome.pieces] };
  }
  if (call.name === "cat" && files.length === 0 && call.words.length === 0 && call.stdin !== undefined)
    return { pieces: call.stdin, succeeded: true };
  if (call.name === "xxd" || (call.name === "sort" && !parsed.has("-c"))) outcome = withoutLines(outcome);
  if (target === undefined || target === "-" || target === "/dev/stdout") return outcome;
  keepAs(target, outcome.pieces, call.state, call.run);
  return { pieces: [], succeeded: outcome.succeeded };
}

/** Line numbers of a sorted or dumped file are not the file's. */
function withoutLines(outcome: Outcome): Outcome {
  return {
    ...outcome,
    pieces: outcome.pieces.map((piece) => (piece.type === "content" ? { ...piece, firstLine: undefined } : piece)),
  };
}

function withExtension(name: string, extension: string): string | undefined {
  return name === "" ? undefined : name.replace(/\.[^./]*$/, "") + extension;
}

/** Programs of which one query decides whether text or a figure comes out. */
function jq(call: Call): Outcome {
  const parsed = parseOptions(call.words, ["--indent", "-f", "--from-file", "--tab"]);
  const skip = parsed.has("-f", "--from-file") ? 0 : 1;
  const program = parsed.operands[0] ?? "";
  const files = parsed.operands.slice(skip);
  const found = resolveOperands(files, call);
  if (parsed.has("-n")) return { pieces: [{ type: "unknown", command: call.written, inputs: found.sources }] };
  if (/(?:^|[|(\s])(?:length|add|min|max|any|all)\)?\s*$/.test(program))
    return figure(found.sources.length === 0 ? inputsOf(call) : found.sources, call);
  const partial = program.trim() !== "." && program.trim() !== "";
  return files.length === 0 ? { pieces: filtered(call.stdin, call, { partial }) } : content(found, call, { partial });
}

function sqlite(call: Call): Outcome {
  const parsed = parseOptions(call.words, ["-cmd", "-separator"]);
  const found = resolveOperands(parsed.operands.slice(0, 1), call);
  const query = parsed.operands.slice(1).join(" ");
  if (/\b(?:count|sum|avg|min|max|total)\s*\(/i.test(query)) return figure(found.sources, call);
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
    if (toTerminal(dashed))
      return named.length === 0
        ? { pieces: filtered(call.stdin, call, {}) }
        : content(found, call, {
            partial: call.name !== "gunzip" && call.name !== "gzip",
            converter: true,
            via: "derived",
          });
    return { pieces: [{ type: "computed", command: call.written, inputs: found.sources, listed: found.sources }] };
  };

const cluster = (letter: string) => (words: readonly string[]) =>
  words.some((word) => /^-[A-Za-z]+$/.test(word) && word.includes(letter));

export const readerRules: Readonly<Record<string, CommandRule>> = {
  jq,
  sqlite3: sqlite,
  tr: (call) => ({ pieces: filtered(call.stdin, call, { partial: call.words.includes("-d") }) }),
  tee: (call) => {
    const { operands } = parseOptions(call.words);
    for (const operand of operands) keepAs(operand, call.stdin ?? [], call.state, call.run);
    return { pieces: call.stdin ?? [] };
  },
  unzip: archive((words) => cluster("p")(words) || cluster("c")(words), ["-d", "-x"]),
  tar: archive(cluster("O"), ["-f", "-C"], "-f"),
  gunzip: archive(cluster("c"), []),
  gzip: archive(cluster("c"), []),
  bunzip2: archive(cluster("c"), []),
  xz: archive(cluster("c"), []),
  unxz: archive(cluster("c"), []),
};
