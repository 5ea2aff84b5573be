import type { ConformanceCase, ConformanceSubject } from "./conformance-case.ts";
import { ConformanceError } from "./conformance-error.ts";
import { type PlannedCase, planCases } from "./plan.ts";

export interface ConformanceOptions<Subject> extends ConformanceSubject<Subject> {
  /** Milliseconds after which a case that has not settled counts as failed; the next one runs beside it. Default 30,000. */
  readonly timeoutMs?: number;
}

/** What became of one case. `gap`: it failed, as known. */
export type ConformanceResult = { readonly id: string; readonly title: string } & (
  | { readonly status: "passed" }
  | { readonly status: "failed"; readonly message: string; readonly stack?: string }
  | { readonly status: "skipped"; readonly reason: string }
  | { readonly status: "gap"; readonly reason: string }
);

export interface ConformanceReport {
  readonly name: string;
  /** Whether nothing failed. Skips and known gaps do not count against it. */
  readonly conforms: boolean;
  /** How many cases ended in each way. */
  readonly counts: Readonly<Record<ConformanceResult["status"], number>>;
  /** In the order of the cases. */
  readonly results: readonly ConformanceResult[];
}

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Runs the cases one after another, without a test runner. A failing case is a result, not a rejection; it rejects with
 * the same errors that `registerConformance` throws, before any case has run.
 */
export async function runConformance<Subject>(
  cases: readonly ConformanceCase<Subject>[],
  options: ConformanceOptions<Subject>,
): Promise<ConformanceReport> {
  const results: ConformanceResult[] = [];
  for (const planned of planCases(cases, options)) {
    results.push(await settle(planned, options.timeoutMs ?? DEFAULT_TIMEOUT_MS));
  }
  const counts = { passed: 0, failed: 0, skipped: 0, gap: 0 };
  for (const { status } of results) counts[status]++;
  return { name: options.name, conforms: counts.failed === 0, counts, results };
}

async function settle(planned: PlannedCase, timeoutMs: number): Promise<ConformanceResult> {
  const { id, title } = planned;
  if (planned.status === "skip") return { id, title, status: "skipped", reason: planned.reason };
  try {
    await withTimeout(planned.run(), timeoutMs, id);
  } catch (error) {
    if (!(error instanceof Error)) return { id, title, status: "failed", message: String(error) };
    return { id, title, status: "failed", message: error.message, ...(error.stack && { stack: error.stack }) };
  }
  return planned.status === "gap"
    ? { id, title, status: "gap", reason: planned.reason }
    : { id, title, status: "passed" };
}

async function withTimeout(running: Promise<void>, timeoutMs: number, id: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `"${id}" did not settle within ${timeoutMs} ms. Look for a promise that nobody resolves.`;
      reject(new ConformanceError("CASE_TIMED_OUT", { message, data: { id, timeoutMs } }));
    }, timeoutMs);
  });
  try {
    await Promise.race([running, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
