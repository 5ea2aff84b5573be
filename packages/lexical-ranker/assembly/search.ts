import { ensureScratch, scratch } from "./arena";
import { lengthsOf, slotCount } from "./lengths";
import { frequencies, nextLastSlot, openPostings, readPostings, skipPostings, slots } from "./postings";

/**
 * Scores in single precision, a term at a time, over all documents; then the documents that can be among the best. The
 * caller scores those again in double precision, so that what is rounded here only widens the choice.
 */

let documents: u32 = 0;
/** By slot: score f32 | norm f32, side by side since a posting needs both. */
let scores: usize = 0;
/** For the term at hand, by slot: its frequencies in fields, each times its share, and how often it stands in them. */
let sums: usize = 0;
let inFields: usize = 0;
let best: usize = 0;

/**
 * Clears the scores of all documents, whose norms are base + slope · length, and makes room for the `k` best; false without
 * room.
 */
export function openScores(k: u32, hasFields: bool, base: f32, slope: f32): bool {
  const count = slotCount();
  const bytes = ((<usize>count + 15) & ~15) << 2;
  const arrays: usize = hasFields ? 4 : 2;
  if (!ensureScratch(bytes * (arrays + 1) + ((<usize>k) << 2) + 64)) return false;
  documents = count;
  scores = (scratch() + 15) & ~15;
  sums = scores + (bytes << 1);
  inFields = sums + bytes;
  best = scores + bytes * arrays;
  if (hasFields) memory.fill(sums, 0, bytes << 1);
  const lengths = lengthsOf(0);
  const zero = f32x4.splat(0);
  // What stands behind the last length is of no document that holds a term.
  for (let at: usize = 0; at < bytes; at += 16) {
    const norms = f32x4.add(f32x4.splat(base), f32x4.mul(f32x4.splat(slope), v128.load(lengths + at)));
    const to = scores + (at << 1);
    v128.store(to, v128.shuffle<f32>(zero, norms, 0, 4, 1, 5));
    v128.store(to, v128.shuffle<f32>(zero, norms, 2, 6, 3, 7), 16);
  }
  return true;
}

/** The scores of four slots from one on. */
function scoresFrom(slot: u32): v128 {
  const at = scores + ((<usize>slot) << 3);
  return v128.shuffle<f32>(v128.load(at), v128.load(at, 16), 0, 2, 4, 6);
}

/** Adds up a term's frequencies in a field, whose entry for the term is given, each times weight / (base + slope · length). */
export function addFieldFrequencies(fieldEntry: usize, field: u32, weight: f32, base: f32, slope: f32): void {
  const lengths = lengthsOf(field);
  openPostings(fieldEntry);
  for (let count = readPostings(); count > 0; count = readPostings()) {
    for (let at: usize = 0; at < (<usize>count) << 2; at += 4) {
      const offset = (<usize>load<u32>(slots + at)) << 2;
      const frequency = load<u32>(frequencies + at);
      const share = weight / (base + slope * load<f32>(lengths + offset));
      store<f32>(sums + offset, load<f32>(sums + offset) + share * <f32>frequency);
      store<u32>(inFields + offset, load<u32>(inFields + offset) + frequency);
    }
  }
}

/**
 * Adds weight · sum / (sum + k1) to the score of every document that holds the term, whose fields are added up. In the text
 * an occurrence counts 1 / (base + slope · length).
 */
export function addFieldedScores(entry: usize, weight: f32, k1: f32, base: f32, slope: f32): void {
  const lengths = lengthsOf(0);
  openPostings(entry);
  for (let count = readPostings(); count > 0; count = readPostings()) {
    for (let at: usize = 0; at < (<usize>count) << 2; at += 4) {
      const offset = (<usize>load<u32>(slots + at)) << 2;
      // What is not in the fields is in the text. A damaged index may count more in fields than there is.
      const inText = max<i32>(load<i32>(frequencies + at) - load<i32>(inFields + offset), 0);
      const sum = load<f32>(sums + offset) + <f32>inText / (base + slope * load<f32>(lengths + offset));
      addScore(offset, (weight * sum) / (sum + k1));
      store<f32>(sums + offset, 0);
      store<u32>(inFields + offset, 0);
    }
  }
}

/** Adds weight · tf / (tf + norm) to the score of every document that holds the term. */
export function addScores(entry: usize, weight: f32): void {
  openPostings(entry);
  for (let count = readPostings(); count > 0; count = readPostings()) {
    const end = (<usize>count) << 2;
    let at: usize = 0;
    for (; at + 16 <= end; at += 16) {
      const at0 = scores + ((<usize>load<u32>(slots + at)) << 3);
      const at1 = scores + ((<usize>load<u32>(slots + at, 4)) << 3);
      const at2 = scores + ((<usize>load<u32>(slots + at, 8)) << 3);
      const at3 = scores + ((<usize>load<u32>(slots + at, 12)) << 3);
      const first = v128.load64_lane(at1, v128.load64_zero(at0), 1);
      const last = v128.load64_lane(at3, v128.load64_zero(at2), 1);
      const norms = v128.shuffle<f32>(first, last, 1, 3, 5, 7);
      const frequency = f32x4.convert_i32x4_u(v128.load(frequencies + at));
      const share = f32x4.div(f32x4.mul(f32x4.splat(weight), frequency), f32x4.add(frequency, norms));
      const sum = f32x4.add(v128.shuffle<f32>(first, last, 0, 2, 4, 6), share);
      v128.store32_lane(at0, sum, 0);
      v128.store32_lane(at1, sum, 1);
      v128.store32_lane(at2, sum, 2);
      v128.store32_lane(at3, sum, 3);
    }
    for (; at < end; at += 4) {
      const offset = (<usize>load<u32>(slots + at)) << 2;
      const frequency = <f32>load<u32>(frequencies + at);
      addScore(offset, (weight * frequency) / (frequency + load<f32>(scores + (offset << 1), 4)));
    }
  }
}

/** `offset` is four times the slot. */
function addScore(offset: usize, share: f32): void {
  const at = scores + (offset << 1);
  store<f32>(at, load<f32>(at) + share);
}

/**
 * Lists the slots, ascending, of all documents whose score is at least `share` (a little below 1) of the k-th best, and
 * returns their number. The list begins at `candidates`.
 */
export function selectCandidates(k: u32, share: f32): u32 {
  const least = kthBest(k);
  const floor = f32x4.splat(least * share);
  const zero = f32x4.splat(0);
  const list = candidates();
  let found: u32 = 0;
  for (let slot: u32 = 0; slot < documents; slot += 4) {
    const four = scoresFrom(slot);
    let mask = i32x4.bitmask(v128.and(f32x4.ge(four, floor), f32x4.gt(four, zero)));
    while (mask != 0) {
      store<u32>(list + ((<usize>found) << 2), slot + ctz(mask));
      found++;
      mask &= mask - 1;
    }
  }
  return found;
}

/** Where the list of candidates begins: over the heap, which is not needed any more. */
export function candidates(): usize {
  return best;
}

/** The k-th highest score, by a heap of the k best so far; 0 when fewer documents have one. */
function kthBest(k: u32): f32 {
  let size: u32 = 0;
  let least: f32 = 0;
  for (let slot: u32 = 0; slot < documents; slot += 4) {
    const four = scoresFrom(slot);
    let mask = i32x4.bitmask(f32x4.gt(four, f32x4.splat(least)));
    while (mask != 0) {
      const score = load<f32>(scores + ((<usize>(slot + ctz(mask))) << 3));
      mask &= mask - 1;
      if (size < k) {
        siftUp(size++, score);
        if (size == k) least = load<f32>(best);
      } else if (score > least) {
        siftDown(k, score);
        least = load<f32>(best);
      }
    }
  }
  return least;
}

function siftUp(place: u32, score: f32): void {
  while (place > 0) {
    const parent = (place - 1) >> 1;
    const above = load<f32>(best + ((<usize>parent) << 2));
    if (above <= score) break;
    store<f32>(best + ((<usize>place) << 2), above);
    place = parent;
  }
  store<f32>(best + ((<usize>place) << 2), score);
}

/** Puts a score in the place of the least. */
function siftDown(size: u32, score: f32): void {
  let place: u32 = 0;
  for (;;) {
    let child = (place << 1) + 1;
    if (child >= size) break;
    let least = load<f32>(best + ((<usize>child) << 2));
    if (child + 1 < size) {
      const right = load<f32>(best + ((<usize>child) << 2), 4);
      if (right < least) {
        least = right;
        child++;
      }
    }
    if (least >= score) break;
    store<f32>(best + ((<usize>place) << 2), least);
    place = child;
  }
  store<f32>(best + ((<usize>place) << 2), score);
}

/**
 * How often a term stands in each of `count` documents, whose slots are given ascending, u32 each: `to` gets as many
 * numbers. Blocks without any of them are skipped.
 */
export function readFrequencies(entry: usize, from: usize, count: u32, to: usize): void {
  memory.fill(to, 0, (<usize>count) << 2);
  openPostings(entry);
  let index: u32 = 0;
  while (index < count) {
    const wanted = load<u32>(from + ((<usize>index) << 2));
    while (nextLastSlot() < wanted) skipPostings();
    const read = readPostings();
    if (read == 0) return;
    let at: u32 = 0;
    const last = load<u32>(slots + ((<usize>(read - 1)) << 2));
    while (index < count) {
      const slot = load<u32>(from + ((<usize>index) << 2));
      if (slot > last) break;
      while (load<u32>(slots + ((<usize>at) << 2)) < slot) at++;
      if (load<u32>(slots + ((<usize>at) << 2)) == slot) {
        store<u32>(to + ((<usize>index) << 2), load<u32>(frequencies + ((<usize>at) << 2)));
      }
      index++;
    }
  }
}
