/** Prints what of the facts that independent tools found in real files comes out here: `pnpm run facts FOLDER`. */
import { renderFacts, scoreFacts } from "../test/verified-facts/score.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name the folder that holds MANIFEST.jsonl: pnpm run facts FOLDER");
  process.exitCode = 2;
} else console.log(renderFacts(await scoreFacts(folder)));
