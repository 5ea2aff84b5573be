import { alignSequences, between } from "../align/align-sequences.ts";
import { type ChangeList, createChangeList } from "../change-list.ts";
import type { DiffFormat, DiffInput } from "../file-diff.ts";
import { compareVersions } from "../json/compare-versions.ts";
import { createPace } from "../pace.ts";
import { areTextUnderName } from "../read-parts.ts";
import { decode } from "../texts/decode-text.ts";
import { textChange } from "../texts/text-change.ts";
import { readYaml, type YamlComment, type YamlText } from "../yaml/read-yaml.ts";

const NAME = /\.ya?ml$/i;

/**
 * YAML by path, as JSON is compared: how values are quoted, set and ordered plays no part. Comments are compared too, and
 * have the subject `comment`. Of a file of several documents, paths begin with the number of the document, from 0. Takes
 * text under a name that ends in `.yaml` or `.yml`; rejects when it does not parse.
 */
export function createYamlFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "yaml",
    accepts: (before, after) => areTextUnderName(before, after, NAME),
    async diff(before, after, { maxChanges, signal }) {
      const list = createChangeList(maxChanges);
      const [was, is] = [await readSide(before), await readSide(after)];
      const pace = createPace(signal);
      await compareVersions(valueOf(was, is), valueOf(is, was), list, pace);
      await pace();
      const values = list.count;
      if (was !== undefined && is !== undefined) compareComments(was.comments, is.comments, list);
      if (values === 0 && list.count > 0) list.note("Only comments differ: all values are the same.");
      return list.toFileDiff("yaml", after.path);
    },
  };
}

async function readSide({ path, bytes }: DiffInput): Promise<YamlText | undefined> {
  if (bytes === undefined) return undefined;
  try {
    return await readYaml(decode(bytes).text);
  } catch (cause) {
    throw new Error(`${path} is no YAML: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** One document is its value, unless the other version has several. */
function valueOf(side: YamlText | undefined, other: YamlText | undefined): { readonly value: unknown } | undefined {
  if (side === undefined) return undefined;
  const isOne = side.documents.length === 1 && (other === undefined || other.documents.length === 1);
  return { value: isOne ? side.documents[0] : side.documents };
}

/** Comments are matched by what they say, in order; between two that match, one by one. */
function compareComments(before: readonly YamlComment[], after: readonly YamlComment[], list: ChangeList): void {
  const texts = (comments: readonly YamlComment[]): readonly string[] => comments.map(({ text }) => text);
  const whole = { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length };
  for (const range of between(alignSequences(texts(before), texts(after)), whole)) {
    const removed = before.slice(range.beforeStart, range.beforeEnd);
    const added = after.slice(range.afterStart, range.afterEnd);
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      const [was, is] = [removed[index], added[index]];
      list.add(textChange("comment", (is ?? was)?.address ?? "", was?.text, is?.text));
    }
  }
}
