import { requireCallId, requireSameCall } from "./calls.ts";
import { askedOnce } from "./asked-once.ts";
import {
  problemOfAdd,
  problemOfList,
  problemOfResolve,
  problemOfShow,
  requireCall,
  requireChange,
  requireMoment,
  requireObservation,
  requireTabOptions,
  requireText,
  requireTurn,
} from "./check-arguments.ts";
import type { TabEvent } from "./events.ts";
import { createDeliveryCheck, type Delivery } from "./delivery/delivery-check.ts";
import { createExcerptCache } from "./excerpt-cache.ts";
import { fold, isStatusDue, type Projection, toState } from "./fold.ts";
import { oneLine } from "./file-text.ts";
import { choosePointer, isPointerTurn, type Pointer, pointerText } from "./pointer.ts";
import { createCheckpointPolicy } from "./policies/checkpoints.ts";
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
import { owedBy, renderFinishCheck } from "./texts/finish-check.ts";
import { pointerMatches, type View } from "./texts/review.ts";
import { parseStatusLine, renderStatusLine } from "./texts/status-line.ts";
import { renderUnaskedReview } from "./texts/unasked-review.ts";

/** Opens the tab of one task over a store. Throws `INVALID_ARGUMENT` for options that break their contract. */
export function createTab(options: TabOptions): Tab {
  requireTabOptions(options);
  const { store, task, now = Date.now, actor = "agent", ranker = createSmallRanker() } = options;
  const switches: Switches = { ...presets.default, ...options.switches };
  const evidence = options.evidence ?? (switches.quote ? createLexicalOrQuotePolicy() : createLexicalPolicy());
  const finish = options.finish ?? createAtMostPolicy(1);
  const checkpoints = options.checkpoints ?? createCheckpointPolicy();
  let { contents } = options;
  // Subagents count their calls for themselves.
  const keyOf = (callId: string): string => (actor === "agent" ? callId : `${actor}: ${callId}`);
  const ledger = createLedger(store, task);
  const excerpts = createExcerptCache(store, task);

  const view = (tab: Projection): View => ({ tab, switches, ranker, excerpts, contents });
  const stamp = (by: string): Scene["stamp"] => ({ version: 1, at: new Date(now()).toISOString(), actor: by });

  /** One of the agent's operations; for a call made before, its answer of then. */
  const operate = <Input, T>(
    operation: Operation<Input, T>,
    problemOf: (input: Input) => string | undefined,
    input: Input,
    call: CallContext,
  ): Promise<Reply<T>> =>
    ledger.exclusive(async () => {
      requireCall(call);
      requireCallId(call.callId);
      const problem = problemOf(input);
      if (problem !== undefined) return { ok: false, text: problem, value: undefined };
      const scene = { evidence: askedOnce(evidence), turn: call.turn, stamp: stamp(actor) };
      const key = keyOf(call.callId);
      const eventsOf = (one: Decided<T>): readonly TabEvent[] =>
        one.ok
          ? [...one.events, { ...scene.stamp, type: "tab.used", turn: call.turn, ...(one.review && { review: true }) }]
          : [];
      const decideOn = (tab: Projection, recorded?: readonly TabEvent[]): Decided<T> | Promise<Decided<T>> =>
        operation(input, { ...scene, view: view(tab), recorded });

      let decided: Decided<T> | undefined;
      // Asked first whether the call is known: a retry must not put its question to a judge again.
      let { status, tab } = await ledger.probe(key);
      if (status === "nothing") {
        ({ status, tab } = await ledger.commit(key, async (seen) => {
          decided = await decideOn(seen);
          return { events: eventsOf(decided) };
        }));
      }
      if (status === "duplicate") {
        const { before, batch } = await ledger.recall(key);
        decided = await decideOn(
          before,
          batch.map(({ event }) => event),
        );
        requireSameCall(call.callId, batch, eventsOf(decided));
        tab = fold(batch, before);
      }
      if (!decided?.ok) return { ok: false, text: decided?.text ?? "", value: undefined };
      return { ok: true, ...(await decided.reply(view(tab))) };
    });

  /** What a status line names as the next step; shown once for a turn, however often the line is asked for. */
  const pointerFor = async (tab: Projection, turn: number): Promise<Pointer | undefined> => {
    if (tab.lastPointer?.turn === turn) return tab.lastPointer.pointer;
    if (!isPointerTurn(tab, turn)) return undefined;
    const fits = (pointer: Pointer): boolean =>
      parseStatusLine(renderStatusLine(tab, turn, pointer))?.next === pointerText(pointer);
    const pointer = choosePointer(tab, fits, await pointerMatches(view(tab)));
    if (pointer === undefined) return undefined;
    const events = [{ ...stamp("environment"), type: "pointer.shown", pointer, turn }] as const;
    const { status } = await ledger.commit(`pointer.shown ${turn}`, () => ({ events }));
    return status === "appended" ? pointer : undefined;
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
        requireObservation(observation);
        requireCallId(observation.callId);
        let events: readonly TabEvent[] = [];
        const key = keyOf(observation.callId);
        const { status } = await ledger.commit(key, (tab) => {
          const decision = recordObservation(observation, tab, switches, stamp("environment"));
          events = decision.events;
          return decision;
        });
        if (status === "duplicate") {
          const { before, batch } = await ledger.recall(key);
          ({ events } = recordObservation(observation, before, switches, stamp("environment")));
          requireSameCall(observation.callId, batch, events);
        }
        const entries = events.flatMap((event) => (event.type === "read.recorded" ? [event.entry.id] : []));
        return { entries, duplicate: status === "duplicate" };
      }),
    sourceChanged: (change) =>
      ledger.exclusive(async () => {
        requireChange(change);
        const { path, before, after, byAgent } = change;
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
        requireTurn(turn, "endTurn: turn");
        const events = [{ ...stamp("environment"), type: "turn.ended", turn }] as const;
        await ledger.commit(`turn.ended ${turn}`, () => ({ events }));
      }),
    statusLine: (turn) =>
      ledger.exclusive(async () => {
        requireTurn(turn, "statusLine: turn");
        if (switches.statusLine === "off") return undefined;
        const tab = await ledger.current();
        const pointer = switches.pointers ? await pointerFor(tab, turn) : undefined;
        const isDue = pointer !== undefined || switches.statusLine === "every" || isStatusDue(tab, turn);
        return isDue ? renderStatusLine(tab, turn, pointer) : undefined;
      }),
    checkpoint: (given) =>
      ledger.exclusive(async () => {
        requireMoment(given, "checkpoint");
        const { turn, ...moment } = given;
        if (!switches.checkpoints) return undefined;
        const before = await ledger.current();
        const { requirements, lastTabUseTurn, checkpoints: passed } = before;
        if (requirements.size === 0) return undefined;
        const turnsSinceUse = lastTabUseTurn === undefined ? undefined : Math.max(0, turn - lastTabUseTurn);
        const name = checkpoints.due({ ...moment, turn, turnsSinceUse, passed });
        if (name === undefined) return undefined;
        const events = [{ ...stamp("environment"), type: "checkpoint.passed", name, turn }] as const;
        const { status, tab } = await ledger.commit(`checkpoint.passed ${name}`, () => ({ events }));
        return status === "appended" ? renderUnaskedReview(view(tab), oneLine(name, 60)) : undefined;
      }),
    reinjection: () =>
      ledger.exclusive(async () =>
        switches.reinjection ? renderUnaskedReview(view(await ledger.current()), "after a compaction") : undefined,
      ),
    finishCheck: (stop) =>
      ledger.exclusive(async () => {
        requireMoment(stop, "finishCheck");
        const { turn, ...delivered } = stop;
        if (!switches.finishCheck) return undefined;
        const before = await ledger.current();
        const number = before.finishChecks + 1;
        let sentBack = false;
        const check = createDeliveryCheck(delivered);
        const deliveriesOf = ({ requirements }: Projection): readonly Delivery[] =>
          switches.deliveryCheck ? check(requirements.values()) : [];
        // One key per number: of several processes that see the same stop, one sends back.
        const { status, tab } = await ledger.commit(`finish.checked ${number}`, (seen) => {
          const owing = { checksSoFar: seen.finishChecks, owed: owedBy(seen, deliveriesOf(seen)).count };
          sentBack = owing.owed > 0 && seen.finishChecks + 1 === number && finish.sendBack(owing);
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

    add: (requirements, call) => operate(add, problemOfAdd, requirements, call),
    resolve: (input, call) => operate(resolve, problemOfResolve, input, call),
    list: (input, call) => operate(list, problemOfList, input, call),
    show: (input, call) => operate(show, problemOfShow, input, call),

    state: () => ledger.exclusive(async () => toState(await ledger.current())),
    excerpt: (id) => store.excerpt(task, id),
    events: (afterSeq = 0) => store.read(task, afterSeq),
  } satisfies Tab;
}
