import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFrameReader, encodeFrame } from "./framing.ts";

describe("frames", () => {
  it("come out as they went in, however the pipe cuts them", () => {
    const frame = fc.record({ header: fc.jsonValue(), body: fc.uint8Array({ maxLength: 50 }) });
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 5 }), fc.integer({ min: 1, max: 40 }), (frames, cut) => {
        const wire = Buffer.concat(frames.flatMap(({ header, body }) => [encodeFrame(header, body.length), body]));
        const read = createFrameReader(1 << 20);
        const found: unknown[] = [];
        for (let at = 0; at < wire.length; at += cut) {
          for (const { header, body } of read(wire.subarray(at, at + cut))) found.push([header, [...body]]);
        }
        // JSON knows no −0.
        expect(JSON.stringify(found)).toBe(JSON.stringify(frames.map(({ header, body }) => [header, [...body]])));
      }),
      { numRuns: 200 },
    );
  });

  it("longer than allowed are refused before they are collected", () => {
    const read = createFrameReader(100);
    expect(() => read(encodeFrame("x", 1000).subarray(0, 8))).toThrow(/longer than 100/);
  });
});
