/*
 * A PowerPoint 97 document is records in records: two bytes of version and instance, two of type, four of length. A
 * version of 15 means that the content is records again.
 */

export interface PptRecord {
  readonly type: number;
  readonly instance: number;
  readonly content: Buffer;
  readonly isContainer: boolean;
}

/** Types of the records that are read ([MS-PPT] 2.13.24, [MS-ODRAW]). */
export const RECORD = {
  document: 0x03e8,
  slide: 0x03ee,
  notes: 0x03f0,
  notesAtom: 0x03f1,
  slidePersist: 0x03f3,
  slideShow: 0x03f9,
  visualBasic: 0x03ff,
  drawing: 0x040c,
  mainMaster: 0x03f8,
  objectReference: 0x0bc1,
  placeholder: 0x0bc3,
  outlineReference: 0x0f9e,
  textHead: 0x0f9f,
  textCharacters: 0x0fa0,
  textBytes: 0x0fa8,
  text: 0x0fba,
  headersFooters: 0x0fd9,
  headersFootersAtom: 0x0fda,
  slideList: 0x0ff0,
  userEdit: 0x0ff5,
  programTags: 0x1388,
  binaryTagData: 0x138b,
  persistDirectory: 0x1772,
  comment: 0x2ee0,
  cryptSession: 0x2f14,
  shapeGroup: 0xf003,
  shape: 0xf004,
  shapeAtom: 0xf00a,
  shapeOptions: 0xf00b,
  clientTextBox: 0xf00d,
  childAnchor: 0xf00f,
  clientData: 0xf011,
  moreShapeOptions: 0xf122,
} as const;

const HEAD_BYTES = 8;

/** The record that begins at `at`, cut where the bytes end; `undefined` where there is no room for one. */
export function recordAt(bytes: Buffer, at: number): PptRecord | undefined {
  if (at < 0 || at + HEAD_BYTES > bytes.length) return undefined;
  const head = bytes.readUInt16LE(at);
  const type = bytes.readUInt16LE(at + 2);
  const content = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + bytes.readUInt32LE(at + 4));
  return { type, instance: head >> 4, content, isContainer: (head & 15) === 15 || type === RECORD.binaryTagData };
}

/** The records directly in a container. */
export function* recordsIn(container: PptRecord | undefined): Generator<PptRecord> {
  if (container === undefined || !container.isContainer) return;
  let at = 0;
  for (;;) {
    const record = recordAt(container.content, at);
    if (record === undefined) return;
    yield record;
    at += HEAD_BYTES + record.content.length;
  }
}

export function recordOf(container: PptRecord | undefined, type: number): PptRecord | undefined {
  for (const record of recordsIn(container)) if (record.type === type) return record;
  return undefined;
}
