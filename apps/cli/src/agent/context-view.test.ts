import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contextLevels } from "./context-profile.ts";
import { contextView } from "./context-view.ts";
import type { ToolResultItem, TranscriptItem } from "./transcript.ts";

const LONG = "long text ".repeat(50);

function result(
  number: number,
  text = `${number}: ${LONG}`,
  entries: readonly string[] = [`L${number}`],
): ToolResultItem {
  return {
    callId: `t${number}c1`,
    providerCallId: `p${number}`,
    tool: "view",
    command: `view file${number}.pdf`,
    text,
    isError: false,
    entries,
  };
}

function turn(number: number, ...results: readonly ToolResultItem[]): readonly TranscriptItem[] {
  const content = results.map((one) => ({
    type: "tool-call" as const,
    toolCallId: one.providerCallId,
    toolName: one.tool,
    input: {},
  }));
  return [
    {
      type: "assistant",
      turn: number,
      message: { role: "assistant", content },
      usage: { inputTokens: 0, outputTokens: 0 },
    },
    { type: "results", turn: number, results },
  ];
}

const task: TranscriptItem = { type: "user", turn: 0, about: "task", text: "Do it" };

function viewAt(transcript: readonly TranscriptItem[], level: number) {
  return contextLevels[level]!.view(transcript);
}

function shownResults(transcript: readonly TranscriptItem[], level: number): string[] {
  return viewAt(transcript, level).flatMap((message) =>
    message.role === "tool"
      ? message.content.map((part) =>
          part.type === "tool-result" ? String((part.output as { value: unknown }).value) : "",
        )
      : [],
  );
}

describe("contextView", () => {
  const transcript = [task, ...turn(1, result(1), result(2)), ...turn(2, result(3)), ...turn(3, result(4), result(5))];

  it.each([0, 1, 2] as const)("keeps every result at level %i", (level) => {
    expect(shownResults(transcript, level)).toEqual([1, 2, 3, 4, 5].map((number) => `${number}: ${LONG}`));
  });

  it.each([3, 4] as const)("keeps the last three results at level %i and says where the others are", (level) => {
    expect(shownResults(transcript, level)).toEqual([
      "[result of view file1.pdf removed; tab_show L1]",
      "[result of view file2.pdf removed; tab_show L2]",
      `3: ${LONG}`,
      `4: ${LONG}`,
      `5: ${LONG}`,
    ]);
  });

  it("shows every result of the newest batch, however many, since the model has seen none of them", () => {
    const batch = [4, 5, 6, 7, 8].map((number) => result(number));
    expect(shownResults([task, ...turn(1, result(1)), ...turn(2, ...batch)], 3)).toEqual([
      "[result of view file1.pdf removed; tab_show L1]",
      ...batch.map((one) => one.text),
    ]);
  });

  it("cuts the middle of a result that came in under a wider limit, and says where it stands", () => {
    const text = `begin${"-".repeat(3_000)}end`;
    const [shown] = contextView([task, ...turn(1, result(1, text))], { outputCharacters: 1_000 }).flatMap(
      ({ role, content }) => (role === "tool" ? content : []),
    );
    const { value } = (shown as { readonly output: { readonly value: string } }).output;
    expect(value).toMatch(/^begin-+\n\[2008 of 3008 characters removed here; tab_show L1\]\n-+end$/);
    expect(value.length).toBeLessThan(1_100);
  });

  it("adds only to its end at levels 0 to 2, so that prompt caches hold", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 2, maxLength: 6 }), (sizes) => {
        const items = [task, ...sizes.flatMap((size, at) => turn(at + 1, result(at + 1, "x".repeat(size))))];
        for (const level of [0, 1, 2]) {
          const shorter = viewAt(items.slice(0, -2), level).map((message) => JSON.stringify(message));
          const longer = viewAt(items, level).map((message) => JSON.stringify(message));
          expect(longer.slice(0, shorter.length)).toEqual(shorter);
        }
      }),
    );
  });

  it("names many entries by their ranges", () => {
    const search = result(1, LONG, ["L1", "L2", "L3", "L7", "L9", "L10"]);
    const items = [task, ...turn(1, search), ...turn(2, result(2), result(3), result(4))];
    expect(shownResults(items, 3)[0]).toBe("[result of view file1.pdf removed; tab_show L1-L3, L7, L9-L10]");
  });

  it("keeps short results, and points nowhere for a result that no entry holds", () => {
    const items = [
      task,
      ...turn(1, result(1, "r1 done (L2). 5 open.", [])),
      ...turn(2, result(2, LONG, [])),
      ...turn(3, result(3), result(4), result(5)),
    ];
    expect(shownResults(items, 3).slice(0, 2)).toEqual(["r1 done (L2). 5 open.", "[result of view file2.pdf removed]"]);
  });

  it("begins with the task and the newest summary when there is one", () => {
    const summary: TranscriptItem = {
      type: "summary",
      turn: 3,
      text: "Found much.",
      review: "Requirements: 1 open, 0 resolved",
    };
    const view = viewAt([...transcript, summary, ...turn(4, result(6))], 4);
    expect(view.map((message) => message.role)).toEqual(["user", "user", "assistant", "tool"]);
    expect(view[1]!.content).toBe("What was done so far, in short:\nFound much.\n\nRequirements: 1 open, 0 resolved");
  });

  it.each([
    ["an empty step", []],
    ["thoughts that lead to nothing", [{ type: "reasoning" as const, text: "Hm." }]],
  ])("leaves out %s, which providers refuse", (_name, content) => {
    const empty: TranscriptItem = {
      type: "assistant",
      turn: 1,
      message: { role: "assistant", content },
      usage: { inputTokens: 0, outputTokens: 0 },
    };
    const check: TranscriptItem = { type: "user", turn: 1, about: "finish-check", text: "[tab] Finish check" };
    expect(viewAt([task, empty, check], 3).map((message) => message.role)).toEqual(["user", "user"]);
  });

  it("pairs every call with its result, whatever is shortened", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(0, 3, 4),
        (sizes, level) => {
          let number = 0;
          const items = [
            task,
            ...sizes.flatMap((size, at) => turn(at, ...Array.from({ length: size }, () => result(++number)))),
          ];
          const view = viewAt(items, level);
          const ids = (role: string, type: string) =>
            view.flatMap((message) =>
              message.role === role && Array.isArray(message.content)
                ? message.content.flatMap((part) =>
                    part.type === type ? [(part as { toolCallId: string }).toolCallId] : [],
                  )
                : [],
            );
          expect(ids("tool", "tool-result")).toEqual(ids("assistant", "tool-call"));
          expect(ids("tool", "tool-result")).toHaveLength(number);
        },
      ),
    );
  });
});

it("shows an image while its result is whole, and the placeholder alone after that, however short its text", () => {
  const image = { mediaType: "image/png", base64: "iVBORw0KGgo=" };
  const first = { ...result(1, "[current | page 1 of 3 shown]"), image };
  const outputs = (transcript: readonly TranscriptItem[]): unknown[] =>
    viewAt(transcript, 3).flatMap(({ role, content }) =>
      role === "tool" ? content.map((part) => ("output" in part ? part.output : undefined)) : [],
    );
  expect(outputs([task, ...turn(1, first)])).toEqual([
    {
      type: "content",
      value: [
        { type: "text", text: "[current | page 1 of 3 shown]" },
        { type: "file", mediaType: "image/png", data: { type: "data", data: "iVBORw0KGgo=" } },
      ],
    },
  ]);
  const later = Array.from({ length: 30 }, (_, index) => turn(index + 2, result(index + 2))).flat();
  expect(outputs([task, ...turn(1, first), ...later])[0]).toEqual({
    type: "text",
    value: "[result of view file1.pdf removed; tab_show L1]",
  });
});
