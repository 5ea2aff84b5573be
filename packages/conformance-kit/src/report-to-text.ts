import type { ConformanceReport, ConformanceResult } from "./run-conformance.ts";

/** A report for people: one line a case, then the counts. Carries no live terminal control from messages or titles. */
export function reportToText(report: ConformanceReport): string {
  const { passed, failed, skipped, gap } = report.counts;
  const lines = report.results.map(resultToText);
  const verdict = report.conforms ? "conforms" : "does not conform";
  lines.push(
    "",
    `${report.name} ${verdict}: ${passed} passed, ${failed} failed, ${gap} known gaps, ${skipped} skipped`,
  );
  return `${lines.map(withoutControls).join("\n")}\n`;
}

function resultToText(result: ConformanceResult): string {
  const line = `${result.id}: ${result.title}`;
  switch (result.status) {
    case "passed":
      return `ok    ${line}`;
    case "failed":
      return `FAIL  ${line}\n${withoutFrames(result.stack ?? result.message).replace(/^/gm, "      ")}`;
    case "gap":
      return `gap   ${line} (${result.reason})`;
    case "skipped":
      return `skip  ${line} (${result.reason})`;
  }
}

/** The name and message that a stack begins with. Its frames lead through this kit, and the report in JSON has them. */
function withoutFrames(stack: string): string {
  return stack.replace(/(?:\n {4}at .*)+$/, "");
}

/** Control characters and bidirectional overrides, shown as escapes: an implementation's message may hold any text. */
function withoutControls(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
