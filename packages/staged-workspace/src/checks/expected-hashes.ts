import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { Check } from "../staging/staged-workspace.ts";

/** `null`: there is to be no such file. */
export type ExpectedHashes = Readonly<Record<string, ContentHash | null>>;

/** The candidate tree has exactly these contents at these paths. */
export function createExpectedHashesCheck(expected: ExpectedHashes): Check {
  return {
    specVersion: 1,
    name: "expected-hashes",
    async run(candidate) {
      const findings: string[] = [];
      for (const [path, wanted] of Object.entries(expected)) {
        candidate.signal?.throwIfAborted();
        const bytes = await candidate.read(path);
        const found = bytes === undefined ? null : hashBytesSync(bytes);
        if (found !== wanted) findings.push(`${path} is to be ${wanted ?? "no file"}, and is ${found ?? "no file"}`);
      }
      return { passed: findings.length === 0, findings };
    },
  };
}
