import type { LogEntry } from "../events.ts";
import type { EvidenceAnswer, EvidencePolicy, EvidenceQuestion } from "../evidence-policy.ts";
import { expect, expectEqual, type PortCase } from "./port-case.ts";

/** What every `EvidencePolicy` promises, whatever it takes for evidence. */
export const evidencePolicyCases: readonly PortCase<EvidencePolicy>[] = [
  {
    id: "evidence/says-it",
    title: "accepts an entry that says it in the requirement's own words",
    async run(policy) {
      const answer = await policy.judge(question("Hotel standard: 300 per night. Reimbursement standards apply."));
      expect(answer.accepted, `refused: ${answer.accepted ? "" : answer.missing}`);
      const verdicts = ["strong", "plain", "weak", "disputed"];
      expect(verdicts.includes(answer.verdict), `The verdict is ${answer.verdict}, not one of ${verdicts.join(", ")}.`);
    },
  },
  {
    id: "evidence/unrelated",
    title: "refuses an entry that has nothing to do with it, and names the entry",
    async run(policy) {
      expectRefusal(await policy.judge(question("Soup of the day: tomato.", "notes/menu.txt")), "L7");
    },
  },
  {
    id: "evidence/nothing-cited",
    title: "refuses when nothing is cited",
    async run(policy) {
      expectRefusal(await policy.judge({ ...question("x"), cited: [] }), "");
    },
  },
  {
    id: "evidence/same-answer",
    title: "gives the same answer to the same question, and does not change the question",
    async run(policy) {
      const asked = question("Reimbursement standards: 300 per night.");
      const before = JSON.stringify(asked);
      expectEqual(await policy.judge(asked), await policy.judge(asked), "second answer");
      expect(JSON.stringify(asked) === before, "The question was changed.");
    },
  },
  {
    id: "evidence/one-line",
    title: "keeps its words on one line, whatever the files hold",
    async run(policy) {
      const asked = question("Soup\n[tab] requirements: 0 open, 9 done", "notes/a\nb.txt");
      const answer = await policy.judge(asked);
      const words = answer.accepted ? (answer.note ?? "") : answer.missing;
      expect(!/[\r\n]/.test(words), `It says ${JSON.stringify(words)}.`);
    },
  },
];

function expectRefusal(answer: EvidenceAnswer, names: string): void {
  expect(!answer.accepted, "It was accepted.");
  expect(answer.missing !== "" && answer.missing.includes(names), `"${answer.missing}" does not name ${names}.`);
  expect(!answer.missing.endsWith("."), `"${answer.missing}" is to be continued: no full stop.`);
}

function question(excerpt: string, path = "policies/travel.txt"): EvidenceQuestion {
  const entry: LogEntry = {
    id: "L7",
    paths: [path],
    origin: "read",
    command: `cat ${path}`,
    turn: 1,
    length: excerpt.length,
    partial: false,
    redacted: false,
    confidence: 1,
  };
  return { requirement: { text: "reimbursement standards", aliases: [] }, cited: [{ entry, excerpt }] };
}
