/** One hit of a search in the web. */
export interface WebHit {
  /** Absolute, `http:` or `https:`. */
  readonly url: string;
  readonly title: string;
  /** A few words of the page; may be empty. */
  readonly snippet: string;
}

/** A page as it was fetched. */
export interface WebPage {
  /** Where it lies, after redirects; absolute, `http:` or `https:`. */
  readonly url: string;
  /** The body as it came, decompressed. */
  readonly bytes: Uint8Array;
  /** As the server says, without parameters: `text/html`, `application/pdf`. */
  readonly mediaType: string;
}

/**
 * The web, as far as whoever implements this lets an agent see it: which hosts, by which service, with which key. There is
 * none by default. What an agent asks for may have been put into its mouth by a document, so an implementation names the
 * hosts that may be reached, follows no redirect elsewhere, and bounds size and time.
 */
export interface WebPort {
  readonly specVersion: 1;
  /** Best first, at most `limit` (at least 1). Absent: the agent has no `web_search`. Rejects with why it could not search. */
  search?(query: string, options: { readonly limit: number; readonly signal: AbortSignal }): Promise<readonly WebHit[]>;
  /** Absent: the agent has no `web_fetch`. Rejects with why there is no page: a host that is not allowed, a status, a limit. */
  fetch?(url: string, options: { readonly signal: AbortSignal }): Promise<WebPage>;
}

/** Whether a log entry's path is an address in the web and no file of the workspace. */
export function isWebAddress(path: string): boolean {
  return /^https?:\/\//.test(path);
}
