import { crc32, deflateSync } from "node:zlib";
import { diff, type DiffInput, type FileDiff } from "@runningtab/review-diff";
import fc from "fast-check";
import jpeg from "jpeg-js";
import { describe, expect, it } from "vitest";

type Paint = (x: number, y: number) => readonly [red: number, green: number, blue: number, opacity: number];

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.byteLength);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG with eight bits a sample; of each line the filter is `filter`. */
function png(width: number, height: number, paint: Paint, filter = 0, text = ""): DiffInput {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const lines: Uint8Array[] = [];
  let above = Buffer.alloc(width * 4);
  for (let y = 0; y < height; y++) {
    const line = Buffer.from(Array.from({ length: width }, (_, x) => paint(x, y)).flat());
    const filtered = line.map((byte, index) => {
      const left = index >= 4 ? (line[index - 4] ?? 0) : 0;
      const up = above[index] ?? 0;
      const corner = index >= 4 ? (above[index - 4] ?? 0) : 0;
      const guess = left + up - corner;
      const nearest =
        [left, up, corner].toSorted((one, other) => Math.abs(guess - one) - Math.abs(guess - other))[0] ?? 0;
      return byte - ([0, left, up, (left + up) >> 1][filter] ?? nearest);
    });
    lines.push(Buffer.from([filter]), filtered);
    above = line;
  }
  const bytes = Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    ...(text === "" ? [] : [chunk("tEXt", Buffer.from(`Comment\0${text}`))]),
    chunk("IDAT", deflateSync(Buffer.concat(lines))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { path: "plan.png", bytes };
}

const grey: Paint = (x, y) => [x % 200, y % 200, 50, 255];
const changedAt =
  (left: number, top: number, width: number, height: number, more = 100): Paint =>
  (x, y) => {
    const [red, green, blue, opacity] = grey(x, y);
    const isIn = x >= left && x < left + width && y >= top && y < top + height;
    return [red, green, isIn ? blue + more : blue, opacity];
  };

function told({ changes }: FileDiff): readonly string[] {
  return changes.map(({ kind, subject, address, before, after }) =>
    [`${kind} ${subject} ${address}`.trim(), before, after].filter((text) => text !== undefined).join(" | "),
  );
}

describe("image format", () => {
  it("tells the regions in which pixels differ, and by how much", async () => {
    const result = await diff(png(100, 80, grey), png(100, 80, changedAt(10, 20, 5, 4)));
    expect(result.format).toBe("image");
    expect(told(result)).toEqual([
      "changed pixels region=10,20,5,4 | 20 of 8000 pixels (0.25 %) differ, by up to 100 of 255",
    ]);
    expect(result.summary).toBe("1 region of pixels changed");
  });

  it("tells another size as such", async () => {
    expect(told(await diff(png(100, 80, grey), png(100, 81, grey)))).toEqual([
      "changed size | 100 × 80 pixels | 100 × 81 pixels",
    ]);
  });

  it("finds no change where only the storage differs", async () => {
    for (const filter of [1, 2, 3, 4]) {
      const result = await diff(png(20, 15, grey), png(20, 15, grey, filter, "made by hand"));
      expect(result.changes).toEqual([]);
      expect(result.notes).toContain(
        "All pixels are the same; only how they are stored, or what is said of them, differs.",
      );
    }
  });

  it("compares JPEG, and a PNG with a JPEG by type and pixels", async () => {
    const side = (level: number): DiffInput => {
      const data = Buffer.alloc(32 * 32 * 4, level);
      return { path: "a.jpg", bytes: jpeg.encode({ data, width: 32, height: 32 }, 100).data };
    };
    const [change] = told(await diff(side(10), side(200)));
    expect(change).toMatch(
      /^changed pixels region=0,0,32,32 \| 1024 of 1024 pixels \(100 %\) differ, by up to 1[89]\d of 255$/,
    );
    const flat = png(32, 32, () => [10, 10, 10, 255]);
    expect(told(await diff(flat, side(10)))[0]).toBe("changed type | PNG | JPEG");
  });

  it("says why pixels were not compared, and compares bytes then", async () => {
    const whole = png(40, 40, grey);
    const cut = { path: "plan.png", bytes: whole.bytes?.subarray(0, 90) ?? new Uint8Array() };
    const result = await diff(whole, cut);
    expect(result.changes.map(({ subject }) => subject)).toEqual(["bytes"]);
    expect(result.notes[0]).toBe("Pixels were not compared: a version cannot be decoded (it ends too early).");
    const gif = (tail: number): DiffInput => ({
      path: "a.gif",
      bytes: Buffer.concat([Buffer.from("GIF89a\x05\x00\x04\x00", "latin1"), Buffer.from([0, 0, 0, tail])]),
    });
    expect((await diff(gif(1), gif(2))).notes[0]).toBe("Pixels were not compared: GIF is not decoded here.");
  });

  it("inflates no more than the size that the head states", async () => {
    const bomb = png(4, 4, grey);
    const lying = Buffer.concat([
      (bomb.bytes ?? new Uint8Array()).subarray(0, 33),
      chunk("IDAT", deflateSync(Buffer.alloc(50_000_000))),
      chunk("IEND", Buffer.alloc(0)),
    ]);
    const result = await diff(bomb, { path: "plan.png", bytes: lying });
    expect(result.notes[0]).toMatch(/^Pixels were not compared: a version cannot be decoded/);
  });

  it("stops when it is cancelled in the middle", async () => {
    const controller = new AbortController();
    const reason = new Error("closed");
    const running = diff(png(300, 600, grey), png(300, 600, changedAt(0, 0, 300, 600)), { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(running).rejects.toBe(reason);
  });

  it("finds the region of any rectangle that changed", async () => {
    const rectangle = fc.record({ left: fc.nat(40), top: fc.nat(40), width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) }); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(rectangle, fc.nat(4), async ({ left, top, width, height }, filter) => {
        const result = await diff(png(50, 50, grey), png(50, 50, changedAt(left, top, width, height), filter));
        expect(result.changes.map(({ address }) => address)).toEqual([`region=${left},${top},${width},${height}`]);
      }),
      { numRuns: 30 },
    );
  });
});
