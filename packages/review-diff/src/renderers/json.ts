import type { Renderer } from "../file-diff.ts";

/**
 * One line of JSON, the shape that `runningtab diff --format json` promises:
 * `{"format","equal","changes":[{"kind","address","from"?,"before"?,"after"?}],"notes":[…]}`.
 */
export function createJsonRenderer(): Renderer {
  return {
    name: "json",
    render({ format, equal, changes, notes }) {
      return JSON.stringify({
        format,
        equal,
        changes: changes.map(({ kind, address, from, before, after }) => ({ kind, address, from, before, after })),
        notes,
      });
    },
  };
}
