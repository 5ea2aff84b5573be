import { createCapture } from "@runningtab/observation-capture";
import { createMemoryStore, createTab } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { observationRecord } from "./index.ts";

describe("the bridge from a capture to a tab", () => {
  it("needs no more than a call, its text and what the capture saw", async () => {
    const outcome = {
      tool: "bash",
      args: { command: "cat fees.txt; ls" },
      output: "fee 5\nfees.txt\nterms.txt\n",
      callId: "c1",
    };
    const stat = (path: string) =>
      path === "fees.txt" || path === "terms.txt" ? ({ kind: "file", size: 6 } as const) : undefined;
    const result = await createCapture().capture({ ...outcome, turn: 1 }, { root: "/w", stat });
    const tab = createTab({ store: createMemoryStore(), task: "t" });
    const record = observationRecord({ outcome, shown: outcome.output, result, turn: 1, own: new Set(["terms.txt"]) });
    expect(record).toMatchObject({ callId: "c1", turn: 1, command: "cat fees.txt; ls" });
    expect(record.listed).not.toContain("terms.txt");
    await tab.record(record);
    const [entry] = (await tab.state()).log;
    expect(entry).toMatchObject({ paths: ["fees.txt"], redacted: false });
    expect(await tab.excerpt("L1")).toContain("fee 5");
  });
});
