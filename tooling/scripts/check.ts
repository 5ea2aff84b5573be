// `npm run check`.
import { checks } from "./checks.ts";
import { runSteps } from "./run-steps.ts";

const failed = await runSteps(checks);
if (failed.length > 0) process.stderr.write(`\nFailed: ${failed.join(", ")}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
