/** UTF-16 units taken at a time: small enough for the processor's cache, large enough for most documents at once. */
const chunkUnits = 32_768;

/**
 * Cuts a text where no token, percentage or composed character is cut: between ASCII white space and an ASCII character
 * other than `%`. A stretch without such a place stays whole, however long.
 */
export function textChunks(text: string): Iterable<string> {
  return text.length <= chunkUnits ? [text] : cutText(text);
}

function* cutText(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > chunkUnits) {
    const end = lastCut(text, start + chunkUnits, start) ?? firstCut(text, start + chunkUnits);
    if (end === undefined) break;
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

function lastCut(text: string, from: number, above: number): number | undefined {
  for (let index = from; index > above; index--) if (isCut(text, index)) return index;
  return undefined;
}

function firstCut(text: string, from: number): number | undefined {
  for (let index = from; index < text.length; index++) if (isCut(text, index)) return index;
  return undefined;
}

function isCut(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return (before === 32 || before === 10) && after < 128 && after !== 37;
}
