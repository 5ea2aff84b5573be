import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { createRawNumber, type JsonPath, pathAddress } from "../json/json-value.ts";

export interface YamlText {
  /** The value of each document, as JSON would have it. */
  readonly documents: readonly unknown[];
  readonly comments: readonly YamlComment[];
}

export interface YamlComment {
  /** Of the value that it stands above or beside. */
  readonly address: string;
  /** Without the `#`. */
  readonly text: string;
}

/** Longer texts are left to the text format: reading YAML costs some hundred times what reading lines does. */
const MAX_CHARACTERS = 5_000_000;
/** Deeper values are left to it too: each level costs a call. */
const MAX_DEPTH = 200;
/** Values that aliases may stand for, all together: a few of them in one another are millions (the "billion laughs"). */
const MAX_ALIASED = 100_000;

/**
 * Reads YAML 1.2. A value with a tag of its own, such as `!Ref name`, is an object with the tag as its only key; numbers
 * are kept as they are written, since `1.10` and `1.1` are two versions. Rejects when the text does not parse, is longer or
 * nested deeper than this reads, or when its aliases stand for too much.
 */
export async function readYaml(text: string): Promise<YamlText> {
  if (text.length > MAX_CHARACTERS) throw new RangeError(`it has more than ${MAX_CHARACTERS} characters`);
  const { isAlias, isMap, isNode, isPair, isScalar, isSeq, parseAllDocuments } = await import("yaml");
  const parsed = parseAllDocuments(text, { logLevel: "silent", prettyErrors: false });
  const documents: readonly Document[] = Array.isArray(parsed) ? parsed : [];
  const comments: YamlComment[] = [];
  let aliased = 0;

  const remark = (comment: string | null | undefined, path: JsonPath): void => {
    const said = (comment ?? "").split("\n").map((line) => line.trim());
    const words = said.filter((line) => line !== "").join("\n");
    if (words !== "") comments.push({ address: pathAddress(path), text: words });
  };

  function read(node: unknown, path: JsonPath, document: Document, depth: number, isAliased: boolean): unknown {
    if (depth > MAX_DEPTH) throw new RangeError(`it is nested deeper than ${MAX_DEPTH}`);
    if (isAliased && ++aliased > MAX_ALIASED)
      throw new RangeError(`its aliases stand for more than ${MAX_ALIASED} values`);
    if (!isNode(node)) return null;
    if (isAlias(node)) {
      const target = node.resolve(document);
      if (target === undefined) throw new Error(`the alias *${node.source} stands for nothing`);
      return read(target, path, document, depth + 1, true);
    }
    if (!isAliased) remark(node.commentBefore, path);
    const value = untagged(node, path, document, depth, isAliased);
    if (!isAliased) remark(node.comment, path);
    const { tag } = node;
    return tag === undefined || tag.startsWith("tag:yaml.org,2002:") ? value : { [tag]: value };
  }

  function untagged(node: Node, path: JsonPath, document: Document, depth: number, isAliased: boolean): unknown {
    if (isMap(node)) return readMap(node, path, document, depth, isAliased);
    if (isSeq(node)) {
      return (node as YAMLSeq).items.map((item, index) =>
        read(isPair(item) ? item.value : item, [...path, index], document, depth + 1, isAliased),
      );
    }
    return isScalar(node) ? scalarValue(node) : null;
  }

  function readMap(map: YAMLMap, path: JsonPath, document: Document, depth: number, isAliased: boolean): unknown {
    const entries = (map.items as readonly Pair[]).map(({ key, value }): [string, unknown] => {
      const name = isScalar(key) ? (key.source ?? String(key.value)) : String(key);
      const inner = [...path, name];
      if (isNode(key) && !isAliased) {
        remark(key.commentBefore, inner);
        remark(key.comment, inner);
      }
      return [name, read(value, inner, document, depth + 1, isAliased)];
    });
    return Object.fromEntries(entries);
  }

  const values = documents.map((document, index) => {
    const [error] = document.errors;
    if (error !== undefined) throw new Error(`${error.message} (at character ${error.pos[0]})`);
    const path = documents.length === 1 ? [] : [index];
    remark(document.commentBefore, path);
    const value = read(document.contents, path, document, 0, false);
    remark(document.comment, path);
    return value;
  });
  return { documents: values.length === 0 ? [null] : values, comments };
}

function scalarValue({ value, source }: Scalar): unknown {
  if (typeof value === "number")
    return createRawNumber(source ?? "") ?? (Number.isFinite(value) ? value : (source ?? String(value)));
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  return source ?? String(value);
}
