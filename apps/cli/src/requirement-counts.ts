import type { Requirement } from "@runningtab/tab-core";

export interface RequirementCounts {
  readonly open: number;
  readonly done: number;
  /** All that were set aside with a reason. */
  readonly unavailable: number;
  /** Those of them that no file states and that were worked out from what files state. */
  readonly computed: number;
}

type Settled = Pick<Requirement, "status" | "reason">;

export function countRequirements(requirements: readonly Settled[]): RequirementCounts {
  const count = (status: Requirement["status"]): number => requirements.filter((one) => one.status === status).length;
  return {
    open: count("open"),
    done: count("done"),
    unavailable: count("unavailable"),
    computed: requirements.filter((one) => statusWord(one) === "computed").length,
  };
}

/** The status for a person: a result is set aside with the reason `computed …`, and is there all the same. */
export function statusWord({ status, reason = "" }: Settled): Requirement["status"] | "computed" {
  return status === "unavailable" && /^computed\b/i.test(reason) ? "computed" : status;
}

/** `1 open, 7 done, 2 computed, 1 unavailable`; computed ones only where there are any. */
export function countsLine({ open, done, unavailable, computed }: RequirementCounts): string {
  const results = computed === 0 ? "" : `, ${computed} computed`;
  return `${open} open, ${done} done${results}, ${unavailable - computed} unavailable`;
}
