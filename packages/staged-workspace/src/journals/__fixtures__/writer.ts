import { createSqliteJournal } from "@runningtab/staged-workspace/journals/sqlite";

/** Appends until it is killed, at most 200 times, and prints the key of each acknowledged entry. */
const [file, name] = process.argv.slice(2) as [string, string];
const journal = createSqliteJournal({ file });
let seq = 0;
for (let count = 0; count < 200;) {
  const key = `${name}-${count}`;
  const result = await journal.append({
    key,
    expectedSeq: seq,
    entries: [{ type: "branch.opened", at: 1, branch: key, kind: "chat", user: "u" }],
  });
  seq = result.seq;
  if (result.status === "conflict") continue;
  process.stdout.write(`${key}\n`);
  count++;
}
await journal.close();
