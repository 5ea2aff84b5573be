import type { DocumentParser, Limits } from "../document-parser.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import type { JsonValue, ParsedPart } from "../parts.ts";
import { createNestedReader, nestingOf } from "./nested-document.ts";
import { createPartOutput, type PartOutput } from "./office/part-output.ts";
import { passwordOf } from "./office/password.ts";
import { annotatedObjects } from "./pdf/annotated-pages.ts";
import { type PageAnnotations, readAnnotations } from "./pdf/annotations.ts";
import { createDingbatFonts, type DingbatFonts, dingbatsOf } from "./pdf/dingbats.ts";
import { type OpenPdf, openPdf, type PdfPage, type PdfTextItem } from "./pdf/engine.ts";
import { closeFigureGaps } from "./pdf/figure-gaps.ts";
import { drawnText, hiddenItems } from "./pdf/invisible-text.ts";
import { pageText } from "./pdf/page-text.ts";
import { readOutline } from "./pdf/outline.ts";
import { createPlacer } from "./pdf/place-items.ts";
import { hasPresentedLetters, plainLetters } from "./pdf/plain-letters.ts";
import { parseWithPoppler } from "./pdf/poppler.ts";
import { type Prescan, prescan } from "./pdf/prescan.ts";
import { readPdfMetadata } from "./pdf/metadata.ts";

type Coverage = NonNullable<Extract<ParsedPart, { type: "page" }>["coverage"]>;

/** Fewer characters than this, and the page is asked what else it shows. */
const SPARSE_CHARACTERS = 200;
const MAX_LISTED_LINKS = 200;
const SHOWS_SOMETHING = /\S/;

/**
 * PDF text by page, with the notes of its margin and the filled fields of its forms as lines at its end; attached files
 * in turn, at places such as `attachment=1&page=2`. Metadata: outline, links, attachments, counts. Options: `password`, and
 * `{ "engine": "pdftotext" }` for poppler.
 *
 * Losses: `page-without-text` (an image alone), `text-over-image` (a text layer over a scanned page, which may be
 * partial), `invisible-text` (drawn invisibly, left out), `page-unreadable`, `attachments-not-read`, `xfa-form` (a form whose
 * own description is not read), `truncated`.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    if (asksForPoppler(options)) return parseWithPoppler(bytes, passwordOf(options), emit, limits);
    const hints = prescan(bytes);
    if (hints.packsTextAsImage) {
      const message = "Damaged PDF: a stream that is no image is packed as one, which no program writes.";
      throw new ParsedCacheError({ code: "damaged", message });
    }
    const pdf = await openPdf(bytes, passwordOf(options));
    try {
      const output = createPartOutput(emit, limits);
      const found = await putPages(pdf, hints, annotatedObjects(bytes), output, limits);
      const attachments = [...(await pdf.attachments()), ...found.attachments];
      const listed = await putAttachments(attachments, pdf.hasLockedAttachments, options, output, limits);
      const values = await readPdfMetadata(pdf.document, hints.namesForm);
      const outline = await readOutline(pdf.document).catch(() => []);
      output.loss("xfa-form", values["form"] === "XFA" ? 1 : 0, "fields are shown by their plain form alone");
      output.put({
        type: "metadata",
        values: {
          ...values,
          ...(outline.length > 0 && { outline }),
          ...(found.links.size > 0 && { links: [...found.links] }),
          ...(found.fields > 0 && { formFields: found.fields }),
          ...(found.comments > 0 && { commentCount: found.comments }),
          ...(listed.length > 0 && { attachments: listed }),
        },
      });
    } finally {
      await pdf.close();
    }
  },
};

function asksForPoppler(options: JsonValue): boolean {
  return typeof options === "object" && options !== null && "engine" in options && options.engine === "pdftotext";
}

interface FoundBesideText {
  readonly links: Set<string>;
  readonly attachments: PageAnnotations["attachments"][number][];
  fields: number;
  comments: number;
}

async function putPages(
  pdf: OpenPdf,
  hints: Prescan,
  annotated: ReadonlySet<number> | undefined,
  output: PartOutput,
  limits: Limits,
): Promise<FoundBesideText> {
  const { numPages } = pdf.document;
  const found: FoundBesideText = { links: new Set(), attachments: [], fields: 0, comments: 0 };
  const losses = { imageOnly: 0, overImage: 0, hidden: 0, unreadable: 0 };
  const dingbats = createDingbatFonts();
  let firstProblem = "";
  for (let number = 1; number <= Math.min(numPages, limits.maxPages) && !output.isFull; number++) {
    const address = `page=${number}`;
    try {
      const page = await pdf.document.getPage(number);
      const read = await readPage(pdf, page, hints, dingbats);
      const mayHaveNotes = annotated === undefined || page.ref === null || annotated.has(page.ref.num);
      const beside = readAnnotations(mayHaveNotes ? await page.getAnnotations() : []);
      page.cleanup();
      losses.hidden += read.hidden;
      if (read.coverage === "image") losses.imageOnly += 1;
      if (read.coverage === "partial") losses.overImage += 1;
      addBeside(found, beside);
      const text = [read.text, beside.lines.join("\n")].filter((one) => one !== "").join("\n\n");
      const coverage = read.coverage === "blank" && text !== "" ? "text" : read.coverage;
      output.put({ type: "page", address, text, coverage });
    } catch (error) {
      if (firstProblem === "")
        firstProblem = `page ${number}: ${error instanceof Error ? error.message : String(error)}`;
      losses.unreadable += 1;
      output.put({ type: "page", address, text: "", coverage: "blank" });
    }
  }
  if (losses.unreadable === numPages && numPages > 0)
    throw new Error(`Damaged PDF: no page can be read (${firstProblem})`);
  output.loss("page-without-text", losses.imageOnly, "pages that are an image alone: their text was not read");
  output.loss("text-over-image", losses.overImage, "pages with a text layer over an image: the layer may be partial");
  output.loss("invisible-text", losses.hidden, "pieces of text drawn invisibly: left out");
  output.loss("page-unreadable", losses.unreadable, firstProblem);
  output.loss("truncated", Math.max(0, numPages - limits.maxPages), `pages beyond the first ${limits.maxPages}`);
  return found;
}

function addBeside(found: FoundBesideText, { links, attachments, fields, comments }: PageAnnotations): void {
  for (const link of links) if (found.links.size < MAX_LISTED_LINKS) found.links.add(link);
  found.attachments.push(...attachments);
  found.fields += fields;
  found.comments += comments;
}

async function putAttachments(
  attachments: PageAnnotations["attachments"],
  areLocked: boolean,
  options: JsonValue,
  output: PartOutput,
  limits: Limits,
): Promise<readonly JsonValue[]> {
  const nested = createNestedReader(nestingOf(options), output, limits);
  const listed: JsonValue[] = [];
  const unread: string[] = [];
  for (const [index, { name, bytes }] of attachments.entries()) {
    const { mediaType, reason } = areLocked
      ? { mediaType: "application/octet-stream", reason: "encrypted with a password" }
      : await nested.read({ place: `attachment=${index + 1}`, name, bytes });
    if (reason !== undefined) unread.push(`${name}: ${reason}`);
    listed.push({ name, mediaType, bytes: bytes.byteLength, ...(reason !== undefined && { reason }) });
  }
  output.loss("attachments-not-read", unread.length, unread.join("; "));
  return listed;
}

interface PageReading {
  readonly text: string;
  readonly coverage: Coverage;
  /** Items left out because they are invisible. */
  readonly hidden: number;
}

async function readPage(
  pdf: OpenPdf,
  page: PdfPage,
  { mayHideText, largeImages, isScanWithTextLayer }: Prescan,
  dingbats: DingbatFonts,
): Promise<PageReading> {
  let drawing: ReturnType<typeof readDrawing> | undefined;
  const readDrawing = () => pdf.countImages(() => page.getOperatorList());
  // Once a page: the engine keeps the list, and would count no image when it is asked again.
  const draw = (): ReturnType<typeof readDrawing> => (drawing ??= readDrawing());
  const items = await readItems(page, dingbats, draw);
  let characters = 0;
  for (const { str } of items) characters += str.length;
  const place = createPlacer(page.getViewport({ scale: 1 }).transform);
  const textOf = closeFigureGaps(items);
  const textOfPage = (shown: readonly PdfTextItem[]): string => pageText(place(shown, textOf));
  const isSuspect = mayHideText || largeImages >= pdf.document.numPages / 2;
  if (isScanWithTextLayer && characters > 0) {
    return { text: textOfPage(items), coverage: "partial", hidden: 0 };
  }
  if (!isSuspect && characters >= SPARSE_CHARACTERS) {
    return { text: textOfPage(items), coverage: "text", hidden: 0 };
  }
  const { result: operators, images } = await draw();
  const invisible = hiddenItems(items, drawnText(operators));
  // Over a scanned image the invisible layer is what optical character recognition read: it is the page's text.
  if (images > 0 && invisible.size > 0) {
    return { text: textOfPage(items), coverage: "partial", hidden: 0 };
  }
  const visible = items.filter((item) => !invisible.has(item));
  const text = textOfPage(visible);
  return { text, coverage: coverageOf(text, images), hidden: invisible.size };
}

/** The page's items in plain letters, without those of white space alone. One pass: a document has some hundred thousand. */
async function readItems(
  page: PdfPage,
  dingbats: DingbatFonts,
  draw: () => Promise<unknown>,
): Promise<readonly PdfTextItem[]> {
  const content = await page.getTextContent({ disableNormalization: true });
  const fonts = await dingbats.on(page, content, draw);
  const items: PdfTextItem[] = [];
  for (const item of content.items) if ("str" in item && SHOWS_SOMETHING.test(item.str)) items.push(item);
  const hasPresented = hasPresentedLetters(items.map(({ str }) => str).join(""));
  if (fonts.size === 0 && !hasPresented) return items;
  return items.map((item) => {
    const str = fonts.has(item.fontName) ? dingbatsOf(item.str) : plainLetters(item.str);
    return str === item.str ? item : { ...item, str };
  });
}

function coverageOf(text: string, images: number): Coverage {
  if (text.trim() === "") return images > 0 ? "image" : "blank";
  return images > 0 && text.length < SPARSE_CHARACTERS ? "partial" : "text";
}
