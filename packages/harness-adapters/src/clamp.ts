/** Share of the kept text that comes from the beginning; ends of logs and totals of tables sit at the other end. */
const HEAD_SHARE = 0.7;
/** Characters set aside for the sentence that says what was cut. */
const NOTE_CHARACTERS = 160;

/**
 * Shortens an output to at most `maxCharacters` (UTF-16 units, at least 400) by cutting its middle, at line ends where
 * there are any near. The cut is said in its place, so that nobody takes the text for whole. Shorter text is returned as it is.
 */
export function clampOutput(text: string, maxCharacters: number): string {
  const limit = Math.max(400, maxCharacters);
  if (text.length <= limit) return text;
  const room = limit - NOTE_CHARACTERS;
  const headEnd = endOfHead(text, Math.floor(room * HEAD_SHARE));
  const tailStart = startOfTail(text, text.length - Math.floor(room * (1 - HEAD_SHARE)));
  const cut = text.slice(headEnd, tailStart);
  const lines = cut.split("\n").length - 1;
  const note = `[${cut.length} of ${text.length} characters (${lines} lines) cut here; ask for a smaller part to see them]`;
  const before = text.slice(0, headEnd);
  return `${before}${before.endsWith("\n") ? "" : "\n"}${note}\n${text.slice(tailStart)}`;
}

/** The last line end before `limit` if one lies in the last tenth; never inside a surrogate pair. */
function endOfHead(text: string, limit: number): number {
  const lineEnd = text.lastIndexOf("\n", limit - 1) + 1;
  return lineEnd > limit * 0.9 ? lineEnd : outsidePair(text, limit);
}

function startOfTail(text: string, start: number): number {
  const lineStart = text.indexOf("\n", start) + 1;
  return lineStart > 0 && lineStart - start < (text.length - start) * 0.1 ? lineStart : outsidePair(text, start);
}

function outsidePair(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff ? offset + 1 : offset;
}
