import { allocateLarge, release } from "./arena";
import { placeOf, setPlace } from "./entries";

/**
 * Entries with counts, each once: a sparse set. An entry is in the list when the pair at its `place` names it, so that
 * emptying a list clears nothing. A list is three numbers in memory: address, room, count of pairs (entry u32, count u32).
 */
const firstRoom: u32 = 1024;

export function openList(list: usize): bool {
  const at = allocateLarge(firstRoom << 3);
  store<u32>(list, <u32>at);
  store<u32>(list, firstRoom, 4);
  return at != 0;
}

export function emptyList(list: usize): void {
  store<u32>(list, 0, 8);
}

export function listLength(list: usize): u32 {
  return load<u32>(list, 8);
}

export function entryAt(list: usize, index: u32): usize {
  return load<u32>(<usize>load<u32>(list) + ((<usize>index) << 3));
}

export function countAt(list: usize, index: u32): u32 {
  return load<u32>(<usize>load<u32>(list) + ((<usize>index) << 3), 4);
}

/** Adds to an entry's count, at first from 0; false when there is no room. */
export function addToList(list: usize, entry: usize, count: u32): bool {
  const length = load<u32>(list, 8);
  if (length == load<u32>(list, 4) && !enlargeList(list)) return false;
  // Whether the entry is in the list cannot be foreseen, so nothing branches on it. Place 0 is read in any case.
  const known = placeOf(entry);
  const near = select<u32>(known, 0, known < length);
  const isListed = <bool>((known < length ? 1 : 0) & (entryAt(list, near) == entry ? 1 : 0));
  const place = select<u32>(near, length, isListed);
  const before = select<u32>(countAt(list, near), 0, isListed);
  const at = <usize>load<u32>(list) + ((<usize>place) << 3);
  store<u32>(at, <u32>entry);
  store<u32>(at, before + count, 4);
  setPlace(entry, place);
  store<u32>(list, length + (isListed ? 0 : 1), 8);
  return true;
}

function enlargeList(list: usize): bool {
  const bytes = (<usize>load<u32>(list, 4)) << 3;
  const larger = allocateLarge(bytes << 1);
  if (larger == 0) return false;
  memory.copy(larger, load<u32>(list), bytes);
  release(load<u32>(list), bytes);
  store<u32>(list, <u32>larger);
  store<u32>(list, load<u32>(list, 4) << 1, 4);
  return true;
}
