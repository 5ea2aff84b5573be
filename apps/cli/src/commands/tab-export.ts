import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { EventStore } from "@runningtab/tab-core";
import { CliError, misuse } from "../cli-error.ts";
import { createTaskTab, openTabStore } from "../compose.ts";
import type { Environment } from "../environment.ts";
import type { EvidenceReport } from "../evidence-report/evidence-report.ts";
import { plural } from "../plural.ts";
import { addSharedOptions, resolveSettings, type Settings, type SharedOptions } from "../settings.ts";
import { taskNamed } from "../task-named.ts";
import { writeNewFile } from "../write-new-file.ts";

const FORMATS = ["jsonl", "json", "html", "docx", "csv"] as const;
type Format = (typeof FORMATS)[number];

interface ExportOptions extends SharedOptions {
  readonly task?: string;
  readonly format: Format;
  readonly output?: string;
}

/** Adds `export` to the command `tab`. */
export function registerExport(tab: Command, environment: Environment): void {
  addSharedOptions(tab.command("export"))
    .description("Write a task's evidence report, or its whole history with the texts that were read.")
    .option("--task <id>", "task (default: the workspace's newest)")
    .addOption(
      new Option("--format <format>", "jsonl: the history, for `tab import`; the others: the evidence report")
        .choices(FORMATS)
        .default("jsonl"),
    )
    .option("--output <file>", "file to make, readable by you alone (default: stdout; docx needs a file)")
    .addHelpText(
      "after",
      `
The evidence report says of each requirement its value, the quote and the verdict, and of each source the address, the
hash of the version that was read, whether the file is still that version, and what its parsed text leaves out.

Examples:
  runningtab tab export --format html --output evidence.html
  runningtab tab export --output travel.jsonl`,
    )
    .action((options: ExportOptions) => runExport(options, environment));
}

async function runExport({ task: named, format, output, ...options }: ExportOptions, environment: Environment) {
  if (format === "docx" && output === undefined) {
    throw misuse("--format docx is no text for a terminal. Name a file with --output.");
  }
  const settings = await resolveSettings(options, environment);
  const file = output === undefined ? undefined : resolve(environment.cwd, output);
  const store = await openTabStore(settings);
  try {
    const task = await taskOf(store, named, settings);
    if (format === "jsonl") return await exportHistory(store, task, file, settings);
    const report = await readEvidence(store, task, settings);
    if (file === undefined) return await printReport(report, format, settings);
    await writeNewFile(file, [await renderReport(report, format)]);
    settings.terminal.note(
      `Exported the evidence of ${task} to ${output}: ${plural(report.requirements.length, "requirement")}.`,
    );
  } finally {
    await store.close();
  }
}

async function taskOf(store: EventStore, named: string | undefined, { root }: Settings): Promise<string> {
  const tasks = await store.tasks();
  if (named !== undefined) return taskNamed(tasks, named).task;
  const newest = tasks[0]?.task;
  if (newest === undefined) throw new CliError(1, `No task has been opened in ${root}.`);
  return newest;
}

async function exportHistory(store: EventStore, task: string, file: string | undefined, { terminal }: Settings) {
  const { exportTask } = await import("@runningtab/tab-core");
  if (file === undefined) {
    for await (const line of exportTask(store, task)) terminal.printJson(JSON.parse(line));
    return;
  }
  let lines = 0;
  await writeNewFile(
    file,
    (async function* () {
      for await (const line of exportTask(store, task)) {
        lines++;
        yield `${line}\n`;
      }
    })(),
  );
  terminal.note(`Exported ${task} to ${file}: ${lines - 2} events.`);
}

async function readEvidence(store: EventStore, task: string, settings: Settings): Promise<EvidenceReport> {
  const { collectEvidence } = await import("../evidence-report/evidence-report.ts");
  const { openSourceLookup } = await import("../evidence-report/source-lookup.ts");
  const tab = await createTaskTab({ store, task, config: settings.config, actor: "person" });
  const lookup = await openSourceLookup(settings);
  try {
    return await collectEvidence(tab, lookup);
  } finally {
    await lookup.close();
  }
}

async function printReport(report: EvidenceReport, format: Exclude<Format, "jsonl">, { terminal }: Settings) {
  if (format === "json") terminal.printJson(report);
  else terminal.printStyled(String(await renderReport(report, format)));
}

async function renderReport(report: EvidenceReport, format: Exclude<Format, "jsonl">): Promise<string | Uint8Array> {
  switch (format) {
    case "json":
      return `${JSON.stringify(report)}\n`;
    case "html":
      return (await import("../evidence-report/to-html.ts")).evidenceHtml(report);
    case "csv":
      return (await import("../evidence-report/to-csv.ts")).evidenceCsv(report);
    case "docx":
      return (await import("../evidence-report/to-docx.ts")).evidenceDocx(report);
    default:
      return format satisfies never;
  }
}
