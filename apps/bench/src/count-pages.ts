import type { Documents } from "@runningtab/parsed-cache";

/** The pages that the records of these paths hold. */
export async function countPages(documents: Documents, paths: readonly string[]): Promise<number> {
  let pages = 0;
  for (const path of paths) {
    const record = await documents.record(path);
    pages += record?.parts.filter(({ type }) => type === "page").length ?? 0;
  }
  return pages;
}
