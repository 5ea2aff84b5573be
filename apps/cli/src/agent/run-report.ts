import { changeLine } from "../change-line.ts";
import type { CheckResult, FileChange, SkippedPath } from "@runningtab/staged-workspace";
import type { TabState } from "@runningtab/tab-core";
import { countRequirements, countsLine, type RequirementCounts, statusWord } from "../requirement-counts.ts";
import { onOneLine, type Terminal } from "../terminal.ts";
import type { OutdatedEvidence } from "./outdated-evidence.ts";
import type { AgentResult } from "./run-agent.ts";

/** The last line of `run --json`, and the core of `summary.json`. */
export interface RunSummary {
  readonly status: AgentResult["status"];
  readonly reason?: string;
  /** Workspace-relative paths. */
  readonly deliverables: readonly string[];
  /** Files that the task names and that are not there. */
  readonly missing: readonly string[];
  /** Changes that are not in the folder yet; files among them stand in `deliverables/` of `runDir`. */
  readonly staged: readonly string[];
  /** What the checks of the promotion at the end found; none where nothing was to be promoted. */
  readonly checks: readonly CheckResult[];
  /** Why the folder took nothing of what was to be promoted, such as one that may only be read. */
  readonly notPromoted?: string;
  readonly requirements: RequirementCounts;
  /** Closed requirements that rest on a version of a file which has changed since it was read. */
  readonly outdated: readonly OutdatedEvidence[];
  /** Entries. */
  readonly readLog: number;
  /** Files that were listed and never opened. */
  readonly candidates: number;
  readonly turns: number;
  readonly runDir: string;
}

export function summaryOf(
  result: AgentResult,
  tab: TabState,
  found: Pick<RunSummary, "deliverables" | "missing" | "staged" | "checks" | "notPromoted" | "outdated">,
  runDir: string,
): RunSummary {
  return {
    status: result.status,
    ...(result.reason !== undefined && { reason: result.reason }),
    deliverables: found.deliverables,
    missing: found.missing,
    staged: found.staged,
    checks: found.checks,
    ...(found.notPromoted !== undefined && { notPromoted: found.notPromoted }),
    requirements: countRequirements(tab.requirements),
    outdated: found.outdated,
    readLog: tab.log.length,
    candidates: tab.candidates.length,
    turns: result.turns,
    runDir,
  };
}

/** The run's end for a person: what was said, what was made, what the tab holds, what changed. */
export function printReport(
  terminal: Terminal,
  report: {
    readonly result: AgentResult;
    readonly summary: RunSummary;
    readonly tab: TabState;
    readonly changes: readonly FileChange[];
    /** What came into the folder during the run and cannot be read, such as links. */
    readonly unread: readonly SkippedPath[];
  },
): void {
  const { result, summary, tab, changes, unread } = report;
  const delta = [...changes.map(changeLine), ...unread.map(({ path, reason }) => `? ${onOneLine(path)} (${reason})`)];
  const blocks = [
    result.finalMessage.trim(),
    section(
      "Deliverables",
      summary.deliverables.length > 0 ? summary.deliverables.map(onOneLine) : ["none was written"],
    ),
    section(
      `Tab: ${countsLine(summary.requirements)}; ${summary.readLog} log entries, ${summary.candidates} files listed but never opened`,
      tab.requirements.map(requirementLine),
    ),
    section("Changes since the run began", delta.length > 0 ? delta : ["none"]),
    ...(summary.staged.length === 0
      ? []
      : [
          section(
            "Staged, not in the folder yet (runningtab workspace diff, then promote or rollback)",
            summary.staged.map(onOneLine),
          ),
        ]),
    `Run: ${summary.runDir}`,
  ];
  terminal.print(blocks.filter((block) => block !== "").join("\n\n"));
  if (summary.status !== "finished") terminal.note(`The run did not finish: ${summary.reason ?? summary.status}`);
}

/** Says on stderr what was answered from versions of files that have changed since. */
export function noteOutdated(terminal: Terminal, { outdated }: RunSummary): void {
  for (const { requirement, entry, path } of outdated) {
    terminal.note(
      `${requirement} rests on ${onOneLine(path)} as it was when ${entry} was read; the file has changed since. Check it, or run the task again.`,
    );
  }
}

/** Says on stderr that other runs wrote a deliverable too while this one worked; nothing where none did. */
export function noteShared(terminal: Terminal, path: string, runs: ReadonlySet<string> | undefined): void {
  if (runs === undefined) return;
  terminal.note(
    `${onOneLine(path)} was written by ${[...runs].join(" and ")} as well while this run worked; what was written last stands. \`runningtab workspace log\` shows each version.`,
  );
}

/** Says on stderr what the task asked for and is not there, with what the last failed write said. */
export function noteMissing(terminal: Terminal, { missing, deliverables }: RunSummary, result: AgentResult): void {
  const why = result.failedWrite === undefined ? "" : ` The last attempt to write failed: ${result.failedWrite}`;
  for (const path of missing) terminal.note(`Not written: ${path}, which the task names.${why}`);
  if (missing.length === 0 && deliverables.length === 0 && why !== "")
    terminal.note(`No deliverable was written.${why}`);
}

function requirementLine(requirement: TabState["requirements"][number]): string {
  const { id, text, value, evidence, verdict, reason } = requirement;
  const facts = [
    ...(value === undefined ? [] : [`= ${value}`]),
    ...(evidence.length > 0 ? [`(${evidence.join(", ")}${verdict === undefined ? "" : `, ${verdict}`})`] : []),
    ...(reason === undefined ? [] : [`(${reason})`]),
  ];
  return [`${id} ${statusWord(requirement)}:`, text, ...facts].join(" ");
}

function section(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `  ${line}`)].join("\n");
}
