import type { CheckResult } from "../journal/check.ts";
import type { AcceptancePolicy, Candidate } from "../staging/staged-workspace.ts";
import { expectAbort } from "./check-cases.ts";
import { expect, expectEqual, type PortCase } from "./port-case.ts";

/** A policy with one plan that it accepts and one that it refuses; `candidateBetween` makes them. */
export interface AcceptanceSubject {
  readonly policy: AcceptancePolicy;
  readonly welcome: Candidate;
  readonly unwelcome: Candidate;
}

const PASSED: readonly CheckResult[] = [{ check: "parses", passed: true, findings: [] }];

/** What every `AcceptancePolicy` promises. */
export const acceptanceCases: readonly PortCase<AcceptanceSubject>[] = [
  {
    id: "acceptance/name",
    title: "has a name that can stand in a journal",
    async run({ policy }) {
      expectEqual(policy.specVersion, 1, "specVersion");
      expect(/^[a-z][a-z0-9-]*$/.test(policy.name), `the name ${JSON.stringify(policy.name)} is not lower-case`);
    },
  },
  {
    id: "acceptance/accepts",
    title: "accepts what is welcome",
    async run({ policy, welcome }) {
      expectEqual((await policy.decide(welcome, PASSED)).accepted, true, "accepted");
    },
  },
  {
    id: "acceptance/says-why",
    title: "refuses what is not, and says why in one line",
    async run({ policy, unwelcome }) {
      const { accepted, reason = "" } = await policy.decide(unwelcome, PASSED);
      expectEqual(accepted, false, "accepted");
      expect(reason.trim() !== "" && !/[\r\n]/.test(reason), `${JSON.stringify(reason)} is not one line`);
    },
  },
  {
    id: "acceptance/abort",
    title: "rejects with the reason of an aborted signal",
    run: ({ policy, welcome }) => expectAbort((signal) => policy.decide({ ...welcome, signal }, PASSED)),
  },
];
