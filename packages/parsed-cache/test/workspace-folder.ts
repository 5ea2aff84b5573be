import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { SourceFile } from "@runningtab/parsed-cache";
import { temporaryFolder } from "@runningtab/test-kit";

/** A folder of files and its manifest, as a workspace scan gives it. */
export interface WorkspaceFolder {
  readonly root: string;
  write(path: string, content: string | Uint8Array): void;
  remove(path: string): void;
  manifest(): SourceFile[];
}

export function workspaceFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): WorkspaceFolder {
  const root = temporaryFolder("documents");
  const folder: WorkspaceFolder = {
    root,
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    remove: (path) => rmSync(join(root, path)),
    manifest: () =>
      readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((path) => statSync(join(root, path)).isFile())
        .map((path) => {
          const { size, mtimeMs } = statSync(join(root, path));
          return { path, hash: hashBytesSync(readFileSync(join(root, path))), size, modifiedAtMs: mtimeMs };
        }),
  };
  for (const [path, content] of Object.entries(files)) folder.write(path, content);
  return folder;
}
