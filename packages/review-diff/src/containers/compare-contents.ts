import { alignSequences } from "../align/align-sequences.ts";
import { uniquePairs } from "../align/unique-pairs.ts";
import type { ChangeList } from "../change-list.ts";
import type { FormatOptions } from "../file-diff.ts";
import type { Pace } from "../pace.ts";
import { risksOfFile } from "../risks.ts";

/** A file inside another one. */
export interface Content {
  readonly name: string;
  /** Equal for equal contents. */
  readonly identity: string;
  /** As a change shows it: its size, type and hash. */
  readonly description: string;
  /** Absent when they could not be read. */
  readonly bytes?: Uint8Array;
  /** Whether it is a link to another place in the file system, which it then holds. */
  readonly isLink?: true;
}

export interface ContentRules {
  /** `entry` or `attachment`. */
  readonly subject: string;
  address(content: Content, index: number): string;
  /** Compares two versions of one file; absent where that they changed is all that is asked. */
  readonly compareInside: FormatOptions["compareInside"];
}

/**
 * Adds what became of the files in a container. They are matched by name, and those without a partner by what they hold:
 * such a file was renamed. What changed in a file is told in its own terms where it can be; its addresses begin with that
 * of the file.
 */
export async function compareContents(
  before: readonly Content[],
  after: readonly Content[],
  rules: ContentRules,
  list: ChangeList,
  pace: Pace,
): Promise<void> {
  const { subject } = rules;
  const partners = matchContents(before, after);
  const kept = new Set(partners.values());
  for (const [index, content] of before.entries()) {
    if (kept.has(content)) continue;
    const address = rules.address(content, index);
    list.add({ kind: "removed", subject, address, before: content.description }, "", 1, content.name);
  }
  for (const [index, content] of after.entries()) {
    await pace();
    const address = rules.address(content, index);
    const partner = partners.get(content);
    if (partner === undefined) {
      list.add({ kind: "added", subject, address, after: content.description }, "", 1, content.name);
      for (const risk of risksOfFile(content, address)) list.risk(risk);
      continue;
    }
    if (partner.name !== content.name) {
      list.add({ kind: "renamed", subject, address, before: partner.name, after: content.name });
      for (const risk of risksOfFile(content, address)) list.risk(risk);
    }
    if (partner.identity !== content.identity) await compareContent(partner, content, address, rules, list);
  }
}

async function compareContent(
  was: Content,
  is: Content,
  address: string,
  { subject, compareInside }: ContentRules,
  list: ChangeList,
): Promise<void> {
  const change = { kind: "changed", subject, address, before: was.description, after: is.description } as const;
  if (compareInside === undefined || was.bytes === undefined || is.bytes === undefined) return list.add(change);
  const inside = await compareInside({ path: was.name, bytes: was.bytes }, { path: is.name, bytes: is.bytes });
  // Equal but for what the comparison does not look at: the bytes differ, and that is worth a line.
  if (inside.format === "binary" || inside.equal) list.add(change);
  else {
    for (const { id: _, ...inner } of inside.changes) {
      const from = inner.from === undefined ? {} : { from: join(address, inner.from) };
      list.add({ ...inner, ...from, address: join(address, inner.address) }, is.name);
    }
  }
  for (const { kind, address: place, detail } of inside.risks ?? []) {
    // What a change tells is a risk of this list already.
    if (place === "") list.risk({ kind, address, detail });
  }
  for (const note of inside.notes) if (!note.startsWith("Look twice")) list.note(`${is.name}: ${note}`);
}

function join(address: string, inner: string): string {
  return inner === "" ? address : `${address}&${inner}`;
}

/** By the content after, the same before: equal names in order, then equal contents that are alone on each side. */
function matchContents(before: readonly Content[], after: readonly Content[]): ReadonlyMap<Content, Content> {
  const partners = new Map<Content, Content>();
  const waiting = Map.groupBy(before, ({ name }) => name);
  for (const content of after) {
    const same = waiting.get(content.name);
    // Of several files of one name, those that are equal belong together.
    const at = Math.max(0, same?.findIndex(({ identity }) => identity === content.identity) ?? 0);
    const [partner] = same?.splice(at, 1) ?? [];
    if (partner !== undefined) partners.set(content, partner);
  }
  const taken = new Set(partners.values());
  const [gone, came] = [
    before.filter((content) => !taken.has(content)),
    after.filter((content) => !partners.has(content)),
  ];
  const pair = ([one, other]: readonly [number, number], left: readonly Content[], right: readonly Content[]): void => {
    const [was, is] = [left[one], right[other]];
    if (was === undefined || is === undefined || taken.has(was) || partners.has(is)) return;
    partners.set(is, was);
    taken.add(was);
  };
  const identities = (contents: readonly Content[]): readonly string[] => contents.map(({ identity }) => identity);
  for (const found of uniquePairs(identities(gone), identities(came))) pair(found, gone, came);
  for (const found of alignSequences(identities(gone), identities(came))) pair(found, gone, came);
  return partners;
}
