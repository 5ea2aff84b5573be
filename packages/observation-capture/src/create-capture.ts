import type { CaptureStrategy } from "./capture-strategy.ts";
import { createCompositeStrategy } from "./strategies/composite.ts";
import { type ContentMatchOptions, createContentMatchStrategy } from "./strategies/content-match.ts";
import { createFileAccessStrategy } from "./strategies/file-access.ts";
import { createShellStrategy } from "./strategies/shell.ts";
import { unwrapping } from "./strategies/unwrapping.ts";
import { createStructuredToolsStrategy } from "./strategies/structured-tools.ts";

export interface CaptureOptions {
  /** Strategies for tools of your own, asked before the built-in ones. Default none. */
  readonly strategies?: readonly CaptureStrategy[];
  /** How text is matched with the files' contents; `false`: not at all. Works where the context has `textLines`. Default: as `ContentMatchOptions` say. */
  readonly contentMatch?: ContentMatchOptions | false;
}

/**
 * The strategy to use by default: yours, then structured tools, then the shell, and about what these leave open the
 * file access of a traced run and the content match; merged as `createCompositeStrategy` says. Make one per session: the
 * shell remembers which files were made from which, and the content match keeps an index of the files' text.
 */
export function createCapture(options: CaptureOptions = {}): CaptureStrategy {
  const { strategies = [], contentMatch = {} } = options;
  return createCompositeStrategy({
    strategies: [...strategies, createStructuredToolsStrategy(), createShellStrategy()],
    afterwards: [
      createFileAccessStrategy(),
      ...(contentMatch === false ? [] : [unwrapping(createContentMatchStrategy(contentMatch))]),
    ],
  });
}
