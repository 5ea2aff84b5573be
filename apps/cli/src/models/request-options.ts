import type { JSONObject } from "@ai-sdk/provider";

/** Settings of a request by provider; each reads its own and passes over the others. */
export type RequestOptions = Record<string, JSONObject>;

/**
 * What each provider wants to be told so that a growing conversation is cheap and stays ours. OpenAI: requests of a run
 * share a cache key, nothing is kept on the server, and reasoning comes back encrypted, to be sent again with the calls
 * that it led to. Anthropic caches the prompt only where it is asked, and moves the mark along with the conversation.
 */
export function requestOptions(runId: string): RequestOptions {
  return {
    openai: { promptCacheKey: runId, store: false },
    anthropic: { cacheControl: { type: "ephemeral" } },
  };
}
