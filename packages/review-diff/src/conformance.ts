import assert from "node:assert/strict";
import type { ConformanceCase } from "@runningtab/conformance-kit";
import type { Change, DiffFormat, DiffInput, FileDiff, FormatOptions } from "./file-diff.ts";

/** Two versions that differ in content. */
export interface FormatSample {
  readonly before: DiffInput;
  readonly after: DiffInput;
}

/** A format with versions that it can compare; at least one sample should have three changes or more. */
export interface FormatUnderTest {
  readonly format: DiffFormat;
  readonly samples: readonly FormatSample[];
}

type FormatCase = ConformanceCase<FormatUnderTest>;

const OPTIONS: FormatOptions = { maxChanges: 10_000 };

async function eachDiff(
  { format, samples }: FormatUnderTest,
  check: (result: FileDiff, sample: FormatSample) => void | Promise<void>,
): Promise<void> {
  assert.ok(samples.length > 0, "the subject brings no samples");
  for (const sample of samples) await check(await format.diff(sample.before, sample.after, OPTIONS), sample);
}

function assertSides({ kind, before, after, address }: Change): void {
  if (kind === "added") assert.equal(before, undefined, `${address} was added but has a before`);
  if (kind === "removed") assert.equal(after, undefined, `${address} was removed but has an after`);
  assert.ok(before !== undefined || after !== undefined, `${address} has neither side`);
}

/** What every `DiffFormat` promises. */
export const diffFormatCases: readonly FormatCase[] = [
  {
    id: "port/shape",
    title: "says which contract it keeps and what it is called",
    async run({ format }) {
      assert.equal(format.specVersion, 1);
      assert.match(format.name, /^[a-z][a-z0-9-]*$/);
    },
  },
  {
    id: "accepts/samples",
    title: "accepts what it can compare, and a version that does not exist beside it",
    async run({ format, samples }) {
      for (const { before, after } of samples) {
        assert.equal(format.accepts(before, after), true);
        assert.equal(format.accepts({ path: before.path }, after), true);
        assert.equal(format.accepts(before, { path: after.path }), true);
      }
    },
  },
  {
    id: "diff/same-is-equal",
    title: "finds no change between a version and itself",
    async run({ format, samples }) {
      for (const version of samples.flatMap(({ before, after }) => [before, after])) {
        const result = await format.diff(version, version, OPTIONS);
        assert.deepEqual(result.changes, []);
        assert.equal(result.equal, true);
        assert.equal(result.truncated, false);
      }
    },
  },
  {
    id: "diff/different-is-not-equal",
    title: "finds a change between versions that differ, under its own name and the path of the after version",
    async run(subject) {
      await eachDiff(subject, (result, { after }) => {
        assert.equal(result.equal, false);
        assert.ok(result.changes.length > 0);
        assert.equal(result.format, subject.format.name);
        assert.equal(result.path, after.path);
        assert.notEqual(result.summary, "");
      });
    },
  },
  {
    id: "diff/absent-version",
    title: "shows a file that came as added and one that went as removed",
    async run({ format, samples }) {
      for (const { before, after } of samples) {
        const came = await format.diff({ path: before.path }, after, OPTIONS);
        assert.equal(came.equal, false);
        assert.ok(came.changes.every(({ kind }) => kind === "added"));
        const went = await format.diff(before, { path: after.path }, OPTIONS);
        assert.equal(went.equal, false);
        assert.ok(went.changes.every(({ kind }) => kind === "removed"));
      }
    },
  },
  {
    id: "change/ids",
    title: "gives every change an id of its own, the same for equal inputs",
    async run(subject) {
      await eachDiff(subject, async ({ changes }, { before, after }) => {
        assert.equal(new Set(changes.map(({ id }) => id)).size, changes.length);
        const again = await subject.format.diff(before, after, OPTIONS);
        assert.deepEqual(again.changes, changes);
      });
    },
  },
  {
    id: "change/sides",
    title: "gives what was added only an after, and what was removed only a before",
    async run(subject) {
      await eachDiff(subject, ({ changes }) => changes.forEach(assertSides));
    },
  },
  {
    id: "change/spans",
    title: "gives spans that spell out both sides",
    async run(subject) {
      await eachDiff(subject, ({ changes }) => {
        for (const { spans, before, after } of changes) {
          if (spans === undefined) continue;
          const side = (kind: "added" | "removed"): string =>
            spans
              .filter((span) => span.kind === "same" || span.kind === kind)
              .map(({ text }) => text)
              .join("");
          assert.equal(side("removed"), before);
          assert.equal(side("added"), after);
        }
      });
    },
  },
  {
    id: "limit/max-changes",
    title: "keeps no more changes than allowed, and says that it left some out",
    async run(subject) {
      await eachDiff(subject, async ({ changes }, { before, after }) => {
        const limited = await subject.format.diff(before, after, { maxChanges: 1 });
        assert.equal(limited.changes.length, 1);
        assert.equal(limited.equal, false);
        assert.equal(limited.truncated, changes.length > 1);
      });
    },
  },
  {
    id: "signal/aborted",
    title: "rejects with the reason of a signal that is aborted",
    requires: "cancellation",
    async run({ format, samples }) {
      const reason = new Error("no longer wanted");
      for (const { before, after } of samples) {
        const signal = AbortSignal.abort(reason);
        await assert.rejects(format.diff(before, after, { ...OPTIONS, signal }), reason);
      }
    },
  },
];
