const CANDIDATES = [",", ";", "\t", "|", "\u001f"] as const;
/** Rows that a guess looks at, and characters of them. */
const SAMPLE_ROWS = 100;
const SAMPLE_CHARACTERS = 64 * 1024;

/** What sets the cells of a table apart, and where the table begins. */
export interface CsvLayout {
  readonly delimiter: string;
  /** Characters before the first row: a line `sep=;`, which tells programs the delimiter and is no row. */
  readonly start: number;
}

/**
 * The delimiter that the first line declares (`sep=;`), else the one that stands equally often in the most rows, else
 * the more frequent one. A comma in a text or a decimal stands unequally often. Quoted text is passed over.
 */
export function csvLayout(text: string): CsvLayout {
  const declared = /^"?sep=([^\r\n"])"?\r?\n/i.exec(text);
  if (declared !== null) return { delimiter: declared[1]!, start: declared[0].length };
  let best = { delimiter: ",", share: 0, cells: 0 };
  for (const delimiter of CANDIDATES) {
    const counts = delimitersByRow(text.slice(0, SAMPLE_CHARACTERS), delimiter);
    const byCount = Map.groupBy(
      counts.filter((count) => count > 0),
      (count) => count,
    );
    const [usual] = [...byCount].toSorted(([a, one], [b, other]) => other.length - one.length || b - a);
    if (usual === undefined) continue;
    const [cells, rows] = usual;
    const share = rows.length / counts.length;
    if (share > best.share || (share === best.share && cells > best.cells)) best = { delimiter, share, cells };
  }
  return { delimiter: best.delimiter, start: 0 };
}

/** How often the delimiter stands in each row that has any text. */
function delimitersByRow(sample: string, delimiter: string): number[] {
  const counts: number[] = [];
  let [count, isQuoted, isEmpty] = [0, false, true];
  let before = delimiter;
  const endRow = (): void => {
    if (!isEmpty) counts.push(count);
    [count, isEmpty] = [0, true];
  };
  for (const character of sample) {
    const isLineEnd = character === "\n" || character === "\r";
    if (isQuoted) isQuoted = character !== '"';
    else if (character === '"' && (before === delimiter || before === '"' || before === "\n" || before === "\r")) {
      isQuoted = true;
    } else if (isLineEnd) endRow();
    else if (character === delimiter) count++;
    if (!isLineEnd) isEmpty = false;
    // A quote may stand behind a blank after the delimiter.
    if (character !== " ") before = character;
    if (counts.length >= SAMPLE_ROWS) return counts;
  }
  endRow();
  return counts;
}
