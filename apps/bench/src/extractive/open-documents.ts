import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { createDocuments, type Documents } from "@runningtab/parsed-cache";

/** The parsed documents of a folder, all of them read. The caller closes them. */
export async function openDocuments(root: string): Promise<Documents> {
  const documents = createDocuments({ root });
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  await documents.sync(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(file);
      const path = relative(root, file).split(sep).join("/");
      return { path, hash: hashBytesSync(readFileSync(file)), size, modifiedAtMs: mtimeMs };
    }),
    { wait: true },
  );
  return documents;
}
