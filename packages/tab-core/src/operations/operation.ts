import type { LogId } from "../event-store.ts";
import type { TabEvent } from "../events.ts";
import type { EvidencePolicy } from "../evidence-policy.ts";
import type { Projection } from "../fold.ts";
import type { View } from "../texts/review.ts";

/** A call judged on one state of the tab. */
export type Decided<T> =
  /** A bad call: one line that says what would have been right. Nothing is appended. */
  | { readonly ok: false; readonly text: string }
  | {
      readonly ok: true;
      readonly events: readonly TabEvent[];
      /** The reply is a review. */
      readonly review?: true;
      /** Rendered on the tab after the events. */
      reply(
        after: View,
      ): Promise<{ readonly text: string; readonly value: T }> | { readonly text: string; readonly value: T };
    };

/** What an operation sees when it decides. */
export interface Scene {
  readonly view: View;
  readonly evidence: EvidencePolicy;
  readonly turn: number;
  /** The fields that every event carries. */
  readonly stamp: { readonly version: 1; readonly at: string; readonly actor: string };
  /** The events of this very call when it is a retry: outside verdicts are taken from them and not asked for again. */
  readonly recorded: readonly TabEvent[] | undefined;
}

export type Operation<Input, T> = (input: Input, scene: Scene) => Promise<Decided<T>> | Decided<T>;

export function refuse(text: string): { readonly ok: false; readonly text: string } {
  return { ok: false, text };
}

/** `the log holds L1 to L4`, for a call that named another entry. */
export function logSpan(tab: Projection): string {
  const last = tab.log.length;
  return last === 0 ? "the log is empty" : last === 1 ? "the log holds L1" : `the log holds L1 to L${last}`;
}

/** `requirements are r1 to r5`, for a call that named another one. */
export function requirementSpan(tab: Projection): string {
  const last = tab.requirements.size;
  if (last === 0) return "none is recorded yet: tab_add one per fact the task names";
  return last === 1 ? "the only one is r1" : `requirements are r1 to r${last}`;
}

export function isLogId(text: string): text is LogId {
  return /^L[1-9]\d*$/.test(text);
}
