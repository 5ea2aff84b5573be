/**
 * A process that appends to a store, for the tests that kill such processes. Arguments: file, name, number of
 * observations, the first one's number (default 0). Prints `ready`, waits for a byte on stdin, so that many can open the store at the same moment, and prints
 * a line per observation once it is acknowledged.
 */
import { readSync, writeSync } from "node:fs";
import { createTab } from "@runningtab/tab-core";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";

const [file = "", name = "", count = "0", first = "0"] = process.argv.slice(2);
const store = createSqliteStore({ file });
const tab = createTab({ store, task: "shared" });
writeSync(1, "ready\n");
readSync(0, Buffer.alloc(1));
for (let index = Number(first); index < Number(count); index++) {
  const excerpt = `${name} ${index} ${"x".repeat((index * 997) % 8_000)}`;
  const { entries, duplicate } = await tab.record({
    callId: `${name}-${index}`,
    turn: index + 1,
    command: `cat ${name}/${index}.txt`,
    reads: [
      { paths: [`${name}/${index}.txt`], excerpt, origin: "read", partial: false, redacted: false, confidence: 1 },
    ],
    listed: [`${name}/listed-${index}.txt`],
  });
  // Synchronous, so that what is printed was acknowledged and what was acknowledged is soon printed.
  writeSync(1, `${index} ${entries[0]}${duplicate ? " duplicate" : ""}\n`);
}
await store.close();
