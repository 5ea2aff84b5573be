import { chineseComputation } from "./chinese-computation.ts";
import type { Computation } from "./computation.ts";
import { englishComputation } from "./english-computation.ts";

/** Takes an ask apart that nobody's document has to answer as it stands; `undefined` for one that only looks a value up. */
export function understandComputation(text: string): Computation | undefined {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/\s+/g, " ")
    .replace(/[?.。!\s]+$/u, "")
    .trim();
  return isChineseAsk(plain) ? chineseComputation(plain) : englishComputation(plain);
}

/** Whether an ask is put in Chinese, and not only names something Chinese. */
export function isChineseAsk(text: string): boolean {
  return /\p{Script=Han}{3}/u.test(text) && !/[a-z]{3}/i.test(text);
}
