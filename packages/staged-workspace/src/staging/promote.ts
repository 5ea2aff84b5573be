import type { CheckResult } from "../journal/check.ts";
import type { JournalEntry } from "../journal/journal.ts";
import type { Tree } from "../journal/operation.ts";
import { acceptedEntry, movedBase, PERSON, rootWrites } from "./entries.ts";
import { hydrate } from "./hydrate.ts";
import { latestAccepted } from "./ledger.ts";
import { afterOf, beforeOf, makePlan, type Plan, type RiskyChange } from "./plan.ts";
import { repeat, type Sight, type Stage } from "./stage.ts";
import type {
  AcceptancePolicy,
  Candidate,
  Check,
  CheckOptions,
  CheckOutcome,
  Decision,
  PromoteOptions,
  PromoteOutcome,
} from "./staged-workspace.ts";
import { sync } from "./sync.ts";
import { applyEdits, writesBetween } from "./trees.ts";
import { isKept } from "./versions.ts";

interface Judges {
  readonly checks: readonly Check[];
  readonly acceptance: AcceptancePolicy | undefined;
}

/**
 * Plan, checks, decision, commit. Everything before the commit leaves every operation staged; the commit is one row of the
 * journal, and in staged mode the files of the plan are then written to the root under an intent that stands beside it.
 */
export async function promote(stage: Stage, standing: Judges, options: PromoteOptions): Promise<PromoteOutcome> {
  const { actor = PERSON, signal } = options;
  const judges: Judges = {
    checks: [...standing.checks, ...(options.checks ?? [])],
    acceptance: options.acceptance ?? standing.acceptance,
  };
  let judged: { readonly plan: string; readonly results: readonly CheckResult[] } | undefined;
  let outcome: PromoteOutcome | undefined;
  await repeat(async () => {
    await sync(stage, signal && { signal });
    const sight = await stage.look();
    const plan = planOf(stage, sight, options.paths);
    if (plan.changes.length === 0) outcome = { status: "nothing", plan };
    else if (options.plan !== undefined && options.plan !== plan.id) outcome = { status: "changed", plan };
    if (outcome !== undefined) return true;

    // What was judged is named by its hashes: the same plan need not be judged again.
    if (judged?.plan !== plan.id) {
      const verdict = await judge(stage, judges, candidateOf(stage, sight, plan, signal), actor);
      outcome = verdict.outcome;
      judged = { plan: plan.id, results: verdict.results };
    }
    const missing = plan.risky.filter((change) => !isApproved(change, options.approved ?? []));
    if (outcome === undefined && missing.length > 0) outcome = { status: "approval-needed", plan, missing };
    if (outcome !== undefined) return true;

    const notKept = await keptByHashAlone(stage, plan);
    const state = await stage.ledger.catchUp();
    // Others may have accepted something while this was judged.
    if (latestAccepted(state) !== latestAccepted(sight.state)) return false;
    const conflicts = await stage.commit(state, await acceptance(stage, sight, plan, state.seq, actor));
    if (conflicts === undefined) return false;
    await stage.origin.scan(signal && { signal });
    outcome = { status: "promoted", plan, results: judged.results, conflicts, notKept };
    return true;
  });
  return outcome!;
}

/** The checks alone, over everything that would be promoted. */
export async function check(
  stage: Stage,
  standing: Pick<Judges, "checks">,
  { checks = [], signal }: CheckOptions,
): Promise<CheckOutcome> {
  await sync(stage, signal && { signal });
  const sight = await stage.look();
  const plan = planOf(stage, sight);
  if (plan.changes.length === 0) return { plan, results: [] };
  const candidate = candidateOf(stage, sight, plan, signal);
  return { plan, results: await runChecks(stage, [...standing.checks, ...checks], candidate) };
}

export function planOf(stage: Stage, { state, reduction }: Sight, paths?: readonly string[]): Plan {
  return makePlan(stage.branchName, latestAccepted(state), reduction, paths);
}

async function keptByHashAlone({ blobs }: Stage, { changes }: Plan): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { edit } of changes) {
    const isUndoable = (await isKept(blobs, beforeOf(edit))) && (await isKept(blobs, afterOf(edit)));
    if (!isUndoable) paths.push(edit.path);
  }
  return paths;
}

/** The rows that make the plan's changes accepted, after entry `head`. */
export async function acceptance(
  stage: Stage,
  { accepted, reduction }: Pick<Sight, "accepted" | "reduction">,
  plan: Plan,
  head: number,
  actor: string,
): Promise<readonly JournalEntry[]> {
  const tree = treeAfter(accepted, plan);
  const settled = plan.changes.length === reduction.plan.length ? reduction.settled : [];
  const operations = [...plan.changes.flatMap((change) => change.operations), ...settled];
  const entries = [await acceptedEntry(stage, tree, operations, { plan: plan.id, actor })];
  if (stage.mode === "staged") entries.push(rootWrites(stage, writesBetween(accepted, tree)));
  entries.push(movedBase(stage, head + 1));
  return entries;
}

function treeAfter(accepted: Tree, { changes }: Plan): Tree {
  return applyEdits(
    accepted,
    changes.map(({ edit }) => edit),
  );
}

async function judge(
  stage: Stage,
  { checks, acceptance: policy }: Judges,
  candidate: Candidate,
  actor: string,
): Promise<{ readonly results: readonly CheckResult[]; readonly outcome: PromoteOutcome | undefined }> {
  const { plan } = candidate;
  const results = await runChecks(stage, checks, candidate);
  if (results.some(({ passed }) => !passed)) return { results, outcome: { status: "check-failed", plan, results } };

  const { accepted, reason } = policy === undefined ? { accepted: true } : await decide(policy, candidate, results);
  await record(stage, {
    type: "plan.decided",
    at: stage.now(),
    plan: plan.id,
    accepted,
    actor: policy?.name ?? actor,
    ...(reason !== undefined && { reason }),
  });
  if (accepted) return { results, outcome: undefined };
  return { results, outcome: { status: "refused", plan, results, reason: reason ?? "no reason was given" } };
}

/** What each check finds, also in the journal. */
async function runChecks(
  stage: Stage,
  checks: readonly Check[],
  candidate: Candidate,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const one of checks) {
    candidate.signal?.throwIfAborted();
    results.push({ check: one.name, ...(await runCheck(one, candidate)) });
  }
  await record(stage, { type: "plan.checked", at: stage.now(), plan: candidate.plan.id, results });
  return results;
}

async function runCheck(check: Check, candidate: Candidate): Promise<Omit<CheckResult, "check">> {
  try {
    return await check.run(candidate);
  } catch (error) {
    candidate.signal?.throwIfAborted();
    return { passed: false, findings: [`the check itself failed: ${messageOf(error)}`] };
  }
}

async function decide(
  policy: AcceptancePolicy,
  candidate: Candidate,
  results: readonly CheckResult[],
): Promise<Decision> {
  try {
    return await policy.decide(candidate, results);
  } catch (error) {
    candidate.signal?.throwIfAborted();
    return { accepted: false, reason: `nobody could decide: ${messageOf(error)}` };
  }
}

async function record(stage: Stage, entry: JournalEntry): Promise<void> {
  await repeat(async () => stage.ledger.append(await stage.ledger.catchUp(), [entry]));
}

function candidateOf(stage: Stage, { accepted }: Sight, plan: Plan, signal: AbortSignal | undefined): Candidate {
  const tree = treeAfter(accepted, plan);
  const reader = (from: Tree) => async (path: string) => {
    const version = from.get(path);
    return version && stage.contentOf(path, version);
  };
  return {
    plan,
    read: reader(tree),
    readAccepted: reader(accepted),
    materialise: (folder) => hydrate(folder, tree, stage.work.root, stage.contentOf, signal),
    ...(signal && { signal }),
  };
}

function isApproved({ path, hash }: RiskyChange, approved: readonly RiskyChange[]): boolean {
  return approved.some((change) => change.path === path && change.hash === hash);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
