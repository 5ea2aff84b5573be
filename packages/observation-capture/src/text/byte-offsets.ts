/** The offset after `bytes` bytes of UTF-8 from `start`; `undefined` if a character would be cut or the text is shorter. */
export function offsetAfterBytes(text: string, start: number, end: number, bytes: number): number | undefined {
  let left = bytes;
  let at = start;
  while (left > 0 && at < end) {
    const [size, units] = sizeAt(text, at);
    left -= size;
    at += units;
  }
  return left === 0 && at <= end ? at : undefined;
}

/** The offset before the last `bytes` bytes of UTF-8 up to `end`; `undefined` as above. */
export function offsetBeforeBytes(text: string, start: number, end: number, bytes: number): number | undefined {
  let left = bytes;
  let at = end;
  while (left > 0 && at > start) {
    const isLow = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
    const isPair = isLow && at - 2 >= start && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800;
    at -= isPair ? 2 : 1;
    left -= sizeAt(text, at)[0];
  }
  return left === 0 ? at : undefined;
}

/** Bytes of UTF-8 between two offsets. */
export function byteLength(text: string, start: number, end: number): number {
  let bytes = 0;
  for (let at = start; at < end;) {
    const [size, units] = sizeAt(text, at);
    bytes += size;
    at += units;
  }
  return bytes;
}

function sizeAt(text: string, at: number): readonly [bytes: number, units: number] {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return [1, 1];
  if (unit < 0x800) return [2, 1];
  const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
  return isPair ? [4, 2] : [3, 1];
}
