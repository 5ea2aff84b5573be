import { tool, type Step } from "./run-steps.ts";

/** Everything that can be said without running the code: types, lint, form, and the import edges of docs/architecture.md. */
export const checks: readonly Step[] = [
  { title: "types", command: tool("tsc", "-p", "tsconfig.json") },
  { title: "lint", command: tool("oxlint", "--deny-warnings", ".") },
  { title: "format (npm run format mends it)", command: tool("oxfmt", "--check", ".") },
  { title: "import edges", command: tool("turbo", "boundaries") },
];
