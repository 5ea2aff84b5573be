/**
 * Calendar values of spreadsheets. A date is stored as a serial: days since the start of 1900, or of 1904 where the
 * workbook says so, with the time of day as the fraction. Serials become ISO text by arithmetic alone. A JavaScript
 * `Date` would bring in the time zone of the machine, and with it dates that are a day early.
 */

const MILLISECONDS_A_DAY = 86_400_000;
/** Serial 1 is 1900-01-01; the 1900 system also counts the 29th of February 1900, which never was, as serial 60. */
const DAY_BEFORE_1900 = Date.UTC(1899, 11, 31);
const FALSE_LEAP_DAY = 60;
const FIRST_OF_1904 = Date.UTC(1904, 0, 1);
/** 9999-12-31 in the 1900 system: beyond it, spreadsheets show no date either. */
const LAST_SERIAL = 2_958_465;

/**
 * `2017-05-23`, `2017-05-23T14:30:00`, or for a serial below one day `14:30:00`. `undefined` where the serial is no
 * date that the program would show.
 */
export function serialToIso(serial: number, date1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial >= LAST_SERIAL + 1) return undefined;
  // Serials are binary fractions; programs round what they show to a millisecond too.
  const total = Math.round(serial * MILLISECONDS_A_DAY);
  const day = Math.floor(total / MILLISECONDS_A_DAY);
  const time = isoTime(total % MILLISECONDS_A_DAY);
  if (day === 0 && serial < 1 && !date1904) return time;
  const date = isoDate(day, date1904);
  return time === "00:00:00" ? date : `${date}T${time}`;
}

/** A format that counts on beyond 24 hours, such as `[h]:mm`, shows a duration and no point in time. */
export function isDurationFormat(format: string): boolean {
  return /\[(?:h+|m+|s+)\]/i.test(format);
}

/** Whether a number format shows a calendar date: it names days, months or years outside of quoted text. */
export function isDateFormat(format: string): boolean {
  const bare = format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
  return !/general|standard/i.test(bare) && /[dy]|m{3}/i.test(bare) && !/[0#?]/.test(bare);
}

function isoDate(day: number, date1904: boolean): string {
  if (date1904) return utcDate(FIRST_OF_1904 + day * MILLISECONDS_A_DAY);
  if (day === FALSE_LEAP_DAY) return "1900-02-29";
  return utcDate(DAY_BEFORE_1900 + (day > FALSE_LEAP_DAY ? day - 1 : day) * MILLISECONDS_A_DAY);
}

function utcDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function isoTime(milliseconds: number): string {
  const text = new Date(milliseconds).toISOString().slice(11, 23);
  return text.endsWith(".000") ? text.slice(0, 8) : text;
}
