import type { CaptureContext } from "./capture-strategy.ts";

/** What can be told from the paths of a workspace alone; each part is made when it is first asked for. */
export interface KnownFiles {
  readonly paths: readonly string[];
  /** Paths by their composed (NFC) forms. */
  readonly composed: ReadonlyMap<string, string>;
  /** Folders above files, without the root. */
  readonly folders: ReadonlySet<string>;
  readonly names: KnownNames;
}

/** The last segments of the paths. */
export interface KnownNames {
  /** Whether some path ends with the segment that `name` has from `start` on; also true of what is no ASCII, which has several forms. */
  has(name: string, start: number): boolean;
}

/** By revision: at a hundred thousand files, looking through them costs more than an observation may. */
const byRevision = new WeakMap<object, KnownFiles>();

/** The files of a context; the same for equal revisions. */
export function knownFiles(context: CaptureContext): KnownFiles {
  const known = context.revision === undefined ? undefined : byRevision.get(context.revision);
  if (known !== undefined) return known;
  const made = lookThrough(context);
  if (context.revision !== undefined) byRevision.set(context.revision, made);
  return made;
}

function lookThrough(context: CaptureContext): KnownFiles {
  let paths: readonly string[] | undefined;
  let composed: Map<string, string> | undefined;
  let folders: Set<string> | undefined;
  let names: KnownNames | undefined;
  return {
    get paths() {
      return (paths ??= [...(context.paths?.() ?? [])]);
    },
    get composed() {
      return (composed ??= new Map(this.paths.map((path) => [path.normalize("NFC"), path])));
    },
    get folders() {
      return (folders ??= foldersOf(this.paths));
    },
    get names() {
      return (names ??= namesOf(this.paths));
    },
  };
}

function foldersOf(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      // Its own folders are there too, then.
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

/**
 * Every word of an output is asked for, and nearly none is a name. So that these cost no hash of a string, a table of bits
 * by length and outer characters answers first.
 */
function namesOf(paths: readonly string[]): KnownNames {
  const names = new Set(paths.map((path) => path.slice(path.lastIndexOf("/") + 1)));
  const seen = new Uint8Array(1 << 16);
  const placeOf = (name: string, start: number): number => {
    const length = name.length - start;
    const [first, last] = [name.charCodeAt(start), name.charCodeAt(name.length - 1)];
    const second = length > 1 ? name.charCodeAt(start + 1) : 0;
    return ((length & 63) << 10) ^ ((first & 31) << 5) ^ ((last & 31) << 3) ^ (second & 31);
  };
  for (const name of names) seen[placeOf(name, 0)] = 1;
  const allAscii = paths.every(isAscii);
  return {
    has(name, start) {
      if (seen[placeOf(name, start)] === 1 && names.has(name.slice(start))) return true;
      return !allAscii && !isAscii(name);
    },
  };
}

export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
}
