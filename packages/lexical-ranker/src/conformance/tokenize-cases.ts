import * as assert from "./assert.ts";
import { type EngineCase, found } from "./orchard.ts";

/** Body, queries that must find it, queries that must not. */
const scriptTable: readonly (readonly [
  name: string,
  title: string,
  body: string,
  hits: readonly string[],
  misses: readonly string[],
])[] = [
  [
    "cjk",
    "finds words inside Chinese, and Latin among it",
    "认证系统使用JWT令牌",
    ["认证", "JWT", "jwt", "令牌", "系统使用"],
    ["证认"],
  ],
  ["japanese", "finds words inside Japanese", "東京都の人口は約1400万人です", ["東京", "人口"], ["京東"]],
  ["korean", "finds words with other particles", "보고서를 제출했습니다", ["보고서", "제출"], ["계약"]],
  ["hebrew", "finds Hebrew", "מחיר הפחם עלה", ["הפחם", "מחיר"], ["פחמן"]],
  ["cyrillic", "finds Cyrillic in any case", "Привет мир", ["Привет", "МИР"], ["пока"]],
  ["thai", "finds Thai", "ภาษาไทย", ["ไทย", "ภาษา"], ["จีน"]],
  ["arabic", "finds Arabic, with and without vowel marks", "كِتَاب جديد", ["كتاب", "جديد"], ["قلم"]],
  ["greek", "finds Greek without its accents", "Η Ελληνική Δημοκρατία", ["ΕΛΛΗΝΙΚΗ", "δημοκρατια"], ["Ρώμη"]],
  ["latin", "finds Latin words in any case and inflection", "The Policies were updated", ["policy", "UPDATE"], ["the"]],
  [
    "diacritics",
    "finds words with and without diacritics, composed or not",
    "Crème brûlée, Zürich",
    ["creme", "cre\u0300me", "zurich", "BRULEE"],
    ["crime"],
  ],
  ["full-width", "finds full-width text", "ＰＤＦ ｒｅｐｏｒｔ", ["pdf", "report"], ["doc"]],
  [
    "numbers",
    "finds numbers with and without digit groups, and percentages",
    "1,250 units, 25%",
    ["1250", "1,250", "25", "25%"],
    ["125", "250"],
  ],
];

export const tokenizeCases: readonly EngineCase[] = scriptTable.map(([name, title, body, hits, misses]) => ({
  id: `tokenize/${name}`,
  title,
  async run(engine) {
    await engine.add([
      { id: "body", text: body },
      { id: "other", text: "quince" },
    ]);
    for (const query of hits) assert.deepEqual(await found(engine, query), ["body"], `query ${query}`);
    for (const query of misses) assert.deepEqual(await found(engine, query), [], `query ${query}`);
  },
}));
