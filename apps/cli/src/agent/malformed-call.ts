import type { z } from "zod";

const WORDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** What a call lacks, for the model that made it: `view needs path: a text.` */
export function malformedCall(tool: string, parameters: z.ZodObject, error: z.ZodError): string {
  const wants = error.issues.map((issue) => wantOf(tool, issue));
  const names = Object.keys(parameters.shape).join(", ");
  return `The call was malformed: ${[...new Set(wants)].join("; ")}. Arguments of ${tool}: ${names || "none"}.`;
}

function wantOf(tool: string, issue: z.core.$ZodIssue): string {
  const name = issue.path.join(".");
  switch (issue.code) {
    case "invalid_type":
      return name === ""
        ? `${tool} takes its arguments as an object`
        : `${tool} needs ${name}: ${WORDS[issue.expected] ?? issue.expected}`;
    case "too_small":
      return issue.origin === "string" ? `${name} must not be empty` : `${name} must be at least ${issue.minimum}`;
    case "too_big":
      return `${name} must be at most ${issue.maximum}${issue.origin === "string" ? " characters" : ""}`;
    case "invalid_value":
      return `${name} must be one of ${issue.values.map(String).join(", ")}`;
    default:
      return name === "" ? issue.message : `${name}: ${issue.message}`;
  }
}
