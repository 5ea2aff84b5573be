/** Share of the units that stand in the few blocks of one script and its punctuation. */
const SCRIPT_SHARE = 0.9;
const SCRIPT_BLOCKS = 3;
/** Even text of another script has spaces, line ends or digits, whose other byte is NUL. */
const MIN_LATIN_SHARE = 0.02;

/**
 * UTF-16 without a mark. Of Latin text every other byte is NUL, always on the same side. Text of another script has NULs
 * on one side too, by its spaces and line ends, and the bytes of that side are the few of its blocks.
 */
export function looksLikeUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const pairs = Math.floor(bytes.byteLength / 2);
  const zeros = [0, 0];
  const high = [new Uint32Array(256), new Uint32Array(256)] as const;
  for (let index = 0; index < pairs * 2; index++) {
    const side = (index & 1) as 0 | 1;
    const byte = bytes[index]!;
    if (byte === 0) zeros[side]! += 1;
    high[side][byte]! += 1;
  }
  for (const side of [1, 0] as const) {
    const other = side === 1 ? 0 : 1;
    if (zeros[side]! < pairs * MIN_LATIN_SHARE || zeros[other]! > pairs * MIN_LATIN_SHARE) continue;
    const blocks = [...high[side]].toSorted((a, b) => b - a).slice(0, SCRIPT_BLOCKS);
    const share = blocks.reduce((sum, count) => sum + count, 0) / pairs;
    const encoding = side === 1 ? "utf-16le" : "utf-16be";
    if (share >= SCRIPT_SHARE && isText(new TextDecoder(encoding).decode(bytes.subarray(0, pairs * 2))))
      return encoding;
  }
  return undefined;
}

/** No characters but those of text; a few stray ones stand in real files. */
function isText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  const odd = text.match(/[\0-\x08\x0e-\x1f\ufffd\ue000-\uf8ff\ufff0-\uffff]/g)?.length ?? 0;
  return odd <= text.length * 0.002;
}
