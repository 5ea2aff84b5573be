import { allocateLarge, release } from "./arena";

const firstRoom: u32 = 64;

/**
 * Lengths of the documents' texts and fields, f32 by slot, so that a change of one document changes a few numbers. A
 * search turns them into norms as it goes, since these follow the mean lengths, which every change moves. The lengths of a
 * removed document are infinite, which makes every share in its score 0.
 */
let lengths: usize = 0;
/** Slots that there is room for in each array, and arrays: the text's, then one a field. */
let slotRoom: u32 = 0;
let arrays: u32 = 0;
let slots: u32 = 0;

/** One more than the highest slot so far. */
export function slotCount(): u32 {
  return slots;
}

/** The lengths of the text (0) or of a field, by slot. */
export function lengthsOf(field: u32): usize {
  return lengths + <usize>field * slotRoom * 4;
}

/** Makes room for a slot and for fields up to a number; false without. */
export function makeLengthRoom(slot: u32, highestField: u32): bool {
  if (slot < slotRoom && highestField < arrays) return true;
  const wanted = slot < slotRoom ? slotRoom : max(max(slot + 1, slotRoom + (slotRoom >> 1)), firstRoom);
  const wantedArrays = max(arrays, highestField + 1);
  const bytes = <u64>wanted * wantedArrays * 4;
  if (bytes > 0xffff0000) return false;
  const larger = allocateLarge(<usize>bytes);
  if (larger == 0) return false;
  memory.fill(larger, 0, <usize>bytes);
  for (let field: u32 = 0; field < arrays; field++) {
    memory.copy(larger + <usize>field * wanted * 4, lengthsOf(field), (<usize>slots) << 2);
  }
  if (lengths != 0) release(lengths, <usize>slotRoom * arrays * 4);
  lengths = larger;
  slotRoom = wanted;
  arrays = wantedArrays;
  return true;
}

/** Sets the length of the text (0) or of a field, for which there is room. */
export function setLength(slot: u32, field: u32, length: f32): void {
  store<f32>(lengthsOf(field) + ((<usize>slot) << 2), length);
  slots = max(slots, slot + 1);
}

/** Takes a document out of all that is counted from now on. */
export function removeDocument(slot: u32): void {
  for (let field: u32 = 0; field < arrays; field++) setLength(slot, field, Infinity);
}

export function isRemoved(slot: u32): bool {
  return load<f32>(lengths + ((<usize>slot) << 2)) == Infinity;
}
