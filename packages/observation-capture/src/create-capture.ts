import type { CaptureStrategy } from "./capture-strategy.ts";
import { createCompositeStrategy } from "./strategies/composite.ts";
import { createShellStrategy } from "./strategies/shell.ts";
import { createStructuredToolsStrategy } from "./strategies/structured-tools.ts";

export interface CaptureOptions {
  /** Strategies for tools of your own, asked before the built-in ones. Default none. */
  readonly strategies?: readonly CaptureStrategy[];
}

/**
 * The strategy to use by default: yours, then structured tools, then the shell, merged as `createCompositeStrategy`
 * says. Make one per session: the shell remembers which files were made from which.
 */
export function createCapture(options: CaptureOptions = {}): CaptureStrategy {
  return createCompositeStrategy({
    strategies: [...(options.strategies ?? []), createStructuredToolsStrategy(), createShellStrategy()],
  });
}
