import { parser } from "@runningtab/parsed-cache/parsers/image";
import { describe, expect, it } from "vitest";
import { ofType, partsOf } from "../../test/parts-of.ts";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

function u16(...numbers: readonly number[]): Buffer {
  return Buffer.concat(numbers.map((number) => Buffer.of(number >> 8, number & 255)));
}

function u32(...numbers: readonly number[]): Buffer {
  return Buffer.concat(
    numbers.map((number) => Buffer.of(number >>> 24, (number >> 16) & 255, (number >> 8) & 255, number & 255)),
  );
}

/** A big-endian TIFF structure with one directory; values longer than four bytes lie behind it. */
function tiff(tags: readonly (readonly [tag: number, value: string | number])[], next = 0): Buffer {
  const entries: Buffer[] = [];
  const behind: Buffer[] = [];
  let at = 8 + 2 + tags.length * 12 + 4;
  for (const [tag, value] of tags) {
    if (typeof value === "number") {
      entries.push(u16(tag, 4), u32(1, value));
      continue;
    }
    const text = latin1(`${value}\0`.padEnd(5, "\0"));
    entries.push(u16(tag, 2), u32(text.length, at));
    behind.push(text);
    at += text.length;
  }
  return Buffer.concat([latin1("MM\0*"), u32(8), u16(tags.length), ...entries, u32(next), ...behind]);
}

function png(width: number, height: number, ...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([
    latin1("\x89PNG\r\n\x1a\n"),
    u32(13),
    latin1("IHDR"),
    u32(width, height),
    Buffer.alloc(9),
    ...chunks,
  ]);
}

function jpeg(width: number, height: number, exif: Buffer): Buffer {
  const data = Buffer.concat([latin1("Exif\0\0"), exif]);
  return Buffer.concat([
    u16(0xffd8, 0xffe1, data.length + 2),
    data,
    u16(0xffc0, 17),
    Buffer.of(8),
    u16(height, width),
    Buffer.alloc(10),
  ]);
}

async function metadata(bytes: Uint8Array): Promise<unknown> {
  return ofType(await partsOf(parser, bytes), "metadata")[0]?.values;
}

describe("images", () => {
  it("are one page of coverage image that names them, with a loss for the text in them", async () => {
    const text = Buffer.concat([u32(13), latin1("tEXtTitle\0A map\0\0\0\0\0\0").subarray(0, 17 + 4)]);
    const parts = await partsOf(parser, png(640, 480, text));
    expect(ofType(parts, "page")).toEqual([
      {
        type: "page",
        address: "page=1",
        text: expect.stringMatching(/^\[image: PNG, 640 × 480 pixels\]\ntitle: A map/),
        coverage: "image",
      },
    ]);
    expect(ofType(parts, "loss")).toMatchObject([{ kind: "image-without-text", count: 1 }]);
  });

  it("tell the camera, the time and the description of their EXIF data", async () => {
    const exif = tiff([
      [0x010e, "Yard gate"],
      [0x010f, "Maker"],
      [0x0112, 6],
      [0x0132, "2024:03:05 09:30:00"],
    ]);
    expect(await metadata(jpeg(400, 300, exif))).toEqual({
      format: "JPEG",
      width: 400,
      height: 300,
      description: "Yard gate",
      cameraMake: "Maker",
      orientation: 6,
      modified: "2024-03-05T09:30:00",
    });
  });

  it("are read in each format, and a TIFF that points at itself ends", async () => {
    const sizes: readonly (readonly [string, Buffer])[] = [
      ["GIF", Buffer.concat([latin1("GIF89a"), Buffer.of(4, 1, 3, 0)])],
      ["BMP", Buffer.concat([latin1("BM"), Buffer.alloc(16), Buffer.of(4, 1, 0, 0, 0xfd, 0xff, 0xff, 0xff)])],
      [
        "TIFF",
        tiff(
          [
            [0x0100, 260],
            [0x0101, 3],
          ],
          8,
        ),
      ],
      ["WebP", Buffer.concat([latin1("RIFF\0\0\0\0WEBPVP8X\n\0\0\0"), Buffer.of(0, 0, 0, 0, 3, 1, 0, 2, 0, 0)])],
    ];
    for (const [format, bytes] of sizes) {
      expect(await metadata(bytes), format).toMatchObject({ format, width: 260, height: 3 });
    }
  });

  it("are refused when they are cut off before their size", async () => {
    for (const bytes of [png(1, 1).subarray(0, 20), jpeg(1, 1, tiff([])).subarray(0, 30), tiff([]), latin1("GIF89a")]) {
      await expect(partsOf(parser, bytes)).rejects.toMatchObject({ code: "damaged" });
    }
  });
});
