import type { DocumentParser, Limits } from "../document-parser.ts";
import type { JsonValue, ParsedPart } from "../parts.ts";
import { type OpenPdf, openPdf, type PdfPage, type PdfTextItem } from "./pdf/engine.ts";
import { closeFigureGaps } from "./pdf/figure-gaps.ts";
import { drawnText, hiddenItems } from "./pdf/invisible-text.ts";
import { pageText, type PlacedItem } from "./pdf/page-text.ts";
import { type Prescan, prescan } from "./pdf/prescan.ts";

type Coverage = NonNullable<Extract<ParsedPart, { type: "page" }>["coverage"]>;

/** Fewer characters than this, and the page is asked what else it shows. */
const SPARSE_CHARACTERS = 200;

/**
 * PDF text by page. Options: `password`. Losses: `page-without-text` (an image alone), `text-over-image` (a text layer
 * over a scanned page, which may be partial), `hidden-text` (drawn invisibly, left out), `page-unreadable`, `truncated`.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const hints = prescan(bytes);
    const pdf = await openPdf(bytes, passwordOf(options));
    try {
      await emitPages(pdf, hints, emit, limits);
      emit({ type: "metadata", values: await readMetadata(pdf) });
    } finally {
      await pdf.close();
    }
  },
};

function passwordOf(options: JsonValue): string | undefined {
  if (typeof options !== "object" || options === null || !("password" in options)) return undefined;
  return typeof options.password === "string" ? options.password : undefined;
}

async function emitPages(
  pdf: OpenPdf,
  hints: Prescan,
  emit: (part: ParsedPart) => void,
  limits: Limits,
): Promise<void> {
  const { numPages } = pdf.document;
  const looksScanned = hints.largeImages >= numPages / 2;
  const losses = { imageOnly: 0, overImage: 0, hidden: 0, unreadable: 0 };
  let firstProblem = "";
  for (let number = 1; number <= Math.min(numPages, limits.maxPages); number++) {
    const address = `page=${number}`;
    try {
      const page = await pdf.document.getPage(number);
      const read = await readPage(pdf, page, hints.mayHideText || looksScanned);
      page.cleanup();
      losses.hidden += read.hidden;
      if (read.coverage === "image") losses.imageOnly += 1;
      if (read.coverage === "partial") losses.overImage += 1;
      emit({ type: "page", address, text: read.text, coverage: read.coverage });
    } catch (error) {
      if (firstProblem === "")
        firstProblem = `page ${number}: ${error instanceof Error ? error.message : String(error)}`;
      losses.unreadable += 1;
      emit({ type: "page", address, text: "", coverage: "blank" });
    }
  }
  if (losses.unreadable === numPages && numPages > 0)
    throw new Error(`Damaged PDF: no page can be read (${firstProblem})`);
  const report = (kind: string, count: number, detail: string): void => {
    if (count > 0) emit({ type: "loss", kind, count, detail });
  };
  report("page-without-text", losses.imageOnly, "pages that are an image alone: their text was not read");
  report("text-over-image", losses.overImage, "pages with a text layer over an image: the layer may be partial");
  report("hidden-text", losses.hidden, "pieces of text drawn invisibly: left out");
  report("page-unreadable", losses.unreadable, firstProblem);
  report("truncated", Math.max(0, numPages - limits.maxPages), `pages beyond the first ${limits.maxPages}`);
}

interface PageReading {
  readonly text: string;
  readonly coverage: Coverage;
  /** Items left out because they are invisible. */
  readonly hidden: number;
}

async function readPage(pdf: OpenPdf, page: PdfPage, isSuspect: boolean): Promise<PageReading> {
  const items = (await page.getTextContent()).items.filter((item) => "str" in item);
  const characters = items.reduce((sum, item) => sum + item.str.trim().length, 0);
  const place = placer(page, closeFigureGaps(items));
  if (!isSuspect && characters >= SPARSE_CHARACTERS) {
    return { text: pageText(items.flatMap(place)), coverage: "text", hidden: 0 };
  }
  const { result: operators, images } = await pdf.countImages(() => page.getOperatorList());
  const invisible = hiddenItems(items, drawnText(operators));
  // Over a scanned image the invisible layer is what optical character recognition read: it is the page's text.
  if (images > 0 && invisible.size > 0) {
    return { text: pageText(items.flatMap(place)), coverage: "partial", hidden: 0 };
  }
  const visible = items.filter((item) => !invisible.has(item));
  const text = pageText(visible.flatMap(place));
  return { text, coverage: coverageOf(text, images), hidden: invisible.size };
}

function coverageOf(text: string, images: number): Coverage {
  if (text.trim() === "") return images > 0 ? "image" : "blank";
  return images > 0 && text.length < SPARSE_CHARACTERS ? "partial" : "text";
}

/** Places items on the page as it is shown, each turned so that it reads from left to right. */
function placer(page: PdfPage, textOf: (item: PdfTextItem) => string): (item: PdfTextItem) => PlacedItem[] {
  const [va, vb, vc, vd, ve, vf] = page.getViewport({ scale: 1 }).transform as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return (item) => {
    if (item.str.trim() === "") return [];
    const [a, b, c, d, e, f] = item.transform as [number, number, number, number, number, number];
    const right = { x: va * a + vc * b, y: vb * a + vd * b };
    const x = va * e + vc * f + ve;
    const y = vb * e + vd * f + vf;
    const size = Math.hypot(va * c + vc * d, vb * c + vd * d) || Math.hypot(right.x, right.y) || 1;
    const turn = (((Math.round(Math.atan2(right.y, right.x) / (Math.PI / 2)) % 4) + 4) % 4) as PlacedItem["turn"];
    const turned = [
      { x, y },
      { x: y, y: -x },
      { x: -x, y: -y },
      { x: -y, y: x },
    ][turn]!;
    return [{ text: textOf(item), ...turned, width: item.width, size, turn }];
  };
}

const METADATA_NAMES: readonly (readonly [key: string, name: string])[] = [
  ["Title", "title"],
  ["Author", "author"],
  ["Subject", "subject"],
  ["Keywords", "keywords"],
  ["Creator", "creator"],
  ["Producer", "producer"],
  ["CreationDate", "created"],
  ["ModDate", "modified"],
];

async function readMetadata(pdf: OpenPdf): Promise<Record<string, JsonValue>> {
  const values: Record<string, JsonValue> = { pages: pdf.document.numPages };
  const info = await pdf.document.getMetadata().then(
    (metadata) => metadata.info,
    () => ({}) as Readonly<Record<string, unknown>>,
  );
  for (const [key, name] of METADATA_NAMES) {
    const value = info[key];
    if (typeof value === "string" && value.trim() !== "") values[name] = key.endsWith("Date") ? isoDate(value) : value;
  }
  return values;
}

/** `D:20070914103000-04'00'` as `2007-09-14T10:30:00-04:00`; what has another form stays as it is. */
function isoDate(text: string): string {
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-]\d\d)'?(\d\d)?)?/.exec(text);
  if (match === null) return text;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", zone, zoneMinutes = "00"] = match;
  const offset = zone === undefined ? (text.includes("Z") ? "Z" : "") : `${zone}:${zoneMinutes}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}
