import { SaxesParser } from "saxes";
import { limitExceeded, ParsedCacheError } from "../../parsed-cache-error.ts";

/**
 * An element under its local name: strict and transitional office files, and files with prefixes of their own, differ
 * only in namespaces. Attributes too are kept under their local names; where that makes two of one name, such as `id` and
 * `r:id`, the one with a prefix counts.
 */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** Levels of nesting that office XML may have. Real documents stay below 100; the walks over it are recursive. */
const MAX_XML_DEPTH = 256;

const CHUNK_CHARACTERS = 65_536;

interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

/**
 * Hands every element directly under the `containers` to `visit`, whole, in document order: a document with a million
 * paragraphs never stands in memory as one tree. A container is descended into where it is the root or lies in another
 * container. `visit` ends the reading by answering `false`. `enter` hears of each container before what is in it.
 *
 * Throws a `ParsedCacheError` `damaged` for XML that is not well formed or has a DOCTYPE (office files have none, and
 * entity bombs need one). `partName` names the part in that message.
 */
export function eachElement(
  bytes: Uint8Array,
  partName: string,
  containers: ReadonlySet<string>,
  visit: (element: XmlElement) => boolean | void,
  enter: (container: Omit<XmlElement, "children">) => void = () => undefined,
): void {
  const text = decodeXml(bytes);
  const open: OpenElement[] = [];
  let containerDepth = 0;
  let stopped = false;

  const parser = new SaxesParser({ position: false });
  parser.on("error", (cause) => {
    throw damagedXml(partName, cause.message, cause);
  });
  parser.on("doctype", () => {
    throw damagedXml(partName, "it has a DOCTYPE, which office files never have");
  });
  parser.on("opentag", (tag) => {
    if (stopped) return;
    const name = localName(tag.name);
    if (open.length + containerDepth >= MAX_XML_DEPTH) {
      throw limitExceeded("xmlDepth", MAX_XML_DEPTH, `${partName} is nested deeper`);
    }
    const attributes = new Map<string, string>();
    for (const key of Object.keys(tag.attributes)) {
      const attribute = localName(key);
      if (attribute === key && attributes.has(key)) continue;
      attributes.set(attribute, String(tag.attributes[key]));
    }
    if (open.length === 0 && containers.has(name)) {
      containerDepth++;
      enter({ name, attributes });
    } else open.push({ name, attributes, children: [] });
  });
  const addText = (value: string): void => {
    open.at(-1)?.children.push(value);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    if (stopped) return;
    const element = open.pop();
    if (element === undefined) return void containerDepth--;
    const parent = open.at(-1);
    if (parent !== undefined) parent.children.push(element);
    else if (visit(element) === false) stopped = true;
  });

  for (let start = 0; start < text.length && !stopped; start += CHUNK_CHARACTERS) {
    parser.write(text.slice(start, start + CHUNK_CHARACTERS));
  }
  if (!stopped) parser.close();
}

/** The root element with everything in it, for the small parts: relationships, styles, properties. */
export function readXml(bytes: Uint8Array, partName: string): XmlElement {
  let root: XmlElement | undefined;
  eachElement(bytes, partName, new Set(), (element) => void (root = element));
  if (root === undefined) throw damagedXml(partName, "it has no element");
  return root;
}

export function childElements(element: XmlElement | undefined): readonly XmlElement[] {
  return element?.children.filter((child): child is XmlElement => typeof child !== "string") ?? [];
}

export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child): child is XmlElement => typeof child !== "string" && child.name === name);
}

/** Every element of that name below `element`, in document order. */
export function descendantsNamed(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of childElements(element)) {
    if (child.name === name) found.push(child);
    found.push(...descendantsNamed(child, name));
  }
  return found;
}

/** All character content below `element`. */
export function textOf(element: XmlElement | undefined): string {
  if (element === undefined) return "";
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}

/** The attribute `val`, where the office formats keep most values. */
export function valueOf(element: XmlElement | undefined): string | undefined {
  return element?.attributes.get("val");
}

/** An office on/off property: on when present, unless its value says otherwise; `undefined` when absent. */
export function toggleOf(element: XmlElement | undefined): boolean | undefined {
  if (element === undefined) return undefined;
  return !["0", "false", "off"].includes(valueOf(element) ?? "1");
}

/** XML comes in UTF-8 unless a byte-order mark or its declaration says otherwise. Never throws: bad bytes become U+FFFD. */
function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const label = /^<\?xml[^>]*\bencoding=["']([\w.-]+)["']/.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // An unknown label: the office formats allow only UTF-8 and UTF-16, so the label is the likelier mistake.
    return new TextDecoder().decode(bytes);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function damagedXml(partName: string, found: string, cause?: unknown): ParsedCacheError {
  return new ParsedCacheError({ code: "damaged", message: `Part ${partName} cannot be read: ${found}.`, cause });
}
