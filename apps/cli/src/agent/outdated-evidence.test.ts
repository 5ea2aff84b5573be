import type { ManifestEntry } from "@runningtab/staged-workspace";
import type { LogEntry, Requirement } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { outdatedEvidence } from "./outdated-evidence.ts";

const read = (id: `L${number}`, path: string, hash?: string): LogEntry => ({
  id,
  paths: [path],
  origin: "read",
  command: `view ${path}`,
  turn: 1,
  length: 1,
  partial: false,
  redacted: false,
  confidence: 1,
  ...(hash !== undefined && { hash }),
});
const closed = (id: `r${number}`, ...evidence: `L${number}`[]): Requirement => ({
  id,
  text: "x",
  aliases: [],
  status: "done",
  evidence,
});
const folder = (files: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(files).map(([path, hash]) => [
      path,
      { path, hash, size: 1, mode: 0o644, modifiedAtMs: 0 } as ManifestEntry,
    ]),
  );

describe("outdatedEvidence", () => {
  const log = [
    read("L1", "a.md", "sha256:1"),
    read("L2", "b.md", "sha256:2"),
    read("L3", "a.md", "sha256:3"),
    read("L4", "a.md"),
  ];

  it("is empty while the folder holds what was read", () => {
    const requirements = [closed("r1", "L1"), closed("r2", "L2")];
    expect(outdatedEvidence({ requirements, log }, folder({ "a.md": "sha256:1", "b.md": "sha256:2" }))).toEqual([]);
  });

  it("names files that changed and files that are gone", () => {
    const requirements = [closed("r1", "L1"), closed("r2", "L2")];
    expect(outdatedEvidence({ requirements, log }, folder({ "a.md": "sha256:9" }))).toEqual([
      { requirement: "r1", entry: "L1", path: "a.md" },
      { requirement: "r2", entry: "L2", path: "b.md" },
    ]);
  });

  it("leaves out what another entry of the requirement shows as it is, what has no version, and open requirements", () => {
    const requirements = [
      closed("r1", "L1", "L3"),
      closed("r2", "L4"),
      { ...closed("r3", "L1"), status: "open" as const },
    ];
    expect(outdatedEvidence({ requirements, log }, folder({ "a.md": "sha256:3" }))).toEqual([]);
  });
});
