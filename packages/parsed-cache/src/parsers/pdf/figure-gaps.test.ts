import { describe, expect, it } from "vitest";
import type { PdfTextItem } from "./engine.ts";
import { closeFigureGaps } from "./figure-gaps.ts";

function item(str: string, width: number, size = 8, fontName = "f1"): PdfTextItem {
  return { str, width, fontName, transform: [size, 0, 0, size, 0, 0] };
}

function closed(subject: PdfTextItem, ...others: readonly PdfTextItem[]): string {
  return closeFigureGaps([...others, subject])(subject);
}

describe("gaps in figures", () => {
  const usual = [item("99", 7.4), item("860", 11.1), item("63", 5.9)];

  it("are closed where there is no room for a space", () => {
    expect(closed(item("7 7", 8.15), ...usual)).toBe("77");
    expect(closed(item("1 2 5", 12.6), ...usual)).toBe("125");
  });

  it("stay where a real space stands, in words, and where nothing tells how wide digits are", () => {
    expect(closed(item("1 234", 16.8), ...usual)).toBe("1 234");
    expect(closed(item("7 of 7", 8.15), ...usual)).toBe("7 of 7");
    expect(closed(item("7 7", 8.15, 8, "f2"), ...usual)).toBe("7 7");
    expect(closed(item("7 7", 8.15, 12), ...usual)).toBe("7 7");
  });
});
