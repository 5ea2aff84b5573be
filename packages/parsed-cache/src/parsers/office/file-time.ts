/** Tenths of a microsecond between 1601 and 1970. */
const EPOCH = 116_444_736_000_000_000n;
/** 9999-12-31T23:59:59Z in milliseconds since 1970. */
const LAST_MILLISECOND = 253_402_300_799_000;

/**
 * A time of Windows (`FILETIME`, [MS-DTYP] 2.3.3), in tenths of a microsecond since 1601; `undefined` beyond the years
 * that ISO 8601 writes with four digits.
 */
export function fileTimeToDate(value: bigint): Date | undefined {
  const milliseconds = Number((value - EPOCH) / 10_000n);
  return milliseconds > LAST_MILLISECOND ? undefined : new Date(milliseconds);
}
