import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithData } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { quantities, sameQuantity } from "./index.ts";

interface ScoringCase {
  readonly gold: string;
  readonly prediction: string;
  readonly tolerance: number;
  readonly score: number;
}

function readLines<Line>(file: string): readonly Line[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const plainAnswer = /^-?[\d,]+(?:\.\d+)?%?$/;

describeWithData("answers to questions about real tables", (folder) => {
  it("are read as the numbers that they are", () => {
    const answers = readLines<{ answer: string }>(join(folder, "officeqa/questions.jsonl"))
      .map(({ answer }) => answer)
      .filter((answer) => plainAnswer.test(answer));
    expect(answers.length).toBeGreaterThan(25);
    for (const answer of answers) {
      const [quantity, ...others] = quantities(answer);
      expect(quantity?.value, answer).toBe(Number(answer.replace(/[,%]/g, "")));
      expect(quantity?.unit, answer).toBe(answer.endsWith("%") ? "%" : undefined);
      expect(others, answer).toEqual([]);
    }
  });

  it("are found in the predictions that a scorer accepts, and not in those it rejects for their number", () => {
    const cases = readLines<ScoringCase>(join(folder, "officeqa/scoring-cases.jsonl")).filter(
      ({ gold, prediction, tolerance }) =>
        plainAnswer.test(gold) &&
        tolerance === 0 &&
        quantities(prediction).length === 1 &&
        !/million|billion/i.test(prediction),
    );
    expect(cases.length).toBeGreaterThan(8);
    for (const { gold, prediction, score } of cases) {
      // The scorer does not take a fraction for a percentage; we do.
      const ratio = parseFloat(gold) / Number(prediction);
      const isFraction = gold.endsWith("%") && !prediction.includes("%") && Math.abs(ratio - 100) < 1e-9;
      const isSame = sameQuantity(quantities(gold)[0]!, quantities(prediction)[0]!);
      expect(isSame, `${gold} in ${prediction}`).toBe(score === 1 || isFraction);
    }
  });
});
