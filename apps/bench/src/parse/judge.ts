import type { BareRun } from "./bare-run.ts";
import type { ParseReport } from "./parse.ts";
import type { WholeRun } from "./whole-run.ts";

export interface Verdict {
  readonly what: string;
  readonly found: string;
  readonly target: string;
  /** Absent where the measurement tells nothing: the engine is not installed, or the machine had other work. */
  readonly met?: boolean;
}

const MAX_OVERHEAD = 0.1;
const MIN_SPEED_UP = 1.8;
const MIN_POPPLER = 4;
/** Of what the bare engine reaches on this machine, where that is less than a promise. */
const CEILING_SHARE = { speedUp: 0.95, poppler: 0.9 } as const;
/** Peaks differ with the files of each quarter; what grew with their number would grow by a third each time. */
const MAX_GROWTH = 1.33;
/** Part of a core that one process must have had for the clock to tell anything about two. */
const IDLE_SHARE = 0.95;

/** What was measured against what is promised. */
export function judge({
  engines,
  wholeRuns,
  bareRuns,
}: Pick<ParseReport, "engines" | "wholeRuns" | "bareRuns">): readonly Verdict[] {
  const secondsOf = (name: string): number | undefined => engines.find(({ engine }) => engine === name)?.readSeconds;
  const [ours, bare, poppler] = [secondsOf("ours"), secondsOf("pdf-parse"), secondsOf("ours, pdftotext")];
  const barePoppler = secondsOf("pdftotext") ?? 0;
  return [
    ...(ours === undefined || bare === undefined ? [] : [overhead(ours / bare - 1)]),
    ...(poppler === undefined || bare === undefined ? [] : [popplerRate(bare / poppler, bare / barePoppler)]),
    ...speedUp(wholeRuns, bareRuns),
    ...wholeRuns.map(memory),
    ...wholeRuns.map(({ processes, parsedAfterEdit }) => ({
      what: `files parsed after one edit, ${processes} at once`,
      found: String(parsedAfterEdit),
      target: "1",
      met: parsedAfterEdit === 1,
    })),
  ];
}

function overhead(share: number): Verdict {
  return {
    what: "what ours costs beyond pdf-parse, the engine that it calls",
    found: `${(100 * share).toFixed(1)} %`,
    target: "at most 10 %",
    met: share <= MAX_OVERHEAD,
  };
}

function popplerRate(times: number, ceiling: number): Verdict {
  const least = Math.min(MIN_POPPLER, CEILING_SHARE.poppler * ceiling);
  return {
    what: "ours with the pdftotext engine beside pdf-parse",
    found: `${times.toFixed(2)} times as fast`,
    target: targetBelow(MIN_POPPLER, least, `bare pdftotext, ${ceiling.toFixed(2)} times as fast, less 10 %`),
    met: times >= least,
  };
}

/** Both the promise and, where the machine does not give it to the bare engine either, what is judged against instead. */
function targetBelow(promised: number, least: number, instead: string): string {
  return least < promised
    ? `at least ${promised}, judged here against ${least.toFixed(2)} (${instead})`
    : `at least ${promised}`;
}

function speedUp([one, two]: readonly WholeRun[], [bareOne, bareTwo]: readonly BareRun[]): readonly Verdict[] {
  if (one === undefined || two === undefined) return [];
  const times = one.wallSeconds / two.wallSeconds;
  const share = (one.childSeconds + one.hostSeconds) / one.wallSeconds;
  const ceiling = bareOne === undefined || bareTwo === undefined ? Infinity : bareOne.wallSeconds / bareTwo.wallSeconds;
  const least = Math.min(MIN_SPEED_UP, CEILING_SHARE.speedUp * ceiling);
  const isBusy = share < IDLE_SHARE && times < least;
  const found = `${times.toFixed(2)} times as fast`;
  return [
    {
      what: "two processes beside one, by the clock",
      found: isBusy ? `${found}, while other work took ${(100 * (1 - share)).toFixed(0)} % of the core of one` : found,
      target: targetBelow(MIN_SPEED_UP, least, `two bare pdf-parse, ${ceiling.toFixed(2)} times one, less 5 %`),
      ...(!isBusy && { met: times >= least }),
    },
  ];
}

function memory({ processes, hostMegabytes }: WholeRun): Verdict {
  const [first, ...later] = hostMegabytes;
  return {
    what: `most memory of the host in each quarter of the files, ${processes} at once`,
    found: `${hostMegabytes.map((megabytes) => megabytes.toFixed(0)).join(", ")} MB`,
    target: "no growth with their number",
    met: later.every((peak) => peak <= first! * MAX_GROWTH),
  };
}
