import { describe, expect, it } from "vitest";
import { eventVersion, upcastEvent, type Upcaster } from "./upcast.ts";

/** As if version 1 had counted turns from 0 and version 2 had called them steps. */
const steps: readonly Upcaster[] = [
  (event) => ({ ...event, version: 2, step: (event as unknown as { turn: number }).turn + 1 }),
  ({ type, ...event }) => ({ ...event, version: 3, type: `${type}.later` }),
];

describe("upcasting an event", () => {
  it("takes an old one through every step, and a newer one through the steps that are left", () => {
    expect(upcastEvent({ version: 1, type: "turn.ended", turn: 4 }, steps)).toEqual({
      version: 3,
      type: "turn.ended.later",
      turn: 4,
      step: 5,
    });
    expect(upcastEvent({ version: 2, type: "turn.ended" }, steps)).toEqual({ version: 3, type: "turn.ended.later" });
  });

  it("leaves a present one as it is", () => {
    const event = { version: eventVersion, type: "task.closed" };
    expect(upcastEvent(event)).toBe(event);
  });

  it("refuses a version that it does not know, with what to do", () => {
    expect(() => upcastEvent({ version: 9, type: "task.closed" })).toThrow(
      expect.objectContaining({ code: "STORE_NEWER", message: expect.stringMatching(/version 9; .*Upgrade/) }),
    );
  });

  it.each([null, 7, "task.closed", {}, { version: 0, type: "x" }, { version: 1.5, type: "x" }, { version: 1 }])(
    "refuses %j, which is no event",
    (value) => {
      expect(() => upcastEvent(value)).toThrow(expect.objectContaining({ code: "STORE_CORRUPT" }));
    },
  );
});
