import type { Candidate, Check } from "../staging/staged-workspace.ts";
import { expect, expectEqual, type PortCase } from "./port-case.ts";

/** A check with one plan that it lets through and one that it does not; `candidateBetween` makes them. */
export interface CheckSubject {
  readonly check: Check;
  readonly sound: Candidate;
  readonly faulty: Candidate;
}

/** What every `Check` promises. */
export const checkCases: readonly PortCase<CheckSubject>[] = [
  {
    id: "check/name",
    title: "has a name that can stand in a journal",
    async run({ check }) {
      expectEqual(check.specVersion, 1, "specVersion");
      expect(/^[a-z][a-z0-9-]*$/.test(check.name), `the name ${JSON.stringify(check.name)} is not lower-case`);
    },
  },
  {
    id: "check/passes",
    title: "passes a plan that is sound",
    async run({ check, sound }) {
      expect((await check.run(sound)).passed, "a sound plan has not passed");
    },
  },
  {
    id: "check/says-why",
    title: "fails one that is not, and says why, a line each",
    async run({ check, faulty }) {
      const { passed, findings } = await check.run(faulty);
      expect(!passed, "a faulty plan has passed");
      expect(findings.length > 0, "nothing says why");
      for (const finding of findings) {
        expect(finding.trim() !== "" && !/[\r\n]/.test(finding), `${JSON.stringify(finding)} is not one line`);
      }
    },
  },
  {
    id: "check/again",
    title: "finds the same when it looks again",
    async run({ check, faulty }) {
      expectEqual(await check.run(faulty), await check.run(faulty), "second result");
    },
  },
  {
    id: "check/abort",
    title: "rejects with the reason of an aborted signal",
    run: ({ check, sound }) => expectAbort((signal) => check.run({ ...sound, signal })),
  },
];

export async function expectAbort(act: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const reason = new Error("stop");
  const outcome = await act(AbortSignal.abort(reason)).catch((error: unknown) => error);
  expect(outcome === reason, `after an abort it answered ${String(outcome)}`);
}
