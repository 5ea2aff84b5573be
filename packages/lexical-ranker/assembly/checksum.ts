/* oxlint-disable no-loss-of-precision -- these are 64-bit integers of AssemblyScript, exact as written */
/** XXH64 by Yann Collet, as specified in doc/xxhash_spec.md of its repository. */
const prime1: u64 = 0x9e3779b185ebca87;
const prime2: u64 = 0xc2b2ae3d27d4eb4f;
const prime3: u64 = 0x165667b19e3779f9;
const prime4: u64 = 0x85ebca77c2b2ae63;
const prime5: u64 = 0x27d4eb2f165667c5;

export function xxh64(from: usize, length: u32, seed: u64): u64 {
  const end = from + length;
  let hash: u64;
  if (length >= 32) {
    let a = seed + prime1 + prime2;
    let b = seed + prime2;
    let c = seed;
    let d = seed - prime1;
    for (; from + 32 <= end; from += 32) {
      a = round(a, load<u64>(from));
      b = round(b, load<u64>(from, 8));
      c = round(c, load<u64>(from, 16));
      d = round(d, load<u64>(from, 24));
    }
    hash = rotl<u64>(a, 1) + rotl<u64>(b, 7) + rotl<u64>(c, 12) + rotl<u64>(d, 18);
    hash = merge(merge(merge(merge(hash, a), b), c), d);
  } else {
    hash = seed + prime5;
  }
  hash += length;
  for (; from + 8 <= end; from += 8) hash = rotl<u64>(hash ^ round(0, load<u64>(from)), 27) * prime1 + prime4;
  if (from + 4 <= end) {
    hash = rotl<u64>(hash ^ (<u64>load<u32>(from) * prime1), 23) * prime2 + prime3;
    from += 4;
  }
  for (; from < end; from++) hash = rotl<u64>(hash ^ (<u64>load<u8>(from) * prime5), 11) * prime1;
  hash = (hash ^ (hash >> 33)) * prime2;
  hash = (hash ^ (hash >> 29)) * prime3;
  return hash ^ (hash >> 32);
}

function round(accumulator: u64, input: u64): u64 {
  return rotl<u64>(accumulator + input * prime2, 31) * prime1;
}

function merge(hash: u64, accumulator: u64): u64 {
  return (hash ^ round(0, accumulator)) * prime1 + prime4;
}
