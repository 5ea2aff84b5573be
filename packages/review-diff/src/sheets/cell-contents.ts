import type { Cell } from "@runningtab/parsed-cache";
import { formulaSkeleton } from "./formula-references.ts";
import { createGrowingIntegers } from "./growing-integers.ts";
import { mayBeValue, textValue } from "./text-value.ts";

/** What a cell holds, apart from its place. */
export type CellContent = Omit<Cell, "ref">;

export type ValueType = "none" | "text" | "number" | "boolean" | "formula";

const ABSENT = -1;
const VALUE_TYPES: readonly ValueType[] = ["none", "text", "number", "boolean", "formula"];

/**
 * Every content of the cells of two workbooks, once, under a number: a cell is then an integer, equal contents are equal
 * integers, and a million cells that repeat cost four bytes each.
 *
 * A content has a value, which is a number again: equal for what is the same whatever its format, for a formula without
 * its references and its result. Rows and columns are aligned by values, and cells compared by contents.
 */
export interface CellContents {
  /** `isTyped`: the file tells numbers from texts; a table of text does not, so that there `1,250` is a number too. */
  add(cell: CellContent, isTyped: boolean): number;
  /** The same for a cell of a table of text. */
  addText(text: string): number;
  contentOf(id: number): CellContent;
  valueOf(id: number): number;
  typeOf(value: number): ValueType;
  /** Of a text the text, of a formula its skeleton, of everything else nothing: what likeness is read from. */
  textOf(value: number): string;
}

export function createCellContents(): CellContents {
  /** A plain content, whose shown text is its stored one, is kept as that alone. */
  const contents: (CellContent | string | number)[] = [];
  const valueOfContent = createGrowingIntegers();
  const others = new Map<string, number>();

  const types = createGrowingIntegers();
  const texts: string[] = [];
  /** By value the plain content of that value, or `ABSENT`. */
  const plainContents = createGrowingIntegers();
  const byText = new Map<string, number>();
  const byNumber = new Map<number, number>();
  const byFormula = new Map<string, number>();
  /** Numbers and days in a table of text, by how they are written. */
  const byWriting = new Map<string, number>();
  const newValue = (type: ValueType, text = ""): number => {
    types.push(VALUE_TYPES.indexOf(type));
    texts.push(text);
    plainContents.push(ABSENT);
    return texts.length - 1;
  };
  const none = newValue("none");
  const booleans = [newValue("boolean"), newValue("boolean")] as const;

  const valueIn = <Key>(known: Map<Key, number>, key: Key, type: ValueType, text?: string): number => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = newValue(type, text);
    known.set(key, value);
    return value;
  };
  const plainValue = (raw: string | number): number =>
    typeof raw === "number" ? valueIn(byNumber, raw, "number") : valueIn(byText, raw, "text", raw);
  const valueOf = ({ formula, raw }: CellContent): number => {
    if (formula !== undefined) {
      const skeleton = formulaSkeleton(formula);
      return valueIn(byFormula, skeleton, "formula", skeleton);
    }
    if (raw === undefined) return none;
    if (typeof raw === "boolean") return raw ? booleans[1] : booleans[0];
    return plainValue(raw);
  };
  const newContent = (content: CellContent | string | number, value: number): number => {
    contents.push(content);
    valueOfContent.push(value);
    return contents.length - 1;
  };
  const addPlain = (raw: string | number): number => {
    const value = plainValue(raw);
    const known = plainContents.at(value);
    if (known !== ABSENT) return known;
    const id = newContent(raw, value);
    plainContents.set(value, id);
    return id;
  };
  const addText = (text: string): number => {
    if (!mayBeValue(text)) return addPlain(text);
    const known = byWriting.get(text);
    if (known !== undefined) return known;
    const value = textValue(text);
    const id = value === text ? addPlain(text) : newContent(text, plainValue(value));
    byWriting.set(text, id);
    return id;
  };

  return {
    add(cell, isTyped) {
      const { raw, shown, formula, format, comment, hidden } = cell;
      const isPlain = formula === undefined && format === undefined && comment === undefined && hidden === undefined;
      if (isPlain && typeof raw === "string" && raw === shown) return isTyped ? addPlain(raw) : addText(raw);
      if (isPlain && typeof raw === "number" && String(raw) === shown) return addPlain(raw);
      const value = valueOf(cell);
      const key = [value, typeof raw, raw, shown, formula, format, comment, hidden].join("\u0001");
      const known = others.get(key);
      if (known !== undefined) return known;
      const id = newContent(withoutPlace(cell), value);
      others.set(key, id);
      return id;
    },
    addText,
    contentOf(id) {
      const content = contents[id] ?? "";
      return typeof content === "object" ? content : { shown: String(content), raw: content };
    },
    valueOf: (id) => valueOfContent.at(id),
    typeOf: (value) => VALUE_TYPES[types.at(value)] ?? "none",
    textOf: (value) => texts[value] ?? "",
  };
}

function withoutPlace({ raw, shown, formula, format, comment, hidden }: CellContent): CellContent {
  return {
    shown,
    ...(raw !== undefined && { raw }),
    ...(formula !== undefined && { formula }),
    ...(format !== undefined && { format }),
    ...(comment !== undefined && { comment }),
    ...(hidden !== undefined && { hidden }),
  };
}
