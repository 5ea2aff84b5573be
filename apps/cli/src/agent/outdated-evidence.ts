import type { Manifest } from "@runningtab/staged-workspace";
import type { LogId, RequirementId, TabState } from "@runningtab/tab-core";
import { isWebAddress } from "./web/web-port.ts";

/** A requirement that was closed on a version of a file which the folder no longer holds. */
export interface OutdatedEvidence {
  readonly requirement: RequirementId;
  readonly entry: LogId;
  readonly path: string;
}

/**
 * What the tab's closed requirements rest on, as far as it is another version by now. A later entry of the same
 * requirement from the present version makes up for it. Whether the words still stand there is for `tab list` to say.
 */
export function outdatedEvidence(
  { requirements, log }: Pick<TabState, "requirements" | "log">,
  manifest: Manifest,
): readonly OutdatedEvidence[] {
  return requirements.flatMap(({ id, status, evidence }) => {
    if (status !== "done") return [];
    const cited = evidence.flatMap((name) => log[Number(name.slice(1)) - 1] ?? []);
    const present = new Set(
      cited.flatMap(({ paths, hash }) => paths.filter((path) => manifest.get(path)?.hash === hash)),
    );
    return cited.flatMap((entry) => {
      // An output over several files has no version of its own.
      if (entry.hash === undefined) return [];
      // Nor does the folder know what stands in the web by now.
      const gone = entry.paths.filter((path) => !present.has(path) && !isWebAddress(path));
      return gone.map((path) => ({ requirement: id, entry: entry.id, path }));
    });
  });
}
