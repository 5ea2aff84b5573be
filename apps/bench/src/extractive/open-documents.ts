import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { createDocuments, type Documents } from "@runningtab/parsed-cache";

/** The parsed documents of a folder, those at `paths` of them read. The caller closes them. */
export async function openDocuments(root: string, paths: ReadonlySet<string>): Promise<Documents> {
  const documents = createDocuments({ root });
  await documents.sync(
    [...paths].flatMap((path) => {
      const file = join(root, path);
      if (!existsSync(file)) return [];
      const { size, mtimeMs } = statSync(file);
      return { path, hash: hashBytesSync(readFileSync(file)), size, modifiedAtMs: mtimeMs };
    }),
    { wait: true },
  );
  return documents;
}
