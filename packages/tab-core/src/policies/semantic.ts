import type { EvidencePolicy, EvidenceQuestion } from "../evidence-policy.ts";
import { limits } from "../limits.ts";
import { TabError } from "../tab-error.ts";
import { isUsable, isWeakOrigin, namesOf } from "./cited-entry.ts";
import { createLexicalOrQuotePolicy } from "./lexical-or-quote.ts";

/** Turns texts into vectors that lie near each other when the texts mean the same. Bring your own; none is built in. */
export interface VectorEngine {
  /** Names model and version; stands in the policy's name. */
  readonly name: string;
  /** One vector for each text, in order, all of one length. Rejects when it cannot; the policy then goes by terms. */
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}

export interface SemanticPolicyOptions {
  readonly vectors: VectorEngine;
  /** Cosine from which a passage counts as related, −1 to 1. It depends on the model, so there is no default. */
  readonly threshold: number;
  /** Asked first; what it accepts is not measured. Default: lexical-or-quote. */
  readonly first?: EvidencePolicy;
}

/**
 * Accepts what shares no word but means the same: when the first policy refuses, a cited entry passes whose best passage
 * lies near enough to the requirement or an alias. `plain`, or `weak` for evidence of weak origin.
 */
export function createSemanticPolicy(options: SemanticPolicyOptions): EvidencePolicy {
  const { vectors, threshold, first = createLexicalOrQuotePolicy() } = options;
  if (!(threshold >= -1 && threshold <= 1)) {
    throw new TabError("INVALID_ARGUMENT", {
      message: `A semantic policy needs a cosine from -1 to 1 as its threshold, not ${threshold}.`,
      data: { threshold },
    });
  }
  return {
    specVersion: 1,
    name: `semantic ${vectors.name}`,
    async judge(question) {
      const answer = await first.judge(question);
      const usable = question.cited.filter(({ entry }) => isUsable(entry, question.requirement));
      if (answer.accepted || usable.length === 0) return answer;
      const nearest = await nearestEntry(question, usable, vectors).catch(() => undefined);
      if (nearest === undefined || nearest.cosine < threshold) return answer;
      return {
        accepted: true,
        verdict: isWeakOrigin(nearest.cited.entry) ? "weak" : "plain",
        note: `${namesOf([nearest.cited])} is near in meaning (${nearest.cosine.toFixed(2)}).`,
        ...(question.quote !== undefined && { quoteFound: false }),
      };
    },
  };
}

async function nearestEntry(
  { requirement }: EvidenceQuestion,
  usable: EvidenceQuestion["cited"],
  vectors: VectorEngine,
): Promise<{ readonly cited: EvidenceQuestion["cited"][number]; readonly cosine: number } | undefined> {
  const wanted = [requirement.text, ...requirement.aliases];
  const passages = usable.flatMap((cited) => passagesOf(cited.excerpt).map((text) => ({ cited, text })));
  if (passages.length === 0) return undefined;
  const found = await vectors.embed([...wanted, ...passages.map(({ text }) => text)]);
  const queries = found.slice(0, wanted.length);
  return passages
    .map(({ cited }, index) => {
      const vector = found[wanted.length + index] ?? [];
      return { cited, cosine: Math.max(...queries.map((query) => cosineOf(query, vector))) };
    })
    .reduce((best, one) => (one.cosine > best.cosine ? one : best));
}

/** Paragraphs, cut to size; only the front of very long entries, because every passage costs a call of the engine. */
function passagesOf(excerpt: string): readonly string[] {
  const passages = excerpt.split(/\n\s*\n/).flatMap((paragraph) => {
    const text = paragraph.trim();
    const count = Math.ceil(text.length / limits.passage);
    return Array.from({ length: count }, (_, part) => text.slice(part * limits.passage, (part + 1) * limits.passage));
  });
  return passages.slice(0, limits.passages);
}

/** 0 for vectors that cannot be compared. */
function cosineOf(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) return 0;
  const dot = one.reduce((sum, value, index) => sum + value * other[index]!, 0);
  const norms = Math.hypot(...one) * Math.hypot(...other);
  return norms > 0 ? dot / norms : 0;
}
