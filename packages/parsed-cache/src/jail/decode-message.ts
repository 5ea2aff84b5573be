import { PARSED_CACHE_ERROR_CODES, type ParsedCacheErrorCode } from "../parsed-cache-error.ts";
import type { Cell, JsonValue, ParsedPart, Revision, Run } from "../parts.ts";
import type { ChildMessage } from "./messages.ts";

/**
 * A message of the child as a precise type. The child has read a hostile document, so nothing is taken on trust:
 * fields are copied one by one, and whatever has another shape throws.
 */
export function decodeMessage(header: unknown): ChildMessage {
  const message = object(header);
  switch (message["type"]) {
    case "ready": {
      const jail = object(message["jail"]);
      return {
        type: "ready",
        jail: { permission: jail["permission"] === true, withoutNetwork: jail["withoutNetwork"] === true },
      };
    }
    case "part":
      return { type: "part", part: field(message, "part", decodePart) };
    case "done":
      return { type: "done" };
    case "failed":
      return {
        type: "failed",
        code: field(message, "code", errorCode),
        message: field(message, "message", string),
        data: field(message, "data", object),
      };
    default:
      throw new TypeError("unknown message type");
  }
}

const COVERAGES = ["text", "partial", "image", "blank"] as const;

/** A part with exactly the fields of `ParsedPart`. Throws a `TypeError` for any other shape. */
export function decodePart(value: unknown): ParsedPart {
  const part = object(value);
  switch (part["type"]) {
    case "page":
      return {
        type: "page",
        address: field(part, "address", string),
        text: field(part, "text", string),
        ...optional(part, "coverage", oneOf(COVERAGES)),
      };
    case "block":
      return {
        type: "block",
        address: field(part, "address", string),
        kind: field(
          part,
          "kind",
          oneOf(["heading", "paragraph", "list", "row", "header", "footer", "note", "comment"]),
        ),
        ...optional(part, "level", number),
        ...optional(part, "style", string),
        runs: field(part, "runs", (runs) => array(runs, decodeRun)),
      };
    case "sheet":
      return {
        type: "sheet",
        address: field(part, "address", string),
        name: field(part, "name", string),
        hidden: part["hidden"] === true,
        cells: field(part, "cells", (cells) => array(cells, decodeCell)),
        ...optional(part, "merged", (ranges) => array(ranges, string)),
      };
    case "loss":
      return {
        type: "loss",
        kind: field(part, "kind", string),
        count: field(part, "count", number),
        ...optional(part, "detail", string),
      };
    case "metadata":
      return { type: "metadata", values: field(part, "values", object) as Record<string, JsonValue> };
    default:
      throw new TypeError(`unknown part type ${JSON.stringify(part["type"])}`);
  }
}

function decodeRun(value: unknown): Run {
  const run = object(value);
  return {
    text: field(run, "text", string),
    ...optional(run, "revision", decodeRevision),
    ...optional(run, "hidden", isTrue),
    ...optional(run, "style", string),
  };
}

function decodeRevision(value: unknown): Revision {
  const revision = object(value);
  return {
    kind: field(revision, "kind", oneOf(["inserted", "deleted", "moved-from", "moved-to"])),
    ...optional(revision, "author", string),
    ...optional(revision, "date", string),
  };
}

function decodeCell(value: unknown): Cell {
  const cell = object(value);
  return {
    ref: field(cell, "ref", string),
    shown: field(cell, "shown", string),
    ...optional(cell, "raw", plainValue),
    ...optional(cell, "formula", string),
    ...optional(cell, "format", string),
    ...optional(cell, "hidden", isTrue),
    ...optional(cell, "comment", string),
  };
}

/** Decodes a field. What throws names the field: `runs: item 3: text: not a string`. */
function field<T>(from: Readonly<Record<string, unknown>>, key: string, decode: (value: unknown) => T): T {
  try {
    return decode(from[key]);
  } catch (error) {
    throw placed(key, error);
  }
}

function placed(place: string, error: unknown): TypeError {
  return new TypeError(`${place}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

/** `{ [key]: decoded }`, or nothing when the field is absent. */
function optional<K extends string, T>(
  from: Readonly<Record<string, unknown>>,
  key: K,
  decode: (value: unknown) => T,
): { readonly [P in K]?: T } {
  return from[key] === undefined ? {} : ({ [key]: field(from, key, decode) } as { readonly [P in K]: T });
}

function object(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("not an object");
  return value as Record<string, unknown>;
}

function array<T>(value: unknown, decode: (item: unknown) => T): readonly T[] {
  if (!Array.isArray(value)) throw new TypeError("not an array");
  return value.map((item, index) => {
    try {
      return decode(item);
    } catch (error) {
      throw placed(`item ${index + 1}`, error);
    }
  });
}

function string(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("not a string");
  return value;
}

function number(value: unknown): number {
  if (typeof value !== "number") throw new TypeError("not a number");
  return value;
}

function isTrue(value: unknown): true {
  if (value !== true) throw new TypeError("not true");
  return value;
}

function plainValue(value: unknown): string | number | boolean {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  throw new TypeError("not a plain value");
}

function oneOf<T extends string>(allowed: readonly T[]): (value: unknown) => T {
  return (value) => {
    const found = allowed.find((item) => item === value);
    if (found === undefined) throw new TypeError(`not one of ${allowed.join(", ")}`);
    return found;
  };
}

function errorCode(value: unknown): ParsedCacheErrorCode {
  return oneOf(PARSED_CACHE_ERROR_CODES)(value);
}
