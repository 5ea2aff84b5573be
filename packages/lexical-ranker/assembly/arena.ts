/**
 * Linear memory as one arena, whose `top` only rises. What a larger copy replaces becomes the spare region, from which
 * small requests are served first; blocks of the sizes of records go to lists of free ones. No request moves past the
 * limit, so no address wraps.
 */

const pageBytes: usize = 65536;
/** One page short of 4 GiB, so that no address wraps. */
const addressable: usize = 0xffff0000;

/** Bytes behind the highest address in use that a SIMD read or write of a short key may touch. */
export const slack: usize = 64;

let limit: usize = 0;
let end: usize = 0;
let top: usize = 0;
let spare: usize = 0;
let spareEnd: usize = 0;
let reserved: usize = 0;

/** The limit, at most 65,535 pages, is for what is kept; scratch memory may lie above it. */
export function openArena(limitPages: u32): void {
  limit = (<usize>limitPages) << 16;
  end = (<usize>memory.size()) << 16;
  top = (__heap_base + 15) & ~15;
}

/** Where scratch memory begins: valid until the next allocation, for as many bytes as `ensure` was asked for. */
export function scratch(): usize {
  return top;
}

/** Bytes in use: what lies above was never touched. */
export function arenaBytes(): usize {
  return top;
}

/** Keeps bytes of the address space for scratch memory, so that an index that is full can still be searched. */
export function reserve(size: usize): void {
  reserved = size;
}

let isLimited: bool = true;

/** Sets whether the limit holds: a search must find what was loaded, and may take memory beyond it. */
export function holdLimit(holds: bool): void {
  isLimited = holds;
}

/** Makes `size` bytes available above `top`; false when the limit, the reserve or the host forbids it. */
export function ensure(size: usize): bool {
  return ensureBelow(size, isLimited ? min(limit, addressable - min(reserved, addressable)) : addressable);
}

/** Whether `size` bytes above `top` are there already. */
export function isAvailable(size: u64): bool {
  const bound = min(min(limit, addressable - min(reserved, addressable)), end);
  return <u64>top + size + slack <= <u64>bound;
}

/** Like `ensure` for what is needed for a while: beyond the limit, and out of the reserve, if need be. */
export function ensureScratch(size: usize): bool {
  return ensureBelow(size, addressable);
}

function ensureBelow(size: usize, bound: usize): bool {
  if (top + slack > bound || size > bound - top - slack) return false;
  const needed = top + size + slack;
  if (needed <= end) return true;
  const pages = (needed - end + pageBytes - 1) >> 16;
  // Twofold at least: every growth is a reason for the host to collect garbage, and pages never touched cost nothing.
  const generous = min(max(pages, end >> 16), (addressable - end) >> 16);
  if (memory.grow(<i32>generous) < 0 && memory.grow(<i32>pages) < 0) return false;
  end = (<usize>memory.size()) << 16;
  return true;
}

/** The address of `size` bytes of any content, aligned to 16; 0 when there is no room. */
export function allocate(size: usize): usize {
  const rounded = (size + 15) & ~15;
  if (rounded + slack <= spareEnd - spare) {
    const from = spare;
    spare += rounded;
    return from;
  }
  return allocateLarge(rounded);
}

/** Gives a region back. The larger of it and what is left of the spare one is the spare one, and the other small blocks. */
export function release(from: usize, size: usize): void {
  const start = (from + 15) & ~15;
  const stop = from + size;
  if (size <= spareEnd - spare) {
    releaseAsBlocks(start, stop);
    return;
  }
  releaseAsBlocks(spare, spareEnd);
  spare = start;
  spareEnd = stop;
}

/** Like `allocate`, but never from the spare region: a large table there would starve the small requests. */
export function allocateLarge(size: usize): usize {
  if (!ensure(size)) return 0;
  const from = top;
  top += (size + 15) & ~15;
  return from;
}

/** Like `allocateLarge`, as `ensureScratch` does. */
export function allocateScratch(size: usize): usize {
  if (!ensureScratch(size)) return 0;
  const from = top;
  top += (size + 15) & ~15;
  return from;
}

/** Where `keep` puts things. */
const kept: usize = memory.data(4, 4);

/** Takes what came of reading ahead and nobody needs: a compiler would leave out such reads. */
export function keep(touched: u32): void {
  store<u32>(kept, touched);
}

/** Heads of the lists of free blocks, by size. */
const freeBlocks: usize = memory.data(16 * 4, 4);

/** A block of one of a few sizes, which are numbered; 0 when there is no room. Blocks of size 0 have 16 bytes. */
export function allocateBlock(size: u32, bytes: usize): usize {
  const head = freeBlocks + ((<usize>size) << 2);
  const block = <usize>load<u32>(head);
  if (block == 0) return allocate(bytes);
  store<u32>(head, load<u32>(block));
  return block;
}

/** Gives a block back, for the next request of its size. */
export function releaseBlock(block: usize, size: u32): void {
  const head = freeBlocks + ((<usize>size) << 2);
  store<u32>(block, load<u32>(head));
  store<u32>(head, <u32>block);
}

/** Gives a region back for requests of the smallest size, of which there are the most. */
function releaseAsBlocks(from: usize, to: usize): void {
  for (; from + 16 <= to; from += 16) releaseBlock(from, 0);
}
