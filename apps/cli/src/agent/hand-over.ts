import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AcceptancePolicy, Check, CheckResult, Plan, StagedWorkspace } from "@runningtab/staged-workspace";
import { changeLine } from "../change-line.ts";
import { messageOf } from "../cli-error.ts";
import { confirm } from "../confirm.ts";
import type { Environment } from "../environment.ts";
import type { Terminal } from "../terminal.ts";
import { filesOfRuns } from "./whose-edits.ts";

/** When a staged run's results reach the user's folder: `new` are new files, and files that runs made and nobody touched. */
export type PromoteWhen = "never" | "ask" | "new" | "auto";

/** What became of the changes of a staged run. Paths relative to the workspace. */
export interface HandOver {
  /** Still only in the branch; copies of those that are files stand in `deliverables/` of the run's folder. */
  readonly staged: readonly string[];
  /** What the checks found; none where nothing was to be promoted. */
  readonly checks: readonly CheckResult[];
  /** Why the folder took nothing: a failure of its file system. Absent where nothing failed. */
  readonly failure?: string;
}

/** Promotes what may be promoted, and puts copies of the rest where a person finds them. */
export async function handOver(options: {
  readonly workspace: StagedWorkspace;
  readonly when: PromoteWhen;
  /** Beside those that every promotion passes. */
  readonly checks: readonly Check[];
  readonly runFolder: string;
  readonly terminal: Terminal;
  readonly environment: Environment;
}): Promise<HandOver> {
  const { workspace, when, runFolder, terminal, environment } = options;
  if (workspace.mode === "in-place") return { staged: [], checks: [] };
  const paths = await wantedPaths(when, await workspace.plan());
  let results: readonly CheckResult[] = [];
  let failure: string | undefined;
  if (paths.length > 0) await promote().catch((error: unknown) => (failure = messageOf(error)));
  const { tree, diff } = await workspace.reduction();
  const staged = diff.map(({ path }) => path);
  for (const path of staged) {
    const version = tree.get(path);
    const file = version && (await workspace.read(path));
    if (file === undefined) continue;
    const target = join(runFolder, "deliverables", ...path.split("/"));
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, file.bytes, { mode: 0o600 });
  }
  if (failure !== undefined) {
    terminal.note(`Nothing was put into the folder: ${failure}`);
    terminal.note(
      `What was made stands in ${join(runFolder, "deliverables")}, and stays staged: promote it when the folder can be written to.`,
    );
  }
  return { staged, checks: results, ...(failure !== undefined && { failure }) };

  async function promote(): Promise<void> {
    const part = await workspace.plan({ paths });
    const outcome = await workspace.promote({
      paths,
      plan: part.id,
      checks: options.checks,
      ...(when === "ask" && { acceptance: await personAtTerminal() }),
      actor: when === "ask" ? "person" : "run",
    });
    if ("results" in outcome) results = outcome.results;
    for (const line of checkLines(results)) terminal.note(line);
    if (outcome.status === "promoted") {
      for (const { path } of outcome.conflicts)
        terminal.note(`${path} changed in the folder at the last moment and was left alone.`);
    } else {
      const why = outcome.status === "refused" ? outcome.reason : outcome.status;
      terminal.note(`Nothing was promoted: ${why}. Look at it with: runningtab workspace plan`);
    }
  }

  async function wantedPaths(asked: PromoteWhen, { changes, risky }: Plan): Promise<readonly string[]> {
    if (asked === "never") return [];
    const refused = new Set(risky.map(({ path }) => path));
    const own = filesOfRuns(asked === "new" ? await workspace.operations() : []);
    for (const { edit } of changes) {
      // A new file, or one that runs made: replacing it takes nothing from anyone.
      const isOwn = edit.kind === "create" || (edit.kind === "modify" && own.has(edit.path));
      if (asked === "new" && !isOwn) refused.add(edit.path);
      if (asked === "ask" || !("before" in edit) || (await workspace.version(edit.before.hash)) !== undefined) continue;
      refused.add(edit.path);
      terminal.note(
        `${edit.path} stays staged: the version in the folder is not kept, so that replacing it is for good.`,
      );
    }
    // What belongs together goes together or not at all.
    const held = new Set(changes.filter(({ edit }) => refused.has(edit.path)).flatMap(({ operations }) => operations));
    return changes.filter(({ operations }) => !operations.some((seq) => held.has(seq))).map(({ edit }) => edit.path);
  }

  async function personAtTerminal(): Promise<AcceptancePolicy> {
    const { createPersonAcceptance } = await import("@runningtab/staged-workspace/acceptance/person");
    return createPersonAcceptance({
      async confirm({ plan }) {
        for (const { edit } of plan.changes) terminal.note(`  ${changeLine(edit)}`);
        const accepted = await confirm(environment, "Put these changes into the folder?");
        return accepted ? { accepted, plan: plan.id } : { accepted };
      },
    });
  }
}

/** What the checks found, for a person; nothing of a check that passed without a finding. */
export function checkLines(results: readonly CheckResult[]): readonly string[] {
  return results.flatMap(({ check, passed, findings }) => {
    if (passed && findings.length === 0) return [];
    return [[`Check ${check} ${passed ? "passed" : "failed"}:`, ...findings].join("\n  ")];
  });
}
