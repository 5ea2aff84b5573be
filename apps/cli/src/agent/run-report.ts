import type { FileChange } from "@runningtab/staged-workspace";
import type { TabState } from "@runningtab/tab-core";
import type { Terminal } from "../terminal.ts";
import type { AgentResult } from "./run-agent.ts";

/** The last line of `run --json`, and the core of `summary.json`. */
export interface RunSummary {
  readonly status: AgentResult["status"];
  readonly reason?: string;
  /** Workspace-relative paths. */
  readonly deliverables: readonly string[];
  readonly requirements: { readonly open: number; readonly done: number; readonly unavailable: number };
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
  deliverables: readonly string[],
  runDir: string,
): RunSummary {
  const count = (status: string): number => tab.requirements.filter((one) => one.status === status).length;
  return {
    status: result.status,
    ...(result.reason !== undefined && { reason: result.reason }),
    deliverables,
    requirements: { open: count("open"), done: count("done"), unavailable: count("unavailable") },
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
  },
): void {
  const { result, summary, tab, changes } = report;
  const { open, done, unavailable } = summary.requirements;
  const blocks = [
    result.finalMessage.trim(),
    section("Deliverables", summary.deliverables.length > 0 ? summary.deliverables : ["none"]),
    section(
      `Tab: ${open} open, ${done} done, ${unavailable} unavailable; ${summary.readLog} log entries, ${summary.candidates} files listed but never opened`,
      tab.requirements.map(requirementLine),
    ),
    section("Changes since the run began", changes.length > 0 ? changes.map(changeLine) : ["none"]),
    `Run: ${summary.runDir}`,
  ];
  terminal.print(blocks.filter((block) => block !== "").join("\n\n"));
  if (summary.status !== "finished") terminal.note(`The run did not finish: ${summary.reason ?? summary.status}`);
}

function requirementLine({
  id,
  status,
  text,
  value,
  evidence,
  verdict,
  reason,
}: TabState["requirements"][number]): string {
  const facts = [
    ...(value === undefined ? [] : [`= ${value}`]),
    ...(evidence.length > 0 ? [`(${evidence.join(", ")}${verdict === undefined ? "" : `, ${verdict}`})`] : []),
    ...(reason === undefined ? [] : [`(${reason})`]),
  ];
  return [`${id} ${status}:`, text, ...facts].join(" ");
}

const LETTERS = { create: "A", modify: "M", mode: "X", delete: "D", move: "R" } as const;

/** `A report.docx`, `R old.md → new.md`. */
export function changeLine(change: FileChange): string {
  const path = change.kind === "move" ? `${change.from} → ${change.path}` : change.path;
  return `${LETTERS[change.kind]} ${path}`;
}

function section(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `  ${line}`)].join("\n");
}
