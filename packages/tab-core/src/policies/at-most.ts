import type { FinishPolicy } from "../finish-policy.ts";
import { TabError } from "../tab-error.ts";

/** Sends back the first `count` stops (0 to 100) that leave something owed. */
export function createAtMostPolicy(count: number): FinishPolicy {
  if (!Number.isInteger(count) || count < 0 || count > 100) {
    throw new TabError("INVALID_ARGUMENT", {
      message: `A finish policy needs a whole number of checks from 0 to 100, not ${count}.`,
      data: { count },
    });
  }
  return {
    specVersion: 1,
    name: `at-most-${count}`,
    atMost: count,
    sendBack: ({ checksSoFar, owed }) => owed > 0 && checksSoFar < count,
  };
}
