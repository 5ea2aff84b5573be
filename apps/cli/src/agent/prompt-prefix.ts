import type { ModelMessage } from "ai";

/** How a step's prompt compares with the one before it, in characters of its messages as JSON. */
export interface PromptMeasure {
  /** All of the prompt, system text and tools included. */
  readonly characters: number;
  /**
   * From the beginning on the same as in the step before: a provider's cache can hold no more than this. Absent in the
   * first step of a process, which knows none before.
   */
  readonly keptCharacters?: number;
  /** The step before is there from end to end, so that this one only adds to it. */
  readonly keepsAll?: boolean;
  /** What the tab takes of it: its system block, its tools, its calls and replies, status lines and checks. */
  readonly tabCharacters: number;
}

/** Compares the prompts of a run's steps. Keeps the texts of one prompt. */
export interface PromptPrefix {
  measure(messages: readonly ModelMessage[]): PromptMeasure;
}

/**
 * `fixed` is sent with each step, in front of the messages and always the same: system text and tools, with how much of
 * it is the tab's.
 */
export function createPromptPrefix(fixed: {
  readonly characters: number;
  readonly tabCharacters: number;
}): PromptPrefix {
  let before: readonly string[] | undefined;
  return {
    measure(messages) {
      const texts = messages.map((message) => JSON.stringify(message));
      const earlier = before;
      before = texts;
      const measure = {
        characters: fixed.characters + lengthOf(texts),
        tabCharacters: fixed.tabCharacters + messages.reduce((sum, message) => sum + tabCharactersOf(message), 0),
      };
      if (earlier === undefined) return measure;
      const differs = earlier.findIndex((text, index) => text !== texts[index]);
      const kept = differs < 0 ? earlier.length : differs;
      return {
        ...measure,
        keptCharacters: fixed.characters + lengthOf(texts.slice(0, kept)),
        keepsAll: differs < 0,
      };
    },
  };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** Characters of a message that are the tab's. */
function tabCharactersOf({ role, content }: ModelMessage): number {
  if (typeof content === "string") return role === "user" && content.startsWith("[tab] ") ? content.length : 0;
  return content.reduce((sum, part) => {
    const isTabs = "toolName" in part && part.toolName.startsWith("tab_");
    if (isTabs) return sum + JSON.stringify(part).length;
    if (part.type !== "tool-result") return sum;
    return sum + (/\n\n(\[tab\] [^\n]*)$/.exec(resultText(part.output))?.[1]?.length ?? 0);
  }, 0);
}

function resultText(output: { readonly type: string; readonly value?: unknown }): string {
  return typeof output.value === "string" ? output.value : "";
}
