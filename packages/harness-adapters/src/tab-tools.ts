import type { JsonValue } from "@runningtab/observation-capture";
import { createTabTools, type Tab } from "@runningtab/tab-core";
import type { SessionTool } from "./tab-session.ts";

/** Names of the four tab tools; calls of them are never captured. */
export const TAB_TOOL_NAMES = ["tab_add", "tab_resolve", "tab_list", "tab_show"] as const;

/** Whether a harness's tool is one of ours, also behind a prefix such as `mcp__tab__tab_add`. */
export function isTabTool(tool: string): boolean {
  return TAB_TOOL_NAMES.some((name) => tool === name || tool.endsWith(`_${name}`) || tool.endsWith(`.${name}`));
}

/** The tab's tools for a harness: they know their turn, and a broken store is an answer instead of an exception. */
export function createSessionTools(tab: Tab, turn: () => number): readonly SessionTool[] {
  return createTabTools(tab).map((tool) => ({
    name: tool.name,
    description: tool.description,
    // A JSON Schema is JSON; the tab's type only says that it is an object.
    inputSchema: tool.inputSchema as { readonly [key: string]: JsonValue },
    async execute(args, call) {
      try {
        return await tool.execute(args, { callId: call.callId, turn: turn() });
      } catch (cause) {
        const text = `${tool.name}: the tab could not be reached (${messageOf(cause)}); nothing was changed.`;
        return { ok: false, text, value: undefined };
      }
    },
  }));
}

/** What an error says, without its stack: shown to the model and in notes. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
