import { allocate, release } from "./arena";

/** Where keys are put together that stand nowhere as a whole. */
let buffer: usize = 0;
let room: u32 = 0;

export function keyBuffer(): usize {
  return buffer;
}

/** Makes room for a key of `length` bytes and a vector behind them; what is there stays. False without room. */
export function holdKey(length: u32): bool {
  if (length + 16 <= room) return true;
  const larger = allocate((<usize>length + 16) << 1);
  if (larger == 0) return false;
  memory.copy(larger, buffer, room);
  if (buffer != 0) release(buffer, room);
  buffer = larger;
  room = (length + 16) << 1;
  return true;
}
