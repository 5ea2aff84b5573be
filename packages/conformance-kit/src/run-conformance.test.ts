import { type ConformanceCase, ConformanceError, runConformance } from "@runningtab/conformance-kit";
import { describe, expect, it } from "vitest";

/** A counter that starts at zero. */
interface Counter {
  next(): number;
  reset?(): void;
}
const createCounter = (): Counter => {
  let value = 0;
  return { next: () => ++value };
};
const cases: readonly ConformanceCase<Counter>[] = [
  {
    id: "counter/first",
    title: "starts at one",
    run: async (counter) => {
      if (counter.next() !== 1) throw new Error("first was not 1");
    },
  },
  {
    id: "counter/second",
    title: "counts up",
    run: async (counter) => {
      counter.next();
      if (counter.next() !== 2) throw new Error("second was not 2");
    },
  },
  { id: "counter/reset", title: "can start anew", requires: "reset", run: async (counter) => counter.reset!() },
];
const createNothing = (): Counter => {
  throw new Error("no counter left");
};
const stuck = { next: () => 1 };

describe("running cases without a test runner", () => {
  it("gives each case a subject of its own and reports in the order of the cases", async () => {
    const report = await runConformance(cases, { name: "good", create: createCounter });
    expect(report).toEqual({
      name: "good",
      conforms: true,
      counts: { passed: 2, failed: 0, skipped: 1, gap: 0 },
      results: [
        { id: "counter/first", title: "starts at one", status: "passed" },
        { id: "counter/second", title: "counts up", status: "passed" },
        {
          id: "counter/reset",
          title: "can start anew",
          status: "skipped",
          reason: 'good does not have the capability "reset"',
        },
      ],
    });
  });

  it("reports a broken promise with its message and goes on", async () => {
    const report = await runConformance(cases, {
      name: "stuck",
      create: () => stuck,
      capabilities: new Set(["reset"]),
    });
    expect(report.conforms).toBe(false);
    expect(report.results.map(({ status }) => status)).toEqual(["passed", "failed", "failed"]);
    expect(report.results[1]).toMatchObject({ message: "second was not 2", stack: expect.stringContaining("second") });
  });

  it("accepts a known gap while it is open", async () => {
    const knownGaps = { "counter/second": "hardware is stuck" };
    const report = await runConformance(cases, { name: "stuck", create: () => stuck, knownGaps });
    expect(report.conforms).toBe(true);
    expect(report.results[1]).toMatchObject({ status: "gap", reason: "hardware is stuck" });
  });

  it("fails a known gap that passes by now", async () => {
    const knownGaps = { "counter/second": "hardware is stuck" };
    const report = await runConformance(cases, { name: "good", create: createCounter, knownGaps });
    expect(report.conforms).toBe(false);
    expect(report.results[1]).toMatchObject({
      status: "failed",
      message: '"counter/second" is listed as a known gap but passes. Remove it from knownGaps.',
    });
  });

  it("does not take a subject that cannot be created for a known gap", async () => {
    const knownGaps = { "counter/second": "hardware is stuck" };
    const report = await runConformance(cases, { name: "none", create: createNothing, knownGaps });
    expect(report.results[1]).toMatchObject({ status: "failed", message: "no counter left" });
  });

  it("disposes of every subject, after a failure too, and fails the case when that fails", async () => {
    const created: Counter[] = [];
    const disposed: Counter[] = [];
    const report = await runConformance(cases.slice(0, 2), {
      name: "stuck",
      create: () => {
        const counter = { ...stuck };
        created.push(counter);
        return counter;
      },
      dispose: (counter) => {
        disposed.push(counter);
        if (disposed.length === 1) throw new Error("cannot let go");
      },
    });
    expect(disposed).toEqual(created);
    expect(disposed).toHaveLength(2);
    expect(report.results[0]).toMatchObject({ status: "failed", message: "cannot let go" });
  });

  it("calls create and dispose as members of what was handed in", async () => {
    class Factory {
      readonly name = "factory";
      readonly #disposed: Counter[] = [];
      create(): Counter {
        return createCounter();
      }
      dispose(counter: Counter): void {
        this.#disposed.push(counter);
      }
    }
    expect(await runConformance(cases.slice(0, 2), new Factory())).toMatchObject({ name: "factory", conforms: true });
  });

  it("fails a case that never settles and goes on", async () => {
    const endless: ConformanceCase<Counter> = { id: "endless", title: "waits", run: () => new Promise(() => {}) };
    const options = { name: "good", create: createCounter, timeoutMs: 20 };
    const report = await runConformance([endless, cases[0]!], options);
    expect(report.results).toMatchObject([
      { status: "failed", message: '"endless" did not settle within 20 ms. Look for a promise that nobody resolves.' },
      { status: "passed" },
    ]);
  });

  it.each([
    ["DUPLICATE_ID", [...cases, cases[0]!], {}],
    ["UNKNOWN_GAP", cases, { "counter/thrid": "typing" }],
    ["IDLE_GAP", cases, { "counter/reset": "no button" }],
    ["IDLE_GAP", cases, { "counter/second": " " }],
  ])("refuses with %s before anything runs", async (code, given, knownGaps) => {
    let created = 0;
    const create = () => (created++, createCounter());
    const error = await runConformance(given, { name: "good", create, knownGaps }).catch((thrown: unknown) => thrown);
    expect(ConformanceError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code });
    expect(created).toBe(0);
  });

  it("does not mistake an inherited name for a capability or a gap", async () => {
    const named: ConformanceCase<Counter> = { id: "toString", title: "is a case like any", run: async () => {} };
    expect(await runConformance([named], { name: "good", create: createCounter, knownGaps: {} })).toMatchObject({
      conforms: true,
    });
  });
});
