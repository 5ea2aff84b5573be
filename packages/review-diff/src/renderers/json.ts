import type { FileDiff } from "../file-diff.ts";
import type { Renderer } from "../renderer.ts";

/**
 * One line of JSON, the shape that `runningtab diff --format json` promises:
 * `{"format","equal","changes":[{"kind","address","from"?,"before"?,"after"?}],"notes":[…]}`.
 * Of a folder `{"equal","summary","files":[{"kind","path","from"?,"summary","format"?,"equal"?,"changes"?,"notes"?}],`
 * `"unchanged","notes"}`.
 */
export function createJsonRenderer(): Renderer {
  return {
    name: "json",
    render: (diff) => JSON.stringify(fileShape(diff)),
    renderWorkspace: ({ equal, summary, files, unchanged, notes }) =>
      JSON.stringify({
        equal,
        summary,
        files: files.map(({ kind, path, from, summary: line, diff }) => ({
          kind,
          path,
          from,
          summary: line,
          ...(diff !== undefined && fileShape(diff)),
        })),
        unchanged,
        notes,
      }),
  };
}

function fileShape({ format, equal, changes, notes }: FileDiff) {
  return {
    format,
    equal,
    changes: changes.map(({ kind, address, from, before, after }) => ({ kind, address, from, before, after })),
    notes,
  };
}
