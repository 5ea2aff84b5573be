import type { Bench } from "./bench.ts";
import { runBench } from "./run-bench.ts";

const benches: Readonly<Record<string, Bench>> = {
  officeqa: {
    summary: "Parses 26 real PDFs and ranks their pages for real questions: where does the page with the answer stand?",
    usage: "[--data FOLDER] [--files N] [--json]",
    load: () => import("./officeqa.ts"),
  },
  extractive: {
    summary: "Runs the extractive model on generated workspaces: which asked facts reach the deliverable, well cited?",
    usage: "[--seed 1] [--count N] [--hand-made] [--json]",
    load: () => import("./extractive.ts"),
  },
  tab: {
    summary: "One observation on small and large tabs, commit apart, and a hook's process beside a bare Node start.",
    usage: "[--count 200] [--rounds 20] [--json]",
    load: () => import("./tab/tab.ts"),
  },
  capture: {
    summary:
      "What one observation costs to capture, by kind, size and workspace, and what the index of the text costs.",
    usage: "[--count 40] [--files 100,10000,100000] [--json]",
    load: () => import("./capture/capture.ts"),
  },
  parse: {
    summary: "Parses real PDFs with one and two processes beside bare engines: pages a CPU second, memory, a re-sync.",
    usage: "[--data FOLDER] [--files N] [--rounds 1] [--json]",
    load: () => import("./parse/parse.ts"),
  },
  tables: {
    summary: "Counts the rows of tables that stay on one line of our text, judged against pdftotext -layout.",
    usage: "[--data FOLDER] [--files N] [--show 0] [--json]",
    load: () => import("./tables.ts"),
  },
  scan: {
    summary: "A scan after one edit beside git status, by technique; a first one beside a plain hash loop; memory.",
    usage: "[--files 1000,10000,100000] [--rounds 7] [--json]",
    load: () => import("./scan/scan.ts"),
  },
  diff: {
    summary:
      "Compares tables beside daff, text beside git and diff, notebooks by what is to be found: right, time, memory.",
    usage: "[--rows 1000,10000,100000] [--lines 1000,10000,100000] [--cells 1000000] [--rounds 15]",
    load: () => import("./diff/diff.ts"),
  },
  search: {
    summary: "Builds an index over generated pages and searches it: rates, latencies, memory.",
    usage: "[--pages 5000] [--seed 1] [--json]",
    load: () => import("./search.ts"),
  },
  ranker: {
    summary:
      "Builds and asks the ranker beside SQLite FTS5 and other libraries over real pages, in one process: ratios.",
    usage: "[--data FOLDER] [--pages 1000,2600,10000] [--runs 5] [--seed 1] [--json]",
    load: () => import("./ranker/ranker.ts"),
  },
};

process.exitCode = await runBench(process.argv.slice(2), benches, {
  print: (line) => console.log(line),
  note: (line) => console.error(line),
});
