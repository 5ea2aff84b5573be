import { decodeStream } from "./stream-filters.ts";

/** What the raw bytes of a PDF say before it is opened. Doubt answers `true`: it costs time, not truth. */
export interface Prescan {
  /** Some content stream may switch to the invisible text mode. */
  readonly mayHideText: boolean;
  /** Images of the size of a scanned page. */
  readonly largeImages: number;
  /**
   * All text that the file draws is invisible and lies over a large image: what optical character recognition read of
   * scanned pages. The drawing operators of its pages would say nothing else.
   */
  readonly isScanWithTextLayer: boolean;
  /**
   * A stream that is no image is packed as one (JBIG2). No program writes that, and unpacking it takes what a picture of
   * its declared size takes, without bound.
   */
  readonly packsTextAsImage: boolean;
  /** The catalogue names a form, be it one without fields, which the engine passes over. */
  readonly namesForm: boolean;
}

const LARGE_IMAGE_PIXELS = 500_000;
const MAX_DICTIONARY_BYTES = 2048;
const INVISIBLE = "3";
const TEXT_MODE = /\b(\d)\s+Tr\b/g;
const SHOWS_TEXT = /[)\]>]\s*(?:T[jJ]|['"])/;
/** A name has at most 127 characters, and none of these. */
const DRAWS_OBJECT = /\/[^\s/<>()[\]{}%]{1,127}\s+Do\b/;

/** How a content stream draws text. `layer`: invisibly, over something drawn. */
type TextDrawing = "none" | "visible" | "layer" | "hidden" | "unknown";

/**
 * Looks through the streams of a PDF without the engine, because asking the engine for the drawing operators of every
 * page costs half as much again as the text itself. Stream dictionaries always stand in the open, also in encrypted
 * files and with object streams.
 */
export function prescan(bytes: Uint8Array): Prescan {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let isOpaque = file.includes("/Encrypt");
  let largeImages = 0;
  let packsTextAsImage = false;
  const streams: Record<TextDrawing, number> = { none: 0, visible: 0, layer: 0, hidden: 0, unknown: 0 };
  for (let at = file.indexOf("stream"); at >= 0; at = file.indexOf("stream", at + 6)) {
    if (file.toString("latin1", at - 3, at) === "end") continue;
    const dictionary = dictionaryBefore(file, at);
    if (/\/Subtype\s*\/Image\b/.test(dictionary)) {
      if (pixels(dictionary) >= LARGE_IMAGE_PIXELS) largeImages += 1;
    } else if (/^ obj\b[^]*\/JBIG2Decode\b/.test(dictionary)) {
      packsTextAsImage = true;
    } else if (!isOpaque && mayBeContent(dictionary)) {
      const drawing = textDrawing(file, at + "stream".length, dictionary);
      streams[drawing] += 1;
      isOpaque = drawing === "unknown";
    }
  }
  const { visible, layer, hidden } = streams;
  return {
    mayHideText: isOpaque || layer > 0 || hidden > 0,
    largeImages,
    packsTextAsImage,
    namesForm: file.includes("/AcroForm"),
    isScanWithTextLayer: !isOpaque && visible === 0 && hidden === 0 && layer > 0 && largeImages >= layer,
  };
}

function dictionaryBefore(file: Buffer, streamAt: number): string {
  const text = file.toString("latin1", Math.max(0, streamAt - MAX_DICTIONARY_BYTES), streamAt);
  const start = text.lastIndexOf(" obj");
  return start < 0 ? text : text.slice(start);
}

function pixels(dictionary: string): number {
  const side = (name: string): number => Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0);
  return side("Width") * side("Height");
}

/** Not a font program, colour profile, table of references or bundle of objects. */
function mayBeContent(dictionary: string): boolean {
  return !/\/(?:Length1|Length2|XRef|ObjStm|Metadata|Alternate|CIDFontType0C|Type1C|OpenType)\b/.test(dictionary);
}

function textDrawing(file: Buffer, afterKeyword: number, dictionary: string): TextDrawing {
  const start = afterKeyword + (file[afterKeyword] === 0x0d ? 2 : 1);
  const end = file.indexOf("endstream", start);
  if (end < 0) return "unknown";
  const raw = file.subarray(start, end);
  const filters = (dictionary.match(/\/(?:\w+Decode|Fl|A85|AHx|LZW)\b/g) ?? []).map((name) => name.slice(1));
  const decoded = decodeStream(raw, filters);
  if (decoded === undefined) return "unknown";
  const content = decoded.toString("latin1");
  // Most streams never change the mode, and looking for the operator's name is a fraction of looking for its number.
  if (!decoded.includes("Tr")) return SHOWS_TEXT.test(content) ? "visible" : "none";
  let [isInvisible, isShown] = [false, false];
  for (const [, mode] of content.matchAll(TEXT_MODE)) {
    if (mode === INVISIBLE) isInvisible = true;
    else isShown = true;
  }
  if (!isInvisible) return SHOWS_TEXT.test(content) ? "visible" : "none";
  return !isShown && DRAWS_OBJECT.test(content) ? "layer" : "hidden";
}
