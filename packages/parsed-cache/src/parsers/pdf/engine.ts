import { ParsedCacheError } from "../../parsed-cache-error.ts";
import { withoutAttachmentLock } from "./attachment-lock.ts";
import { refusedPassword } from "./password.ts";
import { passTextUncopied } from "./uncopied-text.ts";

/** The part of a pdf.js document that we use. pdf-parse keeps it private in its types; its version is pinned. */
export interface PdfDocument {
  readonly numPages: number;
  getPage(pageNumber: number): Promise<PdfPage>;
  getMetadata(): Promise<{ readonly info: Readonly<Record<string, unknown>> }>;
  getOutline(): Promise<readonly PdfOutlineItem[] | null>;
  getDestination(name: string): Promise<unknown>;
  getPageIndex(reference: object): Promise<number>;
  getMarkInfo(): Promise<{ readonly Marked?: boolean } | null>;
  getAttachments(): Promise<unknown>;
}

export interface PdfOutlineItem {
  readonly title: string;
  readonly dest: unknown;
  readonly items?: readonly PdfOutlineItem[];
}

/** Of the many kinds, what we use. */
export interface PdfAnnotation {
  readonly subtype: string;
  readonly annotationFlags?: number;
  readonly url?: string;
  readonly contentsObj?: { readonly str?: string };
  readonly titleObj?: { readonly str?: string };
  readonly file?: { readonly filename?: string; readonly content?: Uint8Array };
  /** `Tx` text, `Ch` choice, `Btn` button, `Sig` signature. */
  readonly fieldType?: string;
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  readonly alternativeText?: string;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
  readonly password?: boolean;
  readonly pushButton?: boolean;
  readonly exportValue?: string;
  readonly buttonValue?: string | null;
}

export interface PdfPage {
  /** Of the page's object; `null` for a page that is none of its own. */
  readonly ref: { readonly num: number } | null;
  getViewport(parameters: { readonly scale: number }): { readonly transform: readonly number[] };
  /** `disableNormalization` leaves letters in the forms that the fonts have for them. */
  getTextContent(parameters: { readonly disableNormalization: boolean }): Promise<PdfTextContent>;
  getAnnotations(): Promise<readonly PdfAnnotation[]>;
  getOperatorList(): Promise<{ readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] }>;
  /** Fonts by the name that items have for them, once the page's operators were asked for. */
  readonly commonObjs: { has(name: string): boolean; get(name: string): unknown };
  cleanup(): void;
}

export interface PdfTextContent {
  readonly items: readonly (PdfTextItem | { readonly type: string })[];
  /** By the items' `fontName`. */
  readonly styles: Readonly<Record<string, { readonly ascent?: number | null }>>;
}

export interface PdfTextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly fontName: string;
}

export interface OpenPdf {
  readonly document: PdfDocument;
  /** Only the attached files are encrypted: they can be listed and not read. */
  readonly hasLockedAttachments: boolean;
  /** Files embedded in the document as a whole. */
  attachments(): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]>;
  /** Runs `work` and counts the images that the engine was about to decode meanwhile. */
  countImages<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly images: number }>;
  close(): Promise<void>;
}

const WARNINGS = 1;

/**
 * Opens a PDF for its text alone: no script evaluation, no fonts of the system, no image decoded. Rejects with
 * `password-needed`, `password-wrong` or `damaged`.
 */
export async function openPdf(bytes: Uint8Array, password: string | undefined): Promise<OpenPdf> {
  try {
    return await openWith(bytes, password);
  } catch (cause) {
    const open = isPasswordError(cause) && password === undefined ? withoutAttachmentLock(bytes) : undefined;
    if (open === undefined) return refuse(cause, password);
    const pdf = await openWith(open, undefined).catch(() => refuse(cause, password));
    return { ...pdf, hasLockedAttachments: true };
  }
}

async function openWith(bytes: Uint8Array, password: string | undefined): Promise<OpenPdf> {
  stubDrawingClasses();
  const { PDFParse } = await import("pdf-parse");
  const parser = new PDFParse({
    // A copy: the engine takes possession of the buffer it is given.
    data: new Uint8Array(bytes),
    password,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // Images larger than one pixel are left undecoded, each with a warning: that is how they are counted.
    maxImageSize: 1,
    verbosity: WARNINGS,
  });
  const warnings = listenToWarnings();
  const copyAgain = passTextUncopied();
  // Private in the types of pdf-parse, see `PdfDocument`.
  const loader = parser as unknown as { load(): Promise<PdfDocument> };
  try {
    const document = await loader.load();
    return {
      document,
      hasLockedAttachments: false,
      attachments: async () => embeddedFiles(await document.getAttachments().catch(() => null)),
      async countImages(work) {
        const before = warnings.undecodedImages;
        const result = await work();
        return { result, images: warnings.undecodedImages - before };
      },
      async close() {
        await parser.destroy();
        copyAgain();
        warnings.stop();
      },
    };
  } catch (cause) {
    copyAgain();
    warnings.stop();
    throw cause;
  }
}

/** Given by name in an object, or in a map by later releases. */
function embeddedFiles(files: unknown): { name: string; bytes: Uint8Array }[] {
  if (typeof files !== "object" || files === null) return [];
  const entries: readonly unknown[] = files instanceof Map ? [...files.values()] : Object.values(files);
  return entries.flatMap((file) => {
    if (typeof file !== "object" || file === null || !("content" in file)) return [];
    const { content } = file;
    const name = "filename" in file && typeof file.filename === "string" ? file.filename : "(unnamed attachment)";
    return content instanceof Uint8Array ? [{ name, bytes: content }] : [];
  });
}

/** The engine speaks to the console alone: its warnings are counted where they tell something, and never printed. */
function listenToWarnings(): { readonly undecodedImages: number; stop(): void } {
  const { warn } = console;
  const heard = {
    undecodedImages: 0,
    stop: () => {
      console.warn = warn;
    },
  };
  console.warn = (message: unknown) => {
    if (String(message).includes("Image exceeded maximum allowed size")) heard.undecodedImages += 1;
  };
  return heard;
}

/** pdf.js names these classes at import, also where nothing is ever drawn. */
function stubDrawingClasses(): void {
  const scope = globalThis as Record<string, unknown>;
  for (const name of ["DOMMatrix", "ImageData", "Path2D"]) scope[name] ??= class {};
}

function isPasswordError(cause: unknown): boolean {
  return cause instanceof Error && cause.name === "PasswordException";
}

function refuse(cause: unknown, password: string | undefined): never {
  if (isPasswordError(cause)) throw refusedPassword(password, cause);
  const found = cause instanceof Error ? cause.message : String(cause);
  throw new ParsedCacheError({ code: "damaged", message: `Damaged PDF: ${found}`, cause });
}
