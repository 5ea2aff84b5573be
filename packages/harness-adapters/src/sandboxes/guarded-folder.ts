import { lstatSync, type Stats } from "node:fs";
import { join, posix, sep } from "node:path";
import type { CpOptions, FileContent, IFileSystem, RmOptions } from "just-bash";

type JustBash = typeof import("just-bash");

/** A read of one file beyond this is refused: the virtual shell holds files in memory whole, as text. In bytes. */
const MOST_READ_BYTES = 64 * 1024 * 1024;

export interface GuardedFolderOptions {
  /** Absolute, without links. */
  readonly root: string;
  /** Absolute paths of folders below that cannot be changed; `.git` never can. */
  readonly sealed: readonly string[];
  /** Of one file, in bytes. */
  readonly fileBytes: number;
  /** Of all writes together, in bytes. */
  readonly diskBytes: number;
  /** Called when a write was refused for its size. Must not throw. */
  readonly onLimit: (limit: string) => void;
  /** Called when a file was not opened for what it is; commands themselves say that there is none. Must not throw. */
  readonly onRefusal: (path: string, reason: string) => void;
}

/**
 * A real folder as a shell's file system that follows no link out of it, with what the library leaves open: a file with
 * a second name may be somebody else's outside, so it is neither read nor changed; pipes and devices are not opened;
 * writes are counted; `.git` and sealed folders stay as they are.
 */
export function createGuardedFolder({ ReadWriteFs }: JustBash, options: GuardedFolderOptions): IFileSystem {
  const { root, fileBytes, diskBytes, onLimit, onRefusal } = options;
  const sealed = [
    ".git",
    ...options.sealed.map((path) =>
      path
        .slice(root.length + 1)
        .split(sep)
        .join("/"),
    ),
  ];
  let written = 0;

  const relative = (path: string): string => posix.join("/", path).slice(1);
  const statOf = (path: string): Stats | undefined =>
    lstatSync(join(root, relative(path)), { throwIfNoEntry: false }) ?? undefined;

  function checkPlain(path: string): void {
    const stat = statOf(path);
    if (stat === undefined || stat.isDirectory()) return;
    const reason = reasonAgainst(stat);
    if (reason === undefined) return;
    onRefusal(relative(path), reason);
    throw new Error(`EPERM: operation not permitted, '${path}' ${reason}`);
  }

  /** `whole`: the path with all below it, so that nothing sealed lies there either. */
  function checkChangeable(path: string, { whole }: { readonly whole: boolean }): void {
    const inside = relative(path);
    const isSealed = sealed.some(
      (folder) => inside === folder || inside.startsWith(`${folder}/`) || (whole && isAbove(inside, folder)),
    );
    if (isSealed) throw new Error(`EROFS: read-only file system, '${path}'`);
  }

  function checkSize(path: string, bytes: number, before: number): void {
    written += bytes;
    if (before + bytes > fileBytes) {
      onLimit(`file size (more than ${fileBytes} bytes)`);
      throw new Error(`EFBIG: file too large, '${path}'`);
    }
    if (written > diskBytes) {
      onLimit(`disk (more than ${diskBytes} bytes written)`);
      throw new Error(`ENOSPC: no space left, '${path}'`);
    }
  }

  class GuardedFolder extends ReadWriteFs {
    override async readFile(...args: Parameters<IFileSystem["readFile"]>) {
      checkPlain(args[0]);
      return super.readFile(...args);
    }

    override async readFileBytes(path: string) {
      checkPlain(path);
      return super.readFileBytes(path);
    }

    override async readFileBuffer(path: string) {
      checkPlain(path);
      return super.readFileBuffer(path);
    }

    override async writeFile(...args: Parameters<IFileSystem["writeFile"]>) {
      const [path, content] = args;
      checkPlain(path);
      checkChangeable(path, { whole: false });
      checkSize(path, sizeOf(content), 0);
      return super.writeFile(...args);
    }

    override async appendFile(...args: Parameters<IFileSystem["appendFile"]>) {
      const [path, content] = args;
      checkPlain(path);
      checkChangeable(path, { whole: false });
      checkSize(path, sizeOf(content), statOf(path)?.size ?? 0);
      return super.appendFile(...args);
    }

    override async mkdir(...args: Parameters<IFileSystem["mkdir"]>) {
      checkChangeable(args[0], { whole: false });
      return super.mkdir(...args);
    }

    override async rm(path: string, how?: RmOptions) {
      checkChangeable(path, { whole: true });
      return super.rm(path, how);
    }

    /** File by file, by what is checked above; the library's own way asks for more than this process may do. */
    override async cp(source: string, target: string, how?: CpOptions): Promise<void> {
      if (!(await this.stat(source)).isDirectory) return this.writeFile(target, await this.readFileBuffer(source));
      if (how?.recursive !== true) throw new Error(`EISDIR: is a directory, cp '${source}'`);
      if (isAbove(relative(source), relative(target)))
        throw new Error(`EINVAL: cannot copy into itself, cp '${source}'`);
      await this.mkdir(target, { recursive: true });
      for (const name of await this.readdir(source)) {
        await this.cp(posix.join(source, name), posix.join(target, name), how);
      }
    }

    override async mv(source: string, target: string) {
      checkPlain(source);
      checkChangeable(source, { whole: true });
      checkChangeable(target, { whole: true });
      return super.mv(source, target);
    }

    override async chmod(path: string, mode: number) {
      checkPlain(path);
      checkChangeable(path, { whole: false });
      return super.chmod(path, mode);
    }

    override async utimes(path: string, accessed: Date, modified: Date) {
      checkPlain(path);
      checkChangeable(path, { whole: false });
      return super.utimes(path, accessed, modified);
    }

    /** Refused altogether: from then on neither name could be read. */
    override async link(_existing: string, path: string): Promise<void> {
      throw new Error(`EPERM: operation not permitted, '${path}': there are no hard links here`);
    }
  }

  return new GuardedFolder({ root, maxFileReadSize: MOST_READ_BYTES });
}

/** Why something that is no folder is not opened. */
function reasonAgainst(stat: Stats): string | undefined {
  if (stat.isSymbolicLink()) return "is a link, and links are not followed here";
  if (!stat.isFile()) return "is a pipe, socket or device";
  return stat.nlink > 1 ? "has other names (hard links), which may lie outside" : undefined;
}

function isAbove(path: string, folder: string): boolean {
  return path === "" || folder.startsWith(`${path}/`);
}

function sizeOf(content: FileContent): number {
  return typeof content === "string" ? Buffer.byteLength(content) : content.byteLength;
}
