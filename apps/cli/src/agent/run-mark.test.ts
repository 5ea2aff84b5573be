import { spawn, spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { markRun } from "./run-mark.ts";

it("names other runs that are alive, and forgets those that are gone", () => {
  const folder = join(temporaryFolder("marks"), "running");
  expect(markRun(folder, "run-a").others).toEqual([]);
  const gone = spawnSync(process.execPath, ["-e", ""]).pid;
  const alive = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
  try {
    for (const id of [gone, alive.pid]) writeFileSync(join(folder, String(id)), "run-b");
    const mark = markRun(folder, "run-a");
    expect(mark.others).toEqual([{ processId: alive.pid, runId: "run-b" }]);
    expect(readdirSync(folder).toSorted()).toEqual([String(alive.pid), String(process.pid)].toSorted());
    mark.remove();
    expect(readdirSync(folder)).toEqual([String(alive.pid)]);
  } finally {
    alive.kill();
  }
});
