import { registerConformance, runConformance } from "@runningtab/conformance-kit";
import {
  createLexicalOrQuotePolicy,
  createLexicalPolicy,
  createMemoryStore,
  type EventStore,
  type EvidencePolicy,
} from "@runningtab/tab-core";
import { eventStoreCases, evidencePolicyCases } from "@runningtab/tab-core/conformance";
import { describe, expect, it } from "vitest";

/** What somebody does who counts or traces calls: forwards everything. */
function wrapped(store: EventStore): EventStore {
  return {
    specVersion: 1,
    read: (task, afterSeq) => store.read(task, afterSeq),
    append: (task, batch) => store.append(task, batch),
    excerpt: (task, id) => store.excerpt(task, id),
    tasks: () => store.tasks(),
    close: () => store.close(),
  };
}

/** Compares no states and changes keys, so that nothing is ever a conflict or a duplicate; forgets excerpts. */
function brokenStore(): EventStore {
  const store = createMemoryStore();
  return {
    ...wrapped(store),
    async append(task, { key, events }) {
      const seq = (await store.read(task, 0)).length;
      return store.append(task, { key: `${key} ${seq}`, expectedSeq: seq, events });
    },
  };
}

registerConformance({ describe, it }, eventStoreCases, {
  name: "wrapped memory store",
  create: () => wrapped(createMemoryStore()),
});
registerConformance({ describe, it }, evidencePolicyCases, { name: "lexical", create: createLexicalPolicy });
registerConformance({ describe, it }, evidencePolicyCases, {
  name: "lexical-or-quote",
  create: createLexicalOrQuotePolicy,
});
registerConformance({ describe, it }, evidencePolicyCases, {
  name: "wrapped lexical",
  create: (): EvidencePolicy => ({ ...createLexicalPolicy(), name: "wrapped" }),
});

describe("the conformance cases", () => {
  it("find a store that compares no states, forgets keys and drops excerpts", async () => {
    const report = await runConformance(eventStoreCases, { name: "broken", create: brokenStore });
    expect(report.results.filter(({ status }) => status === "failed").map(({ id }) => id)).toEqual(
      expect.arrayContaining(["store/conflict", "store/duplicate", "store/empty-batch", "store/excerpt-verbatim"]),
    );
  });

  it("find a policy that accepts everything and speaks in several lines", async () => {
    const broken: EvidencePolicy = {
      specVersion: 1,
      name: "broken",
      judge: async ({ cited }) => ({ accepted: true, verdict: "strong", note: cited[0]?.excerpt ?? "" }),
    };
    const report = await runConformance(evidencePolicyCases, { name: "broken", create: () => broken });
    expect(report.results.filter(({ status }) => status === "failed").map(({ id }) => id)).toEqual(
      expect.arrayContaining(["evidence/unrelated", "evidence/nothing-cited", "evidence/one-line"]),
    );
  });
});
