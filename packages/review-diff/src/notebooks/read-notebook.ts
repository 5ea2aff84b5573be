import { createHash } from "node:crypto";

export interface NotebookCell {
  /** Since version 4.5 of the format. */
  readonly id?: string;
  /** `code`, `markdown` or `raw`. */
  readonly type: string;
  readonly source: string;
  /** What each output says; of an image its type and the hash of its data. */
  readonly outputs: readonly string[];
  readonly executionCount: number | null;
}

export interface Notebook {
  readonly cells: readonly NotebookCell[];
  /** Equal for notebooks with the same kernel, language and version of the format. */
  readonly settings: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a notebook of version 4; `undefined` for bytes that are none. Never throws. */
export function readNotebook(bytes: Uint8Array | undefined): Notebook | undefined {
  if (bytes === undefined) return undefined;
  let root: Fields;
  try {
    root = fields(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    return undefined;
  }
  if (!Array.isArray(root["cells"]) || typeof root["nbformat"] !== "number") return undefined;
  const { kernelspec, language_info: language } = fields(root["metadata"]);
  return {
    cells: root["cells"].map((cell) => readCell(fields(cell))),
    settings: JSON.stringify([fields(kernelspec)["name"], fields(language)["name"], root["nbformat"]]),
  };
}

function readCell(cell: Fields): NotebookCell {
  const { id, execution_count: count } = cell;
  return {
    ...(typeof id === "string" && id !== "" && { id }),
    type: text(cell["cell_type"]),
    source: text(cell["source"]),
    outputs: Array.isArray(cell["outputs"]) ? cell["outputs"].map((output) => readOutput(fields(output))) : [],
    executionCount: typeof count === "number" ? count : null,
  };
}

function readOutput(output: Fields): string {
  if (output["output_type"] === "stream") return text(output["text"]);
  if (output["output_type"] === "error") return `${text(output["ename"])}: ${text(output["evalue"])}`;
  return Object.entries(fields(output["data"]))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([type, content]) => {
      if (type === "text/plain") return text(content);
      if (type.startsWith("text/")) return `[${type}]\n${text(content)}`;
      const value = typeof content === "string" ? content : JSON.stringify(content);
      return `[${type}, sha256 ${createHash("sha256").update(value).digest("hex").slice(0, 12)}…]`;
    })
    .join("\n");
}

/** Multi-line texts are stored as one text or as lines that keep their newline. */
function text(value: unknown): string {
  if (Array.isArray(value)) return value.filter((line) => typeof line === "string").join("");
  return typeof value === "string" ? value : "";
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
