import type { CheckResult } from "../journal/check.ts";
import type { Plan } from "../staging/plan.ts";
import type { AcceptancePolicy } from "../staging/staged-workspace.ts";

export interface PersonAcceptanceOptions {
  /**
   * Shows a plan with what the checks found, and resolves to the person's answer. A rejection, such as that nobody is
   * there, refuses.
   */
  readonly confirm: (shown: ShownPlan, signal?: AbortSignal) => Promise<PersonAnswer>;
}

export interface ShownPlan {
  readonly plan: Plan;
  readonly results: readonly CheckResult[];
}

export type PersonAnswer =
  /** `plan`: the id of the plan that stood before the person's eyes when they said yes. */
  { readonly accepted: true; readonly plan: string } | { readonly accepted: false; readonly reason?: string };

/**
 * A person says yes or no. The yes names the plan that it was given to: one that comes late, or from a page that shows an
 * older plan, accepts nothing.
 */
export function createPersonAcceptance({ confirm }: PersonAcceptanceOptions): AcceptancePolicy {
  return {
    specVersion: 1,
    name: "person",
    async decide({ plan, signal }, results) {
      signal?.throwIfAborted();
      const answer = await confirm({ plan, results }, signal);
      if (!answer.accepted) return { accepted: false, reason: answer.reason ?? "the person said no" };
      if (answer.plan === plan.id) return { accepted: true };
      return { accepted: false, reason: `the approval was given to plan ${answer.plan}, and this is ${plan.id}` };
    },
  };
}
