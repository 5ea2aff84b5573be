import { eachZipMember, type ZipMember } from "../bounded-zip.ts";
import type { DocumentParser } from "../document-parser.ts";
import type { Address, JsonValue } from "../parts.ts";
import { createNestedReader, type NestedReader, nestingOf } from "./nested-document.ts";
import { createPartOutput } from "./office/part-output.ts";

/** Members that are opened; the others are listed. */
const MAX_OPENED = 200;
/** Larger members are listed alone. */
const MAX_MEMBER_BYTES = 32 * 1024 * 1024;

/**
 * A ZIP archive: its members at `listing`, each at `member=PATH`, and the documents among them, parsed in turn, at places such
 * as `member=reports%2F2024.pdf&page=2`. Losses: `members-not-read` with the reasons, `duplicate-members`, and those of
 * the members.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const output = createPartOutput(emit, limits);
    const nested = createNestedReader(nestingOf(options), output, limits);
    const members: ZipMember[] = [];
    await eachZipMember(bytes, limits, async (member) => void members.push(member));
    const byName = new Map(members.map((member) => [member.name, member]));
    const title = `${byName.size} members`;
    output.put({ type: "block", address: "listing", kind: "heading", level: 1, runs: [{ text: title }] });
    for (const { name, size } of byName.values()) {
      const text = `${name} (${size} bytes)`;
      output.put({ type: "block", address: memberPlace(name), kind: "list", level: 1, runs: [{ text }] });
    }

    const unread: string[] = [];
    let bytesInflated = 0;
    let opened = 0;
    const names = [...byName.keys()];
    await eachZipMember(bytes, limits, async (member) => {
      // Of two members with one name the last counts, as in most readers.
      if (byName.get(member.name)?.offset !== member.offset || output.isFull) return;
      opened += 1;
      const budget = Math.min(MAX_MEMBER_BYTES, limits.maxInflatedBytes - bytesInflated);
      const reason =
        opened > MAX_OPENED
          ? `only the first ${MAX_OPENED} members are opened`
          : await readMember(member, budget, nested, (size) => void (bytesInflated += size));
      if (reason !== undefined) unread.push(`${member.name}: ${reason}`);
    });
    output.loss("members-not-read", unread.length, shortened(unread));
    output.loss("duplicate-members", members.length - byName.size, "only the last of one name counts");
    const listed: JsonValue = names.slice(0, MAX_OPENED);
    emit({ type: "metadata", values: { members: byName.size, names: listed } });
  },
};

function memberPlace(name: string): Address {
  return `member=${encodeURIComponent(name)}`;
}

async function readMember(
  member: ZipMember,
  budget: number,
  nested: NestedReader,
  spent: (size: number) => void,
): Promise<string | undefined> {
  if (member.size > budget) return `its ${member.size} bytes are more than is opened`;
  let content: Uint8Array;
  try {
    content = await member.read(budget);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  spent(content.byteLength);
  return (await nested.read({ place: memberPlace(member.name), name: member.name, bytes: content })).reason;
}

function shortened(reasons: readonly string[]): string {
  const shown = reasons.slice(0, 20).join("; ");
  return reasons.length > 20 ? `${shown}; and ${reasons.length - 20} more` : shown;
}
