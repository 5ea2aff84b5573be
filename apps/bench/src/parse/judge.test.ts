import { describe, expect, it } from "vitest";
import { judge } from "./judge.ts";

const engine = (name: string, readSeconds: number) => ({ engine: name, pages: 100, readSeconds, loadSeconds: 0.5 });
const whole = (processes: number, changes: object = {}) => ({
  processes,
  pages: 100,
  childSeconds: 50,
  hostSeconds: 2,
  wallSeconds: 50 / processes,
  hostMegabytes: [150, 160, 140, 155],
  starts: processes,
  parsedAfterEdit: 1,
  ...changes,
});
const bareRuns = [
  { processes: 1, cpuSeconds: 45, wallSeconds: 40 },
  { processes: 2, cpuSeconds: 46, wallSeconds: 20 },
];
const met = (report: Pick<Parameters<typeof judge>[0], "engines" | "wholeRuns">) =>
  judge({ bareRuns, ...report }).map((verdict) => verdict.met);

describe("a run of the parse bench", () => {
  const engines = [engine("ours", 52), engine("pdf-parse", 50), engine("pdftotext", 9), engine("ours, pdftotext", 11)];

  it("meets every target", () => {
    expect(met({ engines, wholeRuns: [whole(1), whole(2)] })).toEqual([true, true, true, true, true, true, true]);
  });

  it("misses what costs more, what grows, and what parses more than the edited file", () => {
    const slow = [engine("ours", 56), engine("pdf-parse", 50), engine("pdftotext", 9), engine("ours, pdftotext", 13)];
    const growing = whole(1, { hostMegabytes: [150, 210, 280, 350] });
    const eager = whole(2, { parsedAfterEdit: 2, wallSeconds: 30 });
    expect(met({ engines: slow, wholeRuns: [growing, eager] })).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it("says nothing of two processes on a busy machine, and nothing of engines that are not there", () => {
    const wholeRuns = [whole(1, { wallSeconds: 80 }), whole(2, { wallSeconds: 60 })];
    expect(met({ engines: [engine("ours", 52)], wholeRuns })).toEqual([undefined, true, true, true, true]);
  });

  it("is judged by what the machine gives the bare engines, where that is less than promised, and says both", () => {
    const slowPoppler = [...engines.slice(0, 2), engine("pdftotext", 13), engine("ours, pdftotext", 14)];
    const wholeRuns = [whole(1), whole(2, { wallSeconds: 33 })];
    const [, poppler, speedUp] = judge({
      engines: slowPoppler,
      wholeRuns,
      bareRuns: [bareRuns[0]!, { processes: 2, cpuSeconds: 55, wallSeconds: 26 }],
    });
    expect(poppler).toMatchObject({ found: "3.57 times as fast", met: true });
    expect(poppler?.target).toBe(
      "at least 4, judged here against 3.46 (bare pdftotext, 3.85 times as fast, less 10 %)",
    );
    expect(speedUp).toMatchObject({ found: "1.52 times as fast", met: true });
    expect(speedUp?.target).toBe(
      "at least 1.8, judged here against 1.46 (two bare pdf-parse, 1.54 times one, less 5 %)",
    );
  });
});
