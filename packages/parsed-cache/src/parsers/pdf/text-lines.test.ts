import { expect, it } from "vitest";
import { pageText } from "./page-text.ts";

it("reads a line of a script that runs from right to left in its own order", () => {
  const item = (text: string, x: number, width: number) => ({ text, x, y: 10, width, size: 10, turn: 0 as const });
  const words = [item("שלום", 200, 40), item("עולם", 155, 40), item("12", 140, 10), item("מחיר", 20, 40)];
  expect(pageText(words)).toBe("שלום עולם 12\tמחיר");
  expect(pageText([item("left", 20, 20), item("right", 45, 20)])).toBe("left right");
});
