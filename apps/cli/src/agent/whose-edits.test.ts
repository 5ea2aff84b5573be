import type { Operation } from "@runningtab/staged-workspace";
import { expect, it } from "vitest";
import { whoseEdits } from "./whose-edits.ts";

it("tells edits of the run from those of people and of other runs since it began", () => {
  const operation = (seq: number, path: string, patch: string, actor = "agent") =>
    ({ seq, patch, actor, edit: { kind: "create", path } }) as unknown as Operation;
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
