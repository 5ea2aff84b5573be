import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Sibling packages resolve to their sources, so that no test waits for a build. */
const conditions = ["@runningtab/source", "node", "module-sync"];

/** The test set-up every package shares. Child processes started by a test inherit nothing: tests pass `execArgv` themselves. */
export function packageTests(name: string): ViteUserConfig {
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      name,
      include: ["src/**/*.test.ts", "test/**/*.test.ts"],
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
  });
}
