import { standardAnalyzer, type Analyzer } from "@runningtab/terms";
import type { Bm25Parameters } from "./bm25.ts";
import { defaultBm25 } from "./bm25.ts";
import { body, defaultFields, type FieldedBm25, type Fields, inFieldOrder, type NamedField } from "./fields.ts";
import type { IdChoice } from "./id-filter.ts";
import type { RankedDocument, RankEngine, SearchOptions } from "./rank-engine.ts";
import { RankerError, type RankerErrorCode } from "./ranker-error.ts";
import type { VectorEngine } from "./vector-engine.ts";

/** Hits of a search that names no limit. */
const defaultLimit = 10;

/** Far above any use: term frequency hardly saturates at 20. The bound keeps single precision within its range. */
const maxK1 = 1_000;

const leastWeight = 0.001;
const maxWeight = 1_000;
/** Far above any use, and few enough to count by field in every posting. */
const maxFields = 15;

/** Room for the tables that an empty index begins with, and for searching it. */
const leastMaxBytes = 1_048_576;

/** Of a text in a message, in UTF-16 units. */
const longestShown = 80;

/** Returns what was given when the condition holds; throws an error that says what it is and what is wanted otherwise. */
function must<Given>(
  holds: boolean,
  code: RankerErrorCode,
  what: string,
  given: Given,
  wanted: string,
  data: object = {},
): Given {
  if (holds) return given;
  throw new RankerError(code, {
    message: `The ${what} is ${shown(given)}. Give ${wanted}.`,
    data: { what, given, ...data },
  });
}

function mustBe<Given>(
  type: "string" | "function",
  what: string,
  given: Given,
  code: RankerErrorCode = "INVALID_ARGUMENT",
  data?: object,
): Given {
  return must(typeof given === type, code, what, given, `a ${type}`, data);
}

function mustAsOption<Given>(holds: boolean, name: string, given: Given, wanted: string): Given {
  return must(holds, "INVALID_PARAMETER", `option ${name}`, given, wanted);
}

/** What was given, in words. Asks nothing of an object but whether it is a promise: writing some as a text throws. */
function shown(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > longestShown ? `${value.slice(0, longestShown)}…` : value);
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "an array" : isPromise(value) ? "a promise" : "another object";
}

function isPromise(value: unknown): boolean {
  return isObject(value) && typeof (value as Partial<Promise<unknown>>).then === "function";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether members are all there is to it: no list, no map, no instance of a class. Also for objects of another realm. */
function isRecord(value: unknown): value is object {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns `limit` when it is a whole number of at least `least`; throws `INVALID_LIMIT` otherwise. */
export function checkLimit(limit: number, least: 0 | 1): number {
  const holds = Number.isSafeInteger(limit) && limit >= least;
  return must(holds, "INVALID_LIMIT", "limit", limit, `a whole number of at least ${least}`, { limit });
}

/** Throws for options that are none, such as a list, a name, or a promise of options. */
export function checkOptions(options: unknown, code: RankerErrorCode = "INVALID_PARAMETER"): void {
  const holds = isObject(options) && !Array.isArray(options) && !isPromise(options);
  must(holds, code, "argument for options", options, "an object");
}

/** Returns the analyzer, the standard one where none is given; throws `INVALID_PARAMETER` for what is no analyzer. */
export function checkAnalyzer(analyzer: Analyzer = standardAnalyzer): Analyzer {
  const { name, version, terms, termsOfToken = terms }: Partial<Analyzer> = analyzer ?? {};
  const holds = typeof name === "string" && typeof version === "number" && areFunctions(terms, termsOfToken);
  return mustAsOption(holds, "analyzer", analyzer, "an object with `name`, `version` and `terms(text)`");
}

/** Returns the engine; throws `INVALID_PARAMETER` for what does not have the members that both ports ask for. */
export function checkEngine<Engine extends RankEngine | VectorEngine>(option: string, engine: Engine): Engine {
  const { specVersion, name, add, remove, search }: Partial<RankEngine | VectorEngine> = engine ?? {};
  const holds = specVersion === 1 && typeof name === "string" && areFunctions(add, remove, search);
  return mustAsOption(
    holds,
    option,
    engine,
    "an engine (`specVersion` 1, `name`, `add`, `remove`, `search`), not what makes one",
  );
}

function areFunctions(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === "function");
}

/** Throws `INVALID_PARAMETER` unless the value has these methods. */
export function checkMethods(name: string, value: unknown, methods: readonly string[], wanted: string): void {
  const members = (value ?? {}) as Readonly<Record<string, unknown>>;
  mustAsOption(areFunctions(...methods.map((method) => members[method])), name, value, wanted);
}

/** Throws `INVALID_PARAMETER` for what is no compiled module. */
export function checkModule(module: object): void {
  // The tag is the same in every realm, and modules arrive from other threads, too.
  const isModule = Object.prototype.toString.call(module) === "[object WebAssembly.Module]";
  must(isModule, "INVALID_PARAMETER", "module", module, "a `WebAssembly.Module`");
}

/** Throws `INVALID_PARAMETER` for what is no function. */
export function checkFunction(name: string, given: unknown): void {
  mustBe("function", `option ${name}`, given, "INVALID_PARAMETER");
}

/** Fills in defaults; throws `INVALID_PARAMETER` for values without meaning. */
export function checkParameters(given: Partial<Bm25Parameters>): Bm25Parameters {
  const { k1 = defaultBm25.k1, b = defaultBm25.b } = given;
  return { k1: checkNumber("k1", k1, 0, maxK1), b: checkNumber("b", b, 0, 1) };
}

/** Returns the number when it is in its range, ends included; throws `INVALID_PARAMETER` otherwise. */
export function checkNumber(name: string, value: number, least: number, most: number): number {
  const holds = typeof value === "number" && value >= least && value <= most;
  return mustAsOption(holds, name, value, `a number from ${least} to ${most}`);
}

/** The same for whole numbers. */
export function checkWhole(name: string, value: number, least: number, most: number): number {
  const holds = Number.isInteger(value) && value >= least && value <= most;
  return mustAsOption(holds, name, value, `a whole number from ${least} to ${most}`);
}

/** The same with fields. */
export function checkFieldedParameters(given: Partial<Bm25Parameters> & { readonly fields?: Fields }): FieldedBm25 {
  const { fields: byName = defaultFields } = given;
  mustAsOption(isRecord(byName), "fields", byName, "an object by name");
  for (const [name, field] of Object.entries(byName)) {
    mustAsOption(name !== body, "fields", name, "another name: a document's body is its text");
    mustAsOption(isObject(field), `fields.${name}`, field, "an object with `weight` and `b`");
    checkNumber(`fields.${name}.weight`, field.weight, leastWeight, maxWeight);
    checkNumber(`fields.${name}.b`, field.b, 0, 1);
  }
  const fields = inFieldOrder(byName);
  mustAsOption(fields.length <= maxFields, "fields", fields.length, `at most ${maxFields} fields`);
  return { ...checkParameters(given), fields };
}

/** Returns the most bytes an index may use; throws `INVALID_PARAMETER` for less than one can begin with. */
export function checkMaxBytes(maxBytes: number = Number.POSITIVE_INFINITY): number {
  return mustAsOption(
    typeof maxBytes === "number" && maxBytes >= leastMaxBytes,
    "maxBytes",
    maxBytes,
    `a number of at least ${leastMaxBytes}`,
  );
}

/** A search with its defaults. */
export interface CheckedSearch {
  readonly query: string;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
  readonly choice: IdChoice;
}

/** Throws `INVALID_ARGUMENT` or `INVALID_LIMIT`. */
export function checkSearch(query: string, options: SearchOptions = {}): CheckedSearch {
  checkQuery(query);
  checkOptions(options, "INVALID_ARGUMENT");
  const { limit = defaultLimit, signal } = options;
  const isSignal = signal === undefined || typeof signal?.throwIfAborted === "function";
  must(isSignal, "INVALID_ARGUMENT", "signal", signal, "an AbortSignal");
  return { query, limit: checkLimit(limit, 1), signal, choice: checkChoice(options) };
}

/**
 * A copy that the caller cannot change meanwhile, whose filter throws for answers that are not true or false: of an async
 * one every answer is a promise, and would count as true. Throws `INVALID_ARGUMENT`.
 */
export function checkChoice({ filter, ids, idPrefix }: IdChoice): IdChoice {
  if (filter !== undefined) mustBe("function", "filter", filter);
  if (idPrefix !== undefined) mustBe("string", "idPrefix", idPrefix);
  const isList = ids === undefined || (isObject(ids) && Symbol.iterator in ids);
  must(isList, "INVALID_ARGUMENT", "list of ids", ids, "an array or a set of strings");
  const wanted = ids && new Set(ids);
  for (const id of wanted ?? []) checkId(id);
  return { filter: filter && strictFilter(filter), ids: wanted, idPrefix };
}

function strictFilter(filter: (id: string) => boolean): (id: string) => boolean {
  return (id) => {
    const answer: unknown = filter(id);
    // Nobody waits for it any more, and a rejection that nobody handles would end the process.
    if (isPromise(answer)) Promise.resolve(answer).catch(() => {});
    return must(
      typeof answer === "boolean",
      "INVALID_ARGUMENT",
      "answer of the filter",
      answer,
      "true or false",
    ) as boolean;
  };
}

/** Throws `INVALID_ARGUMENT` for a query that is no string. */
export function checkQuery(query: string): string {
  return mustBe("string", "query", query);
}

/** Throws `INVALID_ARGUMENT` for an id that is no string. */
export function checkId(id: string): string {
  return mustBe("string", "id", id);
}

/** A copy of the list, which the caller may change meanwhile; throws `INVALID_ARGUMENT` when it is none of strings. */
export function checkIds(ids: readonly string[]): readonly string[] {
  must(Array.isArray(ids), "INVALID_ARGUMENT", "list of ids", ids, "an array of strings");
  return Array.from(ids, checkId);
}

/**
 * Throws `INVALID_ARGUMENT`, `INVALID_DOCUMENT` or `UNKNOWN_FIELD` before anything is changed. `fields` are those that the
 * engine ranks (without them, documents may have none), or another engine's, which checks them. Returns copies, which the
 * caller cannot change before their turn comes.
 */
export function checkDocuments(
  documents: readonly RankedDocument[],
  fields: readonly NamedField[] | "another's" = [],
): readonly RankedDocument[] {
  must(Array.isArray(documents), "INVALID_ARGUMENT", "list of documents", documents, "an array");
  const known = fields === "another's" ? undefined : fields.map(({ name }) => name);
  return Array.from(documents, (document, index) => {
    const copy = checkDocument(document, `document ${index}`, { index });
    const field = Object.keys(copy.fields ?? {}).find((name) => known?.includes(name) === false);
    if (field === undefined) return copy;
    throw new RankerError("UNKNOWN_FIELD", {
      message: `Document ${index} has a field ${JSON.stringify(field)}. This engine ranks ${known!.join(", ") || "no fields"}.`,
      data: { index, field, known },
    });
  });
}

/** A copy of the document, called `what` in the message; throws `INVALID_DOCUMENT`. */
export function checkDocument(document: RankedDocument, what: string, data: object): RankedDocument {
  const refusal = "INVALID_DOCUMENT";
  must(isObject(document), refusal, what, document, "an object with `id` and `text`", data);
  const { id, text, fields } = document;
  mustBe("string", `id of ${what}`, id, refusal, data);
  mustBe("string", `text of ${what}`, text, refusal, data);
  if (fields === undefined) return { ...document, id, text };
  must(isRecord(fields), refusal, `member fields of ${what}`, fields, "an object with texts by name", data);
  const copied = { ...fields };
  for (const [name, value] of Object.entries(copied))
    mustBe("string", `field ${name} of ${what}`, value, refusal, { ...data, field: name });
  return { ...document, id, text, fields: copied };
}
