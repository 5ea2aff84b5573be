import { awkOwnText, perlOwnText, sedOwnText } from "../own-text.ts";
import { parseOptions } from "../options.ts";
import { recordWrite, type Call, type CommandRule, type Outcome } from "../state.ts";
import { composition, content, filtered, lineWindow, resolveOperands } from "../streams.ts";
import { figure } from "./readers.ts";

/** The lines of each file that are shown: from `skip` on (`undefined`: the last ones), at most `most`. */
interface Window {
  readonly skip: number | undefined;
  readonly most: number | undefined;
}

function windowed(files: readonly string[], call: Call, window: Window, headings?: "many" | "always"): Outcome {
  const named = files.filter((file) => file !== "-");
  if (named.length === 0) return { pieces: lineWindow(call.stdin, call, window.skip, window.most), succeeded: true };
  const found = resolveOperands(named, call);
  return content(found, call, {
    partial: true,
    ...(found.sources.length === 1 && window.skip !== undefined && { firstLine: window.skip + 1 }),
    ...(window.most !== undefined && { maxLines: window.most * (headings === undefined ? 1 : found.sources.length) }),
    ...(headings !== undefined && (named.length > 1 || headings === "always") && { headings }),
  });
}

const endOfFile: CommandRule = (call) => {
  // `head -5` and `tail +5` are the old spellings.
  const words = call.words.map((word, index) =>
    /^-\d+$/.test(word)
      ? `-n${word.slice(1)}`
      : index === 0 && call.name === "tail" && /^\+\d+$/.test(word)
        ? `-n${word}`
        : word,
  );
  const parsed = parseOptions(words, ["-n", "-c", "--lines", "--bytes", "-s", "--pid"]);
  const headings = parsed.has("-q", "--quiet", "--silent")
    ? undefined
    : parsed.has("-v", "--verbose")
      ? "always"
      : "many";
  const written = parsed.value("-n", "--lines");
  const count = Number(/\d+/.exec(written ?? "10")?.[0] ?? 10);
  const byBytes = parsed.has("-c", "--bytes");
  let window: Window;
  if (call.name === "head")
    window = { skip: 0, most: byBytes || written?.startsWith("-") === true ? undefined : count };
  else if (written?.startsWith("+") === true) window = { skip: Math.max(0, count - 1), most: undefined };
  else window = { skip: undefined, most: byBytes ? undefined : count };
  return windowed(
    parsed.operands,
    call,
    window,
    parsed.operands.length > 1 || headings === "always" ? headings : undefined,
  );
};

const sed: CommandRule = (call) => {
  const inPlace = call.words.some((word) => /^-[nErsuz]*i/.test(word) || word.startsWith("--in-place"));
  const parsed = parseOptions(
    call.words.filter((word) => !/^-i.+/.test(word)),
    ["-e", "-f", "-l", "--expression", "--file"],
  );
  const scripted = parsed.has("-e", "-f", "--expression", "--file");
  const files = parsed.operands.slice(scripted ? 0 : 1);
  if (inPlace) {
    for (const file of files) recordWrite(file, call.state, call.run);
    return { pieces: [], succeeded: true };
  }
  const scripts = scripted ? parsed.values("-e", "--expression") : parsed.operands.slice(0, 1);
  const script = scripts.join("\n").trim();
  const untold = parsed.has("-f", "--file") || (script === "" && !call.certain);
  if (untold || sedOwnText(script)) return composition(files, call);
  const silent = parsed.has("-n", "--quiet", "--silent");
  const window = scripts.length > 1 ? undefined : sedWindow(script, silent);
  if (window !== undefined) {
    const several = files.length > 1 && !parsed.has("-s", "--separate");
    return windowed(files, call, several ? { skip: undefined, most: window.most } : window);
  }
  const partial = silent || /(?:^|[;{\s\d$/])d\s*(?:;|\}|$)/.test(script) || /\dq\s*$/.test(script);
  if (files.length === 0) return { pieces: filtered(call.stdin, call, { partial, keepsLines: silent }) };
  return content(resolveOperands(files, call), call, { partial });
};

/** The window of lines that a sed script shows: `A,Bp`, `A,+Np`, `Ap`, `A,$p` under -n; `Aq`, `A,B!d` without. */
function sedWindow(script: string, silent: boolean): Window | undefined {
  const shown = script.replace(/;\s*\d+\s*q\s*;?$/, "").replace(/\s*;\s*$/, "");
  const printed = /^(\d{1,9})(?:\s*,\s*(\+?\d{1,9}|\$))?\s*(?:p|\{\s*p\s*;?\s*\}|!\s*d)$/.exec(shown);
  if (printed !== null && shown.includes("!") !== silent) {
    const first = Number(printed[1]);
    const last = printed[2];
    if (last === "$") return { skip: first - 1, most: undefined };
    const end = last === undefined ? first : last.startsWith("+") ? first + Number(last.slice(1)) : Number(last);
    return { skip: first - 1, most: Math.max(1, end - first + 1) };
  }
  const quit = /^(\d{1,9})\s*q$/.exec(script);
  if (quit !== null && !silent) return { skip: 0, most: Number(quit[1]) };
  return silent && script === "$p" ? { skip: undefined, most: 1 } : undefined;
}

const awk: CommandRule = (call) => {
  const parsed = parseOptions(call.words, ["-F", "-v", "-f", "--field-separator", "--assign", "--file"]);
  const scripted = parsed.has("-f", "--file");
  const program = scripted ? "" : (parsed.operands[0] ?? "").trim();
  const files = parsed.operands.slice(scripted ? 0 : 1).filter((operand) => !/^[A-Za-z_]\w*=/.test(operand));
  const found = resolveOperands(files, call);
  const end = /\bEND\s*\{/.exec(program);
  const main = end === null ? program : program.slice(0, end.index);
  if (/^BEGIN\s*\{[^}]*\}$/.test(program) && !/\bgetline\b/.test(program))
    return { pieces: [{ type: "own", command: call.written }] };
  if (end !== null && !/\bprintf?\b/.test(main)) {
    const flowing = (call.stdin ?? []).flatMap((piece) =>
      piece.type === "content" || piece.type === "search" ? piece.sources : [],
    );
    return figure(files.length === 0 ? flowing : found.sources, call);
  }
  const assigned = [...parsed.values("-v", "--assign"), ...parsed.operands.slice(scripted ? 0 : 1)];
  const untold = scripted || (program === "" && !call.certain);
  if (
    untold ||
    awkOwnText(
      program,
      assigned.filter((word) => /^[A-Za-z_]\w*=/.test(word)),
    )
  )
    return composition(files, call);
  const window = awkWindow(program);
  if (window !== undefined) return windowed(files, call, files.length > 1 ? { ...window, skip: undefined } : window);
  const partial = !/^(?:1|\{\s*print(?:\s+\$0)?\s*;?\s*\})$/.test(program);
  return files.length === 0 ? { pieces: filtered(call.stdin, call, { partial }) } : content(found, call, { partial });
};

/** `NR==5`, `NR>=2 && NR<=5`, `NR<10`, each with or without `{print}`. */
function awkWindow(program: string): Window | undefined {
  const condition = program
    .replace(/\s*\{\s*print(?:\s+\$0)?\s*;?\s*\}$/, "")
    .replace(/\s+/g, "")
    .replace(/^\((.*)\)$/, "$1");
  const single = /^NR==(\d{1,9})$/.exec(condition);
  if (single !== null) return { skip: Number(single[1]) - 1, most: 1 };
  const both =
    /^NR>(=?)(\d{1,9})&&NR<(=?)(\d{1,9})$/.exec(condition) ?? /^NR(=)=(\d{1,9}),NR=(=)(\d{1,9})$/.exec(condition);
  if (both !== null) {
    const first = Number(both[2]) + (both[1] === "=" ? 0 : 1);
    return { skip: first - 1, most: Math.max(1, Number(both[4]) - (both[3] === "=" ? 0 : 1) - first + 1) };
  }
  const one = /^NR([<>])(=?)(\d{1,9})$/.exec(condition);
  if (one === null) return undefined;
  const bound = Number(one[3]);
  if (one[1] === "<") return { skip: 0, most: one[2] === "=" ? bound : bound - 1 };
  return { skip: one[2] === "=" ? bound - 1 : bound, most: undefined };
}

const perl: CommandRule = (call) => {
  const inPlace = call.words.some((word) => /^-[a-zA-Z0-9]*i/.test(word) && !word.startsWith("-I"));
  const parsed = parseOptions(call.words, ["-e", "-E", "-I", "-M", "-F"]);
  if (!parsed.has("-e", "-E"))
    return {
      pieces: [{ type: "unknown", command: call.written, inputs: resolveOperands(parsed.operands, call).sources }],
    };
  if (inPlace) {
    for (const file of parsed.operands) recordWrite(file, call.state, call.run);
    return { pieces: [], succeeded: true };
  }
  if (!parsed.has("-n", "-p"))
    return {
      pieces: [{ type: "unknown", command: call.written, inputs: resolveOperands(parsed.operands, call).sources }],
    };
  if (/\bEND\s*\{/.test(parsed.value("-e", "-E") ?? ""))
    return figure(resolveOperands(parsed.operands, call).sources, call);
  if (perlOwnText(parsed.values("-e", "-E").join("\n"))) return composition(parsed.operands, call);
  const partial = !parsed.has("-p");
  return parsed.operands.length === 0
    ? { pieces: filtered(call.stdin, call, { partial }) }
    : content(resolveOperands(parsed.operands, call), call, { partial });
};

export const streamEditorRules: Readonly<Record<string, CommandRule>> = {
  head: endOfFile,
  tail: endOfFile,
  sed,
  gsed: sed,
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  perl,
};
