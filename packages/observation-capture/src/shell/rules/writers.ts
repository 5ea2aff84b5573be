import { parseOptions } from "../options.ts";
import { keepAs } from "../redirections.ts";
import { recordWrite, type Call, type CommandRule, type Outcome } from "../state.ts";
import { content, resolveOperands } from "../streams.ts";

const nothing: Outcome = { pieces: [], succeeded: true };

/** What `-v` prints names files; it is kept as a listing so that names in it count as named. */
function silent(call: Call): Outcome {
  if (!call.words.some((word) => /^-[a-zA-Z]*v/.test(word) || word === "--verbose")) return nothing;
  return {
    pieces: [
      {
        type: "listing",
        command: call.written,
        folders: call.state.cwd === undefined ? [] : [call.state.cwd],
        named: [],
      },
    ],
    succeeded: true,
  };
}

function writes(operands: readonly string[], call: Call): void {
  for (const operand of operands) recordWrite(operand, call.state, call.run);
}

/** cp, mv, ln, install: the last operand or `-t` is the target, a folder if there are several sources. */
const transfer: CommandRule = (call) => {
  const parsed = parseOptions(call.words, ["-t", "--target-directory", "-S", "-m", "-o", "-g"]);
  const folder = parsed.value("-t", "--target-directory");
  const sources = folder === undefined ? parsed.operands.slice(0, -1) : parsed.operands;
  const target = folder ?? parsed.operands.at(-1);
  if (target === undefined || sources.length === 0) return nothing;
  const { paths } = call.run;
  const absolute = paths.absolute(target, call.state.cwd);
  const below = absolute === undefined ? undefined : paths.below(absolute);
  const isFolder =
    folder !== undefined ||
    sources.length > 1 ||
    target.endsWith("/") ||
    (below !== undefined && paths.fact(below) === undefined && paths.isFolder(below)) ||
    target === ".";
  for (const source of sources) {
    const destination = isFolder ? `${target.replace(/\/$/, "")}/${source.slice(source.lastIndexOf("/") + 1)}` : target;
    const outside = below === undefined && absolute !== undefined;
    const found = resolveOperands([source], call);
    // A copy outside the workspace is read as its source; one inside is a file of its own.
    if (outside) keepAs(destination, content(found, call, { partial: false }).pieces, call.state, call.run);
    else recordWrite(destination, call.state, call.run);
    if (call.name === "mv") recordWrite(source, call.state, call.run);
  }
  return silent(call);
};

const toEach: CommandRule = (call) => {
  const { operands } = parseOptions(call.words, ["-d", "-t", "-r", "-s", "--size", "--reference", "--date"]);
  writes(operands, call);
  if (call.name === "rm" || call.name === "unlink") {
    for (const operand of operands) call.run.notes.add(`removed by the command: ${operand}`);
  }
  return silent(call);
};

const toOption =
  (...names: readonly string[]): CommandRule =>
  (call) => {
    const parsed = parseOptions(call.words, [...names, "-H", "-d", "-X", "-u"]);
    const target = parsed.value(...names);
    if (target !== undefined && target !== "-") writes([target], call);
    return { pieces: [{ type: "unknown", command: call.written, inputs: [] }] };
  };

/** LibreOffice's converter: `--convert-to txt --outdir D a.docx` writes `D/a.txt`. */
const office: CommandRule = (call) => {
  const parsed = parseOptions(call.words, ["--convert-to", "--outdir", "--infilter"]);
  const extension = parsed.value("--convert-to")?.split(":")[0];
  const folder = parsed.value("--outdir") ?? ".";
  for (const operand of extension === undefined ? [] : parsed.operands) {
    const stem = operand.slice(operand.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
    keepAs(
      `${folder.replace(/\/$/, "")}/${stem}.${extension}`,
      content(resolveOperands([operand], call), call, { partial: false }).pieces,
      call.state,
      call.run,
    );
  }
  return { pieces: [{ type: "unknown", command: call.written, inputs: [] }] };
};

const dd: CommandRule = (call) => {
  const values = new Map(
    call.words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]),
  );
  const input = values.get("if");
  const output = values.get("of");
  const outcome =
    input === undefined
      ? { pieces: call.stdin ?? [] }
      : content(resolveOperands([input], call), call, { partial: values.has("count") });
  if (output === undefined) return outcome;
  keepAs(output, outcome.pieces, call.state, call.run);
  return nothing;
};

/** Spreadsheet converter with input and output as operands. */
const convert: CommandRule = (call) => {
  const [input, output] = parseOptions(call.words, ["-S", "-T", "-I", "-O"]).operands;
  if (input === undefined || output === undefined) return nothing;
  keepAs(output, content(resolveOperands([input], call), call, { partial: false }).pieces, call.state, call.run);
  return nothing;
};

export const writerRules: Readonly<Record<string, CommandRule>> = {
  cp: transfer,
  mv: transfer,
  ln: transfer,
  install: transfer,
  rm: toEach,
  unlink: toEach,
  touch: toEach,
  truncate: toEach,
  shred: toEach,
  mkdir: silent,
  rmdir: silent,
  chmod: silent,
  chown: silent,
  dd,
  curl: toOption("-o", "--output"),
  wget: toOption("-O", "--output-document"),
  soffice: office,
  libreoffice: office,
  ssconvert: convert,
};
