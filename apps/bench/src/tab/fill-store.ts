import type { EventStore, LogId, TabEvent } from "@runningtab/tab-core";

const stamp = { version: 1, at: "2026-01-01T00:00:00.000Z", actor: "environment" } as const;
const excerpt = "Hotel rooms are reimbursed up to 350 yuan per night.\n".repeat(20).slice(0, 1_000);

/** Events in one append; a call of ours, not a promise of the store. */
const eventsPerAppend = 1_000;

export interface TabSize {
  readonly logEntries: number;
  readonly candidates: number;
}

/** Writes the history of a task that has read and listed so many files, with a dozen requirements, straight into a store. */
export async function fillStore(store: EventStore, task: string, { logEntries, candidates }: TabSize): Promise<void> {
  const text =
    "Write a guide to travel reimbursement: hotel standards, rail classes, meals, who approves, and by when.";
  let seq = 0;
  let events: TabEvent[] = [{ ...stamp, type: "task.opened", text }];
  let excerpts = new Map<LogId, string>();
  const flush = async (): Promise<void> => {
    await store.append(task, { key: `fill ${seq}`, expectedSeq: seq, events, excerpts });
    seq += events.length;
    [events, excerpts] = [[], new Map()];
  };
  const add = async (event: TabEvent): Promise<void> => {
    events.push(event);
    if (events.length >= eventsPerAppend) await flush();
  };

  for (let number = 1; number <= 12; number++) {
    await add({
      ...stamp,
      type: "requirement.added",
      id: `r${number}`,
      text: `hotel standard ${number}`,
      aliases: [],
      turn: 1,
    });
  }
  // As `find` and `ls` give them: many at a time.
  for (let first = 0; first < candidates; first += 500) {
    const paths = Array.from({ length: Math.min(500, candidates - first) }, (_, index) => pathOf(first + index));
    await add({ ...stamp, type: "candidates.listed", paths, turn: 1 });
  }
  for (let number = 1; number <= logEntries; number++) {
    const id: LogId = `L${number}`;
    const path = `read/quarter_${number % 40}/minutes_${number}.txt`;
    const entry = {
      id,
      paths: [path],
      origin: "read",
      command: `cat ${path}`,
      turn: 1,
      length: excerpt.length,
    } as const;
    excerpts.set(id, excerpt);
    await add({ ...stamp, type: "read.recorded", entry: { ...entry, partial: false, redacted: false, confidence: 1 } });
  }
  await add({ ...stamp, type: "tab.used", turn: 1 });
  await flush();
}

/** Every tenth path shares two terms with the task. */
function pathOf(index: number): string {
  const folder = `archive/unit_${index % 97}/year_${2000 + (index % 25)}`;
  return index % 10 === 0 ? `${folder}/travel_hotel_rules_${index}.docx` : `${folder}/invoice_${index}.pdf`;
}
