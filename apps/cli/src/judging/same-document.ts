import type { ParsedPart, ParsedRecord, Run } from "@runningtab/parsed-cache";
import type { ContentHash } from "@runningtab/content-hash";
import type { SameContent } from "@runningtab/staged-workspace";
import type { VersionReader } from "./version-reader.ts";
import { zipMembers } from "./zip-members.ts";

/**
 * What programs and sync services write anew whenever they touch a file: who saved it and when, thumbnails, and the two
 * lists of members, which differ by just these where all other members are equal.
 */
const VOLATILE =
  /^(?:docProps\/|meta\.xml$|Thumbnails\/|\[Content_Types\]\.xml$|_rels\/\.rels$|META-INF\/manifest\.xml$)/;
/** What stands in a document as it is, also after another program has written the rest anew. */
const EMBEDDED = /(?:^|\/)(?:media|embeddings|Pictures)\/|vbaProject\.bin$/;
/** What parsers do not look into: where a document has it, an equal text proves nothing. */
const OPAQUE = /(?:^|\/)(?:charts|diagrams|chartsheets|Object \d+)\//;

/**
 * Whether two versions of an office document differ in nothing that a reader sees. Certain where all members but the
 * volatile are the same bytes; otherwise, as when another program saved the document, where everything that is parsed of
 * it and every embedded file is the same. Formatting that no parser reads is not seen then.
 */
export function createSameContent(reader: VersionReader): SameContent {
  return async (before: ContentHash, after: ContentHash, bytesOf) => {
    const [one, other] = [await bytesOf(before), await bytesOf(after)];
    if (one === undefined || other === undefined) return false;
    const [oneMembers, otherMembers] = [await zipMembers(one), await zipMembers(other)];
    if (oneMembers === undefined || otherMembers === undefined) return false;
    if (!isOffice(oneMembers) || !isOffice(otherMembers)) return false;
    if (
      equal(
        chosen(oneMembers, (name) => !VOLATILE.test(name)),
        chosen(otherMembers, (name) => !VOLATILE.test(name)),
      )
    )
      return true;
    if ([...oneMembers.keys(), ...otherMembers.keys()].some((name) => OPAQUE.test(name))) return false;
    if (!equal(embedded(oneMembers), embedded(otherMembers))) return false;
    // The names tell nothing that the bytes do not: both are office documents.
    const [oneRecord, otherRecord] = [await reader.read("before", one), await reader.read("after", other)];
    return (
      oneRecord?.status === "ok" &&
      otherRecord?.status === "ok" &&
      oneRecord.mediaType.type === otherRecord.mediaType.type &&
      equal(seen(oneRecord), seen(otherRecord))
    );
  };
}

function isOffice(members: ReadonlyMap<string, string>): boolean {
  return members.has("[Content_Types].xml") || (members.has("mimetype") && members.has("META-INF/manifest.xml"));
}

function chosen(members: ReadonlyMap<string, string>, isWanted: (name: string) => boolean): readonly unknown[] {
  return [...members].filter(([name]) => isWanted(name)).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** By their contents alone: another program gives them other names. */
function embedded(members: ReadonlyMap<string, string>): readonly unknown[] {
  return [...members].flatMap(([name, hash]) => (EMBEDDED.test(name) ? [hash] : [])).toSorted();
}

function seen({ parts }: ParsedRecord): readonly unknown[] {
  return parts.flatMap((part) => {
    if (part.type === "metadata") return [];
    return [part.type === "block" ? withoutStyle(part) : part];
  });
}

/** Programs call styles otherwise, and cut a text into other runs for them. */
function withoutStyle({ style: _style, runs, ...block }: Extract<ParsedPart, { readonly type: "block" }>): unknown {
  const joined: Run[] = [];
  for (const { style: _own, ...run } of runs) {
    const last = joined.at(-1);
    const { text: _text, ...marks } = run;
    const { text: _before, ...marksBefore } = last ?? { text: "" };
    if (last !== undefined && equal([marks], [marksBefore]))
      joined[joined.length - 1] = { ...last, text: last.text + run.text };
    else joined.push(run);
  }
  return { ...block, runs: joined };
}

function equal(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
