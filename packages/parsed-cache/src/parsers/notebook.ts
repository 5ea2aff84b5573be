import { parse as parseHtml } from "parse5";
import type { DocumentParser } from "../document-parser.ts";
import { renderParts } from "../render-parts.ts";
import { earlierNotes } from "../rendered-page.ts";
import { htmlBlocks } from "./html/html-blocks.ts";
import { createPartOutput, type PartOutput } from "./office/part-output.ts";
import { decodeText, encodingLosses } from "./text-decoding.ts";
import { emitTextPages, linesOf } from "./text-pages.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Jupyter notebooks of versions 2 to 4: the cells in order at `cell=N`, Markdown as it stands and code fenced, and what
 * they put out at `cell=N&output=M`, text before HTML. Losses: `images` (in outputs and attachments), `outputs-not-shown`
 * (scripts, widgets), `malformed-notebook` (no JSON or no cells: the file is then shown as plain text), and those of text.
 */
export const parser: DocumentParser = {
  async parse(bytes, _options, emit, limits) {
    const decoded = await decodeText(bytes);
    const notebook = parseNotebook(decoded.text);
    if (typeof notebook === "string") {
      emitTextPages(linesOf(decoded.text), emit, limits.maxOutputCharacters);
      emit({ type: "loss", kind: "malformed-notebook", count: 1, detail: `${notebook}; shown as plain text` });
      for (const loss of encodingLosses(decoded)) emit(loss);
      return;
    }
    const output = createPartOutput(emit, limits);
    const tally = { images: 0, unshown: 0 };
    const types = new Map<string, number>();
    const cells = cellsOf(notebook);
    const language = languageOf(notebook, cells);
    let title: string | undefined;
    for (const [index, cell] of cells.entries()) {
      const type = String(cell["cell_type"]);
      types.set(type, (types.get(type) ?? 0) + 1);
      const source = joined(cell["source"] ?? cell["input"]);
      putSource(`cell=${index + 1}`, cell, source, language, output);
      tally.images += Object.keys(fields(cell["attachments"])).length;
      for (const [outputIndex, one] of list(cell["outputs"]).entries()) {
        putOutput(`cell=${index + 1}&output=${outputIndex + 1}`, one, tally, output);
      }
      title ??= type === "heading" ? source : type === "markdown" ? /^#{1,6}\s+(.+)$/m.exec(source)?.[1] : undefined;
    }
    if (cells.length === 0) output.loss("no-text", 1, "the notebook has no cells");
    output.loss("images", tally.images, "in outputs and attachments: not read");
    output.loss("outputs-not-shown", tally.unshown, "scripts, widgets and other outputs without text");
    for (const loss of encodingLosses(decoded)) emit(loss);
    const version = [notebook["nbformat"], notebook["nbformat_minor"]].filter((number) => typeof number === "number");
    output.put({
      type: "metadata",
      values: {
        ...(title !== undefined && { title: title.trim() }),
        nbformat: version.join("."),
        cells: cells.length,
        cellTypes: Object.fromEntries(types),
        language,
      },
    });
  },
};

/** The notebook, or why the text is none. */
function parseNotebook(text: string): Fields | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `not valid JSON (${error instanceof Error ? error.message : String(error)})`;
  }
  const notebook = fields(value);
  return Array.isArray(notebook["cells"]) || Array.isArray(notebook["worksheets"]) ? notebook : "it has no cells";
}

/** Before version 4 cells lay in worksheets. */
function cellsOf(notebook: Fields): readonly Fields[] {
  if (Array.isArray(notebook["cells"])) return list(notebook["cells"]);
  return list(notebook["worksheets"]).flatMap((worksheet) => list(worksheet["cells"]));
}

function languageOf(notebook: Fields, cells: readonly Fields[]): string {
  const metadata = fields(notebook["metadata"]);
  const names = [
    fields(metadata["language_info"])["name"],
    fields(metadata["kernelspec"])["language"],
    ...cells.map((cell) => cell["language"]),
  ];
  return names.find((name): name is string => typeof name === "string" && /^[\w+#.-]{1,30}$/.test(name)) ?? "python";
}

function putSource(address: string, cell: Fields, source: string, language: string, output: PartOutput): void {
  if (source.trim() === "") return;
  if (cell["cell_type"] === "heading") {
    const level = typeof cell["level"] === "number" ? cell["level"] : 1;
    output.put({ type: "block", address, kind: "heading", level, runs: [{ text: source }] });
    return;
  }
  const text = cell["cell_type"] === "code" ? fenced(source, language) : source;
  output.put({ type: "block", address, kind: "paragraph", runs: [{ text }] });
}

function putOutput(address: string, one: Fields, tally: { images: number; unshown: number }, output: PartOutput): void {
  const contents = outputContents(one);
  const isImage = [...contents.keys()].some((type) => type.startsWith("image/"));
  if (isImage) tally.images += 1;
  const text = outputText(one, contents).trim();
  if (text !== "") {
    output.put({ type: "block", address, kind: "paragraph", runs: [{ text: fenced(text, "output") }] });
  } else if (!isImage && contents.size > 0) tally.unshown += 1;
}

/** Contents of a result by media type; before version 4 they had short names and lay in the output itself. */
function outputContents(one: Fields): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  for (const [type, content] of Object.entries(fields(one["data"]))) {
    contents.set(type, type === "application/json" ? JSON.stringify(content, null, 1) : joined(content));
  }
  for (const [name, type] of OLD_NAMES) if (one[name] !== undefined) contents.set(type, joined(one[name]));
  return contents;
}

const OLD_NAMES = [
  ["text", "text/plain"],
  ["html", "text/html"],
  ["latex", "text/latex"],
  ["javascript", "application/javascript"],
  ["png", "image/png"],
  ["jpeg", "image/jpeg"],
  ["svg", "image/svg+xml"],
] as const;

/** What Python calls an object that has nothing to say in text: `<Figure size 640x480 with 1 Axes>`. */
const PLACEHOLDER = /^<[^\n]*>$/;
// oxlint-disable-next-line no-control-regex
const TERMINAL_COLOURS = /\u001b\[[\d;]*[A-Za-z]/g;

function outputText(one: Fields, contents: ReadonlyMap<string, string>): string {
  if (one["output_type"] === "error" || one["output_type"] === "pyerr") {
    const lines = Array.isArray(one["traceback"]) ? one["traceback"].map(String) : [];
    const summary = `${joined(one["ename"])}: ${joined(one["evalue"])}`;
    return (lines.length > 0 ? lines.join("\n") : summary).replaceAll(TERMINAL_COLOURS, "");
  }
  const plain = (contents.get("text/plain") ?? "").replaceAll(TERMINAL_COLOURS, "");
  const html = contents.get("text/html");
  if (html === undefined || (plain.trim() !== "" && !PLACEHOLDER.test(plain.trim()))) {
    const other = contents.get("text/markdown") ?? contents.get("text/latex") ?? contents.get("application/json");
    return PLACEHOLDER.test(plain.trim()) ? (other ?? plain) : plain || (other ?? "");
  }
  return renderParts(htmlBlocks(parseHtml(html, { scriptingEnabled: false })).blocks)
    .map(({ text, earlier }) => [text, ...earlierNotes(earlier)].join("\n"))
    .join("\n\n");
}

/** A fence longer than any in the text itself. */
function fenced(text: string, name: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((fence) => fence.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${name}\n${text}\n${fence}`;
}

/** Notebooks hold text whole or by lines; version 2 left out the line ends. */
function joined(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value : "";
  const lines = value.map(String);
  return lines.slice(0, -1).every((line) => line.endsWith("\n")) ? lines.join("") : lines.join("\n");
}

function list(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
