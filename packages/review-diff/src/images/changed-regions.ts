import type { Pace } from "../pace.ts";
import type { Pixels } from "./pixels.ts";

/** Side of the squares by which differing pixels are gathered; regions nearer than that are one. */
const TILE = 16;

/** A rectangle of a picture, in pixels from its upper left corner. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels in it that differ. */
  readonly changed: number;
  /** The largest difference of a colour or of the opacity, from 1 to 255. */
  readonly most: number;
}

interface Tile {
  left: number;
  top: number;
  right: number;
  bottom: number;
  changed: number;
  most: number;
}

/** Where two pictures of one size differ: the smallest rectangles around differing pixels, from top to bottom. */
export async function changedRegions(before: Pixels, after: Pixels, pace: Pace): Promise<readonly Region[]> {
  const { width, height } = before;
  const columns = Math.ceil(width / TILE);
  const tiles = new Map<number, Tile>();
  const [was, is] = [wordsOf(before.data), wordsOf(after.data)];
  for (let y = 0; y < height; y++) {
    await pace();
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (was[at] === is[at]) continue;
      const most = largestDifference(before.data, after.data, at * 4);
      // What colour a pixel has that is not seen plays no part.
      if (most === 0) continue;
      const key = Math.floor(y / TILE) * columns + Math.floor(x / TILE);
      const tile = tiles.get(key) ?? { left: x, top: y, right: x, bottom: y, changed: 0, most: 0 };
      tile.left = Math.min(tile.left, x);
      tile.right = Math.max(tile.right, x);
      tile.bottom = y;
      tile.changed++;
      tile.most = Math.max(tile.most, most);
      tiles.set(key, tile);
    }
  }
  return [...joinNeighbours(tiles, columns)];
}

function wordsOf(data: Uint8Array): Uint32Array {
  const isAligned = data.byteOffset % 4 === 0;
  const { buffer, byteOffset } = isAligned ? data : Uint8Array.from(data);
  return new Uint32Array(buffer, byteOffset, data.byteLength >> 2);
}

function largestDifference(before: Uint8Array, after: Uint8Array, at: number): number {
  const [opacityBefore, opacityAfter] = [before[at + 3] ?? 0, after[at + 3] ?? 0];
  if (opacityBefore === 0 && opacityAfter === 0) return 0;
  let most = 0;
  for (let channel = 0; channel < 4; channel++)
    most = Math.max(most, Math.abs((before[at + channel] ?? 0) - (after[at + channel] ?? 0)));
  return most;
}

function* joinNeighbours(tiles: Map<number, Tile>, columns: number): Generator<Region> {
  for (const start of tiles.keys()) {
    const first = tiles.get(start);
    if (first === undefined) continue;
    const joined = { ...first };
    const open = [start];
    tiles.delete(start);
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      for (const neighbour of neighboursOf(key, columns)) {
        const tile = tiles.get(neighbour);
        if (tile === undefined) continue;
        tiles.delete(neighbour);
        open.push(neighbour);
        joined.left = Math.min(joined.left, tile.left);
        joined.top = Math.min(joined.top, tile.top);
        joined.right = Math.max(joined.right, tile.right);
        joined.bottom = Math.max(joined.bottom, tile.bottom);
        joined.changed += tile.changed;
        joined.most = Math.max(joined.most, tile.most);
      }
    }
    const { left, top, right, bottom, changed, most } = joined;
    yield { x: left, y: top, width: right - left + 1, height: bottom - top + 1, changed, most };
  }
}

function neighboursOf(key: number, columns: number): readonly number[] {
  const column = key % columns;
  return [-1, 0, 1].flatMap((row) =>
    [-1, 0, 1]
      .filter((step) => column + step >= 0 && column + step < columns)
      .map((step) => key + row * columns + step),
  );
}
