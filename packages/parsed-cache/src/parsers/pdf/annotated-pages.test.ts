import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pdfOf, streamOf } from "../../../test/raw-pdf.ts";
import { annotatedObjects } from "./annotated-pages.ts";

const objects = "4 0 7 30 9 60 ";
const packed = deflateSync(`${objects}${"<< /Type /Page >>".padEnd(30)}${"<< /Annots 8 0 R >>".padEnd(30)}<< /A 1 >>`);
const bundle = (dictionary: string, bytes: Uint8Array = packed) =>
  streamOf(`/Type /ObjStm /N 3 /Filter /FlateDecode ${dictionary}`, bytes);
const FIRST = `/First ${objects.length}`;
const found = (...all: readonly (string | Buffer)[]) => {
  const numbers = annotatedObjects(pdfOf(all));
  return numbers && [...numbers];
};

describe("the objects of a PDF that name notes", () => {
  it("are found in the open and in streams of objects", () => {
    expect(found("<< /Type /Catalog >>", "<< /Type /Page /Annots [3 0 R] >>", bundle(FIRST))).toEqual([2, 7]);
    expect(found("<< /Type /Catalog >>", "<< /Type /Page >>")).toEqual([]);
  });

  it("are not told where a stream of objects cannot be read, or everything is encrypted", () => {
    expect(found(bundle("/First 5 0 R"))).toBeUndefined();
    expect(found(bundle(`${FIRST} /DecodeParms << /Predictor 12 >>`))).toBeUndefined();
    expect(found(bundle(FIRST, Buffer.from("damaged")))).toBeUndefined();
    expect(found("<< /Encrypt 9 0 R >>", bundle(FIRST))).toBeUndefined();
  });
});
