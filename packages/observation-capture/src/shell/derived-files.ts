import type { Source, WorkspacePaths } from "../workspace-paths.ts";
import { uniqueSources } from "./pieces.ts";

/** At most this many derived files are remembered; the oldest are forgotten first. */
const MOST_DERIVED = 2000;

/** So many texts of its own are remembered of one file. */
const MOST_DRAFTS = 50;
/** A longer text of the command's own is not remembered, in UTF-16 units. */
const LONGEST_TEXT = 20_000;

/**
 * Remembers which workspace files a command made another file from (`pdftotext a.pdf /tmp/a.txt`), by absolute path
 * and with the versions read, so that a later `cat /tmp/a.txt` is a read of `a.pdf`. Lives as long as the strategy.
 */
export interface DerivedFiles {
  /** Of a file that holds text of commands alone there are none. */
  sources(absolute: string): readonly Source[] | undefined;
  /** What a file holds that a command filled with words of its own, where that is known. */
  text(absolute: string): string | undefined;
  rememberText(absolute: string, text: string): void;
  /** Texts of the command's own that were added to a workspace file, by its absolute path. */
  drafts(absolute: string): readonly string[];
  rememberDraft(absolute: string, text: string): void;
  /** `mixed`: words of a command's own stand in it too, so that it is no copy of the sources. */
  remember(absolute: string, sources: readonly Source[], paths: WorkspacePaths, mixed?: boolean): void;
  forget(absolute: string): void;
  /** Forgets a file that holds text of which nothing is known, so that what is added to it later makes it no copy. */
  obscure(absolute: string): void;
  isObscure(absolute: string): boolean;
}

export function createDerivedFiles(): DerivedFiles {
  const origins = new Map<string, readonly Source[]>();
  const texts = new Map<string, string>();
  const drafts = new Map<string, readonly string[]>();
  const obscure = new Set<string>();
  const forget = (absolute: string): void => {
    drafts.delete(absolute);
    origins.delete(absolute);
    texts.delete(absolute);
    obscure.delete(absolute);
  };
  return {
    sources: (absolute) => origins.get(absolute),
    remember(absolute, sources, paths, mixed = false) {
      origins.delete(absolute);
      texts.delete(absolute);
      obscure.delete(absolute);
      if (sources.length === 0 && !mixed) return;
      origins.set(
        absolute,
        uniqueSources(sources).map((source) => {
          const hash = source.hash ?? paths.fact(source.path)?.hash;
          return {
            path: source.path,
            via: "derived",
            ...((mixed || source.composed === true) && { composed: true }),
            ...(source.page !== undefined && { page: source.page }),
            ...(hash !== undefined && { hash }),
          };
        }),
      );
      for (const oldest of origins.keys()) {
        if (origins.size <= MOST_DERIVED) break;
        origins.delete(oldest);
        texts.delete(oldest);
      }
    },
    text: (absolute) => texts.get(absolute),
    rememberText(absolute, text) {
      if (text.length <= LONGEST_TEXT) texts.set(absolute, text);
    },
    drafts: (absolute) => drafts.get(absolute) ?? [],
    rememberDraft(absolute, text) {
      if (text.length > LONGEST_TEXT || drafts.size >= MOST_DERIVED) return;
      drafts.set(absolute, [...(drafts.get(absolute) ?? []), text].slice(-MOST_DRAFTS));
    },
    forget,
    obscure(absolute) {
      forget(absolute);
      obscure.add(absolute);
      for (const oldest of obscure) {
        if (obscure.size <= MOST_DERIVED) break;
        obscure.delete(oldest);
      }
    },
    isObscure: (absolute) => obscure.has(absolute),
  };
}
