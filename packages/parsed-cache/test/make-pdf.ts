import { pdfOf, streamOf } from "./raw-pdf.ts";

export interface PdfOptions {
  /** Pixels of each side of the image; default 1,000, as large as a scanned page. */
  readonly imageSide?: number;
  /** Entries of the catalog and of every page. */
  readonly catalog?: string;
  readonly page?: string;
  /** Objects behind the pages': the first has the number `5 + 2 * pages.length`. */
  readonly objects?: readonly string[];
  /** Entries of the trailer. */
  readonly trailer?: string;
}

/** A PDF written by hand: each page's content stream as text, with the font `/F1` and a black image `/Im` at hand. */
export function makePdf(
  pages: readonly string[],
  { imageSide = 1000, catalog = "", page = "", objects: more = [], trailer }: PdfOptions = {},
): Uint8Array {
  const image = Buffer.alloc(Math.ceil(imageSide / 8) * imageSide);
  const objects: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${5 + index * 2} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    streamOf(
      `/Type /XObject /Subtype /Image /Width ${imageSide} /Height ${imageSide} /ColorSpace /DeviceGray /BitsPerComponent 1`,
      image,
    ),
  ];
  for (const [index, content] of pages.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${6 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /Im 4 0 R >> >> ${page} >>`,
      streamOf("", Buffer.from(content, "latin1")),
    );
  }
  objects.push(...more);
  return pdfOf(objects, trailer);
}

/** The operators that draw a text at a place. */
export function drawText(text: string, x: number, y: number, size = 10): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, "\\$&")}) Tj ET\n`;
}

/** The operators that draw the image over the whole page. */
export const DRAW_IMAGE = "q 612 0 0 792 0 0 cm /Im Do Q\n";
