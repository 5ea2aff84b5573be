import type { AgentSide, TabParts } from "./agent-side.ts";
import { requireCallId, requireSameCall } from "./calls.ts";
import {
  requireChange,
  requireMoment,
  requireObservation,
  requireTabOptions,
  requireText,
  requireTurn,
} from "./check-arguments.ts";
import type { TabEvent } from "./events.ts";
import { isOpen, isPointerTurn, isStatusDue, toState } from "./fold.ts";
import { createLedger } from "./ledger.ts";
import { createOpeningPolicy } from "./policies/opening.ts";
import { recordObservation } from "./recording.ts";
import { presets, type Switches } from "./switches.ts";
import type { Tab, TabOptions } from "./tab.ts";
import { renderStatusLine } from "./texts/status-line.ts";

/** Opens the tab of one task over a store. Throws `INVALID_ARGUMENT` for options that break their contract. */
export function createTab(options: TabOptions): Tab {
  requireTabOptions(options);
  const { store, task, now = Date.now, actor = "agent", opening = createOpeningPolicy() } = options;
  const switches: Switches = { ...presets.default, ...options.switches };
  const ledger = createLedger(store, task);
  let { contents } = options;
  const parts: TabParts = {
    options,
    switches,
    ledger,
    // Subagents count their calls for themselves.
    keyOf: (callId) => (actor === "agent" ? callId : `${actor}: ${callId}`),
    stamp: (by) => ({ version: 1, at: new Date(now()).toISOString(), actor: by }),
    contents: () => contents,
  };
  const { keyOf, stamp } = parts;

  let made: Promise<AgentSide> | undefined;
  const agentSide = (): Promise<AgentSide> =>
    (made ??= import("./agent-side.ts").then(({ createAgentSide }) => createAgentSide(parts)));

  const openTask = async (text: string): Promise<void> => {
    const { seq } = await ledger.current([]);
    // The state in the key: a task may be opened again after it was closed, but not twice by two processes at once.
    await ledger.commit(`task.opened@${seq}`, (tab) =>
      isOpen(tab) ? undefined : { events: [{ ...stamp("environment"), type: "task.opened", text }] },
    );
  };

  return {
    task,
    switches,
    contentsFrom(given) {
      contents = given;
    },
    open: (text) =>
      ledger.exclusive(async () => {
        requireText(text, "open: the task's text");
        if (!isOpen(await ledger.current([]))) await openTask(text);
      }),
    close: () =>
      ledger.exclusive(async () => {
        const tab = await ledger.current([]);
        await ledger.commit(
          `task.closed@${tab.seq}`,
          ({ closed, seq }) =>
            closed || seq === 0 ? undefined : { events: [{ ...stamp("environment"), type: "task.closed" }] },
          [],
        );
      }),

    record: (observation) =>
      ledger.exclusive(async () => {
        requireObservation(observation);
        requireCallId(observation.callId);
        let events: readonly TabEvent[] = [];
        const key = keyOf(observation.callId);
        const paths = [...observation.listed, ...observation.reads.flatMap((read) => read.paths)];
        const committed = await ledger.commit(
          key,
          (tab) => {
            const decision = recordObservation(observation, tab, switches, stamp("environment"));
            events = decision.events;
            return decision;
          },
          paths,
        );
        if (committed.status === "duplicate") {
          const { before, batch } = await ledger.recall(key);
          ({ events } = recordObservation(observation, before, switches, stamp("environment")));
          requireSameCall(observation.callId, batch, events);
        } else if (!isOpen(committed.tab) && opening.opens(committed.tab.soFar)) {
          await openTask(observation.asked ?? committed.tab.taskText ?? "");
        }
        const entries = events.flatMap((event) => (event.type === "read.recorded" ? [event.entry.id] : []));
        return { entries, duplicate: committed.status === "duplicate" };
      }),
    sourceChanged: (change) =>
      ledger.exclusive(async () => {
        requireChange(change);
        const { path, before, after, byAgent } = change;
        const tab = await ledger.current([path]);
        await ledger.commit(
          `source.changed@${tab.seq} ${path}`,
          ({ changes }) => {
            const known = changes.get(path);
            if (known && known.after === after) return undefined;
            const hashes = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
            return { events: [{ ...stamp("environment"), type: "source.changed", path, ...hashes, byAgent }] };
          },
          [path],
        );
      }),
    endTurn: (turn) =>
      ledger.exclusive(async () => {
        requireTurn(turn, "endTurn: turn");
        const events = [{ ...stamp("environment"), type: "turn.ended", turn }] as const;
        await ledger.commit(`turn.ended ${turn}`, () => ({ events }), []);
      }),
    statusLine: (turn) =>
      ledger.exclusive(async () => {
        requireTurn(turn, "statusLine: turn");
        if (switches.statusLine === "off") return undefined;
        const tab = await ledger.current([]);
        const isPointerDue = switches.pointers && (tab.lastPointer?.turn === turn || isPointerTurn(tab, turn));
        const next = isPointerDue ? await (await agentSide()).pointer(turn) : undefined;
        const isDue = next !== undefined || switches.statusLine === "every" || isStatusDue(tab, turn);
        return isDue ? renderStatusLine(tab, turn, next) : undefined;
      }),
    checkpoint: (given) =>
      ledger.exclusive(async () => {
        requireMoment(given, "checkpoint");
        return switches.checkpoints ? (await agentSide()).checkpoint(given) : undefined;
      }),
    reinjection: () =>
      ledger.exclusive(async () => (switches.reinjection ? (await agentSide()).reinjection() : undefined)),
    finishCheck: (stop) =>
      ledger.exclusive(async () => {
        requireMoment(stop, "finishCheck");
        return switches.finishCheck ? (await agentSide()).finishCheck(stop) : undefined;
      }),

    add: (requirements, call) => ledger.exclusive(async () => (await agentSide()).add(requirements, call)),
    resolve: (input, call) => ledger.exclusive(async () => (await agentSide()).resolve(input, call)),
    list: (input, call) => ledger.exclusive(async () => (await agentSide()).list(input, call)),
    show: (input, call) => ledger.exclusive(async () => (await agentSide()).show(input, call)),

    state: () => ledger.exclusive(async () => toState(await ledger.current())),
    excerpt: (id) => store.excerpt(task, id),
    events: (afterSeq = 0) => store.read(task, afterSeq),
  } satisfies Tab;
}
