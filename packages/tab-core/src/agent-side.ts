import { askedOnce } from "./asked-once.ts";
import { requireCallId, requireSameCall } from "./calls.ts";
import { problemOfAdd, problemOfList, problemOfResolve, problemOfShow, requireCall } from "./check-arguments.ts";
import type { ContentsPort } from "./contents-port.ts";
import { createDeliveryCheck, type Delivery } from "./delivery/delivery-check.ts";
import type { TabEvent } from "./events.ts";
import { createExcerptCache } from "./excerpt-cache.ts";
import { oneLine } from "./file-text.ts";
import { fold, type Projection } from "./fold.ts";
import type { Committed, Ledger } from "./ledger.ts";
import { add } from "./operations/add.ts";
import { list } from "./operations/list.ts";
import type { Decided, Operation, Scene } from "./operations/operation.ts";
import { resolve } from "./operations/resolve.ts";
import { show } from "./operations/show.ts";
import { choosePointer, type Pointer, pointerText } from "./pointer.ts";
import { createAtMostPolicy } from "./policies/at-most.ts";
import { createCheckpointPolicy } from "./policies/checkpoints.ts";
import { createLexicalOrQuotePolicy } from "./policies/lexical-or-quote.ts";
import { createLexicalPolicy } from "./policies/lexical.ts";
import { createSmallRanker } from "./small-ranker.ts";
import type { Switches } from "./switches.ts";
import type { CallContext, Reply, Tab, TabOptions } from "./tab.ts";
import { owedBy, renderFinishCheck } from "./texts/finish-check.ts";
import { pointerMatches, type View } from "./texts/review.ts";
import { parseStatusLine, renderStatusLine } from "./texts/status-line.ts";
import { renderUnaskedReview } from "./texts/unasked-review.ts";

/** What the two sides of a tab share. */
export interface TabParts {
  readonly options: TabOptions;
  readonly switches: Switches;
  readonly ledger: Ledger;
  keyOf(callId: string): string;
  stamp(by: string): Scene["stamp"];
  contents(): ContentsPort | undefined;
}

/** The part of a `Tab` that this module fills, and what a status line names as the next step. */
export interface AgentSide extends Pick<
  Tab,
  "add" | "resolve" | "list" | "show" | "checkpoint" | "reinjection" | "finishCheck"
> {
  /** Shown once for a turn, however often the line is asked for. */
  pointer(turn: number): Promise<string | undefined>;
}

/**
 * Everything that ranks, judges or renders more than counts. It is loaded when it is first asked for: most processes that
 * a hook starts record one observation and need none of it.
 */
export function createAgentSide({ options, switches, ledger, keyOf, stamp, contents }: TabParts): AgentSide {
  const { store, task, actor = "agent", ranker = createSmallRanker() } = options;
  const evidence = options.evidence ?? (switches.quote ? createLexicalOrQuotePolicy() : createLexicalPolicy());
  const finish = options.finish ?? createAtMostPolicy(1);
  const checkpoints = options.checkpoints ?? createCheckpointPolicy();
  const excerpts = createExcerptCache(store, task);
  const view = (tab: Projection): View => ({ tab, switches, ranker, excerpts, contents: contents() });

  /** One of the agent's operations; for a call made before, its answer of then. */
  const operate = async <Input, T>(
    operation: Operation<Input, T>,
    problemOf: (input: Input) => string | undefined,
    input: Input,
    call: CallContext,
  ): Promise<Reply<T>> => {
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
    let outcome: Committed = await ledger.probe(key);
    if (outcome.status === "nothing") {
      outcome = await ledger.commit(key, async (seen) => {
        decided = await decideOn(seen);
        return { events: eventsOf(decided) };
      });
    }
    let after: Projection;
    if (outcome.status === "duplicate") {
      const { before, batch } = await ledger.recall(key);
      decided = await decideOn(
        before,
        batch.map(({ event }) => event),
      );
      requireSameCall(call.callId, batch, eventsOf(decided));
      after = fold(batch, before);
    } else after = outcome.tab;
    if (!decided?.ok) return { ok: false, text: decided?.text ?? "", value: undefined };
    return { ok: true, ...(await decided.reply(view(after))) };
  };

  return {
    add: (requirements, call) => operate(add, problemOfAdd, requirements, call),
    resolve: (input, call) => operate(resolve, problemOfResolve, input, call),
    list: (input, call) => operate(list, problemOfList, input, call),
    show: (input, call) => operate(show, problemOfShow, input, call),

    async pointer(turn) {
      const tab = await ledger.current();
      if (tab.lastPointer?.turn === turn) return pointerText(tab.lastPointer.pointer);
      const fits = (pointer: Pointer): boolean => {
        const next = pointerText(pointer);
        return parseStatusLine(renderStatusLine(tab, turn, next))?.next === next;
      };
      const pointer = choosePointer(tab, fits, await pointerMatches(view(tab)));
      if (pointer === undefined) return undefined;
      const events = [{ ...stamp("environment"), type: "pointer.shown", pointer, turn }] as const;
      const { status } = await ledger.commit(`pointer.shown ${turn}`, () => ({ events }));
      return status === "appended" ? pointerText(pointer) : undefined;
    },

    async checkpoint({ turn, ...moment }) {
      const { requirements, lastTabUseTurn, checkpoints: passed } = await ledger.current();
      if (requirements.size === 0) return undefined;
      const turnsSinceUse = lastTabUseTurn === undefined ? undefined : Math.max(0, turn - lastTabUseTurn);
      const name = checkpoints.due({ ...moment, turn, turnsSinceUse, passed });
      if (name === undefined) return undefined;
      const events = [{ ...stamp("environment"), type: "checkpoint.passed", name, turn }] as const;
      const outcome = await ledger.commit(`checkpoint.passed ${name}`, () => ({ events }));
      return outcome.status === "appended" ? renderUnaskedReview(view(outcome.tab), oneLine(name, 60)) : undefined;
    },

    reinjection: async () => renderUnaskedReview(view(await ledger.current()), "after a compaction"),

    async finishCheck({ turn, ...delivered }) {
      const { finishChecks, finishChecksEver: ever } = await ledger.current();
      const number = finishChecks + 1;
      let sentBack = false;
      const check = createDeliveryCheck(delivered);
      const deliveriesOf = ({ requirements }: Projection): readonly Delivery[] =>
        switches.deliveryCheck ? check(requirements.values()) : [];
      // One key per check: of several processes that see the same stop, one sends back.
      const outcome = await ledger.commit(`finish.checked ${ever + 1}`, (seen) => {
        const owing = { checksSoFar: seen.finishChecks, owed: owedBy(seen, deliveriesOf(seen)).count };
        sentBack = owing.owed > 0 && seen.finishChecksEver === ever && finish.sendBack(owing);
        return sentBack ? { events: [{ ...stamp("environment"), type: "finish.checked", turn, sentBack }] } : undefined;
      });
      if (outcome.status !== "appended") return undefined;
      const { tab } = outcome;
      const deliveries = deliveriesOf(tab);
      const { open, missing } = owedBy(tab, deliveries);
      const text = await renderFinishCheck(view(tab), { number, atMost: finish.atMost }, deliveries);
      return { text, number, open: open.map(({ id }) => id), missing: missing.map(({ id }) => id) };
    },
  };
}
