import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * Writes what wink-bm25-text-search, which others wrote, scores over documents in plain ASCII, for a test to compare with:
 * `npm ci` in `apps/bench/peers`, then `node scripts/record-wink.ts` in this package's folder.
 */
interface Wink {
  defineConfig(config: object): void;
  definePrepTasks(tasks: readonly ((text: string) => readonly string[])[]): void;
  addDoc(document: object, id: string): void;
  consolidate(digits: number): void;
  search(query: string, limit: number): readonly (readonly [id: string, score: number])[];
}

const require = createRequire(new URL("../../../apps/bench/peers/package.json", import.meta.url));
const { version } = require("wink-bm25-text-search/package.json") as { version: string };
const wink = (require("wink-bm25-text-search") as () => Wink)();

const words = ["fig", "plum", "pear", "kiwi", "lime", "date", "mango", "papaya", "guava", "lemon", "melon", "peach"];
let state = 20_261_130;
function below(count: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
}

const documents = Array.from({ length: 60 }, (_, number) => ({
  id: `d${String(number).padStart(2, "0")}`,
  text: Array.from({ length: 1 + below(40) }, () => words[below(1 + below(words.length))]!).join(" "),
}));
const queries = Array.from({ length: 25 }, () =>
  [...new Set(Array.from({ length: 1 + below(5) }, () => words[below(words.length)]!))].join(" "),
);

const parameters = { k1: 1.2, b: 0.75 };
wink.defineConfig({ fldWeights: { text: 1 }, bm25Params: { ...parameters, k: 1 } });
wink.definePrepTasks([(text) => text.split(" ")]);
for (const { id, text } of documents) wink.addDoc({ text }, id);
wink.consolidate(9);
const answers = queries.map((query) => ({ query, scores: wink.search(query, documents.length) }));
const file = new URL("../src/engines/__fixtures__/wink.json", import.meta.url);
/** A document or an answer a line. */
const lines = (list: readonly object[]): string => list.map((each) => JSON.stringify(each)).join(",\n");
const recordedFrom = JSON.stringify(`wink-bm25-text-search ${version}`);
writeFileSync(
  file,
  `{"recordedFrom":${recordedFrom},"parameters":${JSON.stringify(parameters)},
"documents":[
${lines(documents)}
],"answers":[
${lines(answers)}
]}
`,
);
