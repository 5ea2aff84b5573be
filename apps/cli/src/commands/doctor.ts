import { access, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import type { Command } from "commander";
import { messageOf } from "../cli-error.ts";
import { createSandbox } from "../create-sandbox.ts";
import type { Environment } from "../environment.ts";
import { satisfiesRange } from "../node-range.ts";
import { addSharedOptions, resolveSettings, type Settings, type SharedOptions } from "../settings.ts";
import {
  type Verdict,
  verifyRecords,
  verifySearchIndex,
  verifyStaging,
  verifyTabStore,
  verifyVectors,
} from "../verify-state.ts";

interface DoctorOptions extends SharedOptions {
  readonly data?: boolean;
}

/** `warning`: something optional is missing; `failed`: something that is needed does not work. */
interface Finding {
  readonly check: string;
  readonly status: "ok" | "warning" | "failed";
  readonly detail: string;
}

type Check = readonly [name: string, run: () => Promise<Omit<Finding, "check">>];

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("doctor"))
    .description("Check Node, sandbox, store and parsers; exit 1 when something needed does not work.")
    .option("--data", "verify every stored byte as well")
    .addHelpText("after", "\nExample:\n  runningtab doctor --data")
    .action(async (options: DoctorOptions) => {
      const settings = await resolveSettings(options, environment);
      const all = options.data === true;
      const dataChecks: readonly Check[] = [
        ["records", async () => asFinding(await verifyRecords(settings))],
        ["search index", async () => asFinding(await verifySearchIndex(settings))],
        ["vectors", async () => asFinding(await verifyVectors(settings))],
        ["staged work", async () => asFinding(await verifyStaging(settings))],
      ];
      const checks: readonly Check[] = [
        ["node", checkNode],
        ["sandbox", () => checkSandbox(settings)],
        ["parsers", checkParsers],
        ["tab store", async () => asFinding(await verifyTabStore(settings, { all }))],
        ...(all ? dataChecks : []),
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

/** The range is the package's own: `engines` is where it is decided. */
async function checkNode(): Promise<Omit<Finding, "check">> {
  const { engines } = createRequire(import.meta.url)("runningtab/package.json") as { engines: { node: string } };
  const { node } = process.versions;
  return {
    status: satisfiesRange(node, engines.node) ? "ok" : "failed",
    detail: `${node}; supported: ${engines.node}`,
  };
}

async function checkSandbox(settings: Settings): Promise<Omit<Finding, "check">> {
  const usual = await createSandbox(settings, "bubblewrap", { traceFiles: true });
  const { proven, details } = await usual.probe();
  const virtual = await (await createSandbox(settings, "virtual")).probe();
  const choice = virtual.proven
    ? "--sandbox virtual works here"
    : `--sandbox virtual does not work here (${virtual.details.join("; ")})`;
  const said = `${usual.name}: ${details.join("; ")}`;
  return {
    status: proven ? "ok" : "warning",
    detail: proven ? `${said}. ${choice}.` : `${said}. The tools bash and python will refuse. ${choice}.`,
  };
}

async function checkParsers(): Promise<Omit<Finding, "check">> {
  const { parseBytes } = await import("@runningtab/parsed-cache");
  const parsed = await parseBytes(new TextEncoder().encode("a,b\n1,2\n"), { path: "probe.csv" });
  if (parsed.status === "failed")
    return { status: "failed", detail: parsed.reason ?? "a two-line CSV could not be parsed" };
  return { status: "ok", detail: `a document was parsed, held by ${parsed.jail}` };
}

function asFinding({ isSound, detail }: Verdict): Omit<Finding, "check"> {
  return { status: isSound ? "ok" : "failed", detail };
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
