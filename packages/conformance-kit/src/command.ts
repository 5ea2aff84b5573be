import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { ConformanceCase, ConformanceSubject } from "./conformance-case.ts";
import { ConformanceError } from "./conformance-error.ts";
import { reportToText } from "./report-to-text.ts";
import { runConformance } from "./run-conformance.ts";

const USAGE = `Usage: runningtab-conformance CASES_MODULE#EXPORT SUBJECT_MODULE#EXPORT [--json]

Runs the conformance cases of a port against an implementation of it.

  CASES_MODULE#EXPORT    an array of cases
  SUBJECT_MODULE#EXPORT  { name, create, dispose?, capabilities?, knownGaps? }, or a function that creates a subject,
                         of which cases that require a capability are skipped
  --json                 print the report as one JSON value
  --help                 print this text

A module is a path from the current folder or a package; without #EXPORT its default export is taken.
Exit code: 0 it conforms, 1 it does not, 2 the arguments are wrong, 3 a module could not be loaded.

Example: runningtab-conformance @runningtab/lexical-ranker/conformance#rankEngineCases ./my-engine.js#createMyEngine
`;

/** What a command prints, and the code it exits with. */
export interface CommandOutcome {
  readonly exitCode: 0 | 1 | 2 | 3;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line `runningtab-conformance`, free of the process around it. `cwd` is an absolute path. */
export async function runCommand(args: readonly string[], cwd: string): Promise<CommandOutcome> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help === true) return { exitCode: 0, stdout: USAGE, stderr: "" };
    const [casesAt, subjectAt, ...rest] = positionals;
    if (casesAt === undefined || subjectAt === undefined || rest.length > 0) {
      throw new Misuse(`Expected two arguments, found ${positionals.length}.`);
    }
    const cases = asCases(await loadExport(casesAt, cwd), casesAt);
    const subject = asSubject(await loadExport(subjectAt, cwd), subjectAt);
    const report = await runConformance(cases, subject);
    return {
      exitCode: report.conforms ? 0 : 1,
      stdout: values.json === true ? `${JSON.stringify(report)}\n` : reportToText(report),
      stderr: "",
    };
  } catch (error) {
    if (isMisuse(error)) return { exitCode: 2, stdout: "", stderr: `${error.message}\n\n${USAGE}` };
    return { exitCode: 3, stdout: "", stderr: `${messageOf(error)}\n` };
  }
}

/** Arguments that cannot be followed. Never leaves this file. */
class Misuse extends Error {}

function isMisuse(error: unknown): error is Error {
  if (error instanceof Misuse || ConformanceError.isInstance(error)) return true;
  return error instanceof TypeError && String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
}

async function loadExport(argument: string, cwd: string): Promise<unknown> {
  const separator = argument.lastIndexOf("#");
  const specifier = separator === -1 ? argument : argument.slice(0, separator);
  const name = separator === -1 ? "default" : argument.slice(separator + 1);
  const module = await importModule(specifier, resolveModule(specifier, cwd));
  if (Object.hasOwn(module, name)) return module[name];
  const found = Object.keys(module).join(", ") || "none";
  throw new Misuse(`${specifier} has no export "${name}"; it has: ${found}.`);
}

/** A module is the caller's own: what it fails with is told by its message, without the lines of a stack that leads here. */
async function importModule(specifier: string, url: string): Promise<Record<string, unknown>> {
  try {
    return await import(url);
  } catch (cause) {
    throw new Error(`${specifier} could not be loaded: ${messageOf(cause)}`, { cause });
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === "Error" ? error.message : `${error.name}: ${error.message}`;
}

/** A path from `cwd` when there is a file, otherwise a package that is installed for `cwd`. */
function resolveModule(specifier: string, cwd: string): string {
  if (specifier.startsWith("file:")) return specifier;
  const path = resolve(cwd, specifier);
  if (existsSync(path)) return pathToFileURL(path).href;
  try {
    return pathToFileURL(createRequire(join(cwd, "any-file-here.js")).resolve(specifier)).href;
  } catch (cause) {
    throw new Error(`${specifier} is neither a file nor a package seen from ${cwd}.`, { cause });
  }
}

/** The cases come from a module of the caller's choice: their shape is checked, what they do is up to them. */
function asCases(value: unknown, argument: string): readonly ConformanceCase<unknown>[] {
  if (Array.isArray(value) && value.every(isCase)) return value;
  throw new Misuse(`${argument} is no array of conformance cases ({ id, title, run }).`);
}

function isCase(value: unknown): value is ConformanceCase<unknown> {
  return (
    isRecord(value) &&
    typeof value["id"] === "string" &&
    typeof value["title"] === "string" &&
    typeof value["run"] === "function"
  );
}

function asSubject(value: unknown, argument: string): ConformanceSubject<unknown> {
  if (typeof value === "function") return { name: argument, create: () => value() };
  if (isSubject(value)) return value;
  throw new Misuse(`${argument} is neither { name, create } nor a function that creates a subject.`);
}

function isSubject(value: unknown): value is ConformanceSubject<unknown> {
  return isRecord(value) && typeof value["name"] === "string" && typeof value["create"] === "function";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
