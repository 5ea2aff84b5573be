import type { Fact } from "./fact.ts";

interface KnownMiss {
  readonly file: string;
  readonly kind: string;
  readonly cause: string;
}

/** Facts that do not come out, and why: each was looked at. */
const KNOWN_MISSES: readonly KnownMiss[] = [
  {
    file: "equations.docx",
    kind: "text",
    cause: "our text holds the equations, which the tool left out of the sentence",
  },
  {
    file: "mortgage-calculation.xls",
    kind: "*",
    cause: "the stored value is shown; the tool calculated anew, without the macro that the formula calls",
  },
  {
    file: "right-to-left.xlsx",
    kind: "comment",
    cause: "the threaded comment itself is shown, not the notice for programs that know none",
  },
  { file: "sample.strict.xlsx", kind: "sheets", cause: "the tool reads no strict workbook; this one has sheets" },
  {
    file: "testEXCEL_4.xls",
    kind: "merged",
    cause: "Excel 4 had no merged ranges; the tool makes them of centred text",
  },
  { file: "bomb_giant.pdf", kind: "pages", cause: "refused for its hostile streams, before anything is unpacked" },
  { file: "test_llm.jpg", kind: "ocr_text", cause: "text in pictures is not read" },
];

export function causeOf(file: string, { kind }: Fact): string | undefined {
  const name = file.slice(file.lastIndexOf("/") + 1);
  return KNOWN_MISSES.find((miss) => miss.file === name && (miss.kind === kind || miss.kind === "*"))?.cause;
}
