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
      return { type: "part", part: decodePart(message["part"]) };
    case "done":
      return { type: "done" };
    case "failed":
      return {
        type: "failed",
        code: errorCode(message["code"]),
        message: string(message["message"]),
        data: object(message["data"]),
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
        address: string(part["address"]),
        text: string(part["text"]),
        ...optional("coverage", part["coverage"], oneOf(COVERAGES)),
      };
    case "block":
      return {
        type: "block",
        address: string(part["address"]),
        kind: oneOf(["heading", "paragraph", "list", "row", "header", "footer", "note", "comment"])(part["kind"]),
        ...optional("level", part["level"], number),
        ...optional("style", part["style"], string),
        runs: array(part["runs"], decodeRun),
      };
    case "sheet":
      return {
        type: "sheet",
        address: string(part["address"]),
        name: string(part["name"]),
        hidden: part["hidden"] === true,
        cells: array(part["cells"], decodeCell),
        ...optional("merged", part["merged"], (ranges) => array(ranges, string)),
      };
    case "loss":
      return {
        type: "loss",
        kind: string(part["kind"]),
        count: number(part["count"]),
        ...optional("detail", part["detail"], string),
      };
    case "metadata":
      return { type: "metadata", values: object(part["values"]) as Record<string, JsonValue> };
    default:
      throw new TypeError("unknown part type");
  }
}

function decodeRun(value: unknown): Run {
  const run = object(value);
  return {
    text: string(run["text"]),
    ...optional("revision", run["revision"], decodeRevision),
    ...optional("hidden", run["hidden"], isTrue),
    ...optional("style", run["style"], string),
  };
}

function decodeRevision(value: unknown): Revision {
  const revision = object(value);
  return {
    kind: oneOf(["inserted", "deleted", "moved-from", "moved-to"])(revision["kind"]),
    ...optional("author", revision["author"], string),
    ...optional("date", revision["date"], string),
  };
}

function decodeCell(value: unknown): Cell {
  const cell = object(value);
  return {
    ref: string(cell["ref"]),
    shown: string(cell["shown"]),
    ...optional("raw", cell["raw"], plainValue),
    ...optional("formula", cell["formula"], string),
    ...optional("format", cell["format"], string),
    ...optional("hidden", cell["hidden"], isTrue),
    ...optional("comment", cell["comment"], string),
  };
}

/** `{ [key]: decoded }`, or nothing when the field is absent. */
function optional<K extends string, T>(
  key: K,
  value: unknown,
  decode: (value: unknown) => T,
): { readonly [P in K]?: T } {
  return value === undefined ? {} : ({ [key]: decode(value) } as { readonly [P in K]: T });
}

function object(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("not an object");
  return value as Record<string, unknown>;
}

function array<T>(value: unknown, decode: (item: unknown) => T): readonly T[] {
  if (!Array.isArray(value)) throw new TypeError("not an array");
  return value.map(decode);
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
