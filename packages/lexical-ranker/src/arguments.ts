import type { Bm25Parameters } from "./bm25.ts";
import { defaultBm25 } from "./bm25.ts";
import { body, defaultFields, type FieldedBm25, type Fields, inFieldOrder, type NamedField } from "./fields.ts";
import type { RankedDocument } from "./rank-engine.ts";
import { RankerError } from "./ranker-error.ts";

/** Hits of a search that names no limit. */
export const defaultLimit = 10;

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
  if (!(k1 >= 0 && k1 <= maxK1)) throw invalidParameter("k1", k1, `a number from 0 to ${maxK1}`);
  if (!(b >= 0 && b <= 1)) throw invalidParameter("b", b, "a number from 0 to 1");
  return { k1, b };
}

/** The same with fields. */
export function checkFieldedParameters(given: Partial<Bm25Parameters> & { readonly fields?: Fields }): FieldedBm25 {
  const fields = inFieldOrder(given.fields ?? defaultFields);
  if (fields.length > maxFields) throw invalidParameter("fields", fields.length, `at most ${maxFields} fields`);
  for (const { name, weight, b } of fields) {
    if (name === body) throw invalidParameter("fields", name, "another name: a document's body is its text");
    if (!(weight >= leastWeight && weight <= maxWeight))
      throw invalidParameter(`fields.${name}.weight`, weight, `a number from ${leastWeight} to ${maxWeight}`);
    if (!(b >= 0 && b <= 1)) throw invalidParameter(`fields.${name}.b`, b, "a number from 0 to 1");
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

/**
 * Throws `INVALID_DOCUMENT` or `UNKNOWN_FIELD` before anything is changed. `fields` are those that the engine ranks;
 * without them, documents may have none.
 */
export function checkDocuments(documents: readonly RankedDocument[], fields: readonly NamedField[] = []): void {
  for (const [index, { id, text, fields: given }] of documents.entries()) {
    if (typeof id !== "string" || typeof text !== "string") {
      throw new RankerError("INVALID_DOCUMENT", {
        message: `Document ${index} has an id of type ${typeof id} and a text of type ${typeof text}. Both must be strings; nothing was added.`,
        data: { index },
      });
    }
    if (given === undefined) continue;
    for (const [field, value] of Object.entries(given)) checkField(index, field, value, fields);
  }
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
