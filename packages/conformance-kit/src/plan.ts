import type { ConformanceCase, ConformanceSubject } from "./conformance-case.ts";
import { ConformanceError } from "./conformance-error.ts";

/** What is going to happen to a case: decided once, for every way of running it. */
export type PlannedCase =
  | { readonly status: "run"; readonly id: string; readonly title: string; run(): Promise<void> }
  | { readonly status: "skip"; readonly id: string; readonly title: string; readonly reason: string }
  /** `run` rejects when the case passes. */
  | {
      readonly status: "gap";
      readonly id: string;
      readonly title: string;
      readonly reason: string;
      run(): Promise<void>;
    };

/** The cases in their order. Throws `DUPLICATE_ID`, `UNKNOWN_GAP` or `IDLE_GAP` before anything runs. */
export function planCases<Subject>(
  cases: readonly ConformanceCase<Subject>[],
  subject: ConformanceSubject<Subject>,
): readonly PlannedCase[] {
  const capabilities = new Set(subject.capabilities ?? []);
  const gaps = new Map(Object.entries(subject.knownGaps ?? {}));
  refuseDuplicates(cases);
  refuseUnknownGaps(cases, gaps);
  return cases.map((conformanceCase): PlannedCase => {
    const { id, title, requires } = conformanceCase;
    const reason = gaps.get(id);
    if (requires !== undefined && !capabilities.has(requires)) {
      if (reason !== undefined) throw idleGap(id, `is skipped, because it requires the capability "${requires}"`);
      return { status: "skip", id, title, reason: `${subject.name} does not have the capability "${requires}"` };
    }
    if (reason === undefined) return { status: "run", id, title, run: () => runCase(conformanceCase, subject) };
    if (reason.trim() === "") throw idleGap(id, "is given no reason");
    return { status: "gap", id, title, reason, run: () => runGap(conformanceCase, subject) };
  });
}

async function runCase<Subject>(
  conformanceCase: ConformanceCase<Subject>,
  implementation: ConformanceSubject<Subject>,
): Promise<void> {
  const subject = await implementation.create();
  try {
    await conformanceCase.run(subject);
  } finally {
    await implementation.dispose?.(subject);
  }
}

/** Only the case itself may fail: a subject that cannot be created or disposed of is broken, not incomplete. */
async function runGap<Subject>(
  conformanceCase: ConformanceCase<Subject>,
  implementation: ConformanceSubject<Subject>,
): Promise<void> {
  const subject = await implementation.create();
  let passed = true;
  try {
    await conformanceCase.run(subject);
  } catch {
    passed = false;
  } finally {
    await implementation.dispose?.(subject);
  }
  if (!passed) return;
  throw new ConformanceError("GAP_CLOSED", {
    message: `"${conformanceCase.id}" is listed as a known gap but passes. Remove it from knownGaps.`,
    data: { id: conformanceCase.id },
  });
}

function refuseDuplicates(cases: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  for (const { id } of cases) {
    if (seen.has(id)) {
      throw new ConformanceError("DUPLICATE_ID", {
        message: `Two conformance cases have the id "${id}". Give each its own, so that results and gaps name one case.`,
        data: { id },
      });
    }
    seen.add(id);
  }
}

function refuseUnknownGaps(cases: readonly { readonly id: string }[], gaps: ReadonlyMap<string, string>): void {
  const ids = new Set(cases.map(({ id }) => id));
  const unknown = [...gaps.keys()].filter((id) => !ids.has(id));
  if (unknown.length === 0) return;
  throw new ConformanceError("UNKNOWN_GAP", {
    message: `knownGaps names ${unknown.map((id) => `"${id}"`).join(", ")}, but no case has that id. Remove or correct it.`,
    data: { ids: unknown },
  });
}

function idleGap(id: string, why: string): ConformanceError {
  return new ConformanceError("IDLE_GAP", {
    message: `knownGaps names "${id}", which ${why}. Remove the entry or make it one that can be closed.`,
    data: { id },
  });
}
