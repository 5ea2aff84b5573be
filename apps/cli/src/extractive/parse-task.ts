/** A task text taken apart by the rules of `docs/task-grammar.md`. */
export interface ParsedTask {
  /** Workspace-relative path of the file to write. */
  readonly deliverable: string;
  /** One fact each, in the task's words. */
  readonly items: readonly string[];
  /** The other sentences: which versions count, for which year. */
  readonly conditions: string;
}

const fileName = /[\p{L}\p{N}_][\p{L}\p{N}_./-]*\.(?:md|txt|docx|xlsx)(?![\p{L}\p{N}])/giu;
const making =
  /\b(?:writ(?:e|ten|ing)|sav(?:e|ed)|put|creat(?:e|ed|ing)|prepar(?:e|ed|ing)|produc(?:e|ed|ing)|compil(?:e|ed|ing)|draft(?:ed)?|fill(?:ed)? in|report(?:ed)? in|answers? (?:in|into|to)|collect(?:ed)? in|summari[sz]e|output|deliver(?:ed)?|make|generate|record (?:it|them)? ?in|called|named)\b|撰写|写|整理|保存|生成|输出|填写|制作|汇总/iu;
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
    making.test(sentence) && (sentence.includes(deliverable) || /\b(?:following|below|these)\b/i.test(sentence));
  const questions = sentences.filter((sentence) => /[?？]["”]?$/.test(sentence));
  const rest = sentences.filter((sentence) => !questions.includes(sentence));
  const found = [...listed.items, ...questions];
  if (found.length > 0) return { deliverable, items: unique(found), conditions: rest.join(" ") };
  for (const split of [afterColon(/[;；]/), afterColon(/,(?:\s+and\b)?|，|、|\s+and\s+(?=(?:the|its|their|a)\b)/)]) {
    const source = rest.find((sentence) => split(sentence).length >= 2);
    if (source !== undefined) {
      const conditions = rest.filter((sentence) => sentence !== source);
      return {
        deliverable,
        items: unique(split(source)),
        conditions: [...conditions, source.slice(0, source.search(/[:：]/))].join(" "),
      };
    }
  }
  const plain = rest.filter((sentence) => !isOrder(sentence) && !isCondition(sentence));
  const items = plain.length > 0 ? plain.map(withoutMark) : [orderObject(text, deliverable)];
  return {
    deliverable,
    items: unique(items),
    conditions: rest.filter((sentence) => !plain.includes(sentence)).join(" "),
  };
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

function withoutMark(text: string): string {
  return text
    .replace(/^\s*(?:and|then|also)\s+/i, "")
    .replace(/[;；,，.。]+$/u, "")
    .trim();
}

/** Sentences of running text; a blank line, and a line end after a colon or question mark, end one too. */
function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=#)|(?<=[:：?？。！])\s*\n/)
    .flatMap((part) =>
      part
        .replaceAll(/\s*\n\s*/g, " ")
        .split(/(?<=[.!?]["”]?)\s+(?=[\p{Lu}\p{N}\p{Script=Han}"“`])|(?<=[。！？]["”]?)/u),
    )
    .map((sentence) => sentence.replace(/^#+\s*/, "").trim())
    .filter((sentence) => sentence !== "");
}

function deliverableOf(sentences: readonly string[], text: string): string {
  for (const sentence of sentences) {
    if (!making.test(sentence)) continue;
    const [name] = sentence.match(fileName) ?? [];
    // Chinese puts no space between the verb and the name.
    if (name !== undefined)
      return name
        .replace(/^\.\//, "")
        .replace(/^.*(?:写入|写|保存|整理|生成|输出|制作|命名|填|到|为|成|入)(?=[^.])/u, "");
  }
  if (/\bword (?:document|file)\b|\bdocx\b|Word ?文档/iu.test(text)) return "answers.docx";
  if (/\b(?:spreadsheet|workbook|excel|xlsx)\b|电子表格|表格文件/iu.test(text)) return "answers.xlsx";
  return "answers.md";
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
function orderObject(text: string, deliverable: string): string {
  const plain = text.replaceAll(/\s+/g, " ").replaceAll(/[`"“”]/g, "");
  const object = /\b(?:with|about|on|stating|containing|that (?:states|says|gives))\s+(?<object>.+?)[.]?$/i.exec(
    plain.replace(deliverable, ""),
  )?.groups?.["object"];
  return withoutMark(object ?? plain);
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
