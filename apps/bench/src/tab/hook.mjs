/**
 * What a command hook does between start and end: opens the store, reads what it kept, records one observation, and prints
 * the status line. Plain JavaScript, as an installed hook is: stripping types would be measured with it.
 * Arguments: store file, task, call id, turn. Tells its CPU time in ms on stderr.
 */
import { createSqliteStore, createTab } from "@runningtab/tab-core/hook";

// Not `process.stdout`, nor an import of node:fs: making the stream, or the namespace, takes milliseconds.
const { writeSync } = process.getBuiltinModule("node:fs");

const [file = "", task = "", callId = "", turn = "1"] = process.argv.slice(2);
const store = createSqliteStore({ file });
const tab = createTab({ store, task });
await tab.record({
  callId,
  turn: Number(turn),
  command: `cat reports/${callId}.txt; ls reports/${callId}`,
  reads: [
    {
      paths: [`reports/${callId}.txt`],
      excerpt: "Hotel rooms are reimbursed up to 350 yuan per night.\n".repeat(40).slice(0, 2_000),
      origin: "read",
      partial: false,
      redacted: false,
      confidence: 1,
    },
  ],
  listed: Array.from({ length: 20 }, (_, index) => `reports/${callId}/travel_expenses_${index}.docx`),
});
writeSync(1, `${(await tab.statusLine(Number(turn))) ?? ""}\n`);
await store.close();
const { user, system } = process.cpuUsage();
writeSync(2, `cpu ${(user + system) / 1_000}\n`);
