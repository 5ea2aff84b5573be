import { type Command, Option } from "commander";
import type {
  Check,
  Conflict,
  FileEdit,
  Kept,
  Operation,
  Plan,
  RiskyChange,
  RollbackTarget,
  StagedWorkspace,
  VerifyReport,
} from "@runningtab/staged-workspace";
import { checkLines } from "../agent/hand-over.ts";
import { changeLine } from "../change-line.ts";
import { CliError, misuse } from "../cli-error.ts";
import { openStagedWorkspace } from "../compose.ts";
import type { Environment } from "../environment.ts";
import { parseCount } from "../option-values.ts";
import { plural } from "../plural.ts";
import { addSharedOptions, resolveSettings, type Settings, type SharedOptions } from "../settings.ts";
import { printFileDiff } from "../staged-file-diff.ts";
import { onOneLine } from "../terminal.ts";

interface WorkspaceOptions extends SharedOptions {
  readonly inPlace?: boolean;
}
type Act<Options> = (on: {
  readonly workspace: StagedWorkspace;
  readonly settings: Settings;
  readonly options: Options;
  readonly environment: Environment;
  readonly words: readonly string[];
}) => Promise<void>;

export function register(program: Command, environment: Environment): void {
  const workspace = program
    .command("workspace")
    .description("What runs have staged: look at it, promote it into the folder, take it back.")
    .addHelpText(
      "after",
      `
Staged runs work in a private folder. New files are promoted when a run ends; changes of files that were there wait here.

Examples:
  runningtab workspace status
  runningtab workspace diff budget.xlsx
  runningtab workspace promote budget.xlsx
  runningtab workspace rollback --turn 3 --yes`,
    );

  const add = <Options extends WorkspaceOptions>(name: string, description: string, act: Act<Options>): Command =>
    addSharedOptions(workspace.command(name))
      .description(description)
      .option("--in-place", "the branch of runs that worked in the folder itself")
      .action(async (...given: unknown[]) => {
        const [options] = given.slice(-2) as [Options];
        const words = (given.slice(0, -2).flat() as (string | undefined)[]).filter((word) => word !== undefined);
        const settings = await resolveSettings(options, environment);
        const mode = options.inPlace === true ? "in-place" : "staged";
        const opened = await openStagedWorkspace(settings, { mode });
        try {
          await act({ workspace: opened, settings, options, environment, words });
        } catch (error) {
          throw await asMisuse(error);
        } finally {
          await opened.close();
        }
      });

  add(
    "status",
    "What is staged, what conflicts, and what would be promoted. Exit 1 while something conflicts.",
    showStatus,
  );
  add(
    "diff",
    "What a staged file's change is, in the document's own terms; without a path, of all.",
    showDiff,
  ).argument("[path...]", "files, relative to the workspace");
  add("log", "The operations, oldest first.", showLog).option("--last <n>", "only the last ones", parseCount);
  add(
    "plan",
    "Every file that `promote` would touch. Exit 1 when there is nothing to promote, or something conflicts.",
    showPlan,
  ).argument("[path...]", "only these files");
  add<PromoteCommandOptions>(
    "promote",
    "Put staged changes into the folder, all or none. Exit 1 unless all of them are there now.",
    promote,
  )
    .argument("[path...]", "only these files")
    .option("--plan <id>", "only if the plan is still the one with this id")
    .option(
      "--check <command>",
      "only if this command ends with 0 in the sandbox, in a copy of the folder as it would be",
    )
    .option("--expect <path@hash...>", "only if these files would have these contents")
    .option("--approve <path@hash...>", "take over files that other programs run, each by its hash as `plan` shows it");
  add<RollbackCommandOptions>("rollback", "Take changes back, as new history; nothing is erased.", rollback)
    .argument("[path...]", "what was done to these files since the accepted tree")
    .option("--all", "everything since the accepted tree")
    .option("--turn <n>", "the latest turn of this number", parseCount)
    .option("--patch <name>", "one patch, as `log` names it")
    .option("--run <run>", "all patches of one run")
    .option("--yes", "do it; without it, only what would be written is told");
  add<ResolveCommandOptions>("resolve", "Settle a conflict.", resolve)
    .argument("<path>", "the file in conflict")
    .addOption(
      new Option(
        "--keep <version>",
        "the branch's version (proposed), the one in the folder (accepted), or the lines of both (merged)",
      )
        .choices(["proposed", "accepted", "merged"])
        .makeOptionMandatory(),
    );
  add("branch", "The branches of this workspace.", showBranch);
  add<WorkspaceOptions>("materialise", "Write the branch's files into an empty folder.", materialise).argument(
    "<folder>",
    "where to",
  );
  add<VerifyCommandOptions>(
    "verify",
    "Read the journal and every kept version, and compare them with their hashes.",
    verify,
  ).option("--repair", "keep again what still stands in a folder, or follows from the journal");
  add("collect", "Drop kept versions that nothing in the journal names, and say what is kept.", collect);
}

/** What was named and is not there was named by mistake. */
async function asMisuse(error: unknown): Promise<unknown> {
  const { WorkspaceError } = await import("@runningtab/staged-workspace");
  const isMistake =
    WorkspaceError.isInstance(error) && (error.code === "UNKNOWN_TARGET" || error.code === "FOLDER_NOT_EMPTY");
  return isMistake ? misuse(error.message) : error;
}

/** Before something is decided on what the journal says. Reads it once more, and no version. */
async function warnOfDamage(workspace: StagedWorkspace, { terminal }: Settings): Promise<void> {
  const { journal } = await workspace.verify({ versions: false });
  if (journal.damage === undefined) return;
  terminal.note(`The journal is damaged: ${journal.damage.found}. See: runningtab workspace verify`);
}

const showStatus: Act<WorkspaceOptions> = async ({ workspace, settings, environment }) => {
  const { terminal, json } = settings;
  await warnOfDamage(workspace, settings);
  await workspace.sync();
  const { diff, conflicts, containerOnly } = await workspace.reduction();
  const plan = await workspace.plan();
  if (conflicts.length > 0) environment.setExitCode(1);
  if (json) {
    return terminal.printJson({
      mode: workspace.mode,
      branch: workspace.branch,
      folder: workspace.root,
      staged: diff.map(editJson),
      promotable: plan.changes.length,
      conflicts: conflicts.map(conflictJson),
      containerOnly,
      plan: plan.id,
    });
  }
  terminal.print(`Branch ${workspace.branch} (${workspace.mode}), worked in ${workspace.root}`);
  if (diff.length === 0) return terminal.print("Nothing is staged.");
  terminal.print(`${plural(diff.length, "change")} staged:`);
  for (const edit of diff) terminal.print(`  ${changeLine(edit)}`);
  for (const conflict of conflicts) terminal.print(await conflictLines(workspace, conflict));
  for (const path of containerOnly) {
    terminal.print(`~ ${onOneLine(path)} was written anew in the folder with the same content: no conflict.`);
  }
  if (plan.changes.length > 0) terminal.print("Promote with: runningtab workspace promote");
};

const showDiff: Act<WorkspaceOptions> = async ({ workspace, settings, words, environment }) => {
  await workspace.sync();
  const { diff } = await workspace.reduction();
  const wanted = words.length === 0 ? diff : diff.filter(({ path }) => words.includes(path));
  const unknown = words.find((word) => !wanted.some(({ path }) => path === word));
  if (unknown !== undefined)
    throw misuse(`Nothing is staged for ${onOneLine(unknown)}. See: runningtab workspace status`);
  for (const edit of wanted) await printFileDiff(workspace, settings, edit);
  if (wanted.length > 0) environment.setExitCode(1);
  else if (!settings.json) settings.terminal.print("Nothing is staged.");
};

const showLog: Act<WorkspaceOptions & { readonly last?: number }> = async ({ workspace, settings, options }) => {
  await workspace.sync();
  const operations = await workspace.operations();
  const shown = options.last === undefined ? operations : operations.slice(-options.last);
  for (const operation of shown) {
    if (settings.json) settings.terminal.printJson(operationJson(operation));
    else settings.terminal.print(operationLine(operation));
  }
};

const showPlan: Act<WorkspaceOptions> = async ({ workspace, settings, words, environment }) => {
  await workspace.sync();
  const plan = await workspace.plan(words.length > 0 ? { paths: words } : {});
  await printPlan(workspace, plan, settings);
  if (plan.changes.length === 0 || plan.conflicts.length > 0) environment.setExitCode(1);
};

interface PromoteCommandOptions extends WorkspaceOptions {
  readonly plan?: string;
  readonly check?: string;
  readonly expect?: readonly string[];
  readonly approve?: readonly string[];
}

const promote: Act<PromoteCommandOptions> = async ({ workspace, settings, options, words, environment }) => {
  await warnOfDamage(workspace, settings);
  const outcome = await workspace.promote({
    ...(words.length > 0 && { paths: words }),
    ...(options.plan !== undefined && { plan: options.plan }),
    checks: await checksOf(options, settings),
    approved: (options.approve ?? []).map(parseApproval),
  });
  const { terminal, json } = settings;
  if (outcome.status !== "promoted" || outcome.conflicts.length + outcome.plan.conflicts.length > 0)
    environment.setExitCode(1);
  if (json) {
    const { plan, ...rest } = outcome;
    return terminal.printJson({ ...rest, plan: planJson(plan) });
  }
  switch (outcome.status) {
    case "promoted":
      for (const { edit } of outcome.plan.changes) terminal.print(changeLine(edit));
      for (const line of checkLines(outcome.results)) terminal.note(line);
      for (const { path } of outcome.conflicts) {
        terminal.note(`${onOneLine(path)} changed at the last moment and was left alone.`);
      }
      for (const path of outcome.notKept) {
        terminal.note(`${onOneLine(path)} cannot be taken back: its contents are never kept, only their hashes.`);
      }
      for (const conflict of outcome.plan.conflicts) terminal.note(await conflictLines(workspace, conflict));
      return;
    case "nothing":
      for (const conflict of outcome.plan.conflicts) terminal.note(await conflictLines(workspace, conflict));
      return terminal.print("There is nothing to promote.");
    case "changed":
      terminal.note("The plan is another by now; this is what would be promoted:");
      return printPlan(workspace, outcome.plan, settings);
    case "check-failed":
      for (const line of checkLines(outcome.results)) terminal.note(line);
      return terminal.note("Nothing was promoted; all of it stays staged.");
    case "refused":
      return terminal.note(`Refused: ${outcome.reason}`);
    case "approval-needed":
      terminal.note("Other programs run these files. Look at them, then approve each by its hash:");
      for (const { path, hash } of outcome.missing) terminal.note(`  --approve ${onOneLine(path)}@${hash}`);
  }
};

/** What `--check` and `--expect` add to the checks that every promotion passes. */
async function checksOf(
  { check, expect = [] }: PromoteCommandOptions,
  { config }: Settings,
): Promise<readonly Check[]> {
  const { commandCheck } = await import("../judging/document-checks.ts");
  const { createExpectedHashesCheck } = await import("@runningtab/staged-workspace/checks/expected-hashes");
  const expected = Object.fromEntries(expect.map(parseApproval).map(({ path, hash }) => [path, hash]));
  return [
    ...(expect.length > 0 ? [createExpectedHashesCheck(expected)] : []),
    ...(check === undefined ? [] : [await commandCheck(check, config)]),
  ];
}

interface RollbackCommandOptions extends WorkspaceOptions {
  readonly all?: boolean;
  readonly turn?: number;
  readonly patch?: string;
  readonly run?: string;
  readonly yes?: boolean;
}

const rollback: Act<RollbackCommandOptions> = async ({ workspace, settings, options, words, environment }) => {
  const { terminal, json } = settings;
  const target = targetOf(options, words, await workspace.operations());
  const isDone = options.yes === true;
  const plan = isDone ? await workspace.rollback(target) : await workspace.previewRollback(target);
  if (json) terminal.printJson({ done: isDone, ...plan });
  else {
    for (const { path, before, after } of plan.writes) {
      const letter = after === undefined ? "D" : before === undefined ? "A" : "M";
      terminal.print(`${letter} ${onOneLine(path)}`);
    }
    if (plan.writes.length === 0) terminal.print("There is nothing to take back.");
    for (const { path } of plan.conflicts) terminal.note(`${onOneLine(path)} was changed later and stays as it is.`);
    for (const path of plan.notKept)
      terminal.note(`${onOneLine(path)} stays as it is: its earlier version was not kept.`);
    if (plan.touchesRoot) terminal.note("Part of it was promoted: the folder itself changes too.");
    if (!isDone && plan.writes.length > 0) terminal.note("Nothing was written. Say the same with --yes to do it.");
  }
  if (!isDone || plan.conflicts.length + plan.notKept.length > 0) environment.setExitCode(1);
};

function targetOf(
  { all, turn, patch, run }: RollbackCommandOptions,
  paths: readonly string[],
  history: readonly Operation[],
): RollbackTarget {
  const targets: readonly (RollbackTarget | false)[] = [
    all === true && { all },
    turn !== undefined && { turn },
    patch !== undefined && { patch },
    run !== undefined && { patches: patchesOfRun(run, history) },
    paths.length > 0 && { paths },
  ];
  const [target, ...others] = targets.filter((one) => one !== false);
  if (target === undefined || others.length > 0) {
    throw misuse("Say what to take back: one of --all, --turn N, --patch NAME, --run RUN, or some paths.");
  }
  return target;
}

/** A run's patches are called by its id and a turn. */
function patchesOfRun(run: string, history: readonly Operation[]): readonly string[] {
  const patches = [...new Set(history.map(({ patch }) => patch))];
  const found = patches.filter((patch) => patch.startsWith(`${run}/`));
  if (found.length > 0) return found;
  const runs = [...new Set(patches.filter((patch) => patch.includes("/")).map((patch) => patch.split("/", 1)[0]))];
  throw misuse(
    `--run ${onOneLine(run)}: no such run changed a file here. Those that did: ${runs.join(", ") || "none"}.`,
  );
}

interface ResolveCommandOptions extends WorkspaceOptions {
  readonly keep: Kept;
}

const resolve: Act<ResolveCommandOptions> = async ({ workspace, settings, options, words: [path = ""] }) => {
  if (options.keep === "merged" && (await workspace.previewMerge(path)) === undefined) {
    throw new CliError(1, `${onOneLine(path)} cannot be merged: both sides changed the same lines, or it is no text.`);
  }
  await workspace.resolveConflict(path, options.keep);
  if (settings.json) settings.terminal.printJson({ path, kept: options.keep });
  else
    settings.terminal.print(
      `${onOneLine(path)}: ${options.keep === "merged" ? "both changes are" : `the ${options.keep} version is`} kept.`,
    );
};

/** What branches of a kind are for, in the journal's words and in a reader's. */
const KINDS = { chat: "runs of the agent", review: "reviews", evaluation: "evaluations" } as const;

const showBranch: Act<WorkspaceOptions> = async ({ workspace, settings }) => {
  for (const { name, kind, user, staged } of await workspace.branches()) {
    if (settings.json) settings.terminal.printJson({ name, kind, user, staged: staged.length });
    else
      settings.terminal.print(
        `${name}${name === workspace.branch ? " (this one)" : ""}: of ${KINDS[kind]}${user && ` by ${user}`}, ${plural(staged.length, "operation")} staged`,
      );
  }
};

const materialise: Act<WorkspaceOptions> = async ({ workspace, settings, words: [folder = ""], environment }) => {
  const { files, notKept } = await workspace.materialise(folder);
  if (settings.json) settings.terminal.printJson({ files, notKept });
  else {
    settings.terminal.print(`${plural(files, "file")} written to ${folder}`);
    for (const path of notKept) settings.terminal.note(`${onOneLine(path)} is missing: its version was not kept.`);
  }
  if (notKept.length > 0) environment.setExitCode(1);
};

interface VerifyCommandOptions extends WorkspaceOptions {
  readonly repair?: boolean;
}

const RECOVERY = { possible: " (can be recovered: --repair)", done: " (recovered)", none: "" } as const;

const verify: Act<VerifyCommandOptions> = async ({ workspace, settings, options, environment }) => {
  const report = await workspace.verify({ repair: options.repair === true });
  const { journal, versions } = report;
  if (settings.json) settings.terminal.printJson(report);
  else {
    settings.terminal.print(
      journal.damage === undefined
        ? `Journal: ${plural(journal.entries, "entry", "entries")} in an unbroken chain`
        : `Journal: ${journal.damage.found}; the ${plural(journal.entries, "entry", "entries")} before it are sound`,
    );
    for (const { path, hash, found, recovery, isByDesign } of versions) {
      const why = isByDesign === true ? " (not kept by design)" : RECOVERY[recovery];
      settings.terminal.print(`${found}: ${onOneLine(path) || "an accepted tree"} ${hash}${why}`);
    }
    if (journal.damage === undefined && versions.every(({ isByDesign }) => isByDesign === true))
      settings.terminal.print("Every kept version is what its hash says.");
  }
  if (journal.damage !== undefined || versions.some(isLost)) environment.setExitCode(1);
};

function isLost({ isByDesign, recovery }: VerifyReport["versions"][number]): boolean {
  return isByDesign !== true && recovery !== "done";
}

const collect: Act<WorkspaceOptions> = async ({ workspace, settings }) => {
  const { dropped, freedBytes, blobs, storedBytes, maxBytes } = await workspace.collect();
  if (settings.json) return settings.terminal.printJson({ dropped, freedBytes, blobs, storedBytes, maxBytes });
  settings.terminal.print(`Dropped ${plural(dropped, "version")} that nothing names: ${freedBytes} bytes.`);
  const cap = maxBytes === undefined ? "" : ` of at most ${maxBytes}`;
  settings.terminal.print(`Kept ${plural(blobs, "version")} in ${storedBytes} bytes${cap}.`);
};

async function printPlan(workspace: StagedWorkspace, plan: Plan, { terminal, json }: Settings): Promise<void> {
  if (json) return terminal.printJson(planJson(plan));
  if (plan.changes.length === 0) terminal.print("There is nothing to promote.");
  for (const { edit } of plan.changes) terminal.print(changeLine(edit));
  for (const { path, hash } of plan.risky)
    terminal.print(`! ${onOneLine(path)} is run by other programs: --approve ${onOneLine(path)}@${hash}`);
  for (const conflict of plan.conflicts) terminal.print(await conflictLines(workspace, conflict));
  if (plan.changes.length > 0) terminal.print(`Plan ${plan.id}`);
}

function planJson({ id, branch, changes, conflicts, touched, risky }: Plan) {
  return {
    id,
    branch,
    changes: changes.map(({ edit }) => editJson(edit)),
    conflicts: conflicts.map(conflictJson),
    touched,
    risky,
  };
}

function editJson(edit: FileEdit) {
  const { kind, path } = edit;
  return {
    kind,
    path,
    ...(edit.kind === "move" && { from: edit.from }),
    ...(edit.kind !== "create" && { before: edit.before }),
    ...(edit.kind !== "delete" && { after: edit.after }),
  };
}

function conflictJson({ path, base, accepted, proposed }: Conflict) {
  return { path, ...(base && { base }), ...(accepted && { accepted }), ...(proposed && { proposed }) };
}

async function conflictLines(
  workspace: StagedWorkspace,
  { path, base, accepted, proposed }: Conflict,
): Promise<string> {
  const merged = (await workspace.previewMerge(path)) === undefined ? "" : "|merged";
  const short = (version: Conflict["base"]): string => version?.hash.slice(0, 19) ?? "no file";
  return [
    `! ${onOneLine(path)} is in conflict: made to ${short(base)}, but ${short(accepted)} is accepted; proposed is ${short(proposed)}.`,
    `  Settle it with: runningtab workspace resolve ${onOneLine(path)} --keep proposed|accepted${merged}`,
  ].join("\n");
}

function operationJson({ seq, branch, patch, turn, actor, at, edit }: Operation) {
  return {
    seq,
    branch,
    patch,
    ...(turn !== undefined && { turn }),
    actor,
    at: new Date(at).toISOString(),
    ...editJson(edit),
  };
}

function operationLine({ seq, patch, actor, at, edit }: Operation): string {
  return `${seq} ${new Date(at).toISOString()} ${patch} ${actor}: ${changeLine(edit)}`;
}

function parseApproval(text: string): RiskyChange {
  const [, path, hash] = /^(.+)@(sha256:[0-9a-f]{64})$/.exec(text) ?? [];
  if (path === undefined || hash === undefined) {
    throw misuse(`${onOneLine(text)} names no version. Give path@sha256:…, as \`plan\` shows it.`);
  }
  return { path, hash: hash as RiskyChange["hash"] };
}
