import type { EntryOrigin, LogEntry, LogId, Requirement, Tab, Verdict } from "@runningtab/tab-core";
import { countRequirements, type RequirementCounts } from "../requirement-counts.ts";
import { wordsAround } from "./words-around.ts";

/** What a task was asked to state, and what each statement rests on: for whoever has to trust the deliverable. */
export interface EvidenceReport {
  readonly version: 1;
  readonly task: string;
  /** What the task was opened with; empty where it never was. */
  readonly text: string;
  readonly counts: RequirementCounts;
  /** In the order they were added. */
  readonly requirements: readonly ReportedRequirement[];
}

export interface ReportedRequirement {
  readonly id: string;
  readonly text: string;
  readonly aliases: readonly string[];
  readonly status: Requirement["status"];
  readonly value?: string;
  /** Verbatim in one of the entries. */
  readonly quote?: string;
  readonly verdict?: Verdict;
  /** What the evidence check had to say beside its verdict. */
  readonly note?: string;
  /** Why it is unavailable, or what it was computed from. */
  readonly reason?: string;
  readonly evidence: readonly ReportedEntry[];
}

/** One entry of the read log that a requirement rests on. */
export interface ReportedEntry {
  readonly entry: LogId;
  /** `evidence`: cited when it was resolved. `reason`: an input that the reason for setting it aside names. */
  readonly citedAs: "evidence" | "reason";
  /** `computed`: the output of a calculation; its sources are the files that went in. */
  readonly origin: EntryOrigin;
  /** What was run or called to read it. */
  readonly command: string;
  readonly turn: number;
  /** The lines about the quote or the value, else the first ones; at most 600 characters. */
  readonly excerpt: string;
  readonly sources: readonly ReportedSource[];
}

export interface ReportedSource {
  /** The narrowest place known: that of the quote, else what was read. `runningtab view ADDRESS` shows it. */
  readonly address: string;
  readonly path: string;
  /** Content hash of the version that was read; absent where one output stands for several files. */
  readonly hash?: string;
  /** The version that was read, beside the file as it is now. */
  readonly freshness: "current" | "changed" | "gone" | "unknown";
  /** Present where that is unknown: one output stands for several files, or it was a page of the web. */
  readonly unknownBecause?: "several files" | "web page";
  /** What the parsed text of that version leaves out or decides; absent where it was never parsed. */
  readonly losses?: readonly { readonly kind: string; readonly count: number; readonly detail?: string }[];
}

/** Looks up the files behind an entry. */
export interface SourceLookup {
  sourcesOf(entry: LogEntry, stated: Pick<Requirement, "quote" | "value">): Promise<readonly ReportedSource[]>;
}

export async function collectEvidence(tab: Tab, lookup: SourceLookup): Promise<EvidenceReport> {
  const { taskText = "", requirements, log } = await tab.state();

  const report = async (entry: LogEntry, citedAs: ReportedEntry["citedAs"], about: Requirement) => ({
    entry: entry.id,
    citedAs,
    origin: entry.origin,
    command: entry.command,
    turn: entry.turn,
    excerpt: wordsAround((await tab.excerpt(entry.id)) ?? "", about.quote ?? about.value),
    sources: await lookup.sourcesOf(entry, about),
  });

  const reported: ReportedRequirement[] = [];
  for (const requirement of requirements) {
    const { evidence, reason, ...stated } = requirement;
    const cited = entriesOf(log, evidence);
    const inputs = entriesOf(log, reason?.match(/\bL[1-9]\d*\b/g) ?? []).filter((entry) => !cited.includes(entry));
    reported.push({
      ...stated,
      ...(reason !== undefined && { reason }),
      evidence: [
        ...(await Promise.all(cited.map((entry) => report(entry, "evidence", requirement)))),
        ...(await Promise.all(inputs.map((entry) => report(entry, "reason", requirement)))),
      ],
    });
  }
  return {
    version: 1,
    task: tab.task,
    text: taskText,
    counts: countRequirements(requirements),
    requirements: reported,
  };
}

function entriesOf(log: readonly LogEntry[], ids: readonly string[]): readonly LogEntry[] {
  return [...new Set(ids)].flatMap((id) => log[Number(id.slice(1)) - 1] ?? []);
}
