/** Numbers and text at places of a byte array; what lies beyond its end is `undefined`, never an error. */
export interface ByteView {
  readonly length: number;
  u8(at: number): number | undefined;
  u16(at: number, littleEndian?: boolean): number | undefined;
  u24(at: number): number | undefined;
  u32(at: number, littleEndian?: boolean): number | undefined;
  /** As Latin-1; shorter where the bytes end. */
  text(at: number, length: number): string;
  slice(at: number, length: number): Uint8Array;
}

export function byteView(bytes: Uint8Array): ByteView {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = (at: number, size: number, get: () => number): number | undefined =>
    at >= 0 && at + size <= bytes.byteLength ? get() : undefined;
  return {
    length: bytes.byteLength,
    u8: (at) => read(at, 1, () => view.getUint8(at)),
    u16: (at, littleEndian = false) => read(at, 2, () => view.getUint16(at, littleEndian)),
    u24: (at) => read(at, 3, () => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)),
    u32: (at, littleEndian = false) => read(at, 4, () => view.getUint32(at, littleEndian)),
    text: (at, length) => Buffer.from(bytes.subarray(at, at + length)).toString("latin1"),
    slice: (at, length) => bytes.subarray(at, at + length),
  };
}
