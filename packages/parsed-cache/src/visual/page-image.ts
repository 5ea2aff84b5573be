import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBubblewrap, findProgram } from "../jail/bubblewrap.ts";
import { type ProgramEnd, runJailed } from "./run-jailed.ts";

export interface ImageSubject {
  readonly bytes: Uint8Array;
  /** As the cache decided it from the bytes. */
  readonly mediaType: string;
  /** Page of the document as it is printed, from 1. */
  readonly page: number;
  readonly signal?: AbortSignal | undefined;
}

/** A page as PNG, and how many there are; or why there is none, in words that go behind `nothing shown: `. */
export type PageImage = { readonly png: Uint8Array; readonly pages: number } | string;

/** Of the longer side: enough to read small print, and a bound on what a page of any size becomes. */
const LONG_SIDE_PIXELS = 1600;
const MEGABYTE = 1024 * 1024;
const LIMITS = { deadlineMs: 60_000, maxMemoryBytes: 4096 * MEGABYTE, maxOutputBytes: 64 * MEGABYTE };

const OFFICE =
  /^application\/(?:msword|rtf|vnd\.(?:ms-excel|ms-powerpoint|openxmlformats-officedocument|oasis\.opendocument))/;

/**
 * Renders a page of a PDF by poppler, and of an office file by LibreOffice, which prints it as PDF first. Both read
 * untrusted bytes with native code, so they run inside bubblewrap or not at all.
 */
export async function renderPageImage({ bytes, mediaType, page, signal }: ImageSubject): Promise<PageImage> {
  if (mediaType === "image/png")
    return page === 1 ? { png: bytes, pages: 1 } : `there is no page ${page}; the document has 1`;
  const isOffice = OFFICE.test(mediaType);
  if (mediaType !== "application/pdf" && !isOffice) return `files of type ${mediaType} cannot be shown as images`;
  const bubblewrap = findBubblewrap();
  const missing = [
    ...(bubblewrap === undefined ? ["bubblewrap (bwrap), which holds the programs that draw"] : []),
    ...(findProgram("pdftoppm") === undefined ? ["poppler (pdftoppm)"] : []),
    ...(isOffice && findProgram("soffice") === undefined ? ["LibreOffice (soffice)"] : []),
  ];
  if (missing.length > 0 || bubblewrap === undefined)
    return `showing it as an image needs ${missing.join(" and ")}, not found here; view it as text, or install what is missing`;
  const pdf = isOffice ? await printedByOffice(bubblewrap, bytes, signal) : bytes;
  return typeof pdf === "string" ? pdf : pageOfPdf(bubblewrap, pdf, page, signal);
}

async function pageOfPdf(
  bubblewrap: string,
  pdf: Uint8Array,
  page: number,
  signal: AbortSignal | undefined,
): Promise<PageImage> {
  const draw = { input: pdf, ...LIMITS, ...(signal && { signal }) };
  const info = await runJailed(bubblewrap, { command: "pdfinfo", args: ["-"], ...draw });
  const pages = Number(/^Pages:\s+(\d+)/m.exec(info.output.toString("latin1"))?.[1] ?? 0);
  if (pages === 0) return `poppler cannot read it (${reasonOf(info)})`;
  if (page > pages) return `there is no page ${page}; the document has ${pages}`;
  const args = ["-png", "-scale-to", String(LONG_SIDE_PIXELS), "-f", String(page), "-l", String(page), "-"];
  const drawn = await runJailed(bubblewrap, { command: "pdftoppm", args, ...draw });
  if (!drawn.output.subarray(1, 4).equals(Buffer.from("PNG")))
    return `poppler cannot draw page ${page} (${reasonOf(drawn)})`;
  return { png: drawn.output, pages };
}

async function printedByOffice(
  bubblewrap: string,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | string> {
  const work = await mkdtemp(join(tmpdir(), "runningtab-print-"));
  try {
    await writeFile(join(work, "document"), bytes);
    const args = [
      "--headless",
      "--norestore",
      "-env:UserInstallation=file:///tmp/profile",
      "--convert-to",
      "pdf",
      "--outdir",
      "/rendering",
      "/rendering/document",
    ];
    const end = await runJailed(bubblewrap, { command: "soffice", args, work, ...LIMITS, signal });
    const printed = await readFile(join(work, "document.pdf")).catch(() => undefined);
    return printed ?? `LibreOffice cannot print it (${reasonOf(end)})`;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function reasonOf({ problem, complaints, code }: ProgramEnd): string {
  return problem ?? complaints.trim().split("\n").at(-1) ?? `it ended with ${code}`;
}
