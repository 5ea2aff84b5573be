import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["packages/*", "apps/*", "examples/*", "tooling/*/vitest.config.ts"],
    // Two cores are what CI has; process-spawning suites must not starve each other.
    maxWorkers: 2,
  },
});
