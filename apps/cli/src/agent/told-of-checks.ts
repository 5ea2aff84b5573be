import type { PromotionTrial } from "./promotion-trial.ts";

/** A stop is sent back for failed checks this often at most, so that an agent that cannot mend them comes to an end. */
const MOST_TIMES = 2;

/**
 * What an agent that stops is told of checks that fail; `undefined` when there is nothing new to tell. Rejects when
 * `signal` aborts, since a command of the user's may take as long as it likes.
 */
export type ChecksAtStop = (signal: AbortSignal) => Promise<string | undefined>;

export function createChecksAtStop(trial: Pick<PromotionTrial, "news">): ChecksAtStop {
  let times = 0;
  return async (signal) => {
    const failed = times < MOST_TIMES ? await trial.news(signal) : [];
    if (failed.length === 0) return undefined;
    times++;
    return [
      "What you changed does not pass these checks, so it would not be promoted:",
      ...failed,
      "Mend the files, or say in your last answer why they have to stay as they are.",
    ].join("\n");
  };
}
