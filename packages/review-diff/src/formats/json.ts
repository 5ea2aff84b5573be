import { createChangeList } from "../change-list.ts";
import type { DiffFormat, DiffInput } from "../file-diff.ts";
import { compareJson } from "../json/compare-json.ts";
import { jsonText, parseJson } from "../json/json-value.ts";
import { doesExist } from "../read-parts.ts";

/**
 * JSON by path: values that came, went or changed, whatever their white space and the order of keys. Elements of arrays
 * are aligned. Takes bytes under a name that ends in `.json` or `.geojson` and that parse; others are text.
 */
export function createJsonFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "json",
    accepts(before, after) {
      const isNamed = [before, after].some(({ path }) => /\.(?:json|geojson)$/i.test(path));
      const isJson = (input: DiffInput): boolean => !doesExist(input) || readJson(input) !== undefined;
      return isNamed && (doesExist(before) || doesExist(after)) && isJson(before) && isJson(after);
    },
    async diff(before, after, { maxChanges, signal }) {
      const list = createChangeList(maxChanges);
      const [was, is] = [readJson(before), readJson(after)];
      signal?.throwIfAborted();
      if (was !== undefined && is !== undefined) compareJson(was.value, is.value, list);
      else if (is !== undefined)
        list.add({ kind: "added", subject: "value", address: "path=", after: jsonText(is.value) });
      else if (was !== undefined)
        list.add({ kind: "removed", subject: "value", address: "path=", before: jsonText(was.value) });
      return list.toFileDiff("json", after.path);
    },
  };
}

function readJson({ bytes }: DiffInput): { readonly value: unknown } | undefined {
  if (bytes === undefined) return undefined;
  try {
    return { value: parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}
