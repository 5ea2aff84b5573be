import type { DefaultTreeAdapterTypes } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;

const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$|!)|font-size\s*:\s*0)/i;

export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((own) => own.name === name)?.value;
}

/** Whether a reader does not see what is in an element; style sheets are not asked. */
export function isHiddenElement(element: Element): boolean {
  return (
    element.tagName === "template" ||
    element.tagName === "noscript" ||
    attribute(element, "hidden") !== undefined ||
    HIDING_STYLE.test(attribute(element, "style") ?? "")
  );
}

/** `img src="a.png" alt="A"`: an element by its tag and attributes; handlers of events are told as scripts. */
export function describeElement({ tagName, attrs }: Element): string {
  const shown = attrs.filter(({ name }) => !/^on/i.test(name)).map(({ name, value }) => ` ${name}="${value}"`);
  return `${tagName}${shown.join("")}`;
}

/** The attributes of an element that say how it looks or is known, but for where a link leads. */
export function lookOf({ attrs }: Element): string {
  return attrs
    .filter(({ name }) => !/^on/i.test(name) && name !== "href")
    .map(({ name, value }) => `${name}="${value}"`)
    .join(" ");
}
