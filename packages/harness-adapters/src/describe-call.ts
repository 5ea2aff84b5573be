import type { JsonValue } from "@runningtab/observation-capture";

const MAX_CHARACTERS = 500;

const PATHS = ["path", "file_path", "filePath", "file"];
/** Arguments that say what a call is about, in the order of preference; the rest follows as `name=value`. */
const SUBJECTS = [...PATHS, "pattern", "query", "url"];

/**
 * A tool call as a person would type it, for the read log: a shell command is shown as it is, any other call as its
 * name, its subject and its other arguments (`view reports/q3.pdf pages=3-4`). At most 500 characters.
 */
export function describeCall(tool: string, args: JsonValue): string {
  return shorten(describe(tool, args), MAX_CHARACTERS);
}

function describe(tool: string, args: JsonValue): string {
  if (!isRecord(args)) return args === null ? tool : `${tool} ${plain(args)}`;
  if (typeof args["command"] === "string") return args["command"];
  const subject = SUBJECTS.find((name) => typeof args[name] === "string");
  const others = Object.entries(args).filter(([name, value]) => name !== subject && value !== null);
  return [
    tool,
    ...(subject === undefined ? [] : [String(args[subject])]),
    ...others.map(([name, value]) => `${name}=${shorten(plain(value), 80)}`),
  ].join(" ");
}

/** The file that a call is about, as its arguments name it. */
export function subjectPath(args: JsonValue): string | undefined {
  const name = isRecord(args) ? PATHS.map((key) => args[key]).find((value) => typeof value === "string") : undefined;
  return typeof name === "string" ? name : undefined;
}

function plain(value: JsonValue): string {
  return typeof value === "string" ? value.replaceAll(/\s+/g, " ") : JSON.stringify(value);
}

function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

function isRecord(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
