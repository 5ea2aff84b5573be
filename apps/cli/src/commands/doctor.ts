import { existsSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Command } from "commander";
import { messageOf } from "../cli-error.ts";
import { createSandbox, createTaskTab, openTabStore } from "../compose.ts";
import type { Environment } from "../environment.ts";
import { addSharedOptions, resolveSettings, type Settings, type SharedOptions } from "../settings.ts";

interface DoctorOptions extends SharedOptions {
  readonly data?: boolean;
}

/** `warning`: something optional is missing; `failed`: something that is needed does not work. */
interface Finding {
  readonly check: string;
  readonly status: "ok" | "warning" | "failed";
  readonly detail: string;
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("doctor"))
    .description("Check Node, sandbox, store and parsers; exit 1 when something needed does not work.")
    .option("--data", "verify every stored byte as well")
    .addHelpText("after", "\nExample:\n  runningtab doctor --data")
    .action(async (options: DoctorOptions) => {
      const settings = await resolveSettings(options, environment);
      const checks: readonly [string, () => Promise<Omit<Finding, "check">>][] = [
        ["node", checkNode],
        ["sandbox", () => checkSandbox(settings)],
        ["parsers", checkParsers],
        ["tab store", () => checkTabStore(settings, options.data === true)],
        ...(options.data
          ? [["records", () => checkRecords(settings)] as [string, () => Promise<Omit<Finding, "check">>]]
          : []),
        ["programs", () => checkPrograms(environment.variables["PATH"] ?? "")],
      ];
      const findings: Finding[] = [];
      for (const [check, run] of checks) {
        settings.terminal.progress(`checking ${check}`);
        const finding: Finding = {
          check,
          ...(await run().catch((error: unknown) => ({ status: "failed" as const, detail: messageOf(error) }))),
        };
        findings.push(finding);
        if (!settings.json) settings.terminal.print(`${finding.status.padEnd(8)}${check}: ${finding.detail}`);
      }
      if (settings.json) settings.terminal.printJson({ findings });
      if (findings.some(({ status }) => status === "failed")) environment.setExitCode(1);
    });
}

async function checkNode(): Promise<Omit<Finding, "check">> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const fits = (major === 22 && minor >= 18) || (major === 24 && minor >= 11) || major >= 26;
  return {
    status: fits ? "ok" : "failed",
    detail: `${process.versions.node}; supported are ^22.18, ^24.11 and from 26 on`,
  };
}

async function checkSandbox(settings: Settings): Promise<Omit<Finding, "check">> {
  const { proven, details } = await (await createSandbox(settings, "bubblewrap")).probe();
  const said = details.join("; ");
  return {
    status: proven ? "ok" : "warning",
    detail: proven ? said : `${said} The tools bash and python will refuse.`,
  };
}

async function checkParsers(): Promise<Omit<Finding, "check">> {
  const { parseBytes } = await import("@runningtab/parsed-cache");
  const parsed = await parseBytes(new TextEncoder().encode("a,b\n1,2\n"), { path: "probe.csv" });
  if (parsed.status === "failed")
    return { status: "failed", detail: parsed.reason ?? "a two-line CSV could not be parsed" };
  return { status: "ok", detail: `a document was parsed, held by ${parsed.jail}` };
}

/** With `verify`, every log entry's text must be there at its recorded length. */
async function checkTabStore(settings: Settings, verify: boolean): Promise<Omit<Finding, "check">> {
  if (!existsSync(join(settings.stateFolder, "tab.sqlite")))
    return { status: "ok", detail: "no task has been opened here" };
  const store = await openTabStore(settings);
  try {
    const tasks = await store.tasks();
    let entries = 0;
    for (const { task } of verify ? tasks : []) {
      const tab = await createTaskTab({ store, task, config: settings.config });
      for (const { id, length } of (await tab.state()).log) {
        entries++;
        const excerpt = await store.excerpt(task, id);
        if (excerpt?.length !== length) {
          return {
            status: "failed",
            detail: `${task} ${id}: recorded with ${length} characters, found ${excerpt?.length ?? "none"}`,
          };
        }
      }
    }
    return { status: "ok", detail: `${tasks.length} tasks${verify ? `, ${entries} entries verified` : ""}` };
  } finally {
    await store.close();
  }
}

/** Reading a record verifies its checksum; a damaged one is absent. */
async function checkRecords(settings: Settings): Promise<Omit<Finding, "check">> {
  const file = join(settings.stateFolder, "records.sqlite");
  if (!existsSync(file)) return { status: "ok", detail: "no document has been parsed here" };
  const { createSqliteStore } = await import("@runningtab/parsed-cache/stores/sqlite");
  const store = createSqliteStore({ file });
  try {
    const records = await store.list();
    let damaged = 0;
    for (const { key } of records) if ((await store.get(key)) === undefined) damaged++;
    if (damaged > 0)
      return {
        status: "failed",
        detail: `${damaged} of ${records.length} records are damaged; they are parsed again when needed`,
      };
    return { status: "ok", detail: `${records.length} records verified` };
  } finally {
    await store.close();
  }
}

/** Programs that the agent's commands commonly use; none is needed. */
async function checkPrograms(path: string): Promise<Omit<Finding, "check">> {
  const wanted = ["bash", "python3", "rg", "pdftotext"];
  const found = await Promise.all(wanted.map((name) => isOnPath(name, path)));
  const missing = wanted.filter((_, index) => !found[index]);
  if (missing.length === 0) return { status: "ok", detail: wanted.join(", ") };
  return {
    status: "warning",
    detail: `not found: ${missing.join(", ")}. The agent's commands can do without, less well.`,
  };
}

async function isOnPath(name: string, path: string): Promise<boolean> {
  for (const folder of path.split(delimiter)) {
    const isThere = await access(join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
  }
  return false;
}
