import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldWhole } from "./folding.ts";
import { foldText, foldWhitespace } from "./index.ts";

describe("foldText", () => {
  it.each([
    ["ABC", "abc"],
    ["Crème Brûlée", "creme brulee"],
    ["Cre\u0300me", "creme"],
    ["Straße", "strasse"],
    ["Łódź Ørsted Đà Æsop", "lodz orsted da aesop"],
    ["İstanbul ılık", "istanbul ilik"],
    ["ΟΔΟΣ Αθήνα", "οδοσ αθηνα"],
    ["Ёлка Йод", "елка йод"],
    ["ＰＤＦ　１２％", "pdf 12%"],
    ["ﬁle ﬂow", "file flow"],
    ["ｶﾞｲﾄﾞ ガイド", "ガイド ガイド"],
    ["כָּתוּב", "כתוב"],
    ["كِتَابٌ مـــد", "كتاب مد"],
    ["ที่", "ที่"],
    ["हिन्दी", "हिन्दी"],
    ["٢٠٢٤ ۱۲ २५", "2024 12 25"],
    ["re\u00adimburse\u200dment", "reimbursement"],
    ["²", "2"],
  ])("makes %j into %j", (text, expected) => {
    expect(foldText(text)).toBe(expected.normalize("NFC"));
  });

  it("changes nothing the second time, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("does not tell composed from decomposed text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(foldText(text.normalize("NFD"))).toBe(foldText(text.normalize("NFC")));
      }),
      { numRuns: 1000 },
    );
  });

  it("folds stretch by stretch to what folding the whole text gives", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "a",
        "E",
        "\u0301",
        "\u0306",
        "и",
        "Σ",
        "İ",
        "\u200d",
        "\u00ad",
        "ﬁ",
        "½",
        "ᄒ",
        "ᅡ",
        "ᆫ",
        " ",
        "´",
      ),
      fc.string({ unit: "binary", maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(foldText(pieces.join(""))).toBe(foldWhole(pieces.join("")));
      }),
      { numRuns: 5000 },
    );
  });

  it("takes a megabyte of combining marks", () => {
    expect(foldText("\u0301".repeat(1_048_576))).toBe("");
  });
});

describe("foldWhitespace", () => {
  it.each([
    ["  a \t\r\n b\u00a0c\u3000d ", "a b c d"],
    ["Ｃrème BRÛLÉE", "Crème BRÛLÉE"],
    ["cre\u0300me", "crème"],
    [" \n ", ""],
  ])("makes %j into %j", (text, expected) => {
    expect(foldWhitespace(text)).toBe(expected);
  });

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(foldWhitespace(foldWhitespace(text))).toBe(foldWhitespace(text));
      }),
      { numRuns: 1000 },
    );
  });
});
