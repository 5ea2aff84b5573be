import { createChangeList } from "../change-list.ts";
import type { DiffFormat, DiffInput } from "../file-diff.ts";
import { parseJson } from "../json/json-value.ts";
import { compareVersions, type Version } from "../json/compare-versions.ts";
import { createPace } from "../pace.ts";
import { areTextUnderName } from "../read-parts.ts";
import { decode } from "../texts/decode-text.ts";

const NAME = /\.(?:json|geojson)$/i;

/**
 * JSON by path: values that came, went or changed, whatever their white space and the order of keys. Elements of arrays
 * are aligned. Takes text under a name that ends in `.json` or `.geojson`; rejects when it does not parse.
 */
export function createJsonFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "json",
    accepts: (before, after) => areTextUnderName(before, after, NAME),
    async diff(before, after, { maxChanges, signal }) {
      const list = createChangeList(maxChanges);
      await compareVersions(readJson(before), readJson(after), list, createPace(signal));
      return list.toFileDiff("json", after.path);
    },
  };
}

function readJson({ path, bytes }: DiffInput): Version | undefined {
  if (bytes === undefined) return undefined;
  try {
    return { value: parseJson(decode(bytes).text) };
  } catch (cause) {
    throw new Error(`${path} is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
