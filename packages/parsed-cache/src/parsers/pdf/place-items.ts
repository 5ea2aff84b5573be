import type { PdfTextItem } from "./engine.ts";
import type { PlacedItem } from "./page-text.ts";

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * Places the items of a page as it is shown, each turned so that it reads from left to right; `viewport` is the engine's
 * matrix for that. Runs for every item of a document, so the case that nearly all
 * are, upright text, is told without trigonometry.
 */
export function createPlacer(
  viewport: readonly number[],
): (items: readonly PdfTextItem[], textOf: (item: PdfTextItem) => string) => PlacedItem[] {
  const [va, vb, vc, vd, ve, vf] = viewport as Matrix;
  return (items, textOf) => {
    const placed: PlacedItem[] = [];
    for (const item of items) {
      const [a, b, c, d, e, f] = item.transform as Matrix;
      const rightX = va * a + vc * b;
      const rightY = vb * a + vd * b;
      const x = va * e + vc * f + ve;
      const y = vb * e + vd * f + vf;
      const size = length(va * c + vc * d, vb * c + vd * d) || length(rightX, rightY) || 1;
      const turn = rightY === 0 && rightX > 0 ? 0 : quarterTurns(rightX, rightY);
      const [turnedX, turnedY] = turned(turn, x, y);
      placed.push({ text: textOf(item), x: turnedX, y: turnedY, width: item.width, size, turn });
    }
    return placed;
  };
}

function length(x: number, y: number): number {
  if (x === 0) return Math.abs(y);
  return y === 0 ? Math.abs(x) : Math.hypot(x, y);
}

function quarterTurns(x: number, y: number): PlacedItem["turn"] {
  return (((Math.round(Math.atan2(y, x) / (Math.PI / 2)) % 4) + 4) % 4) as PlacedItem["turn"];
}

function turned(turn: PlacedItem["turn"], x: number, y: number): readonly [x: number, y: number] {
  switch (turn) {
    case 0:
      return [x, y];
    case 1:
      return [y, -x];
    case 2:
      return [-x, -y];
    case 3:
      return [-y, x];
    default:
      return turn satisfies never;
  }
}
