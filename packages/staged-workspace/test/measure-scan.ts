// Prints how long scans of a folder of small files take: node --conditions=@runningtab/source test/measure-scan.ts [FILES]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWorkspace } from "@runningtab/staged-workspace";

const FILES_A_FOLDER = 100;
const count = Number(process.argv[2] ?? 10_000);
const base = mkdtempSync(join(tmpdir(), "measure-scan-"));
const [root, stateFolder] = [join(base, "root"), join(base, "state")];

async function measure<Result>(label: string, work: () => Promise<Result>): Promise<Result> {
  const before = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  const wallMs = Math.round(performance.now() - start);
  console.log(`${label.padEnd(36)} ${String(wallMs).padStart(6)} ms, ${Math.round((user + system) / 1000)} ms of CPU`);
  return result;
}

try {
  for (let folder = 0; folder * FILES_A_FOLDER < count; folder++) {
    mkdirSync(join(root, `${folder}`), { recursive: true });
    for (let file = 0; file < FILES_A_FOLDER; file++) {
      writeFileSync(join(root, `${folder}`, `${file}.txt`), `${folder} ${file} `.repeat(250));
    }
  }
  // Stamps that are two seconds old need no second look.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const first = await measure("first opening, contents kept", () => createWorkspace({ root, stateFolder }));
  await measure("scan, nothing changed", () => first.scan());
  writeFileSync(join(root, "0", "0.txt"), "edited");
  await measure("scan after one edit", () => first.scan());
  const second = await measure("opening again", () => createWorkspace({ root, stateFolder }));
  await measure("scan after opening again", () => second.scan());
} finally {
  rmSync(base, { recursive: true });
}
