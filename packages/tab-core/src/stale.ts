import { foldText } from "@runningtab/terms";
import type { ContentsPort } from "./contents-port.ts";
import { isLookedFor, readClaim } from "./delivery/claim.ts";
import { holdsClaim } from "./delivery/holds-claim.ts";
import { readText } from "./delivery/written-text.ts";
import type { LogId } from "./event-store.ts";
import type { Projection } from "./fold.ts";
import { foldForQuote, standsIn } from "./quote.ts";
import type { Requirement } from "./state.ts";

export interface StaleSource {
  readonly path: string;
  /** The agent's own change. */
  readonly byAgent: boolean;
}

interface Sources {
  readonly tab: Projection;
  readonly contents: ContentsPort | undefined;
  readonly excerpts: { get(id: LogId): Promise<string> };
}

/**
 * Cited files that changed after they were read, and in whose new version the line with the quote or the value is gone.
 * A change elsewhere in the file is none of the requirement's business; a new version that cannot be read proves nothing.
 */
export async function staleSources(requirement: Requirement, sources: Sources): Promise<readonly StaleSource[]> {
  if (requirement.status !== "done") return [];
  const { tab, contents, excerpts } = sources;
  const stale: StaleSource[] = [];
  for (const id of requirement.evidence) {
    const entry = tab.log[Number(id.slice(1)) - 1];
    for (const path of entry?.paths ?? []) {
      const change = tab.changes.get(path);
      if (change === undefined || (change.after !== undefined && change.after === entry?.hash)) continue;
      const lines = holdingLines(requirement, await excerpts.get(id));
      if (lines.length === 0 || stale.some((one) => one.path === path)) continue;
      const now = change.after === undefined ? "" : await textNow(contents, path);
      if (now === undefined) continue;
      const folded = bare(now);
      if (!lines.some((line) => folded.includes(line))) stale.push({ path, byAgent: change.byAgent });
    }
  }
  return stale;
}

async function textNow(contents: ContentsPort | undefined, path: string): Promise<string | undefined> {
  try {
    return await contents?.currentText(path);
  } catch {
    return undefined;
  }
}

/** The lines that hold the quote, or else the value, in the form in which lines compare. */
function holdingLines(requirement: Requirement, excerpt: string): readonly string[] {
  const { quote, value } = requirement;
  const lines = excerpt.split("\n");
  const folded = foldForQuote(quote ?? "");
  const quoted = lines.filter((line) => standsIn(folded, foldForQuote(line)));
  // A quote over several lines holds itself.
  if (folded !== "" && quoted.length === 0 && standsIn(folded, foldForQuote(excerpt))) return [bare(folded)];
  if (quoted.length > 0 || value === undefined) return quoted.map(bareLine);
  const claim = readClaim(value, requirement);
  return isLookedFor(claim) ? lines.filter((line) => holdsClaim(claim, readText(line))).map(bareLine) : [];
}

/** Without what a search or a numbered view puts in front of a line. */
function bareLine(line: string): string {
  return bare(line.replace(/^\s*(?:[^\s:]+\.[A-Za-z0-9]{1,5}[:-])?\d+(?:[:\t|-]|\s{2,})/, ""));
}

/** Letters, digits and what belongs to amounts: tools lay one text out in many ways. */
function bare(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}.,%¥$€£-]+/gu, "");
}
