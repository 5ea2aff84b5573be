import { execFileSync } from "node:child_process";
import { BenchMisuse } from "./bench.ts";

/** The text of each page of a PDF as poppler's `pdftotext -layout` lays it out. Throws `BenchMisuse` without poppler. */
export function layoutPages(file: string): readonly string[] {
  try {
    const text = execFileSync("pdftotext", ["-layout", file, "-"], {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      stdio: ["ignore", "pipe", "ignore"],
    });
    // A form feed ends every page.
    return text.split("\f").slice(0, -1);
  } catch (cause) {
    throw new BenchMisuse(`${file} cannot be read: pdftotext (poppler) is needed for this bench.`, { cause });
  }
}
