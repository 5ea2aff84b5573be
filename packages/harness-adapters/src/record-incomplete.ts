const MOST_NAMED = 3;

/** The finish check's text, with the admission that something went unrecorded; on its own when nothing else is owed. */
export function recordIncomplete(check: string | undefined, gaps: readonly string[]): string {
  const named = gaps.slice(0, MOST_NAMED).map((gap) => `  ${gap}`);
  const more = gaps.length > MOST_NAMED ? [`  …${gaps.length - MOST_NAMED} more`] : [];
  const admission = [
    `the record is incomplete: ${gaps.length} ${gaps.length === 1 ? "step" : "steps"} could not be recorded.`,
    ...named,
    ...more,
    "Counts and reviews may miss reads; check yourself what the task names before you finish.",
  ].join("\n");
  return check === undefined ? `[tab] Finish check: ${admission}` : `${check}\nNote: ${admission}`;
}
