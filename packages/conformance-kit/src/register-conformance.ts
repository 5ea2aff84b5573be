import type { ConformanceCase, ConformanceSubject } from "./conformance-case.ts";
import { planCases } from "./plan.ts";

/** What the test runners have in common: those of vitest, node:test, Jest and Mocha fit as they are. */
export interface TestRunner {
  readonly describe: (name: string, suite: () => void) => unknown;
  readonly it: ((name: string, test: () => Promise<void>) => unknown) & {
    readonly skip: (name: string, test: () => Promise<void>) => unknown;
  };
}

/**
 * Registers each case as a test of the surrounding test file, in a suite called `NAME conforms`. Reasons for skips and
 * known gaps stand in the title of the test, since runners differ in how they take them otherwise.
 *
 * Throws at once on ids that are not unique and on `knownGaps` that name no case, a skipped case or no reason.
 */
export function registerConformance<Subject>(
  runner: TestRunner,
  cases: readonly ConformanceCase<Subject>[],
  subject: ConformanceSubject<Subject>,
): void {
  const planned = planCases(cases, subject);
  runner.describe(`${subject.name} conforms`, () => {
    for (const one of planned) {
      const title = `${one.id}: ${one.title}`;
      switch (one.status) {
        case "run":
          runner.it(title, () => one.run());
          break;
        case "gap":
          runner.it(`${title} (known gap: ${one.reason})`, () => one.run());
          break;
        case "skip":
          runner.it.skip(`${title} (skipped: ${one.reason})`, async () => {});
          break;
        default:
          one satisfies never;
      }
    }
  });
}
