import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The package that holds `file` (absolute, without links), and every `node_modules` from which it can import. */
export function codeFolders(file: string): readonly string[] {
  const folders: string[] = [];
  let ownPackage: string | undefined;
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (ownPackage === undefined && existsSync(join(folder, "package.json"))) ownPackage = folder;
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) folders.push(modules);
  }
  return [ownPackage ?? dirname(file), ...folders];
}
