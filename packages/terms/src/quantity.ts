/** A number as written in a text, with its unit. `start` and `end` are UTF-16 offsets of the whole phrase. */
export interface Quantity {
  /** The value with scale words applied: `5.5万` is 55000, `25 %` is 25 with unit `%`, `(1,234)` is −1234. */
  readonly value: number;
  /** Canonical unit: an ISO 4217 code for currencies (`USD`, `CNY`), `%`, or the folded unit word; absent for a bare number. */
  readonly unit?: string;
  readonly start: number;
  readonly end: number;
}
