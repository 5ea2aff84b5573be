import type { CapturedRead, CaptureContext, CaptureResult, CaptureStrategy, Observation } from "../capture-strategy.ts";
import { isTabTool } from "../is-tab-tool.ts";
import { EMPTY_RESULT, sealResult } from "../seal.ts";
import { isBlank } from "../text/lines.ts";
import { namesInOutput } from "../text/listing-lines.ts";
import { cutOut, overlaps, type Span } from "../text/spans.ts";
import { createWorkspacePaths } from "../workspace-paths.ts";
import { heldToTrace } from "./file-access.ts";
import { withLinePlaces } from "./line-places.ts";

/** A read of one file that is surer than this needs no second opinion. */
const SURE = 0.6;

export interface CompositeStrategyOptions {
  /** Asked in this order, at least one. */
  readonly strategies: readonly CaptureStrategy[];
  /**
   * Asked then, in this order, with `context.unattributed`: the stretches that nobody before could attribute to one file
   * for sure. Default none.
   */
  readonly afterwards?: readonly CaptureStrategy[];
}

/**
 * Asks every strategy and merges what they say:
 *
 * 1. Reads are taken from the surest down; equal confidence prefers the earlier strategy. Of a read that overlaps one
 *    already taken from another strategy, what that one leaves is kept if it names several files, and nothing if it names
 *    one: two answers about the same text are not both true, but several files mean that nobody knew.
 * 2. Computed stretches keep what no read of another strategy covers.
 * 3. Listings, writes and notes are united; a path that was read is not listed.
 * 4. A strategy that throws, or gives no result or a broken one, contributes a note and nothing else.
 * 5. Text of a tool that no strategy knows is kept as computed, and the files that it names are listed.
 * 6. The strategies of `afterwards` are asked about computed text that is not the command's own, reads that name several
 *    files, and reads of confidence 0.6 or less.
 * 7. Where `context.opened` tells what a traced run opened, a file that was not opened is no read; what was opened and
 *    not shown is noted.
 * 8. A part of a file without a line range gets one where its lines stand in one place of the file's text.
 *
 * Calls on the tab itself (`tab_…`) are never captured.
 */
export function createCompositeStrategy(options: CompositeStrategyOptions): CaptureStrategy {
  const { strategies, afterwards = [] } = options;
  return {
    specVersion: 1,
    name: "composite",
    async capture(observation, given) {
      if (isTabTool(observation.tool)) return EMPTY_RESULT;
      // Strategies share what they find out about the files, for this observation at least.
      const context: CaptureContext = given.revision === undefined ? { ...given, revision: {} } : given;
      const failures: string[] = [];
      const answers: CaptureResult[] = [];
      for (const strategy of strategies) answers.push(await ask(strategy, observation, context, failures));
      try {
        const { output } = observation;
        const known = answers.some((answer) => Object.values(answer).some((part) => part.length > 0));
        if (!known && !isBlank(output, 0, output.length)) answers.push(unknownTool(observation, context));
        if (afterwards.length > 0) {
          const rest = { ...context, unattributed: unattributed(answers) };
          for (const strategy of afterwards) answers.push(await ask(strategy, observation, rest, failures));
        }
        const merged = await withLinePlaces(heldToTrace(merge(answers, output), context), output, context);
        return sealResult({ ...merged, notes: [...merged.notes, ...failures] }, observation, context);
      } catch (error) {
        return {
          ...EMPTY_RESULT,
          notes: [...failures, `the capture failed: ${error instanceof Error ? error.message : String(error)}`],
        };
      }
    },
  };
}

async function ask(
  strategy: CaptureStrategy,
  observation: Observation,
  context: CaptureContext,
  failures: string[],
): Promise<CaptureResult> {
  try {
    const answer: Partial<CaptureResult> | undefined = await strategy.capture(observation, context);
    if (answer === undefined || answer === null) throw new Error("it gave no result");
    return completed(answer);
  } catch (error) {
    failures.push(`strategy ${strategy.name} failed: ${error instanceof Error ? error.message : String(error)}`);
    return EMPTY_RESULT;
  }
}

/** A result as its type promises it: plain JavaScript may leave out a list, and one broken answer must not cost the others. */
function completed(answer: Partial<CaptureResult>): CaptureResult {
  const { reads, listed, computed, writes, notes }: CaptureResult = { ...EMPTY_RESULT, ...answer };
  if (![reads, listed, computed, writes, notes].every((list) => Array.isArray(list)))
    throw new Error("its result has something else in the place of a list");
  if (!reads.every((read) => Array.isArray(read?.paths) && isStretch(read)))
    throw new Error("a read of its result has no paths, start and end");
  if (!computed.every((each) => Array.isArray(each?.inputs) && isStretch(each)))
    throw new Error("a computed stretch of its result has no inputs, start and end");
  return { reads, listed, computed, writes, notes };
}

function isStretch({ start, end }: { readonly start: number; readonly end: number }): boolean {
  return Number.isInteger(start) && Number.isInteger(end);
}

function unknownTool(observation: Observation, context: CaptureContext): CaptureResult {
  const paths = createWorkspacePaths(context);
  const { output, tool, cwd = paths.root } = observation;
  const whole: Span = { start: 0, end: output.length };
  return {
    ...EMPTY_RESULT,
    listed: namesInOutput(output, whole, [cwd, paths.root], paths).map((source) => source.path),
    computed: [{ ...whole, inputs: [], own: false }],
    notes: [`unknown tool, output kept: ${tool}`],
  };
}

/** In order, without overlaps. */
function unattributed(answers: readonly CaptureResult[]): readonly Span[] {
  const reads = answers.flatMap((answer) => answer.reads);
  const isSure = ({ paths, confidence }: CapturedRead): boolean => paths.length === 1 && confidence > SURE;
  const open: Span[] = [
    ...reads.filter((read) => !isSure(read)),
    ...answers.flatMap((answer) => answer.computed.filter((each) => !each.own)),
  ];
  const closed: readonly Span[] = [
    ...reads.filter(isSure),
    ...answers.flatMap((answer) => answer.computed.filter((each) => each.own)),
  ];
  const spans: Span[] = [];
  for (const { start, end } of open.flatMap((span) => cutOut(span, closed)).toSorted((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    if (last !== undefined && start < last.end)
      spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else spans.push({ start, end });
  }
  return spans;
}

function merge(answers: readonly CaptureResult[], output: string): CaptureResult {
  const hasText = ({ start, end }: Span): boolean => !isBlank(output, start, end);
  /** Withheld text is the file's all the same: nobody else may keep it. */
  const spanOf = (read: CapturedRead): Span => read.withheld ?? read;
  const ranked = answers.flatMap((answer, strategy) => answer.reads.map((read) => ({ read, strategy })));
  ranked.sort((one, other) => other.read.confidence - one.read.confidence || one.strategy - other.strategy);
  const taken: { read: CapturedRead; strategy: number }[] = [];
  for (const each of ranked) {
    const surer = taken.filter(
      (other) => other.strategy !== each.strategy && overlaps(spanOf(other.read), spanOf(each.read)),
    );
    if (surer.length === 0) taken.push(each);
    else if (each.read.paths.length > 1) {
      const { range: _range, ranges: _ranges, ...read } = { ...each.read, partial: true };
      const rest = cutOut(
        read,
        surer.map((other) => spanOf(other.read)),
      );
      taken.push(...rest.filter(hasText).map((part) => ({ read: part, strategy: each.strategy })));
    }
  }
  const computed = answers.flatMap((answer, strategy) => {
    const others = taken.filter((each) => each.strategy !== strategy).map((each) => spanOf(each.read));
    return answer.computed.flatMap((each) => {
      const rest = cutOut(each, others);
      return rest.length === 1 && rest[0] === each ? rest : rest.filter(hasText);
    });
  });
  return {
    reads: taken.map((each) => each.read).toSorted((one, other) => one.start - other.start || one.end - other.end),
    listed: united(answers.map((answer) => answer.listed)),
    computed,
    writes: answers.flatMap((answer) => answer.writes),
    notes: answers.flatMap((answer) => answer.notes),
  };
}

/** One list of several; the list itself if the others are empty, so that it is known to be checked. */
function united(lists: readonly (readonly string[])[]): readonly string[] {
  const full = lists.filter((list) => list.length > 0);
  return full.length === 1 ? full[0]! : full.flat();
}
