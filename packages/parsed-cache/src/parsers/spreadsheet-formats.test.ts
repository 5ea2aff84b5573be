import { SSF } from "xlsx";
import { expect, it } from "vitest";
import { createNumberFormats } from "./spreadsheet-formats.ts";

/** What is shown of a number, first in the library's own way. */
function shown(format: string, value: number): string | undefined {
  const formatNumber = (code: string, number: number): string => String(SSF.format(code, number));
  let own: string | undefined;
  try {
    own = formatNumber(format, value);
  } catch {
    own = undefined;
  }
  return createNumberFormats(formatNumber, false).show(format, value, own);
}

/** The 15th of March 2024, a Friday, at six in the evening. */
const FRIDAY = 45_366.75;

it("shows numbers in formats whose literal characters stand without quotes", () => {
  expect(shown("dd.mm.yyyy", FRIDAY)).toBe("15.03.2024");
  expect(shown("d.m.yy", FRIDAY)).toBe("15.3.24");
  expect(shown("dd.mm.yyyy hh:mm", FRIDAY)).toBe("15.03.2024 18:00");
  expect(shown("yyyy年m月d日", FRIDAY)).toBe("2024年3月15日");
  expect(shown("dd-mm-yyyy г.", FRIDAY)).toBe("15-03-2024 г.");
  expect(shown("0.0 °C", 3)).toBe("3.0 °C");
  expect(shown("hh.mm", 0.6)).toBe("14.24");
});

it("leaves to the library what it shows itself", () => {
  expect(shown("mm:ss.0", 0.5001)).toBe("00:08.6");
  expect(shown("#,##0.00 €", 12.5)).toBe("12.50 €");
  expect(shown("dd/mm/yyyy;@", FRIDAY)).toBe("15/03/2024");
  expect(shown(";;;", 5)).toBe("");
});

it("names months and days in the language of the format", () => {
  expect(shown("[$-407]d. mmmm yyyy", FRIDAY)).toBe("15. März 2024");
  expect(shown("[$-40C]dddd d mmmm", FRIDAY)).toBe("vendredi 15 mars");
  expect(shown("[$-409]mmm yy", FRIDAY)).toBe("Mar 24");
});

it("chooses among sections where one of them is General", () => {
  expect(shown('General;-General;"-"', 0)).toBe("-");
  expect(shown('General;-General;"-"', 5)).toBe("5");
  expect(shown('General;-General;"-"', -5)).toBe("-5");
});

it("shows nothing of its own where nobody understands the format", () => {
  expect(shown("[unclosed", 5)).toBeUndefined();
});
