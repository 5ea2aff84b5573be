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
const met = (report: Parameters<typeof judge>[0]) => judge(report).map((verdict) => verdict.met);

describe("a run of the parse bench", () => {
  const engines = [engine("ours", 52), engine("pdf-parse", 50), engine("ours, pdftotext", 11)];

  it("meets every target", () => {
    expect(met({ engines, wholeRuns: [whole(1), whole(2)] })).toEqual([true, true, true, true, true, true, true]);
  });

  it("misses what costs more, what grows, and what parses more than the edited file", () => {
    const slow = [engine("ours", 56), engine("pdf-parse", 50), engine("ours, pdftotext", 13)];
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
});
