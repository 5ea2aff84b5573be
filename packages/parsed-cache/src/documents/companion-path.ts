/** A place in the companion tree: parsed copies of documents that a sandbox may carry for scripts. */
export interface CompanionPath {
  /** The document that it was made from. */
  readonly source: string;
  /** From 1; absent for media and folders. */
  readonly page?: number;
}

/** `a.pdf_parsed/page_3.md` is page 3 of `a.pdf`; `undefined` for a path of another form. */
export function companionPath(path: string): CompanionPath | undefined {
  const match = /^(.+)_parsed(?:\/(?:page_(\d+)\.md|.*))?$/.exec(path);
  if (match === null) return undefined;
  return { source: match[1]!, ...(match[2] !== undefined && { page: Number(match[2]) }) };
}
