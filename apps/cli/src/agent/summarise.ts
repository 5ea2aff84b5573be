import { faultOf, StepError } from "../models/model-fault.ts";
import type { StepUsage } from "../models/step-usage.ts";
import { contextView } from "./context-view.ts";
import { type ModelStepOptions, type ModelStep } from "./model-step.ts";
import type { TranscriptItem } from "./transcript.ts";

const REQUEST = `Summarise what you did so far for yourself, since older messages will be removed: what you found and where (addresses, log ids, figures word for word), what you wrote, what is still to do and how you meant to do it. Do not call tools. At most 600 words.`;

/** Ever less of the transcript, for a model whose window none of it fits: characters of a result, whole results, steps. */
const SHORTER = [
  { outputCharacters: 4_000, wholeResults: 1, steps: Infinity },
  { outputCharacters: 2_000, wholeResults: 0, steps: 12 },
  { outputCharacters: 1_000, wholeResults: 0, steps: 4 },
];

/**
 * What the model itself says it did so far. `messages` is what it was shown; where that does not fit its window, it is
 * asked over shorter views. Rejects when the model fails, and with `overflow` when the shortest view does not fit either.
 */
export async function summarise(options: {
  readonly transcript: readonly TranscriptItem[];
  readonly messages: ModelStepOptions["messages"];
  /** One model step without tool calls, retried as any other. */
  readonly step: (messages: ModelStepOptions["messages"]) => Promise<ModelStep>;
}): Promise<{ readonly text: string; readonly usage: StepUsage }> {
  const { transcript, messages, step } = options;
  const views = [messages, ...SHORTER.map((limits) => contextView(lastSteps(transcript, limits.steps), limits))];
  let overflow: unknown;
  for (const view of views) {
    try {
      const { text, usage } = await step([...view, { role: "user", content: REQUEST }]);
      if (text.trim() !== "") return { text, usage };
      overflow = new StepError("final", "The model was asked to sum up what it did, and gave an empty answer.");
    } catch (cause) {
      if (faultOf(cause) !== "overflow") throw cause;
      overflow = cause;
    }
  }
  throw overflow;
}

/** The task, and the last steps with their results: whole pairs, which providers insist on. */
function lastSteps(transcript: readonly TranscriptItem[], count: number): readonly TranscriptItem[] {
  const steps = transcript.flatMap((item, index) => (item.type === "assistant" ? [index] : []));
  if (steps.length <= count) return transcript;
  const [task] = transcript;
  return [...(task === undefined ? [] : [task]), ...transcript.slice(steps.at(-count))];
}
