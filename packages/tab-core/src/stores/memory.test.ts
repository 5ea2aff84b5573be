import { registerConformance } from "@runningtab/conformance-kit";
import { eventStoreCases } from "@runningtab/tab-core/conformance";
import { createMemoryStore } from "@runningtab/tab-core/stores/memory";
import { describe, expect, it } from "vitest";

registerConformance({ describe, it }, eventStoreCases, {
  name: "memory store",
  create: () => createMemoryStore(),
  capabilities: new Set(["purge"]),
});

describe("memory store", () => {
  it("refuses to be used after it was closed", async () => {
    const store = createMemoryStore();
    await store.close();
    await expect(store.read("task", 0)).rejects.toMatchObject({ code: "STORE_CLOSED" });
  });
});
