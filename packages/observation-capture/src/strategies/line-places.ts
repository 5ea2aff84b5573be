import type { CaptureContext, CapturedRead, CaptureResult } from "../capture-strategy.ts";
import { linesOf } from "../text/lines.ts";

/** A longer file is not looked through for the place of an excerpt, in bytes. */
const LARGEST_FILE = 1024 * 1024;
/** Files that are looked through for one observation. */
const MOST_FILES = 4;

/**
 * Adds line ranges where a command does not tell them (`tail -n 5`, `sed -n '/a/,/b/p'`) and the file's text does: the
 * excerpt's lines stand there one after the other, and in one place only. Needs `context.textLines`.
 */
export async function withLinePlaces(
  result: CaptureResult,
  output: string,
  context: CaptureContext,
): Promise<CaptureResult> {
  const { textLines } = context;
  if (textLines === undefined) return result;
  const texts = new Map<string, readonly string[] | undefined>();
  const linesOfFile = async (path: string): Promise<readonly string[] | undefined> => {
    const fact = context.stat(path);
    if (fact?.hash === undefined || fact.size > LARGEST_FILE) return undefined;
    if (!texts.has(path)) {
      if (texts.size >= MOST_FILES) return undefined;
      texts.set(path, await collect(textLines(fact.hash, path)).catch(() => undefined));
    }
    return texts.get(path);
  };
  const reads: CapturedRead[] = [];
  for (const read of result.reads) {
    const [path] = read.paths;
    const isOpen =
      read.paths.length === 1 && read.partial && read.range === undefined && read.via !== "derived" && !read.redacted;
    const file = isOpen && read.end > read.start ? await linesOfFile(path!) : undefined;
    const place =
      file &&
      placeOf(
        linesOf(output, read.start, read.end).map((line) => output.slice(line.start, line.end)),
        file,
      );
    reads.push(place === undefined ? read : { ...read, range: { unit: "line", start: place.first, end: place.last } });
  }
  return { ...result, reads };
}

/** The lines of a text, without the other forms that a parser made of it; `undefined` for a document, whose places are no lines. */
async function collect(
  lines: AsyncIterable<{ readonly address: string; readonly line: string }>,
): Promise<readonly string[] | undefined> {
  const collected: string[] = [];
  for await (const { address, line } of lines) {
    if (address !== `L${collected.length + 1}`) return collected.length > 0 ? collected : undefined;
    collected.push(line.endsWith("\r") ? line.slice(0, -1) : line);
  }
  return collected;
}

function placeOf(shown: readonly string[], file: readonly string[]): { first: number; last: number } | undefined {
  if (shown.length === 0 || shown.length > file.length) return undefined;
  let found: number | undefined;
  for (let at = file.indexOf(shown[0]!); at >= 0; at = file.indexOf(shown[0]!, at + 1)) {
    if (!shown.every((line, index) => file[at + index] === line)) continue;
    if (found !== undefined) return undefined;
    found = at;
  }
  return found === undefined ? undefined : { first: found + 1, last: found + shown.length };
}
