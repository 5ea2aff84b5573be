import type { LogId, RequirementId } from "../event-store.ts";
import type { Outcome, TabEvent, Verdict } from "../events.ts";
import type { EvidenceAnswer, EvidenceQuestion } from "../evidence-policy.ts";
import { limits } from "../limits.ts";
import { clip, oneLine } from "../file-text.ts";
import { isUsable, isWeakOrigin, listed } from "../policies/cited-entry.ts";
import { foldForQuote, isLongEnough, standsIn } from "../quote.ts";
import { entryDocument, requirementTerms, sharesTerm } from "../shared-terms.ts";
import type { Requirement } from "../state.ts";
import type { ResolveInput } from "../tab.ts";
import { queryOf } from "../texts/review.ts";
import { type Decided, isLogId, logSpan, type Operation, refuse, requirementSpan, type Scene } from "./operation.ts";

export interface Resolution {
  readonly id: RequirementId;
  readonly outcome: Outcome;
  readonly verdict?: Verdict;
  /** Requirements still open. */
  readonly open: number;
}

/** `tab_resolve`: closes a requirement against evidence, sets it aside with a reason, or reopens it. */
export const resolve: Operation<ResolveInput, Resolution> = (input, scene) => {
  const requirement = scene.view.tab.requirements.get(input.id as RequirementId);
  if (!requirement) {
    return refuse(`tab_resolve: there is no ${oneLine(input.id, 20)}; ${requirementSpan(scene.view.tab)}.`);
  }
  const tooLong = (["quote", "value", "reason"] as const).find((name) => (input[name]?.length ?? 0) > limits[name]);
  if (tooLong !== undefined) {
    return refuse(`${requirement.id} not resolved: a ${tooLong} has at most ${limits[tooLong]} characters.`);
  }
  switch (input.outcome) {
    case "done":
      return close(requirement, input, scene);
    case "unavailable":
      return setAside(requirement, input, scene);
    case "open":
      return reopen(requirement, input, scene);
    default:
      input.outcome satisfies never;
      return refuse(`${requirement.id} not resolved: outcome is "done", "unavailable" or "open".`);
  }
};

async function close(requirement: Requirement, input: ResolveInput, scene: Scene): Promise<Decided<Resolution>> {
  const { tab, switches } = scene.view;
  const { id } = requirement;
  const evidence = [...new Set(input.evidence ?? [])];
  if (evidence.length === 0) {
    return refuse(
      `${id} not resolved: done needs evidence. Cite the entries that hold it, such as evidence: ["L1"]; ${logSpan(tab)}.`,
    );
  }
  if (evidence.length > limits.evidence) {
    return refuse(`${id} not resolved: cite at most ${limits.evidence} entries, those that hold it.`);
  }
  const cited: LogId[] = [];
  for (const name of evidence) {
    if (!isLogId(name) || Number(name.slice(1)) > tab.log.length) {
      return refuse(
        `${id} not resolved: there is no ${oneLine(name, 20)}; ${logSpan(tab)}. Cite an entry that holds it.`,
      );
    }
    cited.push(name);
  }
  const question = await questionOf(requirement, input, cited, scene);
  const answer = await judge(question, scene);
  if (!answer.accepted) return refuse(await rejection(requirement, question, answer.missing, scene));

  const quote = switches.quote && answer.quoteFound !== false ? given(input.quote) : undefined;
  // Nobody judged what was not checked.
  const verdict = switches.verdicts && switches.evidenceCheck ? answer.verdict : undefined;
  const value = given(input.value);
  const isShown = switches.verdicts || answer.verdict !== "disputed";
  const note = answer.note === undefined || !isShown ? undefined : clip(answer.note, limits.reason);
  const event: TabEvent = {
    ...scene.stamp,
    type: "requirement.resolved",
    id,
    outcome: "done",
    evidence: cited,
    turn: scene.turn,
    ...(quote !== undefined && { quote }),
    ...(value !== undefined && { value }),
    ...(verdict !== undefined && { verdict }),
    ...(note !== undefined && { note }),
  };
  return {
    ok: true,
    events: [event],
    reply: ({ tab: after }) => {
      const weak =
        verdict === "weak" ? " Weak evidence: better cite a file that says it in the requirement's terms." : "";
      const text = `${id} done (${cited.join(", ")}). ${after.counts.open} open.${weak}${note === undefined ? "" : ` ${note}`}`;
      return {
        text,
        value: { id, outcome: "done", ...(verdict !== undefined && { verdict }), open: after.counts.open },
      };
    },
  };
}

function setAside({ id }: Requirement, input: ResolveInput, scene: Scene): Decided<Resolution> {
  const reason = given(input.reason)?.replaceAll(/\s+/gu, " ");
  if (reason === undefined) {
    return refuse(
      `${id} not resolved: unavailable needs a reason: authored, computed, or not found after searching (say where).`,
    );
  }
  const event: TabEvent = {
    ...scene.stamp,
    type: "requirement.resolved",
    id,
    outcome: "unavailable",
    evidence: [],
    reason,
    turn: scene.turn,
  };
  return {
    ok: true,
    events: [event],
    reply: ({ tab: after }) => ({
      text: `${id} unavailable (${oneLine(reason, 200)}). ${after.counts.open} open.`,
      value: { id, outcome: "unavailable", open: after.counts.open },
    }),
  };
}

function reopen(requirement: Requirement, input: ResolveInput, scene: Scene): Decided<Resolution> {
  const { id } = requirement;
  if (requirement.status === "open") return refuse(`${id} is open already; resolve it as done or unavailable.`);
  const reason = given(input.reason);
  const event: TabEvent = {
    ...scene.stamp,
    type: "requirement.reopened",
    id,
    ...(reason !== undefined && { reason }),
  };
  return {
    ok: true,
    events: [event],
    reply: ({ tab: after }) => ({
      text: `${id} open. ${after.counts.open} open.`,
      value: { id, outcome: "open", open: after.counts.open },
    }),
  };
}

async function questionOf(
  requirement: Requirement,
  input: ResolveInput,
  cited: readonly LogId[],
  { view }: Scene,
): Promise<EvidenceQuestion> {
  const quote = view.switches.quote ? given(input.quote) : undefined;
  const value = given(input.value);
  return {
    requirement: { text: requirement.text, aliases: requirement.aliases },
    cited: await Promise.all(
      cited.map(async (id) => ({
        entry: view.tab.log[Number(id.slice(1)) - 1]!,
        excerpt: await view.excerpts.get(id),
      })),
    ),
    ...(quote !== undefined && { quote }),
    ...(value !== undefined && { value }),
  };
}

/** A retried call gets the verdict that was stored: a judge could say something else today. */
async function judge(question: EvidenceQuestion, scene: Scene): Promise<EvidenceAnswer> {
  const stored = scene.recorded?.find((event) => event.type === "requirement.resolved");
  if (stored !== undefined) {
    return {
      accepted: true,
      verdict: stored.verdict ?? "plain",
      ...(stored.note !== undefined && { note: stored.note }),
      quoteFound: stored.quote !== undefined,
    };
  }
  if (!scene.view.switches.evidenceCheck) return { accepted: true, verdict: "plain" };
  const answer = await scene.evidence.judge(question);
  if (!answer.accepted || answer.quoteFound !== false) return answer;
  const holding = (await entriesWithQuote(question, scene))
    .filter((id) => !isWeakOrigin(scene.view.tab.log[Number(id.slice(1)) - 1]!))
    .slice(0, mostNamed);
  if (holding.length === 0) return answer;
  const elsewhere = `${listed(holding)} ${holding.length === 1 ? "holds" : "hold"} it: cite that instead.`;
  return { ...answer, note: [answer.note, elsewhere].filter((part) => part !== undefined).join(" ") };
}

/** `r3 not resolved: L7 (notes/menu.txt) shares no term with "reimbursement standards"; L2 does. Cite an entry that holds it.` */
async function rejection(
  requirement: Requirement,
  question: EvidenceQuestion,
  missing: string,
  scene: Scene,
): Promise<string> {
  const better = await entriesThatWouldPass(requirement, question, scene);
  const start = `${requirement.id} not resolved: ${oneLine(missing, 600)}`;
  if (better.length === 0) {
    const orQuote = scene.view.switches.quote ? ", or cite with a quote" : "";
    return `${start}; no other entry does. Open a file that holds it${orQuote}.`;
  }
  return `${start}; ${listed(better)} ${better.length === 1 ? "does" : "do"}. Cite an entry that holds it.`;
}

/** Entries that a reply names at most. */
const mostNamed = 3;

/** The best first, those that hold the quote before those that share a term. */
async function entriesThatWouldPass(
  requirement: Requirement,
  question: EvidenceQuestion,
  scene: Scene,
): Promise<readonly LogId[]> {
  const documents = await otherEntries(question, scene);
  const wanted = requirementTerms(requirement);
  const byId = new Map<string, (typeof documents)[number]>(documents.map((document) => [document.id, document]));
  // A ranker handed in may match more loosely than the check, so its hits are checked once more.
  const sharing = scene.view.ranker
    .rank(queryOf(requirement), documents, mostNamed * 4)
    .flatMap((hit) => byId.get(hit.id) ?? [])
    .filter(({ text }) => sharesTerm(text, wanted));
  const quoting = await entriesWithQuote(question, scene);
  return [...new Set([...quoting, ...sharing.map(({ id }) => id)])].slice(0, mostNamed);
}

/** Entries beside the cited ones in which the quote stands. */
async function entriesWithQuote(question: EvidenceQuestion, scene: Scene): Promise<readonly LogId[]> {
  const quote = foldForQuote(question.quote ?? "");
  if (!isLongEnough(quote)) return [];
  const others = await otherEntries(question, scene);
  return others.filter(({ text }) => standsIn(quote, foldForQuote(text))).map(({ id }) => id);
}

function otherEntries({ cited, requirement }: EvidenceQuestion, { view }: Scene) {
  const ids = new Set(cited.map(({ entry }) => entry.id));
  const others = view.tab.log.filter((entry) => !ids.has(entry.id) && isUsable(entry, requirement));
  return Promise.all(others.map(async (entry) => entryDocument(entry, await view.excerpts.get(entry.id))));
}

function given(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === "" ? undefined : trimmed;
}
