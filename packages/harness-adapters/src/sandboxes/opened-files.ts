/** A longer line is no line of a trace that counts, in bytes. */
const LONGEST_LINE = 64 * 1024;
/** A command that opens more files of the workspace than this is not followed to its end. */
const MOST_FILES = 10_000;
/** Bytes of trace that are read; what comes after is drained and not looked at. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Reads a trace while the command runs. What it says is untrusted: a line that is not of the one form counts for nothing. */
export interface OpenedFiles {
  take(chunk: Buffer): void;
  /** Workspace-relative paths of the files opened for reading; `undefined` when a limit was hit, so that some may be missing. */
  paths(): ReadonlySet<string> | undefined;
}

/** Follows which files below `root` (absolute, without links) the traced processes opened. */
export function createOpenedFiles(root: string): OpenedFiles {
  const found = new Set<string>();
  let rest = "";
  let bytes = 0;
  let isWhole = true;
  return {
    take(chunk) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES || found.size > MOST_FILES) isWhole = false;
      if (!isWhole) return;
      // strace writes ASCII: whatever is beyond stands in octal.
      const lines = (rest + chunk.toString("latin1")).split("\n");
      rest = lines.pop()!;
      if (rest.length > LONGEST_LINE) {
        rest = "";
        isWhole = false;
      }
      for (const line of lines) {
        const path = line.length > LONGEST_LINE ? undefined : openedPath(line);
        if (path?.startsWith(`${root}/`) === true) found.add(path.slice(root.length + 1));
      }
    },
    paths: () => (isWhole ? found : undefined),
  };
}

/**
 * `17 openat(AT_FDCWD</ws>, "a.txt", O_RDONLY|O_CLOEXEC) = 3</ws/a.txt>`: what counts is the path of the descriptor that
 * the kernel gave, links resolved. Folders and files opened for writing only are no reads.
 */
const OPENED =
  /^\d{1,10} +open(?:at2?)?\((?:AT_FDCWD(?:<(?:[^<>\\]|\\.)*>)?, |\d+(?:<(?:[^<>\\]|\\.)*>)?, )?"(?:[^"\\]|\\.)*"(?:\.\.\.)?, (?:\{flags=)?(O_[A-Z0-9_|]+)[^"<>]*\) = \d+<((?:[^<>\\]|\\.)+)>$/;

export function openedPath(line: string): string | undefined {
  const [, flags, escaped] = OPENED.exec(line) ?? [];
  if (flags === undefined || escaped === undefined) return undefined;
  if (/\bO_(?:WRONLY|DIRECTORY|PATH)\b/.test(flags)) return undefined;
  return unescapePath(escaped);
}

const PLAIN: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, v: 11, f: 12, '"': 34, "\\": 92 };

/** C's escapes and octal bytes; a name that is no UTF-8 is not one of ours. */
function unescapePath(escaped: string): string | undefined {
  if (!escaped.includes("\\")) return escaped;
  const bytes: number[] = [];
  for (let at = 0; at < escaped.length; at++) {
    if (escaped[at] !== "\\") {
      bytes.push(escaped.charCodeAt(at));
      continue;
    }
    const octal = /^[0-3]?[0-7]{1,2}/.exec(escaped.slice(at + 1, at + 4))?.[0];
    const byte = octal === undefined ? PLAIN[escaped[at + 1] ?? ""] : Number.parseInt(octal, 8);
    if (byte === undefined || byte === 0) return undefined;
    bytes.push(byte);
    at += octal?.length ?? 1;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

/**
 * The words that run `argv` under strace, its trace on descriptor 3. Only `open…` calls stop a process (seccomp-bpf), so
 * that the rest runs at full speed. The descriptor is closed before `argv` starts: nothing inside can write to the trace.
 */
export function tracedArguments(argv: readonly string[]): readonly string[] {
  const tracing = "-f -qq -y -s 4096 --seccomp-bpf -e trace=open,openat,openat2 -e status=successful -e signal=none";
  return [...tracing.split(" "), "-o", "|exec /bin/cat >&3", "/bin/sh", "-c", 'exec 3>&- "$@"', "sh", ...argv];
}
