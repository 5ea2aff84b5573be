import { childOf, openCompoundFile } from "../compound-file.ts";
import type { Limits } from "../document-parser.ts";
import type { ParsedPart } from "../parts.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

/*
 * A workbook of Excel 97 to 2003 ([MS-XLS]) is a run of records: a number, a length, so many bytes. Sheets begin at a BOF
 * record that the list of sheets points to; a chart in a sheet is such a run inside it. Older ones have other strings.
 */
const RECORD = {
  end: 0x0a,
  encrypted: 0x2f,
  continues: 0x3c,
  object: 0x5d,
  listedSheet: 0x85,
  textOfObject: 0x1b6,
  begin: 0x809,
  chartText: 0x100d,
} as const;
const BIFF8 = 0x0600;
const CHART = 0x0020;
const COMMENT = 0x19;

export interface BinaryObjects {
  /** Text boxes at `sheet=Q1&textbox=1`, and what charts are labelled with at `sheet=Q1&chart=1`. */
  readonly blocks: readonly Block[];
  readonly charts: number;
}

/** What lies over the cells of an XLS. Never throws: a damaged or encrypted one has nothing that can be read. */
export function readBinaryObjects(bytes: Uint8Array, limits: Limits): BinaryObjects {
  try {
    const root = openCompoundFile(bytes, limits);
    const stream = childOf(root, "Workbook");
    return stream === undefined ? { blocks: [], charts: 0 } : readStream(Buffer.from(stream.read()));
  } catch {
    return { blocks: [], charts: 0 };
  }
}

function readStream(workbook: Buffer): BinaryObjects {
  const names = new Map<number, string>();
  const blocks: Block[] = [];
  let [sheet, textBoxes, charts, sheetCharts, objectType] = ["", 0, 0, 0, 0];
  /** Labels of the charts that are open, since a chart begins inside a sheet or inside another. */
  const open: (string[] | undefined)[] = [];
  const put = (place: string, text: string): void => {
    const address = `sheet=${encodeURIComponent(sheet)}&${place}`;
    blocks.push({ type: "block", address, kind: "paragraph", runs: [{ text }] });
  };
  for (const { type, at, data, next } of records(workbook)) {
    if (type === RECORD.encrypted) break;
    if (type === RECORD.listedSheet && data.length > 8) names.set(data.readUInt32LE(0), characters(data, 6));
    if (type === RECORD.begin && data.length >= 4) {
      if (data.readUInt16LE(0) !== BIFF8) break;
      if (names.has(at)) [sheet, textBoxes, sheetCharts] = [names.get(at)!, 0, 0];
      const isChart = data.readUInt16LE(2) === CHART;
      if (isChart) charts++;
      open.push(isChart ? [] : undefined);
    } else if (type === RECORD.end) {
      const labels = open.pop();
      if (labels !== undefined) {
        sheetCharts++;
        if (labels.length > 0) put(`chart=${sheetCharts}`, `[chart: ${[...new Set(labels)].join(", ")}]`);
      }
    } else if (type === RECORD.chartText && data.length > 4) {
      const label = characters(data, 2).trim();
      if (label !== "") open.at(-1)?.push(label);
    } else if (type === RECORD.object && data.length >= 6) objectType = data.readUInt16LE(4);
    else if (type === RECORD.textOfObject && data.length >= 12 && objectType !== COMMENT) {
      const text = next?.type === RECORD.continues ? objectText(next.data, data.readUInt16LE(10)) : "";
      if (text === "") continue;
      if (open.at(-1) === undefined) put(`textbox=${++textBoxes}`, text);
      else open.at(-1)!.push(text.replaceAll("\n", " "));
    }
  }
  return { blocks, charts };
}

interface BinaryRecord {
  readonly type: number;
  readonly at: number;
  readonly data: Buffer;
  readonly next?: Pick<BinaryRecord, "type" | "data">;
}

function* records(workbook: Buffer): Generator<BinaryRecord> {
  const read = (at: number): Pick<BinaryRecord, "type" | "data"> | undefined => {
    if (at + 4 > workbook.length) return undefined;
    const end = at + 4 + workbook.readUInt16LE(at + 2);
    return end > workbook.length
      ? undefined
      : { type: workbook.readUInt16LE(at), data: workbook.subarray(at + 4, end) };
  };
  let at = 0;
  for (let record = read(at); record !== undefined;) {
    const nextAt = at + 4 + record.data.length;
    const next = read(nextAt);
    yield { ...record, at, ...(next !== undefined && { next }) };
    [at, record] = [nextAt, next];
  }
}

/** A length in characters, whether they have two bytes each, the characters. */
function characters(data: Buffer, at: number): string {
  return decoded(data.subarray(at + 2), data[at]!, (data[at + 1]! & 1) === 1);
}

/** A first piece of text; one of several thousand characters goes on in further records, which hold its formats too. */
function objectText(data: Buffer, length: number): string {
  return decoded(data.subarray(1), length, (data[0]! & 1) === 1)
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .trim();
}

function decoded(bytes: Buffer, length: number, isWide: boolean): string {
  return isWide ? bytes.toString("utf16le", 0, length * 2) : bytes.toString("latin1", 0, length);
}
