import fc from "fast-check";
import { expect, it } from "vitest";
import { mayHold, signatureOf } from "./text-signature.ts";

it("never denies a literal that one of the texts holds, in whatever case", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 300 });
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.nat(),
      fc.nat(12),
      (texts, which, at, length) => {
        // By characters: no pattern holds half of one.
        const chosen = [...texts[which % texts.length]!];
        const start = at % (chosen.length + 1);
        const literal = chosen.slice(start, start + length).join("");
        const signature = signatureOf(texts);
        expect(mayHold(signature, literal)).toBe(true);
        if (/^[\x20-\x7e]*$/.test(literal)) expect(mayHold(signature, literal.toUpperCase())).toBe(true);
      },
    ),
  );
});

it("denies nearly all literals that no text holds", () => {
  const text = Array.from({ length: 5000 }, (_, n) => `line ${n * 7919} of the harbour's ledger`).join("\n");
  const signature = signatureOf([text]);
  expect(signature.length).toBeLessThan(text.length / 8);
  const absent = Array.from({ length: 500 }, (_, n) => `quartz${n * 104729}`);
  expect(absent.filter((literal) => mayHold(signature, literal)).length).toBeLessThan(5);
});

it("folds a sigma alike at the end of a word and in its middle", () => {
  expect(mayHold(signatureOf(["ΟΔΟΣ"]), "οδοσ")).toBe(true);
  expect(mayHold(signatureOf(["ΟΔΟΣΑΣ"]), "ΟΔΟΣ")).toBe(true);
});
