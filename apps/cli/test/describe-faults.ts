import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTab } from "@runningtab/tab-core";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";
import { describe, expect, it } from "vitest";
import { type Fault, FAULTS, runWithFault, STEP_COUNT, WIRES } from "./fault-matrix.ts";
import type { Wire } from "./wires/wire.ts";

const isFull = process.env["RUNNINGTAB_FULL"] === "1";

/**
 * Tests of each fault at each step of a run over one protocol; a file of its own for each protocol, so that they run side by
 * side. All of it takes minutes: without RUNNINGTAB_FULL=1 each fault is met once, and protocols and steps take turns.
 */
export function describeFaults(wire: Wire): void {
  describe("a run over a model server that fails", () => {
    // Where others compute, a whole run may take long.
    it.each(cellsOf(wire))(`${wire.name}: %s at step %i`, { timeout: 120_000 }, async (_name, step, fault) => {
      const { outcome, summary, workspace, state, server, transcript } = await runWithFault(wire, fault, step);

      if (fault.ends === "finished") {
        expect(summary).toMatchObject({ status: "finished", deliverables: ["count.txt", "rules.md"] });
        expect(outcome.exitCode).toBe(0);
        expect(readFileSync(join(workspace, "rules.md"), "utf8")).toBe("Rail: second class. Lyon: 120 EUR.\n");
      } else {
        expect(summary.status).toBe("error");
        expect(summary.reason).toMatch(fault.ends);
        expect(outcome.exitCode).toBe(3);
      }

      // No tool ran twice.
      const count = join(workspace, "count.txt");
      const ran = existsSync(count) ? readFileSync(count, "utf8") : "";
      expect(ran).toBe(fault.ends === "finished" || step > 3 ? "once\n" : "");

      // Everything that the model was given as a result stands in the transcript, word for word.
      const kept = transcript.flatMap((item) => (item.type === "results" ? item.results : []));
      expect(new Set(kept.map(({ callId }) => callId)).size).toBe(kept.length);
      const shown = server.received.at(-1)?.results ?? [];
      for (const { callId, text } of shown) {
        const whole = kept.find(({ providerCallId }) => providerCallId === callId)?.text;
        expect(text === whole || text.startsWith("[result of ")).toBe(true);
      }

      // Nothing acknowledged is lost: each entry that a result names is in the tab's log.
      const folder = join(state, "workspaces", readdirSync(join(state, "workspaces"))[0]!);
      const store = createSqliteStore({ file: join(folder, "tab.sqlite") });
      const { log } = await createTab({ store, task: summary.runDir.split("/").at(-1)! }).state();
      const known = new Set<string>(log.map(({ id }) => id));
      expect(kept.flatMap(({ entries }) => entries).filter((id) => !known.has(id))).toEqual([]);
      await store.close();
    });
  });
}

function cellsOf(wire: Wire): readonly (readonly [string, number, Fault])[] {
  const steps = Array.from({ length: STEP_COUNT }, (_, index) => index + 1);
  return FAULTS.flatMap((fault, index) => {
    const isTurn = index % WIRES.length === WIRES.indexOf(wire);
    const met = isFull ? steps : steps.filter((step) => isTurn && step === ((index * 5) % STEP_COUNT) + 1);
    return met.map((step) => [fault.name, step, fault] as const);
  });
}
