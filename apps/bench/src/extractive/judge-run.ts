import { type Documents, parseAddress, parsePlace } from "@runningtab/parsed-cache";
import type { AskedFact } from "../workspaces/asked-fact.ts";
import { quantities } from "@runningtab/terms";
import { openDocuments } from "./open-documents.ts";
import { type Stated, statedOf } from "./stated-lines.ts";

export interface RunJudgement {
  /** Facts that the folder holds. */
  readonly asked: number;
  /** Of these: stated with the right value. */
  readonly found: number;
  /** Of these: cited at the right place, where the value stands; other readings given where there are any. */
  readonly cited: number;
  /** Facts that the folder holds, stated with another value. */
  readonly wrong: number;
  /** Facts that the folder does not hold, stated all the same. */
  readonly invented: number;
  /** Of those asked: answers that have to be calculated. */
  readonly computedAsked: number;
  /** Of these: the right result, with every value that goes in cited. */
  readonly computedRight: number;
  /** One line for everything that went wrong. */
  readonly problems: readonly string[];
}

/** Characters that may stand around a value where it is stated. */
const mostAround = 40;

/** Compares the deliverable in the folder `root` with what the generator knows. */
export async function judgeRun(options: {
  readonly root: string;
  readonly deliverable: string;
  readonly facts: readonly AskedFact[];
}): Promise<RunJudgement> {
  const documents = await openDocuments(options.root, cited(options));
  try {
    const text = await documents.text(options.deliverable);
    return await judge(text.text ?? "", options.facts, documents);
  } finally {
    await documents.close();
  }
}

/** The files that have to be read to judge: in a folder of thousands all others only cost time. */
function cited({
  deliverable,
  facts,
}: {
  readonly deliverable: string;
  readonly facts: readonly AskedFact[];
}): ReadonlySet<string> {
  const addresses = facts.flatMap(({ address, alsoAcceptable = [], inputs = [], rival }) => [
    ...(address === undefined ? [] : [address]),
    ...alsoAcceptable,
    ...inputs.flat(),
    ...(rival === undefined ? [] : [rival.address]),
  ]);
  return new Set([deliverable, ...addresses.map((address) => parseAddress(address).path)]);
}

async function judge(text: string, facts: readonly AskedFact[], documents: Documents): Promise<RunJudgement> {
  const result = { asked: 0, found: 0, cited: 0, wrong: 0, invented: 0, computedAsked: 0, computedRight: 0 };
  const problems: string[] = [];
  for (const fact of facts) {
    const stated = statedOf(text, fact.ask);
    if (fact.value === undefined) {
      if (stated === undefined) continue;
      result.invented++;
      problems.push(`invented: ${fact.ask} → ${stated.value} [${stated.addresses.join(", ")}]`);
      continue;
    }
    result.asked++;
    const isComputed = fact.inputs !== undefined;
    if (isComputed) result.computedAsked++;
    const expected = `${fact.value} at ${fact.address ?? fact.inputs?.[0]?.join(", ")}`;
    if (stated === undefined) problems.push(`not found: ${fact.ask} (${expected})`);
    else if (!(isComputed ? statesResult(stated.value, fact.value, fact.unit) : statesValue(stated.value, fact))) {
      result.wrong++;
      problems.push(`wrong: ${fact.ask} → ${stated.value} [${stated.addresses.join(", ")}], not ${expected}`);
    } else {
      result.found++;
      if (!(await isRightlyCited(documents, stated, fact)))
        problems.push(`badly cited: ${fact.ask} at ${stated.addresses.join(", ")}, not ${expected}`);
      else if (fact.older !== undefined && !squeezed(stated.text).includes(squeezed(fact.older)))
        problems.push(`older value not mentioned: ${fact.ask} (${fact.older})`);
      else {
        result.cited++;
        if (isComputed) result.computedRight++;
      }
    }
  }
  return { ...result, problems };
}

/** The value with little around it: a whole sentence that holds it somewhere does not say which it is. */
function statesValue(stated: string, { value, rival }: AskedFact): boolean {
  const wanted = [value!, ...(rival === undefined ? [] : [rival.value])].map(squeezed);
  const whole = squeezed(stated);
  const room = wanted.reduce((sum, one) => sum + one.length, mostAround);
  return wanted.every((one) => whole.includes(one)) && whole.length <= room;
}

/**
 * The name, or the number, with its unit or as the document writes it without: exact, or rounded to the decimals that it
 * shows, of which there has to be one at least.
 */
function statesResult(stated: string, result: string, unit = ""): boolean {
  if (quantities(result).length === 0) return squeezed(stated).includes(squeezed(result));
  return [result, `${result}${unit}`].some((writing) => statesNumber(stated, writing));
}

function statesNumber(stated: string, writing: string): boolean {
  const [wanted] = quantities(writing);
  if (wanted === undefined) return false;
  return quantities(stated).some(({ value, unit, start, end }) => {
    if ((wanted.unit === "%") !== (unit === "%")) return false;
    const decimals = /[.]([0-9]+)/.exec(stated.slice(start, end))?.[1]?.length ?? 0;
    const gap = Math.abs(value - wanted.value);
    return gap < 1e-9 * Math.abs(wanted.value) || (decimals >= 1 && gap <= 0.500001 * 10 ** -decimals);
  });
}

async function isRightlyCited(documents: Documents, stated: Stated, fact: AskedFact): Promise<boolean> {
  const isGiven = (expected: string): boolean => stated.addresses.some((given) => isSamePlace(given, expected));
  if (fact.inputs !== undefined) return fact.inputs.some((set) => set.every(isGiven));
  if (fact.rival !== undefined && !isGiven(fact.rival.address)) return false;
  const places = [fact.address!, ...(fact.alsoAcceptable ?? [])];
  for (const given of stated.addresses) {
    if (!places.some((expected) => isSamePlace(given, expected))) continue;
    // Whoever opens the address sees the value there.
    const { text } = await documents.view(given);
    if (squeezed(text).includes(squeezed(fact.value!))) return true;
  }
  return false;
}

/** The same file, and the same page, cell or line where the expected address names one. */
function isSamePlace(address: string, expected: string): boolean {
  const [given, wanted] = [parseAddress(address), parseAddress(expected)];
  if (given.path !== wanted.path || (given.place === undefined && wanted.place !== undefined)) return false;
  if (wanted.place === undefined) return true;
  const [here, there] = [parsePlace(given.place!), parsePlace(wanted.place)];
  // Lines of separated values are rows of the sheet that they are read as.
  if (there.type === "lines" && here.type === "sheet") return here.cell?.replace(/^[A-Z]+/, "") === String(there.from);
  if (there.type === "sheet" && here.type === "sheet") return here.sheet === there.sheet && here.cell === there.cell;
  return (
    here.type === there.type && "from" in here && "from" in there && here.from <= there.from && here.to >= there.to
  );
}

function squeezed(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\s,*]/g, "")
    .toLowerCase();
}
