import type { PdfAnnotation } from "./engine.ts";

/** What stands on a page beside its text: notes in the margin, filled fields, links and attached files. */
export interface PageAnnotations {
  /** Lines for the end of the page's text: `[comment] Ann: check this`, `[field] Name: Jo`. */
  readonly lines: readonly string[];
  readonly links: readonly string[];
  readonly attachments: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Form fields, also empty ones; buttons that only do something are none. */
  readonly fields: number;
  readonly comments: number;
}

/** A hidden or invisible annotation, and one that no viewer shows. */
const HIDDEN_FLAGS = 0x01 | 0x02 | 0x20;
/** Text of its own, drawn on the page and no part of its text layer. */
const NOTES = new Set([
  "Text",
  "FreeText",
  "Highlight",
  "Underline",
  "StrikeOut",
  "Squiggly",
  "Caret",
  "Stamp",
  "Line",
  "Square",
  "Circle",
  "Polygon",
  "PolyLine",
  "Ink",
]);

export function readAnnotations(annotations: readonly PdfAnnotation[]): PageAnnotations {
  const lines: string[] = [];
  const links: string[] = [];
  const attachments: { name: string; bytes: Uint8Array }[] = [];
  let fields = 0;
  let comments = 0;
  for (const annotation of annotations) {
    const { subtype, url, file, fieldType } = annotation;
    if (((annotation.annotationFlags ?? 0) & HIDDEN_FLAGS) !== 0) continue;
    if (subtype === "Link" && typeof url === "string") links.push(url);
    else if (subtype === "FileAttachment" && file?.content !== undefined) {
      attachments.push({ name: file.filename ?? "(unnamed attachment)", bytes: file.content });
    } else if (subtype === "Widget" && fieldType !== undefined && annotation.pushButton !== true) {
      fields += 1;
      const value = fieldValue(annotation);
      if (value !== "") lines.push(`[field] ${fieldName(annotation)}: ${value}`);
    } else if (NOTES.has(subtype)) {
      const words = oneLine(annotation.contentsObj?.str);
      const author = oneLine(annotation.titleObj?.str);
      if (words === "") continue;
      comments += 1;
      lines.push(`[comment] ${author === "" ? words : `${author}: ${words}`}`);
    }
  }
  return { lines, links, attachments, fields, comments };
}

/** What the form calls it, or the last part of its path of names. */
function fieldName({ alternativeText, fieldName: path = "" }: PdfAnnotation): string {
  return oneLine(alternativeText) || oneLine(path.slice(path.lastIndexOf(".") + 1)) || "(unnamed field)";
}

/** A list by the texts of the chosen options, a button by whether it is on. */
function fieldValue({
  fieldType,
  fieldValue: value,
  options = [],
  password,
  exportValue,
  buttonValue,
}: PdfAnnotation): string {
  if (password === true) return typeof value === "string" && value !== "" ? "(a password, not shown)" : "";
  if (fieldType === "Btn") {
    const on = exportValue ?? buttonValue ?? undefined;
    if (typeof value !== "string") return "";
    return value !== "Off" && (on === undefined || value === on) ? "on" : "";
  }
  const values = Array.isArray(value) ? value : [value];
  return oneLine(
    values
      .filter((one): one is string => typeof one === "string" && one !== "")
      .map((one) => options.find((option) => option.exportValue === one)?.displayValue ?? one)
      .join(", "),
  );
}

function oneLine(text: string | undefined): string {
  return (text ?? "").replaceAll(/\s+/g, " ").trim();
}
