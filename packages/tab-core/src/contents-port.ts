/**
 * Texts of the workspace's files, which the tab itself never reads. Whoever composes hands one in. A call that rejects
 * counts as one that knows nothing.
 */
export interface ContentsPort {
  /** The whole text of the version that the path has now; `undefined` where there is none, or none yet. */
  currentText(path: string): Promise<string | undefined>;
  /** Files whose content matches the query, best first, each with the line that matches best; at most `limit`. */
  search?(query: string, limit: number): Promise<readonly { readonly path: string; readonly line: string }[]>;
}
