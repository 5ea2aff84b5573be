import { insidePath } from "./deliverable-path.ts";
import { splitThings, withoutMark } from "./split-things.ts";

/** A task text taken apart by the rules of `docs/task-grammar.md`. */
export interface ParsedTask {
  /** Workspace-relative path of the file to write. */
  readonly deliverable: string;
  /** Whether the task names the file itself; otherwise any free name will do. */
  readonly isNamed: boolean;
  /** The name as the task gives it, when it leads out of the folder. */
  readonly refusedPath?: string;
  /** False when no form of asking was recognised and the whole text stands for one item. */
  readonly isUnderstood: boolean;
  /** One fact each, in the task's words. */
  readonly items: readonly string[];
  /** The other sentences: which versions count, for which year. */
  readonly conditions: string;
}

const extension = String.raw`\.(?:md|txt|docx|xlsx|csv)(?![\p{L}\p{N}])`;
const fileName = new RegExp(String.raw`(?:(?:\.{1,2}|~)?/)*[\p{L}\p{N}_][\p{L}\p{N}_./-]*${extension}`, "giu");
/** Names with spaces: in quotes, or below a folder. */
const spacedNames: readonly RegExp[] = [
  new RegExp(String.raw`["“\x60'](?<name>[^"”\x60'\n]{1,160}${extension})`, "iu"),
  new RegExp(String.raw`(?<![^\s"“\x60'])(?<name>[^\s"“\x60',:;]+/(?:[^"”\x60',:;\n]{1,80})${extension})`, "iu"),
];
const making =
  /\b(?:writ(?:e|ten|ing)|sav(?:e|ed)|put|creat(?:e|ed|ing)|prepar(?:e|ed|ing)|produc(?:e|ed|ing)|compil(?:e|ed|ing)|draft(?:ed)?|fill(?:ed)? in|report(?:ed)? in|answers? (?:in|into|to)|collect(?:ed)? in|summari[sz]e|output|deliver(?:ed)?|make|generate|record (?:it|them)? ?in|called|named|updat(?:e|ed|ing)|stor(?:e|ed)|(?:list|tell|give|note|answer|state|show|report|record)(?: (?:me|us|it|them|these|this|all|everything|the (?:answers?|facts?|following)))* (?:in|into|to)|in (?:one|a|a single|a new) file|schreibe?n?|erstellen?|speichere?|erzeuge|verfasse|notiere|ergänze|aktualisiere|fülle)\b|撰写|写|整理|保存|生成|输出|填写|制作|汇总/iu;
const listMark =
  /^(\s*)(?:[-*•–+·]|\d{1,3}[.)、]|[(（]\d{1,3}[)）]|[a-z][.)]|[①-⑳]|[一二三四五六七八九十]{1,3}、)\s*(?:\[[ xX]?\]\s*)?(?=\S)/u;

/** Never fails: a text without any recognisable item is one item. */
export function parseTask(text: string): ParsedTask {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const listed = listItems(lines);
  const outside = lines.filter((_, index) => !listed.lines.has(index)).join("\n");
  const sentences = sentencesOf(outside);
  const deliverable = deliverableOf(sentences, text);
  const isOrder = (sentence: string): boolean =>
    making.test(sentence) &&
    (sentence.includes(deliverable.refusedPath ?? deliverable.deliverable) ||
      /\b(?:following|below|these)\b/i.test(sentence));
  const questions = sentences.filter((sentence) => /[?？]["”]?$/.test(sentence));
  const rest = sentences.filter((sentence) => !questions.includes(sentence));
  const base = { ...deliverable, isUnderstood: true };
  const found = [...listed.items.filter((item) => !isRemark(item)), ...questions.flatMap(splitThings)];
  if (found.length > 0) return { ...base, items: unique(found), conditions: rest.join(" ") };
  for (const split of [afterColon(/[;；]/), afterColon(/,(?:\s+and\b)?|，|、|\s+and\s+(?=(?:the|its|their|a)\b)/)]) {
    const source = rest.find((sentence) => split(sentence).length >= 2);
    if (source !== undefined) {
      const conditions = rest.filter((sentence) => sentence !== source);
      return {
        ...base,
        items: unique(split(source).filter((item) => !isRemark(item))),
        conditions: [...conditions, source.slice(0, source.search(/[:：]/))].join(" "),
      };
    }
  }
  const plain = rest.filter(
    (sentence) => !isOrder(sentence) && !isCondition(sentence) && !isRemark(sentence) && !isLead(sentence),
  );
  const ordered = orderObject(text, deliverable.refusedPath ?? deliverable.deliverable);
  return {
    ...base,
    isUnderstood: plain.length > 0 || ordered.isUnderstood,
    items: unique(plain.length > 0 ? plain.flatMap(splitThings) : splitThings(ordered.item)),
    conditions: rest.filter((sentence) => !plain.includes(sentence)).join(" "),
  };
}

/** Asks for more about each item: no item of its own. */
function isRemark(sentence: string): boolean {
  return /^(?:(?:and|also|please|then)[ ,]+)*(?:for|with|of|to|under|next to|beside|after|behind)\s(?:each|every|all)\b|\b(?:source|sources|page|citation|address|quote|where (?:you|it|they)\b.*\bfound)\b.*\b(?:of|for|to|with|behind|after)?\s?(?:each|every|it|them)\b|\beach (?:with|one|of them)\b|\bone (?:line|bullet|statement|row|sentence) (?:each|per|for)\b/iu.test(
    sentence,
  );
}

/** An opening that says why or for whom, and asks nothing: "We prepare the audit." */
function isLead(sentence: string): boolean {
  return (
    /^(?:we|i|our|this|these|those|it|here|attached|hello|hi|dear|thank)\b/i.test(sentence) &&
    !/\b(?:need|want|find|know|like)\b/i.test(sentence)
  );
}

/** List lines; a line with deeper lines below it stands before each of them. Wrapped lines belong to their item. */
function listItems(lines: readonly string[]): {
  readonly items: readonly string[];
  readonly lines: ReadonlySet<number>;
} {
  const entries: { indent: number; text: string; hasDeeper: boolean; parents: string[] }[] = [];
  const used = new Set<number>();
  let isOpen = false;
  lines.forEach((line, index) => {
    const mark = listMark.exec(line);
    if (mark !== null) {
      const indent = mark[1]!.replaceAll("\t", "    ").length;
      const above = entries.findLast((entry) => entry.indent < indent);
      if (above !== undefined) above.hasDeeper = true;
      entries.push({
        indent,
        text: line.slice(mark[0].length).trim(),
        hasDeeper: false,
        parents: above === undefined ? [] : [...above.parents, above.text.replace(/[:：]$/, "")],
      });
      isOpen = true;
    } else if (isOpen && /^\s+\S/.test(line)) entries.at(-1)!.text += ` ${line.trim()}`;
    else {
      isOpen = false;
      return;
    }
    used.add(index);
  });
  const items = entries
    .filter((entry) => !entry.hasDeeper)
    .map(({ parents, text }) => withoutMark([...parents, text].join(": ")));
  return { items, lines: used };
}

/** `…; write them to out.md`: an order at the end of a sentence is one of its own. */
const thenWrite =
  /(?:[;,]\s+(?:and\s+)?(?:then\s+)?|\s+and\s+(?:then\s+)?)(?=(?:write|save|put|store|record|list|collect)\s(?:it|them|these|this|that|all|everything|both|your|the (?:answers?|results?|facts?|findings))\b)/iu;

/** Sentences of running text; a blank line, and a line end after a colon or question mark, end one too. */
function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=#)|(?<=[:：?？。！])\s*\n/)
    .flatMap((part) =>
      part
        .replaceAll(/\s*\n\s*/g, " ")
        .split(/(?<=[.!?]["”]?)\s+(?=[\p{Lu}\p{N}\p{Script=Han}"“`])|(?<=[。！？]["”]?)/u)
        .flatMap((sentence) => sentence.split(thenWrite)),
    )
    .map((sentence) => sentence.replace(/^#+\s*/, "").trim())
    .filter((sentence) => sentence !== "");
}

type Deliverable = Pick<ParsedTask, "deliverable" | "isNamed" | "refusedPath">;

function deliverableOf(sentences: readonly string[], text: string): Deliverable {
  for (const sentence of sentences) {
    if (!making.test(sentence)) continue;
    const name = nameIn(sentence);
    // Chinese puts no space between the verb and the name.
    if (name !== undefined) {
      const bare = name.replace(/^.*(?:写入|写|保存|整理|生成|输出|制作|命名|填|到|为|成|入)(?=[^.])/u, "");
      const { path, refused } = insidePath(bare);
      return { deliverable: path, isNamed: true, ...(refused !== undefined && { refusedPath: refused }) };
    }
  }
  return { deliverable: `answers${kindOfFile(text.replaceAll(fileName, " "))}`, isNamed: false };
}

function nameIn(sentence: string): string | undefined {
  const spaced = spacedNames
    .map((pattern) => pattern.exec(sentence)?.groups?.["name"]?.trim())
    .find(
      (name) =>
        name !== undefined &&
        (!/\s/.test(name) || (!/\s(?:and|with|from|to|in|into)\s/i.test(name) && !making.test(name))),
    );
  return spaced ?? sentence.match(fileName)?.[0];
}

function kindOfFile(text: string): string {
  if (/\bword (?:document|file)\b|\bdocx\b|Word ?文档/iu.test(text)) return ".docx";
  if (/\b(?:csv|comma[- ]separated)\b/iu.test(text)) return ".csv";
  if (/\b(?:spreadsheet|workbook|excel|xlsx)\b|电子表格|表格文件/iu.test(text)) return ".xlsx";
  return ".md";
}

/** The parts of a sentence after its colon, when there are at least two. */
function afterColon(separator: RegExp): (sentence: string) => readonly string[] {
  return (sentence) => {
    const colon = /：|:(?=\s)/.exec(sentence);
    if (colon === null) return [];
    const parts = sentence
      .slice(colon.index + 1)
      .split(separator)
      .map((part) => withoutMark(part))
      .filter((part) => part !== "");
    return parts.length >= 2 ? parts : [];
  };
}

function isCondition(sentence: string): boolean {
  return /\b(?:versions?|latest|newest|most recent|ignore|drafts?|counts?|as of|papers? of|tracked changes|use (?:only|the)|only use|source of each)\b|为准|最新|最终/iu.test(
    sentence,
  );
}

/** "Write x.md with the rent of Kiln Yard" has its only item inside the order. */
function orderObject(text: string, deliverable: string): { readonly item: string; readonly isUnderstood: boolean } {
  const plain = text.replaceAll(/\s+/g, " ").replaceAll(/[`"“”]/g, "");
  const object =
    /\b(?:with|about|on|stating|containing|tell (?:me|us)|listing|that (?:states|says|gives))\s+(?<object>.+?)[.]?$/i.exec(
      plain.replace(deliverable, ""),
    )?.groups?.["object"] ?? /[把将](?<object>[^。]+?)(?:写|整理|保存|填|汇总|输出)/u.exec(plain)?.groups?.["object"];
  return { item: withoutMark(object ?? plain), isUnderstood: object !== undefined || !making.test(plain) };
}

/** Items that differ in case, width or a final mark alone are one: the tab takes them for one, too. */
function unique(items: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const item of items) {
    const text = item.replaceAll(/\s+/g, " ").trim();
    const key = text.normalize("NFKC").toLowerCase();
    if (key !== "" && !byKey.has(key)) byKey.set(key, text);
  }
  return [...byKey.values()];
}
