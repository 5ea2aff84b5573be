/*
 * One engine on one pair in a process of its own, so that its peak of memory is its own: `measure-one.ts ENGINE SIZE
 * ROUNDS`, one line of JSON. The pair is made before the clock starts; the least CPU time of the rounds counts.
 */
import { type DiffInput, diff } from "@runningtab/review-diff";
import { ownCpuMs } from "../cpu-time.ts";
import { loadDaff } from "./daff.ts";
import { editedTable, editedText, toCsv } from "./edited-table.ts";

export interface Measurement {
  readonly cpuMs: number;
  /** Peak of the whole process, in MB. */
  readonly peakMb: number;
  readonly found: string;
}

const COLUMNS = 10;
const CHUNK = 1_000;

/** A workbook that is never in memory as a whole but in what is made of it, as a record store would hand it out. */
function workbook(cells: number, isAfter: boolean): DiffInput {
  const rows = cells / COLUMNS;
  const value = (row: number, column: number): number | string => {
    if (isAfter && row % 5_000 === 17 && column === 3) return -row;
    return column === 0 ? `row ${row}` : (row * 31 + column * 17) / 4;
  };
  return {
    path: "large.xlsx",
    async *parts() {
      for (let start = 0; start < rows; start += CHUNK) {
        const count = Math.min(CHUNK, rows - start);
        const part = Array.from({ length: count * COLUMNS }, (_, index) => {
          const [row, column] = [start + Math.floor(index / COLUMNS), index % COLUMNS];
          const raw = value(row, column);
          return { ref: `${String.fromCharCode(65 + column)}${row + 1}`, shown: String(raw), raw };
        });
        yield { type: "sheet", address: "sheet=Data", name: "Data", hidden: false, cells: part };
      }
    },
  };
}

function work(engine: string, size: number): () => Promise<string> {
  if (engine === "daff") {
    const daff = loadDaff();
    if (daff === undefined) throw new Error("daff is not installed");
    const { before, after } = editedTable(size);
    return async () => `${daff(before, after).length} lines`;
  }
  const sides = ((): readonly [DiffInput, DiffInput] => {
    if (engine === "workbook") return [workbook(size, false), workbook(size, true)];
    if (engine === "text") {
      const { before, after } = editedText(size);
      return [
        { path: "a.txt", bytes: Buffer.from(before) },
        { path: "a.txt", bytes: Buffer.from(after) },
      ];
    }
    const { before, after } = editedTable(size);
    return [
      { path: "a.csv", bytes: toCsv(before) },
      { path: "a.csv", bytes: toCsv(after) },
    ];
  })();
  return async () => (await diff(...sides)).summary;
}

const [, , engine = "", size = "0", rounds = "3"] = process.argv;
const run = work(engine, Number(size));
let [cpuMs, found] = [Infinity, ""];
for (let round = 0; round < Number(rounds); round++) {
  const start = ownCpuMs();
  found = await run();
  cpuMs = Math.min(cpuMs, ownCpuMs() - start);
}
const measurement: Measurement = { cpuMs, peakMb: process.resourceUsage().maxRSS / 1024, found };
console.log(JSON.stringify(measurement));
