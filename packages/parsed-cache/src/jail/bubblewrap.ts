import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Where a program is on the path, or `undefined`. */
export function findProgram(name: string, path = process.env["PATH"] ?? ""): string | undefined {
  for (const folder of path.split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/** Where bubblewrap is, or `undefined`: it exists on Linux alone and is not always installed. */
export function findBubblewrap(path = process.env["PATH"] ?? ""): string | undefined {
  return process.platform === "linux" ? findProgram("bwrap", [path, "/usr/bin"].join(delimiter)) : undefined;
}

/**
 * Of what runs inside bubblewrap: no network, processes of its own alone, no environment, no rights, and folders of its
 * own. The kernel's settings below /proc/sys obey root by its number, whatever its rights, so /proc is only read.
 */
export const ISOLATION: readonly string[] = [
  ..."--unshare-all --die-with-parent --new-session --clearenv --cap-drop ALL".split(" "),
  ..."--proc /proc --remount-ro /proc --dev /dev --tmpfs /tmp".split(" "),
];

const SYSTEM_FOLDERS = ["/bin", "/lib", "/lib64", "/sbin", "/etc/ld.so.cache", "/etc/alternatives"];

/** Arguments of bubblewrap that show the system's programs, read-only, and of `more` what there is. */
export function systemFolders(more: readonly string[]): string[] {
  const folders = [...SYSTEM_FOLDERS, ...more];
  return ["--ro-bind", "/usr", "/usr", ...folders.flatMap((folder) => ["--ro-bind-try", folder, folder])];
}
