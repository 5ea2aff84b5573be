import * as orama from "@orama/orama";
import { describe, expect, it } from "vitest";
import { createSmallRanker, idFilter, RankerError, type RankEngine, rankDocuments } from "../index.ts";
import { createHybridEngine } from "./hybrid.ts";
import { createOramaEngine } from "./orama.ts";
import { createPhraseEngine } from "./phrase.ts";
import { createReferenceEngine } from "./reference.ts";
import { createSlimWasmEngine } from "./wasm-slim.ts";
import { createWasmEngine } from "./wasm.ts";

type Untyped = (...args: readonly unknown[]) => unknown;

const nothing = {
  specVersion: 1,
  name: "none",
  size: 0,
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

async function refusalOf(action: () => unknown): Promise<RankerError | string> {
  try {
    await action();
  } catch (error) {
    return RankerError.isInstance(error) ? error : `not a RankerError: ${String(error)}`;
  }
  return "accepted";
}

async function expectRefusal(code: string, action: () => unknown): Promise<void> {
  const refusal = await refusalOf(action);
  expect(refusal).toMatchObject({ code });
  expect((refusal as RankerError).message).not.toMatch(/\[object|undefined\.$/);
}

/** Throws when it is written as a text, and when a member is asked for that it lacks. */
const unwritable = Object.assign(Object.create(null) as object, {
  toString: () => {
    throw new Error("written");
  },
});

const odd: Readonly<Record<string, unknown>> = {
  null: null,
  number: 5,
  text: "5000000",
  list: [],
  "list of lists": [[]],
  object: {},
  "object without prototype": unwritable,
  map: new Map(),
  promise: Promise.resolve(1),
  function: () => {},
  symbol: Symbol("odd"),
  bigint: 5n,
};

/** All odd values save the kinds that are allowed. */
function oddBut(...allowed: readonly string[]): readonly unknown[] {
  return Object.entries(odd).flatMap(([kind, value]) => (allowed.includes(kind) ? [] : [value]));
}

const apple = { id: "apple", text: "apple" };

const calls: readonly (readonly [string, string, string, readonly (readonly unknown[])[]])[] = [
  ["documents", "add", "INVALID_ARGUMENT", oddBut("list", "list of lists").map((value) => [value])],
  ["a document", "add", "INVALID_DOCUMENT", [...oddBut(), undefined].map((value) => [[apple, value]])],
  ["a hole in the list", "add", "INVALID_DOCUMENT", [[[apple, , apple]]]], // oxlint-disable-line no-sparse-arrays
  ["an id", "add", "INVALID_DOCUMENT", oddBut("text").map((id) => [[apple, { id, text: "b" }]])],
  ["a text", "add", "INVALID_DOCUMENT", oddBut("text").map((text) => [[apple, { id: "b", text }]])],
  [
    "fields",
    "add",
    "INVALID_DOCUMENT",
    oddBut("object", "object without prototype").map((fields) => [[apple, { id: "b", text: "b", fields }]]),
  ],
  ["a field that is not ranked", "add", "UNKNOWN_FIELD", [[[apple, { id: "b", text: "b", fields: { footer: "c" } }]]]],
  ["ids", "remove", "INVALID_ARGUMENT", oddBut("list").map((ids) => [ids])],
  ["a hole in the ids", "remove", "INVALID_ARGUMENT", [[[, "apple"]]]], // oxlint-disable-line no-sparse-arrays
  ["one id of several", "remove", "INVALID_ARGUMENT", oddBut("text").map((id) => [["apple", id]])],
  ["a query", "search", "INVALID_ARGUMENT", oddBut("text").map((query) => [query])],
  [
    "options",
    "search",
    "INVALID_ARGUMENT",
    oddBut("object", "object without prototype", "map").map((options) => ["apple", options]),
  ],
  ["a filter", "search", "INVALID_ARGUMENT", oddBut("function").map((filter) => ["apple", { filter }])],
  ["a filter's answer", "search", "INVALID_ARGUMENT", oddBut().map((answer) => ["apple", { filter: () => answer }])],
  [
    "an async filter",
    "search",
    "INVALID_ARGUMENT",
    [
      ["apple", { filter: async () => false }],
      ["apple", { filter: () => Promise.reject(new Error("late")) }],
    ],
  ],
  ["ids to choose from", "search", "INVALID_ARGUMENT", oddBut("list", "map").map((ids) => ["apple", { ids }])],
  ["one id to choose from", "search", "INVALID_ARGUMENT", oddBut("text").map((id) => ["apple", { ids: ["a", id] }])],
  ["an id of a set", "search", "INVALID_ARGUMENT", oddBut("text").map((id) => ["apple", { ids: new Set([id]) }])],
  ["an id prefix", "search", "INVALID_ARGUMENT", oddBut("text").map((idPrefix) => ["apple", { idPrefix }])],
  ["a limit", "search", "INVALID_LIMIT", oddBut("number").map((limit) => ["apple", { limit }])],
  ["a signal", "search", "INVALID_ARGUMENT", oddBut().map((signal) => ["apple", { signal }])],
  ["a query to explain", "explain", "INVALID_ARGUMENT", oddBut("text").map((query) => [query, "apple"])],
  ["an id to explain", "explain", "INVALID_ARGUMENT", [...oddBut("text"), undefined].map((id) => ["apple", id])],
  ["a phrase's id", "explainPhrases", "INVALID_ARGUMENT", [...oddBut("text"), undefined].map((id) => ["apple", id])],
  ["a saved index", "load", "DAMAGED_INDEX", [...oddBut(), undefined].map((saved) => [saved])],
];

describe.each(engines)("the %s engine, called from JavaScript with what its types forbid,", (_, create) => {
  it.each(calls)(
    "refuses %s of other types in %s with %s, and changes nothing",
    async (_what, method, code, argsList) => {
      const engine = create();
      await engine.add([apple]);
      const call = (engine as unknown as Readonly<Record<string, Untyped | undefined>>)[method];
      if (call === undefined) return expect(["explain", "explainPhrases", "load"]).toContain(method);
      for (const args of argsList) await expectRefusal(code, () => call(...args));
      expect(engine.size).toBe(1);
      expect(await engine.search("apple")).toMatchObject([{ id: "apple" }]);
    },
  );
});

const analyzers = oddBut().map((analyzer) => ({ analyzer }));
const bm25 = ["k1", "b"].flatMap((name) => oddBut("number").map((value) => ({ [name]: value })));
const field = { weight: 1, b: 0 };
const fields: readonly unknown[] = [
  ...oddBut("object", "object without prototype").map((value) => ({ fields: value })),
  ...oddBut().map((value) => ({ fields: { a: value } })),
  ...oddBut("number").map((weight) => ({ fields: { a: { ...field, weight } } })),
  ...oddBut("number").map((b) => ({ fields: { a: { ...field, b } } })),
  { fields: { a: unwritable } },
  { fields: new Map([["a", field]]) },
  { fields: { body: field } },
];
const noOptions = oddBut("object", "object without prototype", "map");
const fieldless = [...noOptions, ...analyzers, ...bm25];
const whole = { engine: nothing, documentOf: () => undefined };
const both = { lexical: nothing, vector: nothing };
const noEngines = [...oddBut(), undefined, createWasmEngine, { ...nothing, specVersion: 2 }, { ...nothing, add: 1 }];

const factories: readonly (readonly [string, Untyped, readonly unknown[]])[] = [
  ["createReferenceEngine", createReferenceEngine as Untyped, [...fieldless, ...fields]],
  [
    "createWasmEngine",
    createWasmEngine as Untyped,
    [...fieldless, ...fields, ...oddBut().map((maxBytes) => ({ maxBytes })), { maxBytes: Number.NaN }],
  ],
  ["createSlimWasmEngine", createSlimWasmEngine as Untyped, [...oddBut(), undefined]],
  ["createSmallRanker", createSmallRanker as Untyped, [...fieldless, ...fields]],
  ["rankDocuments", ((options) => rankDocuments("a", [], 1, options as object)) as Untyped, [...fieldless, ...fields]],
  [
    "createOramaEngine",
    createOramaEngine as Untyped,
    [
      ...noOptions,
      undefined,
      ...[...oddBut(), undefined].map((library) => ({ orama: library })),
      ...[...analyzers, ...bm25].map((options) => ({ orama, ...options })),
    ],
  ],
  [
    "createHybridEngine",
    createHybridEngine as Untyped,
    [
      ...noOptions,
      undefined,
      ...noEngines.map((lexical) => ({ ...both, lexical })),
      ...noEngines.map((vector) => ({ ...both, vector })),
    ],
  ],
  [
    "createPhraseEngine",
    createPhraseEngine as Untyped,
    [
      ...noOptions,
      undefined,
      ...noEngines.map((engine) => ({ ...whole, engine })),
      ...[...oddBut("function"), undefined].map((documentOf) => ({ ...whole, documentOf })),
      ...[...analyzers].map((options) => ({ ...whole, ...options })),
      ...oddBut("number").map((boost) => ({ ...whole, boost })),
      ...[...oddBut("number"), 2.5, 1, Number.NaN].map((window) => ({ ...whole, window })),
    ],
  ],
];

it.each(factories)("%s refuses options of other types", async (_name, create, given) => {
  for (const options of given) await expectRefusal("INVALID_PARAMETER", () => create(options));
});

it.each([
  ["createHybridEngine", createHybridEngine as Untyped, both],
  ["createPhraseEngine", createPhraseEngine as Untyped, whole],
] as const)("%s refuses a depth that is no whole number", async (_name, create, options) => {
  for (const depth of [...oddBut("number"), 0, 1.5]) {
    await expectRefusal("INVALID_LIMIT", () => create({ ...options, depth }));
  }
});

it("says what was given and what is expected", async () => {
  const messageOf = async (action: Untyped): Promise<unknown> => ((await refusalOf(action)) as RankerError).message;
  expect(await messageOf(() => (createWasmEngine as Untyped)({ maxBytes: "5000000" }))).toBe(
    'The option maxBytes is "5000000". Give a number of at least 1048576.',
  );
  expect(await messageOf(() => (createHybridEngine as Untyped)({ ...both, lexical: createWasmEngine }))).toBe(
    "The option lexical is a function. Give an engine (`specVersion` 1, `name`, `add`, `remove`, `search`), not what makes one.",
  );
  expect(await messageOf(() => (createReferenceEngine as Untyped)({ fields: { a: null } }))).toBe(
    "The option fields.a is null. Give an object with `weight` and `b`.",
  );
});

it("refuses the same in the ranker of small collections", async () => {
  const rank = rankDocuments as unknown as Untyped;
  for (const query of oddBut("text")) await expectRefusal("INVALID_ARGUMENT", () => rank(query, [], 1));
  for (const given of oddBut("list", "list of lists"))
    await expectRefusal("INVALID_ARGUMENT", () => rank("a", given, 1));
  for (const document of oddBut()) await expectRefusal("INVALID_DOCUMENT", () => rank("a", [document], 1));
  for (const topK of oddBut("number")) await expectRefusal("INVALID_LIMIT", () => rank("a", [], topK));
});

it("refuses the same in a filter for other engines", async () => {
  const filter = idFilter as unknown as Untyped;
  for (const ids of oddBut("list", "map")) await expectRefusal("INVALID_ARGUMENT", () => filter({ ids }));
  for (const idPrefix of oddBut("text")) await expectRefusal("INVALID_ARGUMENT", () => filter({ idPrefix }));
  const async = filter({ filter: async () => false }) as Untyped;
  await expectRefusal("INVALID_ARGUMENT", () => async("a"));
});

it("refuses what is no document of the caller's own texts", async () => {
  const answer = { current: undefined as unknown };
  const documentOf = (() => answer.current) as unknown as () => undefined;
  const engine = createPhraseEngine({ engine: createReferenceEngine(), documentOf });
  await engine.add([apple]);
  for (const value of oddBut("promise")) {
    answer.current = value;
    await expectRefusal("INVALID_DOCUMENT", () => engine.search('"apple"'));
  }
});

it("takes the documents as they are at the call, whatever becomes of them", async () => {
  const engine = createWasmEngine();
  const document = { id: "a", text: "apple", fields: { title: "grape" } };
  const added = engine.add([document]);
  document.text = undefined as unknown as string;
  document.fields.title = "melon";
  await added;
  expect(await engine.search("apple grape melon")).toMatchObject([{ id: "a", terms: ["appl", "grape"] }]);
});
