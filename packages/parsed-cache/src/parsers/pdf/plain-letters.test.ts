import { expect, it } from "vitest";
import { plainLetters } from "./plain-letters.ts";

it("takes joined letters apart in reading order, and forms of letters for the letters themselves", () => {
  expect(plainLetters("of\ufb01ce\u00a0\u202f7")).toBe("office  7");
  // "lines" in Arabic, as fonts draw it: alef, lam and khah joined, tah, waw, tah.
  expect(plainLetters("\u0627\ufccb\ufec4\ufeee\u0637")).toBe("\u0627\u0644\u062e\u0637\u0648\u0637");
  expect(plainLetters("\u2460 ½ x² 数 \ud83d\ude00")).toBe("\u2460 ½ x² 数 \ud83d\ude00");
});
