import { describe, expect, it } from "vitest";
import { createReferenceEngine, createWasmEngine, rankDocuments } from "./index.ts";

/** Whatever finds by words in this package, as one function: the ids that a query finds among texts by id. */
type Find = (texts: Readonly<Record<string, string>>, query: string) => Promise<readonly string[]>;

function documentsOf(texts: Readonly<Record<string, string>>): { id: string; text: string }[] {
  return Object.entries(texts).map(([id, text]) => ({ id, text }));
}

const finders: readonly (readonly [string, Find])[] = [
  ...[createWasmEngine, createReferenceEngine].map((create): readonly [string, Find] => [
    create().name,
    async (texts, query) => {
      const engine = create();
      await engine.add(documentsOf(texts));
      return (await engine.search(query)).map(({ id }) => id);
    },
  ]),
  ["small ranker", async (texts, query) => rankDocuments(query, documentsOf(texts), 10).map(({ id }) => id)],
];

/** Inputs from public reports about other search libraries, and others of their kind. */
describe.each(finders)("the %s", (_, find) => {
  it.each(["认证", "JWT", "jwt", "令牌", "认证系统使用JWT令牌"])(
    "finds %j in a Chinese sentence, where others took the sentence for one word",
    async (query) => {
      expect(await find({ a: "认证系统使用JWT令牌", b: "quince" }, query)).toEqual(["a"]);
    },
  );

  it("keeps Latin words whole beside Chinese", async () => {
    expect(await find({ a: "JWT令牌 tokens", b: "JWTX" }, "JWT token")).toEqual(["a"]);
    expect(await find({ a: "JWT令牌" }, "J")).toEqual([]);
  });

  it.each([
    ["פחם", "פחם"],
    ["Привет мир", "мир"],
    ["Привет мир", "Привет"],
    ["ไทย", "ไทย"],
    ["ราคาถ่านหินในไทย", "ถ่านหิน"],
    ["تقرير عن الفحم", "الفحم"],
    ["Տարեկան հաշվետվություն", "հաշվետվություն"],
    ["წლიური ანგარიში", "ანგარიში"],
    ["वार्षिक रिपोर्ट", "रिपोर्ट"],
    ["வருடாந்திர அறிக்கை", "அறிக்கை"],
    ["연간 보고서", "보고서"],
    ["𐐀𐐁𐐂 plain", "𐐨𐐩𐐪"],
  ])("finds in %j the word %j, where others dropped letters that are not Latin", async (text, query) => {
    expect(await find({ a: text, b: "quince" }, query)).toEqual(["a"]);
  });

  const row = { row: "POL-358 report 38.101", other: "quince" };
  it.each(["POL-358", "38.101", "pol-358", '"POL-358"', "row:358", "report NOT quinces*", "38.101)"])(
    "takes %j as text and finds it, where others saw a query language",
    async (query) => {
      expect(await find(row, query)).toContain("row");
    },
  );

  it.each(["don't", "AND", "OR", "NEAR(a, b)", "", '"', "' OR 1=1 --", "*", "^", "{}", "\u0000"])(
    "takes %j as text that is nowhere, where others raised an error",
    async (query) => {
      expect(await find(row, query)).toEqual([]);
    },
  );

  it.each([
    ["Total 1,250 units", "1250"],
    ["Total 1250 units", "1,250"],
    ["1.250.000,5 EUR", "1250000.5"],
    ["up 25%", "25"],
    ["up 25 %", "25%"],
    ["٢٥٪", "25%"],
    ["account 0010", "0010"],
    ["routing 021000021", "021000021"],
    ["12345678901234567890", "12345678901234567890"],
  ])("finds in %j the number %j", async (text, query) => {
    expect(await find({ a: text, b: "quince 10 21000021 125 1251" }, query)).toEqual(["a"]);
  });

  it.each(["Crème brûlée", "Zürich", "đường", "ガイド", "Ελληνική", "й"])(
    "does not tell %j composed from decomposed",
    async (word) => {
      expect(await find({ a: word.normalize("NFD"), b: "quince" }, word.normalize("NFC"))).toEqual(["a"]);
      expect(await find({ a: word.normalize("NFC"), b: "quince" }, word.normalize("NFD"))).toEqual(["a"]);
    },
  );
});
