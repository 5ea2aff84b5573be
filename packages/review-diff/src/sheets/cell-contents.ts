import type { Cell } from "@runningtab/parsed-cache";
import { formulaSkeleton } from "./formula-references.ts";
import { createGrowingIntegers } from "./growing-integers.ts";
import { textValue } from "./text-value.ts";

/** What a cell holds, apart from its place. */
export type CellContent = Omit<Cell, "ref">;

export type ValueType = "none" | "text" | "number" | "boolean" | "formula";

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
  const plainTexts = new Map<string, number>();
  const plainNumbers = new Map<number, number>();
  const others = new Map<string, number>();

  const types = createGrowingIntegers();
  const texts: string[] = [];
  const byText = new Map<string, number>();
  const byNumber = new Map<number, number>();
  const byFormula = new Map<string, number>();
  const newValue = (type: ValueType, text = ""): number => {
    types.push(VALUE_TYPES.indexOf(type));
    texts.push(text);
    return texts.length - 1;
  };
  const none = newValue("none");
  const booleans = [newValue("boolean"), newValue("boolean")] as const;

  const valueIn = <Key>(known: Map<Key, number>, key: Key, type: ValueType, text?: string): number => {
    const value = known.get(key) ?? newValue(type, text);
    known.set(key, value);
    return value;
  };
  const textOrNumber = (raw: string | number): number =>
    typeof raw === "number" ? valueIn(byNumber, raw, "number") : valueIn(byText, raw, "text", raw);
  const valueOf = ({ formula, raw }: CellContent, isTyped: boolean): number => {
    if (formula !== undefined) {
      const skeleton = formulaSkeleton(formula);
      return valueIn(byFormula, skeleton, "formula", skeleton);
    }
    if (raw === undefined) return none;
    if (typeof raw === "boolean") return raw ? booleans[1] : booleans[0];
    return textOrNumber(typeof raw === "string" && !isTyped ? textValue(raw) : raw);
  };
  const newContent = (content: CellContent | string | number, value: number): number => {
    contents.push(content);
    valueOfContent.push(value);
    return contents.length - 1;
  };
  const addPlain = <Raw extends string | number>(known: Map<Raw, number>, raw: Raw, value: () => number): number => {
    const before = known.get(raw);
    if (before !== undefined) return before;
    const id = newContent(raw, value());
    known.set(raw, id);
    return id;
  };
  const untypedTexts = new Map<string, number>();
  const addText = (text: string): number =>
    addPlain(untypedTexts, text, () => valueOf({ shown: text, raw: text }, false));

  return {
    add(cell, isTyped) {
      const { raw, shown, formula, format, comment, hidden } = cell;
      const isPlain = formula === undefined && format === undefined && comment === undefined && hidden === undefined;
      if (isPlain && typeof raw === "string" && raw === shown) {
        return isTyped ? addPlain(plainTexts, raw, () => valueOf(cell, true)) : addText(raw);
      }
      if (isPlain && typeof raw === "number" && String(raw) === shown) {
        return addPlain(plainNumbers, raw, () => valueOf(cell, true));
      }
      const value = valueOf(cell, isTyped);
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
