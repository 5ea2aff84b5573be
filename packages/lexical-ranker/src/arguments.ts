import type { Bm25Parameters } from "./bm25.ts";
import { defaultBm25 } from "./bm25.ts";
import type { RankedDocument } from "./rank-engine.ts";
import { RankerError } from "./ranker-error.ts";

/** Hits of a search that names no limit. */
export const defaultLimit = 10;

/** Far above any use: term frequency hardly saturates at 20. The bound keeps single precision within its range. */
const maxK1 = 1_000;

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

/** Returns the most bytes an index may use; throws `INVALID_PARAMETER` for less than one can begin with. */
export function checkMaxBytes(maxBytes: number): number {
  if (maxBytes >= leastMaxBytes) return maxBytes;
  throw invalidParameter("maxBytes", maxBytes, `at least ${leastMaxBytes}`);
}

function invalidParameter(name: string, value: number, range: string): RankerError {
  return new RankerError("INVALID_PARAMETER", {
    message: `The option ${name} is ${String(value)}. Give ${range}.`,
    data: { name, value },
  });
}

/** Throws `INVALID_DOCUMENT` before anything is changed. */
export function checkDocuments(documents: readonly RankedDocument[]): void {
  for (const [index, { id, text }] of documents.entries()) {
    if (typeof id === "string" && typeof text === "string") continue;
    throw new RankerError("INVALID_DOCUMENT", {
      message: `Document ${index} has an id of type ${typeof id} and a text of type ${typeof text}. Both must be strings; nothing was added.`,
      data: { index },
    });
  }
}
