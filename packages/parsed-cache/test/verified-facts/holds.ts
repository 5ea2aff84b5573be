import type { Cell } from "@runningtab/parsed-cache";
import { cellPlace, columnName } from "../../src/column-name.ts";
import type { Fact } from "./fact.ts";
import { type Reading, squeeze } from "./reading.ts";

type Check = (fact: Fact, reading: Reading) => boolean;

/** Whether what a tool found in a file came out of ours. */
export function holds(fact: Fact, reading: Reading): boolean {
  return CHECKS[fact.kind]?.(fact, reading) ?? false;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function has(texts: readonly string[], wanted: unknown): boolean {
  return texts.join("").includes(squeeze(wanted));
}

const metadataIs =
  (name: string): Check =>
  ({ value }, { metadata }) =>
    isSame(metadata[name], value);
const lossIs =
  (kind: string): Check =>
  ({ value, count }, { lossCount }) =>
    lossCount(kind) === (value ?? count);
/** Text may also stand where the view has none of it, such as in a deleted run. */
const textIs: Check = ({ value }, { text, blocks }) => {
  // Markup in a fact of an HTML body is how the tool saw it, not what a reader sees.
  const wanted = squeeze(String(value).replaceAll(/<\/?[a-z]+>/g, ""));
  // The lines between cells are ours.
  const plain = blocks(() => true)
    .join("")
    .replaceAll("|", "");
  return text.includes(wanted) || plain.includes(wanted);
};
const inBlocks =
  (kind: "header" | "footer"): Check =>
  ({ text }, { blocks }) =>
    has(
      blocks((block) => block.kind === kind),
      text,
    );
const inStory: Check = ({ kind, text }, { blocks }) =>
  has(
    blocks(({ address }) => address.startsWith(`${kind}=`)),
    text,
  );
const revised: Check = ({ kind, sample }, { parts }) => {
  const runs = parts.flatMap((part) => (part.type === "block" ? part.runs : []));
  return has(
    runs.filter((run) => run.revision?.kind === kind).map((run) => squeeze(run.text)),
    sample,
  );
};
const isEncrypted: Check = (_, { refusal, metadata }) =>
  refusal === "password-needed" || metadata["encrypted"] === true;
const namesAre =
  (name: string): Check =>
  ({ value }, { metadata }) => {
    const listed = (metadata[name] ?? []) as readonly (string | { readonly name: string })[];
    const names = listed.map((one) => (typeof one === "string" ? one : one.name));
    return isSame(names.toSorted(), [...(value as string[])].toSorted());
  };
const cellIs: Check = ({ sheet, ref, value }, { cells }) =>
  isSameValue(
    cells(sheet).find((cell) => cell.ref === ref),
    value,
  );

const CHECKS: Readonly<Record<string, Check>> = {
  encrypted: isEncrypted,
  needs_password: (_, { refusal }) => refusal === "password-needed",
  password: (_, { status }) => status === "ok",
  text: textIs,
  text_after_decryption: textIs,
  title: ({ value }, { metadata }) => squeeze(metadata["title"]) === squeeze(value),
  header(fact, reading) {
    if (fact.name === undefined) return inBlocks("header")(fact, reading);
    const said = reading.metadata[fact.name];
    if (fact.name === "date") return Date.parse(String(said)) === Date.parse(String(fact.value));
    return squeeze(said) === squeeze(fact.value);
  },
  footer: inBlocks("footer"),
  footnote: inStory,
  endnote: inStory,
  inserted: revised,
  deleted: revised,
  textbox: ({ text }, { blocks }) =>
    has(
      blocks(({ address }) => address.includes("textbox=")),
      text,
    ),
  comment({ sheet, ref, text }, { cells, blocks }) {
    const inCells = cells(sheet).filter((cell) => ref === undefined || cell.ref === ref);
    return has(
      [...inCells.map(({ comment }) => squeeze(comment ?? "")), ...blocks(({ kind }) => kind === "comment")],
      text,
    );
  },
  track_changes_on: metadataIs("trackChanges"),
  tables: metadataIs("tableCount"),
  table_row({ slide, table, row, cells = [] }, { page, blocks }) {
    if (slide !== undefined) return page(`slide=${slide}`).includes(`|${squeeze(cells.join("|"))}|`);
    const [found = ""] = blocks(({ address }) => address === `table=${table}&row=${row}`);
    // The marks of notes are ours.
    const shown = found
      .replaceAll(/\[(?:foot|end)note\d+\]/g, "")
      .split("|")
      .filter((cell) => cell !== "");
    const wanted = cells.map(squeeze).filter((cell) => cell !== "");
    return wanted.length === shown.length && wanted.every((cell, index) => shown[index]?.startsWith(cell));
  },
  equations: lossIs("equations"),
  charts: lossIs("charts"),
  macros: (_, { lossCount }) => lossCount("macros") > 0,
  embedded: namesAre("embedded"),
  external_targets: ({ value }, { metadata }) =>
    (value as string[]).every((target) => ((metadata["links"] ?? []) as string[]).includes(target)),
  attachments: namesAre("attachments"),

  sheets: ({ value }, { metadata }) => {
    const sheets = (metadata["sheets"] ?? []) as readonly { name: string; state: string }[];
    return isSame(
      sheets.map(({ name, state }) => ({ name, state })),
      value,
    );
  },
  sheets_after_decryption: namesAre("sheets"),
  dimension({ sheet, value }, { metadata, cells }) {
    const sheets = (metadata["sheets"] ?? []) as readonly {
      name: string;
      dimension?: string;
      storedRange?: string;
    }[];
    const described = sheets.find(({ name }) => name === sheet);
    const single = String(value).replace(/^([A-Z]+\d+):\1$/, "$1");
    return [described?.dimension, described?.storedRange, extentOf(cells(sheet))].some(
      (range) => range === value || range === single,
    );
  },
  date_system: metadataIs("dateSystem"),
  cell: cellIs,
  cell_after_decryption: cellIs,
  formula({ sheet, ref, formula, cached }, { cells }) {
    const cell = cells(sheet).find((one) => one.ref === ref);
    const same = cell?.formula !== undefined && squeeze(`=${cell.formula}`) === squeeze(formula);
    return same && (cached === null || cached === undefined || isSameValue(cell, cached));
  },
  formulas_without_cached_value: lossIs("formulas-without-value"),
  merged({ sheet, count, sample = [] }, { parts }) {
    const merged = parts.flatMap((part) => (part.type === "sheet" && part.name === sheet ? (part.merged ?? []) : []));
    return merged.length === count && (sample as readonly string[]).every((range) => merged.includes(range));
  },
  right_to_left_sheets: metadataIs("rightToLeftSheets"),
  rows: metadataIs("rows"),
  columns: metadataIs("columns"),
  encoding: ({ value }, { metadata }) => sameEncoding(String(metadata["encoding"]), String(value)),
  row({ index = 0, cells: wanted = [] }, { cells }) {
    const rows = Map.groupBy(cells(), ({ ref }) => Number(ref.replace(/\D/g, "")));
    // Rows are counted without empty ones, as the tool did.
    const row = [...rows].toSorted(([a], [b]) => a - b)[index - 1]?.[1] ?? [];
    const shown = row.filter(({ shown: text }) => text !== "").map(({ shown: text }) => squeeze(text));
    const named = wanted.map(squeeze).filter((cell) => cell !== "");
    return named.every((cell, at) => shown[at] === cell);
  },

  slides: metadataIs("slides"),
  slide_text: ({ slide, value }, { page }) => page(`slide=${slide}`).includes(squeeze(value)),
  notes: ({ slide, value }, { page }) => page(`slide=${slide}`).includes(`[note]${squeeze(value)}`),
  hidden_slides: metadataIs("hiddenSlides"),
  diagram_text: ({ value }, { text }) => (value as readonly string[]).every((one) => text.includes(squeeze(one))),

  pages: metadataIs("pages"),
  page_text: ({ page: number, value }, { page }) => plainLetters(page(`page=${number}`)).includes(plainLetters(value)),
  no_text_layer: (_, { parts }) => parts.every((part) => part.type !== "page" || part.coverage !== "text"),
  form: metadataIs("form"),
  tagged: metadataIs("tagged"),

  output_text: ({ value }, { text }) => text.includes("```output") && text.includes(squeeze(value)),
  nbformat: ({ value }, { metadata }) =>
    metadata["nbformat"] === (value as readonly (number | null)[]).filter((part) => part !== null).join("."),
  cells: metadataIs("cells"),
  cell_types: metadataIs("cellTypes"),
  image_size: ({ value }, { metadata }) => isSame([metadata["width"], metadata["height"]], value),
};

/** Letters in the forms that fonts have for them, without marks of direction, in no order of direction. */
function plainLetters(text: unknown): string {
  return squeeze(text)
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .normalize("NFKC");
}

function sameEncoding(ours: string, theirs: string): boolean {
  const names: Readonly<Record<string, string>> = { shift_jis: "cp932" };
  return ours === theirs || names[ours] === theirs;
}

function isSameValue(cell: Cell | undefined, expected: unknown): boolean {
  if (cell === undefined) return expected === null;
  if (typeof expected === "number" && typeof cell.raw === "number") {
    return Math.abs(cell.raw - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
  }
  const dateTime = String(expected).replace(/T00:00:00$/, "");
  return [cell.raw, cell.shown].some((value) => squeeze(value) === squeeze(expected) || squeeze(value) === dateTime);
}

/** The cells that hold something, as one range. */
function extentOf(cells: readonly Cell[]): string {
  let [top, left, bottom, right] = [Infinity, Infinity, 0, 0];
  for (const { ref } of cells) {
    const { column, row } = cellPlace(ref) ?? { column: 0, row: 0 };
    [top, left, bottom, right] = [
      Math.min(top, row),
      Math.min(left, column),
      Math.max(bottom, row),
      Math.max(right, column),
    ];
  }
  return bottom === 0 ? "A1:A1" : `${columnName(left - 1)}${top}:${columnName(right - 1)}${bottom}`;
}
