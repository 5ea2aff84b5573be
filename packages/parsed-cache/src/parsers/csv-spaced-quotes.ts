/**
 * `1, "a, b"` with the blanks before and behind quoted text left out, as the programs mean it that write a blank after
 * each comma: a reader takes quotes for quotes only where a cell begins with them. Blanks stay around text that is not
 * quoted, and around quotes that do not close the cell. One pass; what needs no change is returned as it is.
 */
export function withoutBlanksAroundQuotes(text: string, delimiter: string): string {
  if (delimiter === " " || !text.includes(' "')) return text;
  let result = "";
  let kept = 0;
  for (let at = 0; at < text.length;) {
    const start = passBlanks(text, at);
    const end = text[start] === '"' ? closingQuote(text, start) : undefined;
    const after = end === undefined ? start : passBlanks(text, end);
    const isWhole = end !== undefined && (after === text.length || endsCell(text[after]!, delimiter));
    if (isWhole) {
      result += text.slice(kept, at) + text.slice(start, end);
      kept = after;
    }
    at = nextCell(text, isWhole ? after : unquotedFrom(text, at, end), delimiter);
  }
  return result + text.slice(kept);
}

function passBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at++;
  return at;
}

/** The place behind the quote that closes the one at `open`; `""` stands for a quote. */
function closingQuote(text: string, open: number): number | undefined {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return undefined;
}

/** A reader takes a cell that begins with a quote to its closing quote, and looks for quotes nowhere else. */
function unquotedFrom(text: string, at: number, end: number | undefined): number {
  return text[at] === '"' ? (end ?? text.length) : at;
}

function endsCell(character: string, delimiter: string): boolean {
  return character === delimiter || character === "\n" || character === "\r";
}

function nextCell(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && !endsCell(text[at]!, delimiter)) at++;
  return at + 1;
}
