import type { ObservationRecord } from "@runningtab/tab-core";

const line = "Hotel rooms in cities of the first group are reimbursed up to 350 yuan per night.\n";

/** One observation: a file of 2,000 characters was shown and twenty new paths were listed. */
export function observation(callId: string, turn: number): ObservationRecord {
  return {
    callId,
    turn,
    command: `cat reports/${callId}.txt; ls reports/${callId}`,
    reads: [
      {
        paths: [`reports/${callId}.txt`],
        excerpt: line.repeat(25).slice(0, 2_000),
        origin: "read",
        partial: false,
        redacted: false,
        confidence: 1,
      },
    ],
    listed: Array.from({ length: 20 }, (_, index) => `reports/${callId}/travel_expenses_${index}.docx`),
  };
}
