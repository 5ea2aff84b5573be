import type { CheckOutcome, StagedWorkspace } from "@runningtab/staged-workspace";
import { describe, expect, it } from "vitest";
import { createPromotionTrial } from "./promotion-trial.ts";
import { createChecksAtStop } from "./told-of-checks.ts";

/** A workspace whose plan has this id, and whose one check says this; counts its trials. */
function open(state: { plan: string; finding: string | undefined; changes?: number }) {
  const tried: string[] = [];
  const workspace = {
    plan: async () => ({ id: state.plan, changes: Array.from({ length: state.changes ?? 1 }) }),
    async check() {
      tried.push(state.plan);
      const passed = state.finding === undefined;
      const results = [{ check: "parses", passed, findings: passed ? [] : [state.finding] }];
      return { plan: { id: state.plan }, results } as unknown as CheckOutcome;
    },
  } as unknown as StagedWorkspace;
  return { trial: createPromotionTrial(workspace, []), tried };
}

const failed = "Check parses failed:\n  a.docx cannot be read";

describe("the trial of a promotion", () => {
  it("tells what the checks find, once for each state of the files, and runs them as often", async () => {
    const state: Parameters<typeof open>[0] = { plan: "one", finding: "a.docx cannot be read" };
    const { trial, tried } = open(state);
    expect([await trial.findings(), await trial.findings(), await trial.news(), await trial.news()]).toEqual([
      [failed],
      [failed],
      [failed],
      [],
    ]);
    state.plan = "two";
    expect(await trial.news()).toEqual([failed]);
    Object.assign(state, { plan: "three", finding: undefined });
    expect([await trial.findings(), await trial.news()]).toEqual([[], []]);
    expect(tried).toEqual(["one", "two", "three"]);
  });

  it("says why when the checks cannot be tried, and holds up no stop", async () => {
    const plan = async (): Promise<never> => {
      throw new Error("the disk is full");
    };
    const trial = createPromotionTrial({ plan } as unknown as StagedWorkspace, []);
    expect([await trial.findings(), await trial.news()]).toEqual([
      ["The checks could not be tried: the disk is full"],
      [],
    ]);
  });

  it("is none where nothing was changed", async () => {
    const { trial, tried } = open({ plan: "one", finding: "x", changes: 0 });
    expect([await trial.findings(), await trial.news(), tried]).toEqual([[], [], []]);
  });
});

describe("an agent that stops", () => {
  const { signal } = new AbortController();

  it("is told of checks that fail, twice at most", async () => {
    const state = { plan: "one", finding: "a.docx cannot be read" };
    const checks = createChecksAtStop(open(state).trial);
    const said: (string | undefined)[] = [];
    for (const plan of ["one", "two", "three"]) {
      state.plan = plan;
      said.push(await checks(signal));
    }
    expect(said[0]).toMatch(/^What you changed does not pass[^]*a\.docx cannot be read\nMend the files/);
    expect(said.map((text) => text !== undefined)).toEqual([true, true, false]);
  });

  it("is let go where all pass", async () => {
    expect(await createChecksAtStop(open({ plan: "x", finding: undefined }).trial)(signal)).toBe(undefined);
  });

  it("is not kept waiting beyond the signal", async () => {
    const ended = new AbortController();
    const workspace = {
      plan: async () => ({ id: "one", changes: [{}] }),
      check: async ({ signal: given }: { signal: AbortSignal }) => {
        ended.abort(new Error("the time is up"));
        given.throwIfAborted();
      },
    } as unknown as StagedWorkspace;
    const checks = createChecksAtStop(createPromotionTrial(workspace, []));
    await expect(checks(ended.signal)).rejects.toThrow("the time is up");
  });
});
