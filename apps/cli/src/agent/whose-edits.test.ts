import type { Operation } from "@runningtab/staged-workspace";
import { expect, it } from "vitest";
import { filesOfRuns, whoseEdits } from "./whose-edits.ts";

const operation = (seq: number, path: string, patch: string, actor = "agent", kind = "create") =>
  ({ seq, patch, actor, edit: { kind, path } }) as unknown as Operation;

it("tells edits of the run from those of people and of other runs since it began", () => {
  const edits = whoseEdits(
    [
      operation(1, "shared.md", "run-before/turn-1"),
      operation(2, "shared.md", "run-this/turn-1"),
      operation(3, "shared.md", "run-other/turn-4"),
      operation(4, "theirs.md", "run-other/turn-5"),
      operation(5, "mine.md", "person-5", "person"),
      operation(6, "shared.md", "person-6", "person"),
    ],
    { runId: "run-this", beganAfter: 1 },
  );
  expect([...edits.ofRun]).toEqual(["shared.md"]);
  expect([...edits.ofPersonAlone]).toEqual(["mine.md"]);
  expect([...edits.alsoByRuns].map(([path, runs]) => [path, ...runs])).toEqual([["shared.md", "run-other"]]);
});

it("takes for a file of runs what they made and nobody else changed", () => {
  const operations = [
    operation(1, "made.md", "run-a/turn-1"),
    operation(2, "made.md", "run-b/turn-1", "agent", "modify"),
    operation(3, "edited.md", "run-a/turn-2"),
    operation(4, "edited.md", "person-4", "person", "modify"),
    operation(5, "theirs.md", "run-a/turn-3", "agent", "modify"),
    operation(6, "mine.md", "person-6", "person"),
  ];
  expect([...filesOfRuns(operations)]).toEqual(["made.md"]);
});
