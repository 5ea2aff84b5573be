const commaGroups = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const indianGroups = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
const dotGroups = /^\d{1,3}(?:(?:\.\d{3}){2,}(?:,\d+)?|(?:\.\d{3})+,\d+)$/;
const decimal = /^\d+\.\d+$/;

/**
 * The terms of digits joined by `.` and `,`. A number is one term without its digit groups, with `.` as the decimal
 * mark (`1,250` and `1250` are equal, so are `1.250.000,5` and `1250000.5`); `38.101` is a decimal, because one dot
 * cannot tell. Anything else (a list, a date, a version) gives its parts. As written otherwise: `0010` and `2.50` stay.
 */
export function numberTerms(written: string): readonly string[] {
  if (!/[.,]/.test(written) || decimal.test(written)) return [written];
  if (commaGroups.test(written) || indianGroups.test(written)) return [written.replaceAll(",", "")];
  if (dotGroups.test(written)) return [written.replaceAll(".", "").replace(",", ".")];
  return written.split(/[.,]/);
}
