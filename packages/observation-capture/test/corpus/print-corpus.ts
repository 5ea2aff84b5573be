import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  createCapture,
  createContentMatchStrategy,
  createFileAccessStrategy,
  createShellStrategy,
  createStructuredToolsStrategy,
  type CaptureStrategy,
} from "../../src/index.ts";
import { buildCorpus, type LabelledObservation } from "./build-corpus.ts";
import { precisionAndRecall, scoreCorpus, type Score, type ScoreOptions } from "./score.ts";

const { values } = parseArgs({
  options: {
    /** Of the corpus whose mistakes may be mended; the second seed's figures are reported as they come. */
    seed: { type: "string", multiple: true },
    "per-family": { type: "string", default: "6" },
    family: { type: "string" },
    mistakes: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});

const STRATEGIES: readonly (readonly [string, () => CaptureStrategy, ScoreOptions])[] = [
  ["composite (default)", createCapture, {}],
  ["shell", createShellStrategy, { isMeant: (each) => each.isCommand }],
  ["structured tools", createStructuredToolsStrategy, { isMeant: (each) => !each.isCommand }],
  ["content match", createContentMatchStrategy, {}],
  ["file access (traced)", createFileAccessStrategy, { isMeant: (each) => each.isCommand, isTraced: true }],
  ["composite, traced", createCapture, { isTraced: true }],
];

const percent = (share: number): string => share.toFixed(4);

for (const seed of (values.seed ?? ["20241130", "31"]).map(Number)) {
  const folder = mkdtempSync(join(tmpdir(), "runningtab-corpus-"));
  try {
    const { family } = values;
    const corpus = await buildCorpus({
      seed,
      folder,
      perFamily: Number(values["per-family"]),
      ...(family !== undefined && { families: (name: string) => name.startsWith(family) }),
    });
    const { observations, skipped } = corpus;
    const commands = observations.filter((each) => each.isCommand);
    console.log(
      `\nSeed ${seed}: ${observations.length} observations (${commands.length} commands of ${new Set(commands.map((each) => each.family)).size} families, ` +
        `${new Set(observations.filter((each) => !each.isCommand).map((each) => each.family)).size} structured tools), ${new Set(observations.map((each) => each.style)).size} output styles`,
    );
    if (skipped.length > 0)
      console.log(
        `Skipped, not installed: ${skipped.map((each) => `${each.family} (${each.needs.join(", ")})`).join("; ")}`,
      );
    console.log(
      "| strategy | reads: precision | recall | right/wrong/missed | listings: precision | recall | right/wrong/missed | excerpts own/foreign | ranges right/wrong | as computed | unjudged reads/listings | untold |",
    );
    console.log("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (const [name, make, options] of STRATEGIES) {
      const score = await scoreCorpus(corpus, make, options);
      const reads = precisionAndRecall(score.reads);
      const listings = precisionAndRecall(score.listings);
      console.log(
        `| ${name} | ${percent(reads.precision)} | ${percent(reads.recall)} | ${score.reads.right}/${score.reads.wrong}/${score.reads.missed} | ${percent(listings.precision)} | ${percent(listings.recall)} | ${score.listings.right}/${score.listings.wrong}/${score.listings.missed} | ${score.excerpts.own}/${score.excerpts.foreign} | ${score.ranges.right}/${score.ranges.wrong} | ${score.computed} | ${score.unjudgedReads}/${score.unjudgedListings} | ${score.untold} |`,
      );
      if (values.mistakes && name === "composite (default)") printMistakes(score);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printMistakes(score: Score): void {
  const byCase = new Map<LabelledObservation, string[]>();
  for (const { kind, path, labelled } of score.mistakes)
    byCase.set(labelled, [...(byCase.get(labelled) ?? []), `${kind}: ${path}`]);
  for (const [labelled, kinds] of byCase) {
    console.log(`\n* [${labelled.family}; ${labelled.style}] ${labelled.command.replaceAll("\n", "⏎")}`);
    for (const kind of kinds.slice(0, 6)) console.log(`    ${kind}${kinds.length > 6 ? ` (of ${kinds.length})` : ""}`);
    if (values.verbose) console.log(labelled.observation.output.slice(0, 800).replace(/^/gm, "    | "));
  }
}
