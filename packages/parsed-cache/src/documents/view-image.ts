import { formatAddress, parsePlace } from "../address.ts";
import type { ImageAnswer } from "../answers.ts";
import type { Limits } from "../document-parser.ts";
import { detectMediaType } from "../media-type.ts";
import type { Address } from "../parts.ts";
import { renderPageImage } from "../visual/page-image.ts";
import type { FileTable } from "./file-table.ts";
import type { ReadSource } from "./source-reader.ts";

export interface ImageRequest {
  readonly path: string;
  readonly place: Address | undefined;
  /** Page by number from 1; wins over the place. */
  readonly pages: string | undefined;
  readonly table: FileTable;
  readonly read: ReadSource;
  readonly limits: Limits;
  readonly signal?: AbortSignal | undefined;
}

/** Draws a page of the version that the last sync knew: of another one nothing is shown. */
export async function viewPageImage(request: ImageRequest): Promise<ImageAnswer> {
  const { path, place, pages, table, read, limits, signal } = request;
  const state = table.get(path);
  const nothing = (reason: string): ImageAnswer => ({
    path,
    freshness: table.freshness(path),
    shown: `nothing shown: ${reason}`,
  });
  if (state === undefined) return nothing(table.freshness(path).reason ?? "there is no such file");
  if (state.refused !== undefined) return nothing(`its content is not read (${state.refused})`);
  const page = pageNumber(place, pages);
  if (page === undefined) return nothing(`an image is of one page, such as ${formatAddress(path, "page=3")}`);
  if (state.size > limits.maxBytes)
    return nothing(`it has ${state.size} bytes, and ${limits.maxBytes} are read at most`);
  const source = await read(path);
  if (source?.hash !== state.hash) return nothing("the file changed after the last sync; sync again");
  const { type } = await detectMediaType(source.bytes, path, limits);
  const drawn = await renderPageImage({ bytes: source.bytes, mediaType: type, page, signal });
  if (typeof drawn === "string") return nothing(drawn);
  return {
    path,
    address: formatAddress(path, `page=${page}`),
    image: drawn.png,
    freshness: { state: "current", recordHash: source.hash, sourceHash: state.hash },
    shown: `page ${page} of ${drawn.pages} shown`,
    sourceUpdatedAt: new Date(state.modifiedAtMs).toISOString(),
  };
}

/** One page; the first where none is named, `undefined` for several and for places that are none. */
function pageNumber(place: Address | undefined, pages: string | undefined): number | undefined {
  if (pages !== undefined) return /^[1-9]\d*$/.test(pages.trim()) ? Number(pages) : undefined;
  if (place === undefined) return 1;
  const parsed = parsePlace(place);
  const isPage = parsed.type === "page" || parsed.type === "slide";
  return isPage && parsed.from === parsed.to ? parsed.from : undefined;
}
