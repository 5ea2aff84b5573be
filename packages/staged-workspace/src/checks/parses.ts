import { afterOf, beforeOf } from "../staging/plan.ts";
import type { Candidate, Check } from "../staging/staged-workspace.ts";

export interface ParsesCheckOptions {
  /**
   * Why a file cannot be read, in one line; `undefined` where it can be, or where nobody knows how to read such files. May
   * reject: the check has not passed then.
   */
  readonly parse: (path: string, bytes: Uint8Array, signal?: AbortSignal) => Promise<string | undefined>;
}

/**
 * Every new content can be read by whoever reads such files. What could not be read before either is told and let through:
 * the plan has not broken it.
 */
export function createParsesCheck({ parse }: ParsesCheckOptions): Check {
  return {
    specVersion: 1,
    name: "parses",
    async run(candidate) {
      const findings: string[] = [];
      let passed = true;
      for (const { path, from } of changedContents(candidate)) {
        candidate.signal?.throwIfAborted();
        const bytes = await candidate.read(path);
        const reason = bytes === undefined ? "its bytes are not at hand" : await parse(path, bytes, candidate.signal);
        if (reason === undefined) continue;
        const earlier = from === undefined ? undefined : await candidate.readAccepted(from);
        const wasBroken = earlier !== undefined && (await parse(path, earlier, candidate.signal)) !== undefined;
        if (!wasBroken) passed = false;
        findings.push(`${path} cannot be read${wasBroken ? ", nor could the version before" : ""}: ${reason}`);
      }
      return { passed, findings };
    },
  };
}

/** The files whose content is another than before, with the path that the content before has; moves alone change none. */
export function changedContents({ plan }: Pick<Candidate, "plan">): readonly ChangedContent[] {
  return plan.changes.flatMap(({ edit }) => {
    const after = afterOf(edit);
    if (after === undefined || beforeOf(edit)?.hash === after.hash) return [];
    const from = edit.kind === "move" ? edit.from : edit.kind === "create" ? undefined : edit.path;
    return [{ path: edit.path, from }];
  });
}

interface ChangedContent {
  readonly path: string;
  readonly from: string | undefined;
}
