import { ParsedCacheError, type ParserPool } from "@runningtab/parsed-cache";

export interface FakePool extends ParserPool {
  /** Texts that were parsed, in order. */
  readonly parsed: string[];
  /** While false, nothing is parsed: tasks wait. */
  setOpen(isOpen: boolean): void;
  isOpen(): boolean;
}

/** Parses text in this process, for tests that are about what happens around parsing. `FAIL` cannot be parsed. */
export function fakePool(): FakePool {
  const parsed: string[] = [];
  let gate: PromiseWithResolvers<void> | undefined;
  return {
    size: 1,
    parsed,
    isOpen: () => gate === undefined,
    setOpen(isOpen) {
      if (!isOpen) return void (gate ??= Promise.withResolvers<void>());
      gate?.resolve();
      gate = undefined;
    },
    async schedule(task, { signal } = {}) {
      const aborted = new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      aborted.catch(() => undefined);
      if (gate !== undefined) await Promise.race([gate.promise, aborted]);
      signal?.throwIfAborted();
      return task(async (bytes) => {
        const text = new TextDecoder().decode(bytes);
        parsed.push(text);
        if (text === "FAIL") {
          const error = new ParsedCacheError({ code: "damaged", message: "It says FAIL." });
          return { status: "failed", error, jail: "fake", isTransient: false };
        }
        return { status: "parsed", parts: [{ type: "page", address: "L1", text }], jail: "fake" };
      });
    },
    close: async () => undefined,
  };
}
