import { requireCallId, requireSameCall } from "./calls.ts";
import type { TabEvent } from "./events.ts";
import { checkDelivery, type Delivery } from "./delivery/delivery-check.ts";
import { createExcerptCache } from "./excerpt-cache.ts";
import { fold, isStatusDue, type Projection, toState } from "./fold.ts";
import { createLedger } from "./ledger.ts";
import { add } from "./operations/add.ts";
import { list } from "./operations/list.ts";
import type { Decided, Operation, Scene } from "./operations/operation.ts";
import { resolve } from "./operations/resolve.ts";
import { show } from "./operations/show.ts";
import { createAtMostPolicy } from "./policies/at-most.ts";
import { createLexicalOrQuotePolicy } from "./policies/lexical-or-quote.ts";
import { createLexicalPolicy } from "./policies/lexical.ts";
import { recordObservation } from "./recording.ts";
import { createSmallRanker } from "./small-ranker.ts";
import { presets, type Switches } from "./switches.ts";
import type { CallContext, Reply, Tab, TabOptions } from "./tab.ts";
import { TabError } from "./tab-error.ts";
import { owedBy, renderFinishCheck } from "./texts/finish-check.ts";
import type { View } from "./texts/review.ts";
import { renderStatusLine } from "./texts/status-line.ts";

/** Opens the tab of one task over a store. Throws `INVALID_ARGUMENT` for a task name that breaks its contract. */
export function createTab(options: TabOptions): Tab {
  const { store, task, now = Date.now, actor = "agent", ranker = createSmallRanker() } = options;
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(task)) {
    throw new TabError("INVALID_ARGUMENT", {
      message: `A task is named by 1 to 128 letters, digits, "-", "_" and ".", not ${JSON.stringify(task)}.`,
      data: { task },
    });
  }
  const switches: Switches = { ...presets.default, ...options.switches };
  const evidence = options.evidence ?? (switches.quote ? createLexicalOrQuotePolicy() : createLexicalPolicy());
  const finish = options.finish ?? createAtMostPolicy(1);
  const ledger = createLedger(store, task);
  const excerpts = createExcerptCache(store, task);

  const view = (tab: Projection): View => ({ tab, switches, ranker, excerpts });
  const stamp = (by: string): Scene["stamp"] => ({ version: 1, at: new Date(now()).toISOString(), actor: by });

  /** One of the agent's operations; for a call made before, its answer of then. */
  const operate = <Input, T>(operation: Operation<Input, T>, input: Input, call: CallContext): Promise<Reply<T>> =>
    ledger.exclusive(async () => {
      requireCallId(call.callId);
      const scene = { evidence, turn: call.turn, stamp: stamp(actor) };
      const used: TabEvent = { ...scene.stamp, type: "tab.used", turn: call.turn };
      const decideOn = (tab: Projection, recorded?: readonly TabEvent[]): Decided<T> | Promise<Decided<T>> =>
        operation(input, { ...scene, view: view(tab), recorded });

      let decided: Decided<T> | undefined;
      let { status, tab } = await ledger.commit(call.callId, async (seen) => {
        decided = await decideOn(seen);
        return { events: decided.ok ? [...decided.events, used] : [] };
      });
      if (status === "duplicate") {
        const { before, batch } = await ledger.recall(call.callId);
        decided = await decideOn(
          before,
          batch.map(({ event }) => event),
        );
        requireSameCall(call.callId, batch, decided.ok ? [...decided.events, used] : []);
        tab = fold(batch, before);
      }
      if (!decided?.ok) return { ok: false, text: decided?.text ?? "", value: undefined };
      return { ok: true, ...(await decided.reply(view(tab))) };
    });

  return {
    task,
    open: (text) =>
      ledger.exclusive(async () => {
        const tab = await ledger.current();
        // The state in the key: a task may be opened again after it was closed, but not twice by two processes at once.
        await ledger.commit(`task.opened@${tab.seq}`, ({ taskText, closed }) =>
          taskText !== undefined && !closed
            ? undefined
            : { events: [{ ...stamp("environment"), type: "task.opened", text }] },
        );
      }),
    close: () =>
      ledger.exclusive(async () => {
        const tab = await ledger.current();
        await ledger.commit(`task.closed@${tab.seq}`, ({ closed, seq }) =>
          closed || seq === 0 ? undefined : { events: [{ ...stamp("environment"), type: "task.closed" }] },
        );
      }),

    record: (observation) =>
      ledger.exclusive(async () => {
        requireCallId(observation.callId);
        let events: readonly TabEvent[] = [];
        const { status } = await ledger.commit(observation.callId, (tab) => {
          const decision = recordObservation(observation, tab, switches, stamp("environment"));
          events = decision.events;
          return decision;
        });
        if (status === "duplicate") {
          const { before, batch } = await ledger.recall(observation.callId);
          ({ events } = recordObservation(observation, before, switches, stamp("environment")));
          requireSameCall(observation.callId, batch, events);
        }
        const entries = events.flatMap((event) => (event.type === "read.recorded" ? [event.entry.id] : []));
        return { entries, duplicate: status === "duplicate" };
      }),
    sourceChanged: ({ path, before, after, byAgent }) =>
      ledger.exclusive(async () => {
        const tab = await ledger.current();
        await ledger.commit(`source.changed@${tab.seq} ${path}`, ({ changes }) => {
          const known = changes.get(path);
          if (known && known.after === after) return undefined;
          const hashes = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
          return { events: [{ ...stamp("environment"), type: "source.changed", path, ...hashes, byAgent }] };
        });
      }),
    endTurn: (turn) =>
      ledger.exclusive(async () => {
        const events = [{ ...stamp("environment"), type: "turn.ended", turn }] as const;
        await ledger.commit(`turn.ended ${turn}`, () => ({ events }));
      }),
    statusLine: (turn) =>
      ledger.exclusive(async () => {
        if (switches.statusLine === "off") return undefined;
        const tab = await ledger.current();
        return switches.statusLine === "every" || isStatusDue(tab, turn) ? renderStatusLine(tab, turn) : undefined;
      }),
    finishCheck: ({ turn, ...delivered }) =>
      ledger.exclusive(async () => {
        if (!switches.finishCheck) return undefined;
        const before = await ledger.current();
        const number = before.finishChecks + 1;
        let sentBack = false;
        const deliveriesOf = ({ requirements }: Projection): readonly Delivery[] =>
          switches.deliveryCheck ? checkDelivery(requirements.values(), delivered) : [];
        // One key per number: of several processes that see the same stop, one sends back.
        const { status, tab } = await ledger.commit(`finish.checked ${number}`, (seen) => {
          const stop = { checksSoFar: seen.finishChecks, owed: owedBy(seen, deliveriesOf(seen)).count };
          sentBack = stop.owed > 0 && seen.finishChecks + 1 === number && finish.sendBack(stop);
          return sentBack
            ? { events: [{ ...stamp("environment"), type: "finish.checked", turn, sentBack }] }
            : undefined;
        });
        if (status !== "appended") return undefined;
        const deliveries = deliveriesOf(tab);
        const { open, missing } = owedBy(tab, deliveries);
        const text = await renderFinishCheck(view(tab), { number, atMost: finish.atMost }, deliveries);
        return { text, number, open: open.map(({ id }) => id), missing: missing.map(({ id }) => id) };
      }),

    add: (requirements, call) => operate(add, requirements, call),
    resolve: (input, call) => operate(resolve, input, call),
    list: (input, call) => operate(list, input, call),
    show: (input, call) => operate(show, input, call),

    state: () => ledger.exclusive(async () => toState(await ledger.current())),
    excerpt: (id) => store.excerpt(task, id),
    events: (afterSeq = 0) => store.read(task, afterSeq),
  } satisfies Tab;
}
