import type { TabSession, ToolOutcome } from "../tab-session.ts";

/**
 * Groups calls that run at the same time into one batch, for hosts that hand over each call alone: a batch is complete
 * when nothing is running any more. Every call waits for its batch, and the outcomes keep the order in which calls began.
 */
export function createBatches(session: TabSession): {
  /** The output as the model is to see it. Rejects when `call` does; the rest of its batch goes on. */
  observe(call: () => Promise<ToolOutcome>): Promise<string>;
} {
  interface Waiting {
    readonly order: number;
    readonly outcome: ToolOutcome;
    readonly resolve: (text: string) => void;
    readonly reject: (cause: unknown) => void;
  }
  let running = 0;
  let begun = 0;
  let waiting: Waiting[] = [];

  function finishOne(): void {
    running--;
    if (running > 0 || waiting.length === 0) return;
    const batch = waiting.toSorted((a, b) => a.order - b.order);
    waiting = [];
    session.observe(batch.map((one) => one.outcome)).then(
      (texts) => batch.forEach((one, index) => one.resolve(texts[index] ?? one.outcome.output)),
      (cause: unknown) => batch.forEach((one) => one.reject(cause)),
    );
  }

  return {
    observe(call) {
      const order = begun++;
      running++;
      return new Promise((resolve, reject) => {
        call().then(
          (outcome) => {
            waiting.push({ order, outcome, resolve, reject });
            finishOne();
          },
          (cause: unknown) => {
            reject(cause);
            finishOne();
          },
        );
      });
    },
  };
}
