// A policy that accepts what means the same. The vectors here are counts of a few subjects; an embedding model's go in their place.
import { createMemoryStore, createSemanticPolicy, createTab } from "@runningtab/tab-core";

const subjects = [
  ["staff", "employees", "headcount", "people", "workforce"],
  ["pay", "salary", "wages", "remuneration"],
  ["soup", "salad", "menu", "lunch"],
];

/** A `VectorEngine`: for each text one vector, here how often each subject comes up. */
const vectors = {
  name: "three-subjects-1",
  embed: async (texts) =>
    texts.map((text) => {
      const words = text.toLowerCase().split(/[^a-z]+/);
      return subjects.map((subject) => words.filter((word) => subject.includes(word)).length);
    }),
};

// Measured on pairs of your own: high enough that nothing unrelated passes.
const evidence = createSemanticPolicy({ vectors, threshold: 0.8 });
const tab = createTab({ store: createMemoryStore(), task: "report", evidence });
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

const resolve = (entry, turn) =>
  tab.resolve({ id: "r1", outcome: "done", evidence: [entry] }, { callId: `resolve ${turn}`, turn });
console.log((await resolve("L1", 3)).text);
const reply = await resolve("L2", 4);
console.log(reply.text);
if (reply.ok) console.log(reply.value.verdict);
