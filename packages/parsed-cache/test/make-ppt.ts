import { makeCompound } from "./make-compound.ts";

export interface PptSlide {
  readonly title?: string;
  readonly body?: readonly string[];
  /** `undefined` where a merged cell reaches. */
  readonly table?: readonly (readonly (string | undefined)[])[];
  readonly notes?: string;
  /** What the notes stand for as a text; default 2, notes. */
  readonly notesType?: number;
  readonly comment?: { readonly author: string; readonly text: string };
  readonly footer?: string;
  readonly hidden?: true;
  /** Keeps title and body with the list of slides instead of the slide, as PowerPoint does. */
  readonly inOutline?: true;
}

/** A record of a binary presentation: its content is bytes, or records again. */
function record(type: number, content: Buffer | readonly Buffer[], instance = 0): Buffer {
  const isContainer = !Buffer.isBuffer(content);
  const bytes = isContainer ? Buffer.concat(content) : content;
  const head = Buffer.alloc(8);
  head.writeUInt16LE((instance << 4) | (isContainer ? 15 : 0), 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, index * 4);
  return bytes;
}

const text = (type: number, words: string): Buffer[] => [
  record(0x0f9f, u32(type)),
  /[^\0-\xff]/.test(words)
    ? record(0x0fa0, Buffer.from(words, "utf16le"))
    : record(0x0fa8, Buffer.from(words, "latin1")),
];
const string = (words: string, instance: number): Buffer => record(0x0fba, Buffer.from(words, "utf16le"), instance);
const box = (records: readonly Buffer[], anchor: readonly Buffer[] = []): Buffer =>
  record(0xf004, [record(0xf00a, u32(1, 0), 1), ...anchor, record(0xf00d, records)]);
const drawing = (shapes: readonly Buffer[]): Buffer => record(0x040c, [record(0xf002, [record(0xf003, shapes)])]);

function tableGroup(rows: NonNullable<PptSlide["table"]>): Buffer {
  const mark = Buffer.alloc(6);
  mark.writeUInt16LE(0x039f, 0);
  const cells = rows.flatMap((row, y) =>
    row.flatMap((words, x) => {
      // Some programs round each edge by itself.
      const left = x * 100 + (y % 2);
      const anchor = record(0xf00f, u32(left, y * 100, left + 100, y * 100 + 100));
      return words === undefined ? [] : [box(text(4, words), [anchor])];
    }),
  );
  // Drawn from the last cell on, to show that order comes from place.
  return record(0xf003, [record(0xf004, [record(0xf122, mark, 1)]), ...cells.toReversed()]);
}

/**
 * A presentation of PowerPoint 97. Slides are shown in the order given, whatever the order of their objects; the last is
 * written first. `stale`: an older save of the first slide that a reader must not show.
 */
export function makePpt(slides: readonly PptSlide[], stale?: string): Uint8Array {
  const pieces: Buffer[] = [];
  let length = 0;
  const append = (bytes: Buffer): number => {
    pieces.push(bytes);
    length += bytes.length;
    return length - bytes.length;
  };
  const places = new Map<number, number>();
  const slideNumber = (index: number): number => 2 + index;
  const notesNumber = (index: number): number => 100 + index;
  const edits: number[] = [];
  const save = (numbers: readonly number[]): void => {
    const directory = Buffer.concat(numbers.map((number) => u32((1 << 20) | number, places.get(number)!)));
    const directoryAt = append(record(0x1772, directory));
    const edit = u32(0x100, 0x03000000, edits.at(-1) ?? 0, directoryAt, 1, 200, 1);
    edits.push(append(record(0x0ff5, edit)));
  };
  const documentOf = (): Buffer => {
    const list = slides.flatMap(({ title, body, inOutline }, index) => [
      record(0x03f3, u32(slideNumber(index), 0, 0, 256 + index, 0)),
      ...(inOutline === true ? [...text(0, title ?? ""), ...text(1, (body ?? []).join("\r"))] : []),
    ]);
    const notes = slides.flatMap(({ notes: words }, index) =>
      words === undefined ? [] : [record(0x03f3, u32(notesNumber(index), 0, 0, 512 + index, 0))],
    );
    return record(0x03e8, [record(0x0ff0, list, 0), record(0x0ff0, notes, 2)]);
  };

  if (stale !== undefined) {
    places.set(1, append(documentOf()));
    places.set(slideNumber(0), append(record(0x03ee, [drawing([box(text(0, stale))])])));
    save([1, slideNumber(0)]);
  }
  for (const [index, slide] of [...slides.entries()].toReversed()) {
    places.set(slideNumber(index), append(slideRecord(slide)));
    if (slide.notes !== undefined) {
      const margin = record(0xf011, [record(0x0bc3, Buffer.of(0, 0, 0, 0, 8, 0, 0, 0))]);
      const shapes = [box(text(slide.notesType ?? 2, slide.notes)), box(text(4, "a page number"), [margin])];
      places.set(notesNumber(index), append(record(0x03f0, [record(0x03f1, u32(256 + index)), drawing(shapes)])));
    }
  }
  places.set(1, append(documentOf()));
  save([...places.keys()]);
  const user = record(0x0ff6, u32(0x14, -0x1c6e3fa1, edits.at(-1)!, 0, 0));
  return makeCompound({ "PowerPoint Document": Buffer.concat(pieces), "Current User": user });
}

function slideRecord({ title, body, table, comment, footer, hidden, inOutline }: PptSlide): Buffer {
  const reference = (index: number): Buffer[] => [record(0x0f9e, u32(index))];
  const shapes = [
    ...(title === undefined ? [] : [box(inOutline === true ? reference(0) : text(0, title))]),
    ...(body === undefined ? [] : [box(inOutline === true ? reference(1) : text(1, body.join("\r")))]),
    ...(table === undefined ? [] : [tableGroup(table)]),
  ];
  const show = Buffer.alloc(16);
  show.writeUInt16LE(hidden === true ? 4 : 0, 10);
  return record(0x03ee, [
    record(0x03f9, show),
    drawing(shapes),
    ...(footer === undefined ? [] : [record(0x0fd9, [record(0x0fda, Buffer.of(0, 0, 0x20, 0)), string(footer, 2)])]),
    ...(comment === undefined
      ? []
      : [
          record(0x1388, [
            record(0x138a, [
              string("___PPT10", 0),
              record(0x138b, record(0x2ee0, [string(comment.author, 0), string(comment.text, 1)])),
            ]),
          ]),
        ]),
  ]);
}
