/** What a check found in a candidate tree. */
export interface CheckResult {
  /** Name of the check. */
  readonly check: string;
  readonly passed: boolean;
  /** One line each, for the agent and for people: which file, what was expected, what was found. */
  readonly findings: readonly string[];
}
