import * as orama from "@orama/orama";
import { describe, expect, it } from "vitest";
import { RankerError, type RankEngine, rankDocuments } from "../index.ts";
import { createHybridEngine } from "./hybrid.ts";
import { createOramaEngine } from "./orama.ts";
import { createPhraseEngine } from "./phrase.ts";
import { createReferenceEngine } from "./reference.ts";
import { createWasmEngine } from "./wasm.ts";

const nothing = {
  specVersion: 1,
  name: "none",
  add: async () => {},
  remove: async () => {},
  search: async () => [],
} as const;

const engines: readonly (readonly [string, () => RankEngine])[] = [
  ["reference", createReferenceEngine],
  ["wasm", createWasmEngine],
  ["orama", () => createOramaEngine({ orama })],
  ["hybrid", () => createHybridEngine({ lexical: createReferenceEngine(), vector: nothing })],
  ["phrase", () => createPhraseEngine({ engine: createReferenceEngine(), documentOf: () => undefined })],
];

async function codeOf(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    return RankerError.isInstance(error) ? error.code : String(error);
  }
  return "accepted";
}

describe.each(engines)("the %s engine, called from JavaScript with what its types forbid,", (_, create) => {
  const engine = create() as unknown as Record<"add" | "remove" | "search", (...args: unknown[]) => Promise<unknown>>;

  it.each([
    ["add", "INVALID_ARGUMENT", [null]],
    ["add", "INVALID_ARGUMENT", [{ id: "a", text: "" }]],
    ["add", "INVALID_DOCUMENT", [[null]]],
    ["add", "INVALID_DOCUMENT", [["a"]]],
    ["add", "INVALID_DOCUMENT", [[{ id: "a", text: "b", fields: null }]]],
    ["add", "INVALID_DOCUMENT", [[{ id: 1, text: "b" }]]],
    ["add", "UNKNOWN_FIELD", [[{ id: "a", text: "b", fields: { footer: "c" } }]]],
    ["remove", "INVALID_ARGUMENT", [null]],
    ["remove", "INVALID_ARGUMENT", ["a"]],
    ["remove", "INVALID_ARGUMENT", [[1]]],
    ["search", "INVALID_ARGUMENT", [null]],
    ["search", "INVALID_ARGUMENT", ["a", null]],
    ["search", "INVALID_ARGUMENT", ["a", { filter: "a" }]],
    ["search", "INVALID_ARGUMENT", ["a", { ids: "a" }]],
    ["search", "INVALID_ARGUMENT", ["a", { idPrefix: 1 }]],
    ["search", "INVALID_LIMIT", ["a", { limit: "5" }]],
    ["search", "INVALID_LIMIT", ["a", { limit: null }]],
  ] as const)("rejects %s with %s", async (method, code, args) => {
    expect(await codeOf(() => engine[method](...args))).toBe(code);
  });
});

it("refuses the same in the ranker of small collections", async () => {
  const rank = rankDocuments as unknown as (...args: unknown[]) => unknown;
  expect(await codeOf(() => rank(null, [], 1))).toBe("INVALID_ARGUMENT");
  expect(await codeOf(() => rank("a", null, 1))).toBe("INVALID_ARGUMENT");
  expect(await codeOf(() => rank("a", [{ id: "a" }], 1))).toBe("INVALID_DOCUMENT");
});
