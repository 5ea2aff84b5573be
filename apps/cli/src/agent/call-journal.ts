import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import type { ToolAnswer } from "./agent-tool.ts";

/** What is known of a call that an earlier process began: its answer, or nothing when it did not live to see it. */
export interface EarlierCall {
  readonly answer?: ToolAnswer;
}

/**
 * Which calls of the batch under way began and ended, for those that may change something: a process that takes the run
 * over must not make them again. One line before a call and one after it, durable when these methods return.
 */
export interface CallJournal {
  /** By our call id; of the batch that a killed process left. */
  readonly earlier: ReadonlyMap<string, EarlierCall>;
  began(callId: string): void;
  /** `answer` must hold no secrets. */
  ended(callId: string, answer: ToolAnswer): void;
  /** The batch's results are in the transcript: nothing of it is needed any more. */
  clear(): void;
  close(): void;
}

type Line =
  | { readonly type: "began"; readonly callId: string }
  | { readonly type: "ended"; readonly callId: string; readonly answer: KeptAnswer };

type KeptAnswer = Omit<ToolAnswer, "opened"> & { readonly opened?: readonly string[] };

/** Opens the journal of a run, with what an earlier process left in it. The file has mode 0600. */
export function openCallJournal(file: string): CallJournal {
  const earlier = new Map<string, EarlierCall>();
  for (const line of readLines(file)) {
    earlier.set(line.callId, line.type === "ended" ? { answer: fromKept(line.answer) } : {});
  }
  const descriptor = openSync(file, "a", 0o600);
  const append = (line: Line): void => {
    writeSync(descriptor, `${JSON.stringify(line)}\n`);
    fsyncSync(descriptor);
  };
  return {
    earlier,
    began: (callId) => append({ type: "began", callId }),
    ended: (callId, answer) => append({ type: "ended", callId, answer: toKept(answer) }),
    clear() {
      earlier.clear();
      ftruncateSync(descriptor);
    },
    close: () => closeSync(descriptor),
  };
}

/** The last line may be half a line: what it says has not been acted on then, since a call waits for its line. */
function readLines(file: string): readonly Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Line);
}

function toKept({ opened, ...answer }: ToolAnswer): KeptAnswer {
  return { ...answer, ...(opened && { opened: [...opened] }) };
}

function fromKept({ opened, ...answer }: KeptAnswer): ToolAnswer {
  return { ...answer, ...(opened && { opened: new Set(opened) }) };
}
