import { createTabTools, type Tab } from "@runningtab/tab-core";
import { read } from "./travel-tab.ts";

/** One step of a transcript: what the harness or the agent did. */
interface Step {
  readonly turn?: number;
  readonly open?: string;
  readonly observe?: {
    readonly command: string;
    readonly listed?: readonly string[];
    readonly reads?: readonly { readonly path: string; readonly excerpt: string }[];
  };
  readonly stop?: string;
}

/** A transcript is steps, each a line of JSON after `>>> `, and below each word for word what the tab said. */
export function parseTranscript(text: string): readonly { readonly step: string; readonly said: string }[] {
  return text
    .split(/^>>> /m)
    .slice(1)
    .map((block) => {
      const end = block.indexOf("\n");
      return { step: block.slice(0, end), said: block.slice(end + 1).replace(/\n$/, "") };
    });
}

/** Does one step on a tab, and returns what the tab said. */
export async function perform(tab: Tab, line: string): Promise<string> {
  // Our own fixtures, which have this shape.
  const { turn = 0, open, observe, stop, ...operation } = JSON.parse(line) as Step;
  if (open !== undefined) {
    await tab.open(open);
    return "";
  }
  if (observe !== undefined) {
    const { command, listed = [], reads = [] } = observe;
    await tab.record({
      callId: `turn ${turn}`,
      turn,
      command,
      listed,
      reads: reads.map(({ path, excerpt }) => read(path, excerpt)),
    });
    return (await tab.statusLine(turn)) ?? "";
  }
  if (stop !== undefined) return (await tab.finishCheck({ turn, finalMessage: stop }))?.text ?? "";
  const [name, args] = Object.entries(operation)[0] ?? [];
  const tool = createTabTools(tab).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`A transcript has a step that nothing can do: ${line}`);
  return (await tool.execute(args, { callId: `${name} ${turn}`, turn })).text;
}
