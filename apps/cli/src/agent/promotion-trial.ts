import type { Check, CheckResult, StagedWorkspace } from "@runningtab/staged-workspace";
import { messageOf } from "../cli-error.ts";
import { checkLines } from "./hand-over.ts";

/**
 * What would hold up a promotion of everything that is staged, while the agent can still do something about it. Nobody is
 * asked and nothing is promoted by it; what the checks found stands in the journal as for any promotion.
 */
export interface PromotionTrial {
  /**
   * What the checks find in the files as they are, in lines for the agent; none where nothing was changed, or all pass
   * without a finding. Checks run once for each state of the files. Checks that cannot be tried are a line that says why.
   */
  findings(signal?: AbortSignal): Promise<readonly string[]>;
  /** As `findings`, but only of checks that fail, and each state of the files is told of once. */
  news(signal?: AbortSignal): Promise<readonly string[]>;
}

/** `checks`: beside those that every promotion passes. */
export function createPromotionTrial(
  workspace: Pick<StagedWorkspace, "plan" | "check">,
  checks: readonly Check[],
): PromotionTrial {
  let tried: { readonly plan: string; readonly results: readonly CheckResult[] } | undefined;
  let told: string | undefined;

  async function tryNow(signal: AbortSignal | undefined): Promise<typeof tried> {
    const { id, changes } = await workspace.plan();
    if (changes.length === 0) return undefined;
    if (tried?.plan === id) return tried;
    const { plan, results } = await workspace.check({ checks, ...(signal && { signal }) });
    tried = { plan: plan.id, results };
    return tried;
  }

  return {
    async findings(signal) {
      try {
        return checkLines((await tryNow(signal))?.results ?? []);
      } catch (error) {
        signal?.throwIfAborted();
        return [`The checks could not be tried: ${messageOf(error)}`];
      }
    },
    async news(signal) {
      // What cannot be tried now may be by the promotion; it holds up no stop.
      const now = await tryNow(signal).catch(() => undefined);
      signal?.throwIfAborted();
      if (now === undefined || now.plan === told) return [];
      told = now.plan;
      return checkLines(now.results.filter(({ passed }) => !passed));
    },
  };
}
