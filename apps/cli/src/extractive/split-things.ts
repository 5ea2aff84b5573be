import { understandComputation } from "./understand-computation.ts";

const order =
  /^(?:please\s+)?(?:find(?: out)?|list|give|tell|state|look up|extract|report|show|name|determine|identify|nenne|finde)(?:\s(?:me|us|mir|uns))?\s+(?=\S)/iu;
const another = "(?:the|its|their|his|her|who|whom|what|when|where|how|which|why)";
/** `and the …`, `and who …`: another thing begins. */
const andAnother = new RegExp(String.raw`,?\s+(?:and|as well as)\s+(?=${another}\b)`, "iu");
const tail = /\s(?:of|for|in|at|from)\s.+$/iu;

/**
 * The things that a sentence asks for, one by one: parts between commas with a last *and*, and parts joined by *and*
 * before an article or a question word. What only the last one says of whose they are is said of all.
 */
export function splitThings(sentence: string): readonly string[] {
  const whole = withoutMark(sentence);
  const plain = whole.replace(order, "");
  // What is put together or compared is one thing.
  if ((understandComputation(plain)?.parts.length ?? 0) >= 2 && !/,.*,/u.test(plain)) return [whole];
  if (!/[\p{Script=Latin}]/u.test(plain) && /[、和及]/u.test(plain))
    return plain.split(/[、，]|以及|和|及/u).map(withoutMark);
  const isList = /,[^,]+,?\s+and\s/iu.test(plain) && plain.split(/,/).length >= 2;
  const parts = (isList ? plain.split(/,\s+(?:and\s+)?|\s+and\s+/iu) : plain.split(andAnother))
    .map((part) => withoutMark(part))
    .filter((part) => part !== "");
  // Parts that are hardly a word belong to a name or a date.
  if (parts.length < 2 || (isList && parts.some((part) => part.split(/\s+/).length < 2 && !isSingleThing(part))))
    return [whole];
  const shared = tail.exec(parts.at(-1)!)?.[0].replace(/[?？]$/, "");
  return parts.map((part, index) =>
    index < parts.length - 1 &&
    shared !== undefined &&
    !tail.test(part) &&
    !/^(?:who|when|where|how|which|why)\b/iu.test(part)
      ? `${part}${shared}`
      : part,
  );
}

function isSingleThing(part: string): boolean {
  return /^\p{Ll}{3,}$/u.test(part);
}

/** An item without the marks and joining words around it. */
export function withoutMark(text: string): string {
  return text
    .replace(/^\s*(?:and|then|also)\s+/i, "")
    .replace(/[;；,，.。]+$/u, "")
    .trim();
}
