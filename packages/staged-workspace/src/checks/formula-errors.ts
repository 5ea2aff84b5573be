import type { Check } from "../staging/staged-workspace.ts";
import { changedContents } from "./parses.ts";

/** A cell that shows an error instead of a value. */
export interface FormulaError {
  /** Where, in the document's own terms: `Sheet1!B12`. */
  readonly place: string;
  /** `#REF!`, `#DIV/0!`, … */
  readonly value: string;
}

export interface FormulaErrorsCheckOptions {
  /** The cells of a workbook that show an error (`isFormulaError`), in its order; none for whatever is no workbook. */
  readonly errors: (path: string, bytes: Uint8Array, signal?: AbortSignal) => Promise<readonly FormulaError[]>;
}

const ERROR_VALUES: ReadonlySet<string> = new Set([
  "#BLOCKED!",
  "#CALC!",
  "#CONNECT!",
  "#DIV/0!",
  "#FIELD!",
  "#N/A",
  "#NAME?",
  "#NULL!",
  "#NUM!",
  "#REF!",
  "#SPILL!",
  "#VALUE!",
]);

/** Whether a cell that shows this text shows an error. LibreOffice's own (`Err:502`) count too. */
export function isFormulaError(shown: string): boolean {
  const text = shown.trim().toUpperCase();
  return ERROR_VALUES.has(text) || /^ERR:\d{3}$/.test(text);
}

/** No workbook shows an error that it did not show before. */
export function createFormulaErrorsCheck({ errors }: FormulaErrorsCheckOptions): Check {
  return {
    specVersion: 1,
    name: "formula-errors",
    async run({ signal, ...candidate }) {
      const findings: string[] = [];
      for (const { path, from } of changedContents(candidate)) {
        signal?.throwIfAborted();
        const bytes = await candidate.read(path);
        const now = bytes === undefined ? [] : await errors(path, bytes, signal);
        if (now.length === 0) continue;
        const earlier = from === undefined ? undefined : await candidate.readAccepted(from);
        const before = earlier === undefined ? [] : await errors(from!, earlier, signal);
        for (const { place, value } of newErrors(before, now)) findings.push(`${path} shows ${value} in ${place}`);
      }
      return { passed: findings.length === 0, findings };
    },
  };
}

/**
 * An error that was in the same cell is not new. Rows come and go, so neither is one for which an equal error left its
 * cell.
 */
function newErrors(before: readonly FormulaError[], now: readonly FormulaError[]): readonly FormulaError[] {
  const nameOf = ({ place, value }: FormulaError): string => `${value} ${place}`;
  const [namesBefore, namesNow] = [new Set(before.map(nameOf)), new Set(now.map(nameOf))];
  const left = new Map<string, number>();
  for (const error of before) {
    if (!namesNow.has(nameOf(error))) left.set(error.value, (left.get(error.value) ?? 0) + 1);
  }
  return now.filter((error) => {
    if (namesBefore.has(nameOf(error))) return false;
    const moved = left.get(error.value) ?? 0;
    left.set(error.value, moved - 1);
    return moved <= 0;
  });
}
