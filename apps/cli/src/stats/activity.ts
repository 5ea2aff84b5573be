import type { StoredEvent } from "@runningtab/tab-core";

/** What a tab's events tell of a task, under any harness: the words of its messages are not among them. */
export interface Activity {
  /** Observations recorded. */
  readonly observations: number;
  /** Log entries, and the characters of their excerpts. */
  readonly entries: number;
  readonly entryCharacters: number;
  /** Candidates listed. */
  readonly listed: number;
  /** Operations on the tab that changed it or looked at it. */
  readonly tabCalls: number;
  /** Stops that were sent back. */
  readonly finishChecks: number;
}

/** Activity by turn, turns without any left out. */
export function activityByTurn(events: Iterable<StoredEvent>): ReadonlyMap<number, Activity> {
  const turns = new Map<number, Activity>();
  const add = (turn: number, change: Partial<Activity>): void => {
    turns.set(turn, plus(turns.get(turn) ?? noActivity, change));
  };
  for (const { event } of events) {
    if (event.type === "observation.recorded") add(event.turn, { observations: 1 });
    else if (event.type === "read.recorded") {
      add(event.entry.turn, { entries: 1, entryCharacters: event.entry.length });
    } else if (event.type === "candidates.listed") add(event.turn, { listed: event.paths.length });
    else if (event.type === "tab.used") add(event.turn, { tabCalls: 1 });
    else if (event.type === "finish.checked" && event.sentBack) add(event.turn, { finishChecks: 1 });
  }
  return turns;
}

export function addUpActivity(all: Iterable<Activity>): Activity {
  return [...all].reduce(plus, noActivity);
}

const noActivity: Activity = {
  observations: 0,
  entries: 0,
  entryCharacters: 0,
  listed: 0,
  tabCalls: 0,
  finishChecks: 0,
};

function plus(one: Activity, other: Partial<Activity>): Activity {
  return {
    observations: one.observations + (other.observations ?? 0),
    entries: one.entries + (other.entries ?? 0),
    entryCharacters: one.entryCharacters + (other.entryCharacters ?? 0),
    listed: one.listed + (other.listed ?? 0),
    tabCalls: one.tabCalls + (other.tabCalls ?? 0),
    finishChecks: one.finishChecks + (other.finishChecks ?? 0),
  };
}
