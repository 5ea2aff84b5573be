export interface PdfOptions {
  readonly imageSide?: number;
  /** Entries of the catalog and of every page. */
  readonly catalog?: string;
  readonly page?: string;
  /** Objects behind the pages': the first has the number `5 + 2 * pages.length`. */
  readonly objects?: readonly string[];
}

/** A PDF written by hand: each page's content stream as text, with fonts `/F1` and a one-pixel image `/Im` at hand. */
export function makePdf(
  pages: readonly string[],
  { imageSide = 1000, catalog = "", page = "", objects: more = [] }: PdfOptions = {},
): Uint8Array {
  const image = Buffer.alloc(Math.ceil(imageSide / 8) * imageSide);
  const objects: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${5 + index * 2} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    stream(
      `/Type /XObject /Subtype /Image /Width ${imageSide} /Height ${imageSide} /ColorSpace /DeviceGray /BitsPerComponent 1`,
      image,
    ),
  ];
  for (const [index, content] of pages.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${6 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /Im 4 0 R >> >> ${page} >>`,
      stream("", Buffer.from(content, "latin1")),
    );
  }
  objects.push(...more);
  const chunks: Buffer[] = [Buffer.from("%PDF-1.4\n", "latin1")];
  const offsets: number[] = [];
  let length = chunks[0]!.length;
  const push = (chunk: Buffer): void => {
    chunks.push(chunk);
    length += chunk.length;
  };
  for (const [index, body] of objects.entries()) {
    offsets.push(length);
    push(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body as string), Buffer.from("\nendobj\n")]));
  }
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`));
  push(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(chunks);
}

function stream(dictionary: string, bytes: Buffer): Buffer {
  const head = `<< ${dictionary} /Length ${bytes.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), bytes, Buffer.from("\nendstream")]);
}

/** The operators that draw a text at a place. */
export function drawText(text: string, x: number, y: number, size = 10): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, "\\$&")}) Tj ET\n`;
}

/** The operators that draw the image over the whole page. */
export const DRAW_IMAGE = "q 612 0 0 792 0 0 cm /Im Do Q\n";
