import { keyLength, keyOf } from "./entry";

/**
 * Orders entries by the bytes of their keys, which is the order of code points. Heap sort, because it takes the same time
 * whatever the keys are; with the first eight bytes beside each entry, since most comparisons end there.
 *
 *   item: first eight bytes, as a number with the first byte highest, u64 | entry u32 | –
 */
export const itemBytes: usize = 16;

export function writeItem(to: usize, entry: usize): void {
  const length = min(keyLength(entry), 8);
  const first = bswap<u64>(load<u64>(keyOf(entry)));
  store<u64>(to, length == 0 ? 0 : (first >> (64 - (length << 3))) << (64 - (length << 3)));
  store<u32>(to, <u32>entry, 8);
}

export function entryOfItem(item: usize): usize {
  return load<u32>(item, 8);
}

export function sortItems(items: usize, count: u32): void {
  for (let root: i32 = <i32>(count >> 1) - 1; root >= 0; root--) siftItem(items, root, count);
  for (let last = count; last > 1; last--) {
    swap(items, items + ((<usize>last - 1) << 4));
    siftItem(items, 0, last - 1);
  }
}

/** Moves the item at `root` down until none below it is larger. */
function siftItem(items: usize, root: u32, count: u32): void {
  for (;;) {
    let child = (root << 1) + 1;
    if (child >= count) return;
    if (child + 1 < count && isBefore(items + ((<usize>child) << 4), items + ((<usize>child + 1) << 4))) child++;
    if (!isBefore(items + ((<usize>root) << 4), items + ((<usize>child) << 4))) return;
    swap(items + ((<usize>root) << 4), items + ((<usize>child) << 4));
    root = child;
  }
}

function isBefore(a: usize, b: usize): bool {
  const first = load<u64>(a);
  const second = load<u64>(b);
  if (first != second) return first < second;
  const entryA = entryOfItem(a);
  const entryB = entryOfItem(b);
  const difference = memory.compare(keyOf(entryA), keyOf(entryB), min(keyLength(entryA), keyLength(entryB)));
  return difference != 0 ? difference < 0 : keyLength(entryA) < keyLength(entryB);
}

function swap(a: usize, b: usize): void {
  const item = v128.load(a);
  v128.store(a, v128.load(b));
  v128.store(b, item);
}
