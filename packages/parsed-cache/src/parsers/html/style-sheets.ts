import { type DefaultTreeAdapterTypes, defaultTreeAdapter as tree } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

interface Rule {
  readonly tag?: string;
  readonly id?: string;
  readonly classes: readonly string[];
  readonly property: "display" | "visibility";
  readonly hides: boolean;
}

/** Rules that hide or show, of all style sheets of a page. */
const MAX_RULES = 500;

/**
 * Whether the style sheets of a page itself hide an element, by simple selectors (`p`, `.note`, `#id`, `p.note`) outside
 * of at-rules. What scripts and linked sheets would change is not known.
 */
export function hidingStyles(document: Node): (element: Element) => boolean {
  const rules = styleTexts(document).flatMap(rulesOf).slice(0, MAX_RULES);
  if (!rules.some(({ hides }) => hides)) return () => false;
  // Of rules for one element the more special one counts, of equal ones the last.
  const ordered = rules.toSorted((one, other) => weight(one) - weight(other));
  return (element) => {
    const attribute = (name: string): string => element.attrs.find((one) => one.name === name)?.value ?? "";
    const classes = new Set(attribute("class").split(/\s+/));
    const matching = ordered.filter(
      (rule) =>
        (rule.tag === undefined || rule.tag === element.tagName) &&
        (rule.id === undefined || rule.id === attribute("id")) &&
        rule.classes.every((name) => classes.has(name)),
    );
    return (["display", "visibility"] as const).some(
      (property) => matching.findLast((rule) => rule.property === property)?.hides === true,
    );
  };
}

function weight({ tag, id, classes }: Rule): number {
  return (id === undefined ? 0 : 10_000) + classes.length * 100 + (tag === undefined ? 0 : 1);
}

function styleTexts(root: Node): string[] {
  const found: string[] = [];
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (tree.isElementNode(node) && node.tagName === "style") {
      const media = node.attrs.find(({ name }) => name === "media")?.value ?? "all";
      if (/all|screen/i.test(media))
        found.push(node.childNodes.map((text) => ("value" in text ? text.value : "")).join(""));
    } else if ("childNodes" in node) open.push(...node.childNodes.toReversed());
  }
  return found;
}

function rulesOf(sheet: string): Rule[] {
  const rules: Rule[] = [];
  const plain = withoutAtRules(sheet.replaceAll(/\/\*[^]*?\*\//g, ""));
  for (const [, selectors = "", body = ""] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const declarations = [...body.matchAll(/(?:^|;)\s*(display|visibility)\s*:\s*([\w-]+)/gi)];
    for (const [, name = "", value = ""] of declarations) {
      const property = name.toLowerCase() as Rule["property"];
      const hides = /^(?:none|hidden|collapse)$/i.test(value);
      for (const selector of selectors.split(",")) {
        const simple = simpleSelector(selector.trim());
        if (simple !== undefined) rules.push({ ...simple, property, hides });
      }
    }
  }
  return rules;
}

function simpleSelector(selector: string): Pick<Rule, "tag" | "id" | "classes"> | undefined {
  const match = /^([a-z][a-z0-9]*)?((?:[.#][\w-]+)*)$/i.exec(selector);
  if (match === null || selector === "") return undefined;
  const names = match[2]!.match(/[.#][\w-]+/g) ?? [];
  const id = names.find((name) => name.startsWith("#"))?.slice(1);
  return {
    ...(match[1] !== undefined && { tag: match[1].toLowerCase() }),
    ...(id !== undefined && { id }),
    classes: names.filter((name) => name.startsWith(".")).map((name) => name.slice(1)),
  };
}

/** What `@media print` and the like say holds elsewhere. */
function withoutAtRules(sheet: string): string {
  let kept = "";
  let at = 0;
  for (let start = sheet.indexOf("@"); start >= 0; start = sheet.indexOf("@", at)) {
    kept += sheet.slice(at, start);
    const brace = sheet.indexOf("{", start);
    const semicolon = sheet.indexOf(";", start);
    if (semicolon >= 0 && (brace < 0 || semicolon < brace)) at = semicolon + 1;
    else if (brace < 0) return kept;
    else at = blockEnd(sheet, brace);
  }
  return kept + sheet.slice(at);
}

function blockEnd(sheet: string, brace: number): number {
  let depth = 0;
  for (let at = brace; at < sheet.length; at++) {
    if (sheet[at] === "{") depth++;
    else if (sheet[at] === "}" && --depth === 0) return at + 1;
  }
  return sheet.length;
}
