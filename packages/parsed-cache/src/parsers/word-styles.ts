import type { Script } from "./office/scripts.ts";
import { childElements, childNamed, toggleOf, valueOf, type XmlElement } from "./office/xml.ts";

export interface NumberingReference {
  readonly numberingId: string;
  readonly level: number;
}

/** What a style says, with what it inherits. */
export interface WordStyle {
  /** Its own one, as shown to authors; absent for the document's default paragraph style. */
  readonly name?: string;
  /** From 1; of a heading style only. */
  readonly headingLevel?: number;
  readonly numbering?: NumberingReference;
  readonly hidden?: boolean;
  /** `baseline` takes back what is inherited. */
  readonly script?: Script | "baseline";
}

export interface WordStyles {
  /** Of the style with this id; for an unknown id or none, the document's default paragraph style. */
  paragraph(id: string | undefined): WordStyle;
  /** Of a character style; says nothing for an unknown id. */
  character(id: string | undefined): WordStyle;
}

/**
 * Names of the heading styles. Word stores `heading 1` in every language; other programs write the name of the
 * language they were set to.
 */
const HEADING_NAME =
  /^(?:heading|überschrift|ueberschrift|titre|título|titulo|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor|başlık|заголовок|επικεφαλίδα|标题|標題|見出し|제목)\s*([1-9])$/i;
const TITLE_NAME = /^title$/i;
/** Outline levels 0 to 8 are headings 1 to 9; 9 is body text. */
const BODY_OUTLINE_LEVEL = 9;
const MAX_INHERITANCE = 20;

interface OwnStyle extends WordStyle {
  readonly basedOn?: string;
}

export function readStyles(root: XmlElement | undefined): WordStyles {
  const styles = new Map<string, OwnStyle>();
  let defaultId: string | undefined;
  for (const element of root === undefined ? [] : childElements(root)) {
    const id = element.attributes.get("styleId");
    if (element.name !== "style" || id === undefined) continue;
    styles.set(id, ownStyle(element));
    const isDefault = ["1", "true", "on"].includes(element.attributes.get("default") ?? "0");
    if (isDefault && element.attributes.get("type") === "paragraph") defaultId = id;
  }
  const resolve = (id: string | undefined): WordStyle => {
    const merged: { -readonly [Key in keyof WordStyle]: WordStyle[Key] } = {};
    let own = id === undefined ? undefined : styles.get(id);
    for (let step = 0; own !== undefined && step < MAX_INHERITANCE; step++) {
      if (own.headingLevel !== undefined) merged.headingLevel ??= own.headingLevel;
      if (own.numbering !== undefined) merged.numbering ??= own.numbering;
      if (own.hidden !== undefined) merged.hidden ??= own.hidden;
      if (own.script !== undefined) merged.script ??= own.script;
      own = own.basedOn === undefined ? undefined : styles.get(own.basedOn);
    }
    return merged;
  };
  const named = (id: string | undefined): WordStyle => {
    const name = id === undefined || id === defaultId ? undefined : styles.get(id)?.name;
    return { ...resolve(id), ...(name !== undefined && { name }) };
  };
  return {
    paragraph: (id) => named(id !== undefined && styles.has(id) ? id : defaultId),
    character: named,
  };
}

/** The heading level that an outline level means; `undefined` for body text and for nonsense. */
export function headingLevelOf(outlineLevel: XmlElement | undefined): number | undefined {
  const level = Number(valueOf(outlineLevel) ?? BODY_OUTLINE_LEVEL);
  return Number.isInteger(level) && level >= 0 && level < BODY_OUTLINE_LEVEL ? level + 1 : undefined;
}

/** What `w:numPr` names. Its level may be left out, and so may the list where only the level changes. */
export function numberingReferenceOf(
  properties: XmlElement | undefined,
  inherited?: NumberingReference,
): NumberingReference | undefined {
  const own = childNamed(properties, "numPr");
  if (own === undefined) return inherited;
  const numberingId = valueOf(childNamed(own, "numId")) ?? inherited?.numberingId;
  const level = Number(valueOf(childNamed(own, "ilvl")) ?? inherited?.level ?? 0);
  if (numberingId === undefined) return undefined;
  return { numberingId, level: Number.isInteger(level) && level >= 0 && level < 9 ? level : 0 };
}

/** Whether the properties of a run raise or lower it, by their name for it or by half points. */
export function scriptOf(properties: XmlElement | undefined): Script | "baseline" | undefined {
  const named = valueOf(childNamed(properties, "vertAlign"));
  if (named === "superscript") return "super";
  if (named === "subscript") return "sub";
  const raised = Number(valueOf(childNamed(properties, "position")) ?? 0);
  if (raised > 0 || raised < 0) return raised > 0 ? "super" : "sub";
  return named === "baseline" ? "baseline" : undefined;
}

function ownStyle(element: XmlElement): OwnStyle {
  const paragraphProperties = childNamed(element, "pPr");
  const name = valueOf(childNamed(element, "name")) ?? "";
  const named = HEADING_NAME.exec(name)?.[1];
  const headingLevel =
    headingLevelOf(childNamed(paragraphProperties, "outlineLvl")) ??
    (named === undefined ? (TITLE_NAME.test(name) ? 1 : undefined) : Number(named));
  const numbering = numberingReferenceOf(paragraphProperties);
  const hidden = toggleOf(childNamed(childNamed(element, "rPr"), "vanish"));
  const script = scriptOf(childNamed(element, "rPr"));
  const basedOn = valueOf(childNamed(element, "basedOn"));
  return {
    ...(name !== "" && { name }),
    ...(headingLevel !== undefined && { headingLevel }),
    ...(numbering !== undefined && { numbering }),
    ...(hidden !== undefined && { hidden }),
    ...(script !== undefined && { script }),
    ...(basedOn !== undefined && { basedOn }),
  };
}
