import type { PromoteOutcome, StagedWorkspace } from "@runningtab/staged-workspace";
import type { TabSession } from "@runningtab/harness-adapters";
import { describe, expect, it } from "vitest";
import { createPromotionTrial } from "./promotion-trial.ts";
import { toldOfChecks } from "./told-of-checks.ts";

/** A workspace whose plan has this id, and whose one check says this; counts its trials. */
function open(state: { plan: string; finding: string | undefined; changes?: number }) {
  const tried: string[] = [];
  const workspace = {
    plan: async () => ({ id: state.plan, changes: Array.from({ length: state.changes ?? 1 }) }),
    async promote({ acceptance }: { acceptance: { decide(): Promise<{ accepted: boolean }> } }) {
      tried.push(state.plan);
      const passed = state.finding === undefined;
      const results = [{ check: "parses", passed, findings: passed ? [] : [state.finding] }];
      if (passed) expect((await acceptance.decide()).accepted).toBe(false);
      return {
        status: passed ? "refused" : "check-failed",
        plan: { id: state.plan },
        results,
      } as unknown as PromoteOutcome;
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

describe("a session that is told of checks", () => {
  const session = (check: string | undefined) => ({ onStop: async () => check }) as unknown as TabSession;
  const stop = { finalMessage: "Done." };

  it("says them below the finish check, or alone, and twice at most", async () => {
    const state = { plan: "one", finding: "a.docx cannot be read" };
    const told = toldOfChecks(session("[tab] Finish check 1 of at most 1"), open(state).trial);
    expect(await told.onStop(stop)).toMatch(
      /^\[tab\] Finish check 1 of at most 1\n\nWhat you changed[^]*a\.docx cannot/,
    );
    const alone = toldOfChecks(session(undefined), open(state).trial);
    const said: boolean[] = [];
    for (const plan of ["one", "two", "three"]) {
      state.plan = plan;
      said.push((await alone.onStop(stop)) !== undefined);
    }
    expect(said).toEqual([true, true, false]);
  });

  it("lets go where all pass", async () => {
    expect(await toldOfChecks(session(undefined), open({ plan: "x", finding: undefined }).trial).onStop(stop)).toBe(
      undefined,
    );
  });
});
