import { readdirSync, readFileSync } from "node:fs";
import { createMemoryStore, createTab, presets } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { parseTranscript, perform } from "./transcript.ts";

const folder = new URL("golden/", import.meta.url);

describe("the published behaviour", () => {
  it.each(readdirSync(folder))("replays word for word under the paper preset: %s", async (file) => {
    const steps = parseTranscript(readFileSync(new URL(file, folder), "utf8"));
    expect(steps.length).toBeGreaterThan(10);
    const tab = createTab({ store: createMemoryStore(), task: "case", switches: presets.paper });
    for (const { step, said } of steps) expect(await perform(tab, step), step).toBe(said);
  });
});
