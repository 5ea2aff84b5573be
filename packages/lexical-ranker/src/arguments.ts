import type { Bm25Parameters } from "./bm25.ts";
import { defaultBm25 } from "./bm25.ts";
import { body, defaultFields, type FieldedBm25, type Fields, inFieldOrder, type NamedField } from "./fields.ts";
import type { IdChoice } from "./id-filter.ts";
import type { RankedDocument, SearchOptions } from "./rank-engine.ts";
import { RankerError } from "./ranker-error.ts";

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

/** Returns `limit` when it is a whole number of at least `least`; throws `INVALID_LIMIT` otherwise. */
export function checkLimit(limit: number, least: 0 | 1): number {
  if (Number.isSafeInteger(limit) && limit >= least) return limit;
  throw new RankerError("INVALID_LIMIT", {
    message: `The limit is ${String(limit)}. Give a whole number of at least ${least}.`,
    data: { limit },
  });
}

/** Fills in defaults; throws `INVALID_PARAMETER` for values without meaning. */
export function checkParameters(given: Partial<Bm25Parameters>): Bm25Parameters {
  const { k1 = defaultBm25.k1, b = defaultBm25.b } = given;
  return { k1: checkNumber("k1", k1, 0, maxK1), b: checkNumber("b", b, 0, 1) };
}

/** Returns the number when it is in its range, ends included; throws `INVALID_PARAMETER` otherwise. */
export function checkNumber(name: string, value: number, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw invalidParameter(name, value, `a number from ${least} to ${most}`);
}

/** The same with fields. */
export function checkFieldedParameters(given: Partial<Bm25Parameters> & { readonly fields?: Fields }): FieldedBm25 {
  const fields = inFieldOrder(given.fields ?? defaultFields);
  if (fields.length > maxFields) throw invalidParameter("fields", fields.length, `at most ${maxFields} fields`);
  for (const { name, weight, b } of fields) {
    if (name === body) throw invalidParameter("fields", name, "another name: a document's body is its text");
    checkNumber(`fields.${name}.weight`, weight, leastWeight, maxWeight);
    checkNumber(`fields.${name}.b`, b, 0, 1);
  }
  return { ...checkParameters(given), fields };
}

/** Returns the most bytes an index may use; throws `INVALID_PARAMETER` for less than one can begin with. */
export function checkMaxBytes(maxBytes: number): number {
  if (maxBytes >= leastMaxBytes) return maxBytes;
  throw invalidParameter("maxBytes", maxBytes, `at least ${leastMaxBytes}`);
}

function invalidParameter(name: string, value: unknown, range: string): RankerError {
  return new RankerError("INVALID_PARAMETER", {
    message: `The option ${name} is ${String(value)}. Give ${range}.`,
    data: { name, value },
  });
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
  if (typeof options !== "object" || options === null)
    throw invalidArgument("options of a search", options, "an object");
  const { limit = defaultLimit, signal, filter, ids, idPrefix } = options;
  if (filter !== undefined && typeof filter !== "function")
    throw invalidArgument("filter of a search", filter, "a function");
  if (ids !== undefined && !Array.isArray(ids) && !(ids instanceof Set))
    throw invalidArgument("ids of a search", ids, "an array or a set of strings");
  if (idPrefix !== undefined && typeof idPrefix !== "string")
    throw invalidArgument("idPrefix of a search", idPrefix, "a string");
  return { query, limit: checkLimit(limit, 1), signal, choice: { filter, ids, idPrefix } };
}

/** Throws `INVALID_ARGUMENT` for a query that is no string. */
export function checkQuery(query: string): string {
  if (typeof query === "string") return query;
  throw invalidArgument("query", query, "a string");
}

/** A copy of the list, which the caller may change meanwhile; throws `INVALID_ARGUMENT` when it is none of strings. */
export function checkIds(ids: readonly string[]): readonly string[] {
  if (Array.isArray(ids) && ids.every((id) => typeof id === "string")) return [...ids];
  throw invalidArgument("list of ids", ids, "an array of strings");
}

function invalidArgument(what: string, given: unknown, wanted: string): RankerError {
  const found = given === null ? "null" : Array.isArray(given) ? "an array of other things" : `of type ${typeof given}`;
  return new RankerError("INVALID_ARGUMENT", { message: `The ${what} is ${found}. Give ${wanted}.`, data: { what } });
}

/**
 * Throws `INVALID_ARGUMENT`, `INVALID_DOCUMENT` or `UNKNOWN_FIELD` before anything is changed. `fields` are those that the
 * engine ranks (without them, documents may have none), or another engine's, which checks them. Returns a copy of the list.
 */
export function checkDocuments(
  documents: readonly RankedDocument[],
  fields: readonly NamedField[] | "another's" = [],
): readonly RankedDocument[] {
  if (!Array.isArray(documents)) throw invalidArgument("list of documents", documents, "an array");
  for (const [index, document] of documents.entries()) {
    const { id, text, fields: given = {} }: Partial<RankedDocument> = document ?? {};
    if (typeof id !== "string" || typeof text !== "string") {
      throw new RankerError("INVALID_DOCUMENT", {
        message: `Document ${index} has an id of type ${typeof id} and a text of type ${typeof text}. Both must be strings; nothing was added.`,
        data: { index },
      });
    }
    if (typeof given !== "object" || given === null) {
      throw new RankerError("INVALID_DOCUMENT", {
        message: `The fields of document ${index} are no object. Give texts by name, or no fields; nothing was added.`,
        data: { index },
      });
    }
    if (fields === "another's" || document.fields === undefined) continue;
    for (const [field, value] of Object.entries(given)) checkField(index, field, value, fields);
  }
  return [...(documents as readonly RankedDocument[])];
}

function checkField(index: number, field: string, value: unknown, known: readonly NamedField[]): void {
  const names = known.map(({ name }) => name);
  if (!names.includes(field)) {
    const remedy = names.length === 0 ? "This engine ranks no fields" : `This engine ranks ${names.join(", ")}`;
    throw new RankerError("UNKNOWN_FIELD", {
      message: `Document ${index} has a field ${JSON.stringify(field)}. ${remedy}; nothing was added.`,
      data: { index, field, known: names },
    });
  }
  if (typeof value === "string") return;
  throw new RankerError("INVALID_DOCUMENT", {
    message: `The field ${field} of document ${index} is of type ${typeof value}. It must be a string; nothing was added.`,
    data: { index, field },
  });
}
