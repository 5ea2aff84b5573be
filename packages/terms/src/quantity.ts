/** A number as written in a text, with its unit. `start` and `end` are UTF-16 offsets of the whole phrase. */
export interface Quantity {
  /** The value with scale words applied: `5.5万` is 55000, `25 %` is 25 with unit `%`, `(1,234)` is −1234. */
  readonly value: number;
  /** Canonical unit: an ISO 4217 code for currencies (`USD`, `CNY`), `%`, or the folded unit word; absent for a bare number. */
  readonly unit?: string;
  readonly start: number;
  readonly end: number;
  /** What one step of the last digit shown is worth: 0.01 for `2.50`, 1 for `1,250`, 1000 for `5.5万`. Absent: exact. */
  readonly precision?: number;
  /** Other values that the same writing has elsewhere: `1.250` is 1.25 and in German 1250; `5m` is five million or five. */
  readonly alternatives?: readonly number[];
}
