import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { isDurationFormat, serialToIso } from "./spreadsheet-dates.ts";

describe("serialToIso", () => {
  it.each([
    [42878, false, "2017-05-23"],
    [41416, true, "2017-05-23"],
    [1, false, "1900-01-01"],
    [59, false, "1900-02-28"],
    [60, false, "1900-02-29"],
    [61, false, "1900-03-01"],
    [0, true, "1904-01-01"],
    [44197.423726851855, false, "2021-01-01T10:10:10"],
    [0.42372685185185177, false, "10:10:10"],
    [0.5 + 0.001 / 86_400, false, "12:00:00.001"],
    [2_958_465, false, "9999-12-31"],
  ])("reads serial %s (1904: %s) as %s", (serial, date1904, iso) => {
    expect(serialToIso(serial, date1904)).toBe(iso);
  });

  it.each([-1, 2_958_466, Number.NaN, Number.POSITIVE_INFINITY])("knows that %s is no date", (serial) => {
    expect(serialToIso(serial, false)).toBeUndefined();
  });

  it("gives the same date in every time zone", () => {
    const module = JSON.stringify(new URL("./spreadsheet-dates.ts", import.meta.url).href);
    const source = `const { serialToIso } = await import(${module}); console.log(serialToIso(42878, false));`;
    for (const zone of ["Asia/Shanghai", "Europe/Paris", "UTC", "America/St_Johns"]) {
      const printed = execFileSync(process.execPath, ["--input-type=module", "-e", source], {
        env: { ...process.env, TZ: zone },
        encoding: "utf8",
      });
      expect(printed.trim(), zone).toBe("2017-05-23");
    }
  });
});

describe("isDurationFormat", () => {
  it("tells elapsed hours from a time of day", () => {
    expect(isDurationFormat("[h]:mm:ss")).toBe(true);
    expect(isDurationFormat("h:mm:ss")).toBe(false);
    expect(isDurationFormat("[$-409]h:mm AM/PM")).toBe(false);
  });
});
