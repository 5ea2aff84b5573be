import { createChangeList } from "../change-list.ts";
import type { DiffFormat, DiffInput } from "../file-diff.ts";
import { doesExist } from "../read-parts.ts";
import { describeBytes } from "../texts/describe-bytes.ts";

/**
 * The fallback for every kind of file: whether the bytes are the same, and size, type and hash of both sides. Accepts
 * everything and never rejects. Without bytes it cannot tell, and says so.
 */
export function createBinaryFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "binary",
    accepts: () => true,
    async diff(before, after, { maxChanges }) {
      const list = createChangeList(maxChanges);
      const [was, is] = [describe(before), describe(after)];
      if (!doesExist(before) && !doesExist(after)) list.note("Neither version exists.");
      else if (!doesExist(before)) list.add({ kind: "added", subject: "bytes", address: "", after: is });
      else if (!doesExist(after)) list.add({ kind: "removed", subject: "bytes", address: "", before: was });
      else if (before.bytes === undefined || after.bytes === undefined) {
        list.note("The bytes of a version were not handed in, so the versions could not be compared as bytes.");
        list.add({ kind: "changed", subject: "bytes", address: "", before: was, after: is });
      } else if (Buffer.compare(before.bytes, after.bytes) !== 0) {
        list.add({ kind: "changed", subject: "bytes", address: "", before: was, after: is });
      }
      return list.toFileDiff("binary", after.path);
    },
  };
}

function describe({ bytes }: DiffInput): string {
  return bytes === undefined ? "bytes not handed in" : describeBytes(bytes);
}
