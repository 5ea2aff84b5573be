import type { TabSession } from "@runningtab/harness-adapters";
import type { PromotionTrial } from "./promotion-trial.ts";

/** A stop is sent back for failed checks this often at most, so that an agent that cannot mend them comes to an end. */
const MOST_TIMES = 2;

/** A session that says at a stop which checks fail, below the finish check if there is one. */
export function toldOfChecks(session: TabSession, trial: PromotionTrial): TabSession {
  let times = 0;
  const { onStop } = session;
  const told: Pick<TabSession, "onStop"> = {
    async onStop(stop) {
      const check = await onStop(stop);
      const failed = times < MOST_TIMES ? await trial.news() : [];
      if (failed.length === 0) return check;
      times++;
      const text = [
        "What you changed does not pass these checks, so it would not be promoted:",
        ...failed,
        "Mend the files, or say in your last answer why they have to stay as they are.",
      ].join("\n");
      return check === undefined ? text : `${check}\n\n${text}`;
    },
  };
  // The same object, since some of its members are read anew each time.
  return Object.assign(session, told);
}
