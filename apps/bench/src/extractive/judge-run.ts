import { type Documents, parseAddress, parsePlace } from "@runningtab/parsed-cache";
import type { AskedFact } from "../workspaces/generate-workspace.ts";
import { openDocuments } from "./open-documents.ts";

export interface RunJudgement {
  /** Facts that the folder holds. */
  readonly asked: number;
  /** Of these: stated with the right value. */
  readonly found: number;
  /** Of these: cited at the right place, where the value stands. */
  readonly cited: number;
  /** Facts that the folder holds, stated with another value. */
  readonly wrong: number;
  /** Facts that the folder does not hold, stated all the same. */
  readonly invented: number;
  /** One line for everything that went wrong. */
  readonly problems: readonly string[];
}

/** Characters that may stand around a value where it is stated. */
const mostAround = 40;

/** One statement of a deliverable. */
interface Statement {
  readonly value: string;
  readonly address: string;
}

/** Compares the deliverable in the folder `root` with what the generator knows. */
export async function judgeRun(options: {
  readonly root: string;
  readonly deliverable: string;
  readonly facts: readonly AskedFact[];
}): Promise<RunJudgement> {
  const documents = await openDocuments(options.root);
  try {
    const text = await documents.text(options.deliverable);
    return await judge(text.text ?? "", options.facts, documents);
  } finally {
    await documents.close();
  }
}

async function judge(text: string, facts: readonly AskedFact[], documents: Documents): Promise<RunJudgement> {
  const result = { asked: 0, found: 0, cited: 0, wrong: 0, invented: 0 };
  const problems: string[] = [];
  for (const fact of facts) {
    const statement = statementOf(text, fact.ask);
    if (fact.value === undefined) {
      if (statement === undefined) continue;
      result.invented++;
      problems.push(`invented: ${fact.ask} → ${statement.value} [${statement.address}]`);
      continue;
    }
    result.asked++;
    if (statement === undefined) problems.push(`not found: ${fact.ask} (${fact.value} at ${fact.address})`);
    else if (!statesValue(statement.value, fact.value)) {
      result.wrong++;
      problems.push(
        `wrong: ${fact.ask} → ${statement.value} [${statement.address}], not ${fact.value} at ${fact.address}`,
      );
    } else {
      result.found++;
      if (await isRightPlace(documents, statement, fact)) result.cited++;
      else problems.push(`badly cited: ${fact.ask} at ${statement.address}, not ${fact.address}`);
    }
  }
  return { ...result, problems };
}

/** `- ask: **value** — “quote” [address]`, or a row of asked, value, source, words. */
function statementOf(text: string, ask: string): Statement | undefined {
  for (const line of text.split("\n")) {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const column = cells.indexOf(ask);
    if (column >= 0 && cells.length > column + 2) {
      return cells[column + 1] === "" ? undefined : { value: cells[column + 1]!, address: cells[column + 2]! };
    }
    const at = line.indexOf(`${ask}: `);
    if (at < 0) continue;
    const [statement, address] = [line.slice(at + ask.length + 2), /\[`?([^[\]`]+)`?\]\s*$/.exec(line)?.[1]];
    if (address === undefined) continue;
    return {
      value: statement
        .split(" — “")[0]!
        .replace(/\s*\[`?[^[\]`]+`?\]\s*$/, "")
        .replaceAll("*", ""),
      address,
    };
  }
  return undefined;
}

/** The value with little around it: a whole sentence that holds it somewhere does not say which it is. */
function statesValue(stated: string, value: string): boolean {
  const [whole, wanted] = [squeezed(stated), squeezed(value)];
  return whole.includes(wanted) && whole.length <= wanted.length + mostAround;
}

/** At the expected place, and whoever opens the address sees the value there. */
async function isRightPlace(documents: Documents, { address }: Statement, fact: AskedFact): Promise<boolean> {
  const places = [fact.address!, ...(fact.alsoAcceptable ?? [])];
  if (!places.some((expected) => isSamePlace(address, expected))) return false;
  const { text } = await documents.view(address);
  return squeezed(text).includes(squeezed(fact.value!));
}

/** The same file, and the same page, cell or line where the expected address names one. */
function isSamePlace(address: string, expected: string): boolean {
  const [given, wanted] = [parseAddress(address), parseAddress(expected)];
  if (given.path !== wanted.path || given.place === undefined) return false;
  if (wanted.place === undefined) return true;
  const [here, there] = [parsePlace(given.place), parsePlace(wanted.place)];
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
