import { zlibSync } from "fflate";

/** One thing on a page. Blocks flow from the top margin down, except placed text. */
export type PdfBlock =
  | { readonly type: "heading"; readonly text: string }
  /** Wrapped at the right margin, as a word processor does. */
  | { readonly type: "paragraph"; readonly text: string }
  /** One line as it is, never wrapped. */
  | { readonly type: "line"; readonly text: string }
  /**
   * Every cell is a piece of text of its own at its column, without ruling lines: what a reader has to put together.
   * The first row is bold. `widths` in points, default equal shares of the text width; columns in `right` (from 0) are
   * aligned at their right edge.
   */
  | {
      readonly type: "table";
      readonly rows: readonly (readonly string[])[];
      readonly widths?: readonly number[];
      readonly right?: readonly number[];
    }
  /** Text at a point, in points from the lower left corner of the page. */
  | { readonly type: "placed"; readonly text: string; readonly x: number; readonly y: number; readonly size?: number }
  /** A grey picture over the whole page, as a scanner makes it: a page of this alone holds no text. */
  | { readonly type: "image" };

export interface PdfOptions {
  readonly pages: readonly (readonly PdfBlock[])[];
  readonly title?: string;
}

const width = 595;
const height = 842;
const margin = 64;
const size = 10.5;
const leading = 15;

/**
 * A PDF 1.4 on A4 with the built-in Helvetica fonts; equal input gives equal bytes. Holds the characters of
 * Windows-1252 and no others (Chinese would need an embedded font): anything else throws. A page whose blocks do not
 * fit throws too; pages are never broken silently.
 */
export function writePdf(options: PdfOptions): Uint8Array {
  const objects: (string | { readonly head: string; readonly stream: Uint8Array })[] = [];
  const add = (object: (typeof objects)[number]): number => objects.push(object);
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(""); // The page tree, once its pages are known.
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>");
  add(`<< /Title (${literal(options.title ?? "")}) /CreationDate (D:20240102030406Z) >>`);
  const picture = zlibSync(Uint8Array.from({ length: 64 }, (_, index) => 200 + ((index * 7) % 40)));
  add({
    head: "/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode",
    stream: picture,
  });
  const kids = options.pages.map((blocks, index) => {
    const content = add({ head: "/Filter /FlateDecode", stream: zlibSync(latin1(pageContent(blocks, index + 1))) });
    const resources = "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> /XObject << /Im1 6 0 R >> >>";
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] ${resources} /Contents ${content} 0 R >>`,
    );
  });
  objects[1] = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] /Count ${kids.length} >>`;
  return serialise(objects);
}

function pageContent(blocks: readonly PdfBlock[], pageNumber: number): string {
  const out: string[] = [];
  let y = height - margin;
  const down = (amount: number): void => {
    y -= amount;
    if (y < margin / 2) throw new Error(`Page ${pageNumber} of the PDF is over-full: move blocks to another page.`);
  };
  for (const block of blocks) {
    switch (block.type) {
      case "heading":
        down(24);
        out.push(show(block.text, margin, y, 14, "F2"));
        down(8);
        break;
      case "paragraph":
        for (const line of wrap(block.text, width - 2 * margin)) {
          down(leading);
          out.push(show(line, margin, y, size, "F1"));
        }
        down(6);
        break;
      case "line":
        down(leading);
        out.push(show(block.text, margin, y, size, "F1"));
        break;
      case "table": {
        const columns = Math.max(...block.rows.map((row) => row.length));
        const widths = block.widths ?? Array.from({ length: columns }, () => (width - 2 * margin) / columns);
        down(6);
        block.rows.forEach((row, rowNumber) => {
          down(leading);
          let left = margin;
          row.forEach((cell, column) => {
            const columnWidth = widths[column] ?? 0;
            const indent = block.right?.includes(column) === true ? columnWidth - 8 - textWidth(cell, size) : 0;
            if (cell !== "") out.push(show(cell, left + indent, y, size, rowNumber === 0 ? "F2" : "F1"));
            left += columnWidth;
          });
        });
        down(8);
        break;
      }
      case "placed":
        out.push(show(block.text, block.x, block.y, block.size ?? size, "F1"));
        break;
      case "image":
        out.push(`q ${width} 0 0 ${height} 0 0 cm /Im1 Do Q`);
        break;
      default:
        block satisfies never;
    }
  }
  return out.join("\n");
}

function show(text: string, x: number, y: number, points: number, font: "F1" | "F2"): string {
  return `BT /${font} ${points} Tf 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm (${literal(text)}) Tj ET`;
}

function wrap(text: string, available: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && textWidth(longer, size) > available) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

// Advance widths of Helvetica for the characters 32 to 126, in thousandths (Adobe's font metrics).
const advances = (
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 " +
  "1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 " +
  "333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
)
  .split(" ")
  .map(Number);

function textWidth(text: string, points: number): number {
  let thousandths = 0;
  for (const character of text) thousandths += advances[character.charCodeAt(0) - 32] ?? 556;
  return (thousandths / 1000) * points;
}

// Where Windows-1252 differs from Latin-1: the characters 0x80 to 0x9f, with a space where it has none.
const windows1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** The inside of a PDF string: one character per byte in Windows-1252, escaped. */
function literal(text: string): string {
  let out = "";
  for (const character of text) {
    const special = character === " " ? -1 : windows1252.indexOf(character);
    const code = special >= 0 ? 0x80 + special : character.codePointAt(0)!;
    if (code > 255 || code < 32) throw new Error(`The PDF fonts have no character ${JSON.stringify(character)}.`);
    out += code > 126 ? `\\${code.toString(8)}` : character.replace(/[\\()]/, "\\$&");
  }
  return out;
}

/*
 * %PDF-1.4            every object starts at an offset
 * 1 0 obj ... endobj  that the cross-reference table lists,
 * xref                and the trailer names the root
 * trailer, startxref
 */
function serialise(objects: readonly (string | { readonly head: string; readonly stream: Uint8Array })[]): Uint8Array {
  const chunks: Uint8Array[] = [latin1("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")];
  let length = chunks[0]!.length;
  const push = (bytes: Uint8Array): void => {
    chunks.push(bytes);
    length += bytes.length;
  };
  const offsets = objects.map((object, index) => {
    const offset = length;
    push(latin1(`${index + 1} 0 obj\n`));
    if (typeof object === "string") push(latin1(object));
    else {
      push(latin1(`<< ${object.head} /Length ${object.stream.length} >>\nstream\n`));
      push(object.stream);
      push(latin1("\nendstream"));
    }
    push(latin1("\nendobj\n"));
    return offset;
  });
  const start = length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  push(
    latin1(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
