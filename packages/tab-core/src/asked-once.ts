import type { EvidenceAnswer, EvidencePolicy } from "./evidence-policy.ts";

/**
 * A policy that is asked the same question once, however often a call is decided again because other processes wrote
 * first: a judge may be slow, and may not say the same twice. Entries are never edited, so their ids stand for them.
 */
export function askedOnce(policy: EvidencePolicy): EvidencePolicy {
  const answers = new Map<string, Promise<EvidenceAnswer>>();
  return {
    ...policy,
    judge(question) {
      const { requirement, cited, quote, value } = question;
      const key = JSON.stringify([requirement, cited.map(({ entry }) => entry.id), quote, value]);
      const answer = answers.get(key) ?? policy.judge(question);
      answers.set(key, answer);
      return answer;
    },
  };
}
