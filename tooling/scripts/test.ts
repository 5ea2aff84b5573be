// `npm test`: the checks, every test from source, then the packages as they would be published.
// Arguments go to vitest alone: `npm test -- --project terms` runs one package's tests and nothing else.
import { checks } from "./checks.ts";
import { runSteps, tool, type Step } from "./run-steps.ts";

const given = process.argv.slice(2);
const tests: Step = { title: "tests", command: tool("vitest", "run", ...given) };
const published: readonly Step[] = [
  { title: "build", command: tool("turbo", "run", "build", "--output-logs=errors-only") },
  { title: "packages as published", command: [process.execPath, "tooling/scripts/check-published.ts"] },
];

const failed = await runSteps(given.length > 0 ? [tests] : [...checks, tests, ...published]);
process.stderr.write(failed.length > 0 ? `\nFailed: ${failed.join(", ")}\n` : "\nAll green.\n");
process.exitCode = failed.length > 0 ? 1 : 0;
