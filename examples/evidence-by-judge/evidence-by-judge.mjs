// A policy that asks somebody. The judge here is a rule; a model's answer to the same prompt goes in its place.
import { createJudgePolicy, createMemoryStore, createTab } from "@runningtab/tab-core";

/** `(prompt) => Promise<string>`: any model, person or program that answers in one line. */
let asked = 0;
async function ask(prompt) {
  asked++;
  return prompt.includes("128 employees")
    ? "strong: the sentence gives the number of employees."
    : "unrelated: it speaks of lunch.";
}

const store = createMemoryStore();
const newTab = () => createTab({ store, task: "report", evidence: createJudgePolicy({ name: "rule-1", ask }) });
const tab = newTab();
await tab.open("State the headcount.");
await tab.add(["headcount"], { callId: "1", turn: 1 });

const read = (path, excerpt) => ({
  paths: [path],
  excerpt,
  origin: "read",
  partial: false,
  redacted: false,
  confidence: 1,
});
await tab.record({
  callId: "2",
  turn: 2,
  command: "cat lunch.txt annual.txt",
  listed: [],
  reads: [
    read("lunch.txt", "Today: soup and salad.\n"),
    read("annual.txt", "We had 128 employees at the end of the year.\n"),
  ],
});

const resolve = (by, entry, turn) =>
  by.resolve({ id: "r1", outcome: "done", evidence: [entry] }, { callId: `resolve ${turn}`, turn });
console.log((await resolve(tab, "L1", 3)).text);
console.log((await resolve(tab, "L2", 4)).text);
// What was said is stored: the same call again, also in another process, is answered without asking.
console.log((await resolve(newTab(), "L2", 4)).text);
console.log(`asked ${asked} times`);
