import { formatAddress, parsePlace } from "../address.ts";
import type { ViewAnswer } from "../answers.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import type { RecordKey } from "../parsed-record.ts";
import type { Address } from "../parts.ts";
import type { RenderedPage } from "../rendered-page.ts";
import { checkCounts } from "./check-options.ts";
import { companionPath } from "./companion-path.ts";
import { type FileState, type FileTable } from "./file-table.ts";
import type { PageReader } from "./page-reader.ts";
import { type PlaceText, placeText, withEarlier } from "./place-text.ts";

export interface ViewOptions {
  /** Pages of the view by number from 1: `3`, `3-4`. Wins over a place in the address. */
  readonly pages?: string;
  /** Characters shown at most, at least 1; default 20,000. A page that is longer alone is cut, and `shown` says so. */
  readonly maxCharacters?: number;
  /** Characters of the first page to leave out, to go on reading a page that was cut; default 0. */
  readonly offset?: number;
  /** Whether to wait for a version that is not parsed yet; default true. Without it the older one is shown, labelled stale. */
  readonly wait?: boolean;
  readonly signal?: AbortSignal;
}

const DEFAULT_MAX_CHARACTERS = 20_000;

/** Text to show where there is no record: a plain extraction by other means, or `undefined`. */
export type FallbackText = (path: string, signal?: AbortSignal) => Promise<string | undefined>;

/** Refuses parsed copies of documents that are known, and says where the same page is found. */
export function refuseCompanion(path: string, table: FileTable): void {
  const companion = companionPath(path);
  if (companion === undefined || table.get(path) !== undefined || table.get(companion.source) === undefined) return;
  const address = companion.page === undefined ? companion.source : `${companion.source}#page=${companion.page}`;
  throw new ParsedCacheError({
    code: "companion-path",
    message: `${path} is a parsed copy. View its source instead: ${address}`,
    data: { path, source: companion.source, address },
  });
}

/** What a file shows now. Everything in it comes from one record, whose hash the freshness names. */
export async function viewFile(
  path: string,
  place: Address | undefined,
  options: ViewOptions,
  table: FileTable,
  reader: PageReader,
  fallback: FallbackText | undefined,
): Promise<ViewAnswer> {
  checkCounts({ maxCharacters: options.maxCharacters });
  checkCounts({ offset: options.offset }, 0);
  const state = table.get(path);
  const freshness = table.freshness(path);
  const shown = state?.shown?.status === "ok" ? state.shown : undefined;
  const read = shown === undefined ? undefined : await reader.read(shown.key);
  if (state === undefined || shown === undefined || read === undefined) {
    return fallbackView(path, state, freshness, options, table, fallback);
  }
  const chosen = choosePages(place, options, read.pages) ?? (await finerPlace(place!, shown.key, reader));
  const {
    text,
    addresses,
    shown: wording,
  } = typeof chosen === "string" ? { text: "", addresses: [], shown: `nothing shown: ${chosen}` } : chosen;
  return {
    path,
    addresses: addresses.map((address) => formatAddress(path, address)),
    text,
    freshness,
    source: "record",
    shown: wording,
    sourceUpdatedAt: new Date(state.modifiedAtMs).toISOString(),
    parsedAt: shown.parsedAt,
    losses: read.losses,
  };
}

async function finerPlace(place: Address, key: RecordKey, reader: PageReader): Promise<PlaceText | string> {
  const record = await reader.record(key);
  return record === undefined ? "its record was lost; it is parsed again" : placeText(place, record.parts);
}

async function fallbackView(
  path: string,
  state: FileState | undefined,
  freshness: ViewAnswer["freshness"],
  { maxCharacters = DEFAULT_MAX_CHARACTERS, offset = 0, signal }: ViewOptions,
  table: FileTable,
  fallback: FallbackText | undefined,
): Promise<ViewAnswer> {
  const base = { path, freshness, source: "fallback", losses: [] } as const;
  if (state === undefined) return { ...base, addresses: [], text: "", shown: `nothing shown: ${absence(path, table)}` };
  const sourceUpdatedAt = new Date(state.modifiedAtMs).toISOString();
  const text = state.refused === undefined ? await fallback?.(path, signal) : undefined;
  if (text === undefined) {
    const reason = state.refused === undefined ? freshness.reason : `its content is not read (${state.refused})`;
    return {
      ...base,
      addresses: [],
      text: "",
      shown: `nothing shown: ${reason ?? "it is not parsed yet"}`,
      sourceUpdatedAt,
    };
  }
  const cut = text.slice(offset, offset + maxCharacters);
  const shown = cut.length === text.length ? "fallback text shown" : cutWording("fallback text", offset, cut, text);
  return { ...base, addresses: [path], text: cut, shown, sourceUpdatedAt };
}

const NAMED_FILES = 3;

/** What stands at a path that is no known file. */
function absence(path: string, table: FileTable): string {
  const { state, reason, recordHash } = table.freshness(path);
  if (state === "failed") return `it was not read (${reason})`;
  const inside = table.all().filter((file) => file.path.startsWith(`${path}/`));
  if (inside.length === 0) return recordHash === undefined ? "there is no such file" : "the file is gone";
  const named = inside.slice(0, NAMED_FILES).map((file) => formatAddress(file.path));
  const more = inside.length > named.length ? ", …" : "";
  return `it is a folder with ${inside.length} ${inside.length === 1 ? "file" : "files"}; view one of them: ${named.join(", ")}${more}`;
}

/** Whole pages, when pages are asked for or nothing in particular; `undefined` when `place` is a finer place. */
function choosePages(
  place: Address | undefined,
  options: ViewOptions,
  pages: readonly RenderedPage[],
): PlaceText | string | undefined {
  if (options.pages !== undefined) return pagesByNumber(options.pages, options, pages);
  if (place === undefined) return showPages(1, pages.length, options, pages);
  const exact = pages.findIndex(({ address }) => address === place);
  const parsed = parsePlace(place);
  if (exact >= 0) {
    const shown = showPages(exact + 1, exact + 1, options, pages);
    const isPageOrCut = parsed.type === "page" || parsed.type === "slide" || shown.text !== pages[exact]!.text;
    if (isPageOrCut) return shown;
    // The address of a page may be that of its first row or paragraph.
    const earlier = pages[exact]!.earlier?.filter(({ address }) => address === place);
    return { ...shown, text: withEarlier(shown.text, earlier) };
  }
  if (parsed.type !== "page" && parsed.type !== "slide") return undefined;
  return numbersExist(parsed.from, parsed.to, pages) ?? showPages(parsed.from, parsed.to, options, pages);
}

function pagesByNumber(text: string, options: ViewOptions, pages: readonly RenderedPage[]): PlaceText | string {
  const match = /^\s*(\d+)\s*(?:[-–]\s*(\d+)\s*)?$/.exec(text);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (match === null || from < 1 || to < from) return `pages are given as 3 or 3-4, not ${JSON.stringify(text)}`;
  return numbersExist(from, to, pages) ?? showPages(from, to, options, pages);
}

function numbersExist(from: number, to: number, pages: readonly RenderedPage[]): string | undefined {
  if (from <= pages.length) return undefined;
  return `there is no page ${to > from ? `${from}–${to}` : from}; the document has ${pages.length}`;
}

function showPages(
  from: number,
  to: number,
  { maxCharacters = DEFAULT_MAX_CHARACTERS, offset = 0 }: ViewOptions,
  pages: readonly RenderedPage[],
): PlaceText {
  if (pages.length === 0) return { text: "", addresses: [], shown: "nothing shown: the document is empty" };
  const first = pages[from - 1]!;
  if (offset > 0 || first.text.length > maxCharacters) {
    const cut = first.text.slice(offset, offset + maxCharacters);
    const shown = cutWording(`page ${from} of ${pages.length}`, offset, cut, first.text);
    return { text: cut, addresses: [first.address], shown };
  }
  const chosen: RenderedPage[] = [];
  let characters = 0;
  for (const page of pages.slice(from - 1, to)) {
    characters += page.text.length;
    if (chosen.length > 0 && characters > maxCharacters) break;
    chosen.push(page);
  }
  const last = from + chosen.length - 1;
  const which = last === from ? `page ${from}` : `pages ${from}–${last}`;
  return {
    // A page of which nothing is left would look as if nothing had ever stood there.
    text: chosen.map(({ text, earlier }) => (text === "" ? withEarlier("", earlier) : text)).join("\n\n"),
    addresses: chosen.map(({ address }) => address),
    shown: `${which} of ${pages.length} shown`,
  };
}

function cutWording(what: string, offset: number, cut: string, whole: string): string {
  return `${what} shown in part: characters ${offset + 1}–${offset + cut.length} of ${whole.length}`;
}
