import type { CapturedRead, CaptureResult, CaptureStrategy } from "../capture-strategy.ts";
import { EMPTY_RESULT, sealResult } from "../seal.ts";
import { isBlank } from "../text/lines.ts";
import { MOST_SEARCHED, parseListing } from "../text/listing-lines.ts";
import { cutOut, overlaps } from "../text/spans.ts";
import { createWorkspacePaths } from "../workspace-paths.ts";

export interface CompositeStrategyOptions {
  /** Asked in this order, at least one. */
  readonly strategies: readonly CaptureStrategy[];
}

/**
 * Asks every strategy and merges what they say:
 *
 * 1. Reads are taken from the surest down; equal confidence prefers the earlier strategy. A read that overlaps one
 *    already taken from another strategy is dropped.
 * 2. Computed stretches keep what no read of another strategy covers.
 * 3. Listings, writes and notes are united; a path that was read is not listed.
 * 4. A strategy that throws, or gives no result, contributes a note and nothing else.
 * 5. Text of a tool that no strategy knows is kept as computed, and the files that it names are listed.
 *
 * Calls on the tab itself (`tab_…`) are never captured.
 */
export function createCompositeStrategy(options: CompositeStrategyOptions): CaptureStrategy {
  const { strategies } = options;
  return {
    specVersion: 1,
    name: "composite",
    async capture(observation, context) {
      if (isTabTool(observation.tool)) return EMPTY_RESULT;
      const answers: CaptureResult[] = [];
      const failures: string[] = [];
      for (const strategy of strategies) {
        try {
          const answer: CaptureResult | undefined = await strategy.capture(observation, context);
          if (answer === undefined || answer === null) throw new Error("it gave no result");
          answers.push(answer);
        } catch (error) {
          answers.push(EMPTY_RESULT);
          failures.push(`strategy ${strategy.name} failed: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      try {
        const known = answers.some((answer) => Object.values(answer).some((part) => part.length > 0));
        const merged =
          known || isBlank(observation.output, 0, observation.output.length) ? merge(answers) : unknownTool();
        return sealResult({ ...merged, notes: [...merged.notes, ...failures] }, observation, context);
      } catch (error) {
        return {
          ...EMPTY_RESULT,
          notes: [...failures, `the capture failed: ${error instanceof Error ? error.message : String(error)}`],
        };
      }

      function unknownTool(): CaptureResult {
        const paths = createWorkspacePaths(context);
        const { output, tool, cwd = paths.root } = observation;
        return {
          ...EMPTY_RESULT,
          listed: parseListing(output, 0, Math.min(output.length, MOST_SEARCHED), [cwd, paths.root], paths).map(
            (source) => source.path,
          ),
          computed: [{ start: 0, end: output.length, inputs: [], own: false }],
          notes: [`unknown tool, output kept: ${tool}`],
        };
      }
    },
  };
}

/** Whether a tool is one of the tab's own, also behind a server's prefix (`mcp__tab__tab_list`). */
export function isTabTool(tool: string): boolean {
  return /(?:^|__|[./:])tab_\w+$/.test(tool);
}

function merge(answers: readonly CaptureResult[]): CaptureResult {
  const ranked = answers.flatMap((answer, strategy) => answer.reads.map((read) => ({ read, strategy })));
  ranked.sort((one, other) => other.read.confidence - one.read.confidence || one.strategy - other.strategy);
  const taken: { read: CapturedRead; strategy: number }[] = [];
  for (const each of ranked) {
    if (!taken.some((other) => other.strategy !== each.strategy && overlaps(other.read, each.read))) taken.push(each);
  }
  const computed = answers.flatMap((answer, strategy) => {
    const others = taken.filter((each) => each.strategy !== strategy).map((each) => each.read);
    return answer.computed.flatMap((each) => cutOut(each, others));
  });
  return {
    reads: taken.map((each) => each.read).toSorted((one, other) => one.start - other.start || one.end - other.end),
    listed: answers.flatMap((answer) => answer.listed),
    computed,
    writes: answers.flatMap((answer) => answer.writes),
    notes: answers.flatMap((answer) => answer.notes),
  };
}
