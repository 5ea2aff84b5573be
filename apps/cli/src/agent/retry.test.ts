import { APICallError } from "ai";
import { describe, expect, it } from "vitest";
import { stepFailure } from "../models/model-fault.ts";
import { withRetries } from "./retry.ts";

function apiError(statusCode: number, headers: Record<string, string> = {}): APICallError {
  return new APICallError({
    message: `status ${statusCode}`,
    url: "",
    requestBodyValues: {},
    statusCode,
    responseHeaders: headers,
  });
}

async function attempt(failures: readonly unknown[]) {
  const waits: number[] = [];
  let tries = 0;
  const run = withRetries(
    async () => {
      const failure = failures[tries++];
      if (failure !== undefined) throw failure;
      return "answer";
    },
    {
      signal: new AbortController().signal,
      sleep: async (milliseconds) => void waits.push(milliseconds),
      now: () => Date.parse("2026-11-30T10:00:00Z"),
      random: () => 0.5,
    },
  );
  return { outcome: await run.catch((error: unknown) => error), waits, tries: () => tries };
}

describe("withRetries", () => {
  it("tries again after 429, 5xx and broken connections, waiting longer each time", async () => {
    const { outcome, waits } = await attempt([apiError(429), apiError(503), new TypeError("terminated")]);
    expect(outcome).toBe("answer");
    expect(waits).toEqual([1_000, 2_000, 4_000]);
  });

  it("waits as long as the server asks, up to a minute", async () => {
    expect((await attempt([apiError(429, { "retry-after": "7" })])).waits).toEqual([7_000]);
    expect((await attempt([apiError(429, { "retry-after": "3600" })])).waits).toEqual([60_000]);
  });

  it.each([
    [{ "retry-after": "Mon, 30 Nov 2026 10:00:09 GMT" }, 9_000],
    [{ "retry-after": "Mon, 30 Nov 2026 09:00:00 GMT" }, 0],
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after": "soon" }, 1_000],
    [{ "retry-after": "-5" }, 1_000],
  ])("reads %j as %i ms", async (headers, milliseconds) => {
    expect((await attempt([apiError(503, headers)])).waits).toEqual([milliseconds]);
  });

  it("gives up at once for what trying again cannot help", async () => {
    const { outcome, tries } = await attempt([apiError(401)]);
    expect(outcome).toMatchObject({ statusCode: 401 });
    expect(tries()).toBe(1);
  });

  it("gives up at once at a port that web clients refuse, and says so with the address", async () => {
    const cause = new TypeError("fetch failed", { cause: new Error("bad port") });
    const error = new APICallError({
      message: "Cannot connect to API: bad port",
      url: "http://127.0.0.1:6000/v1",
      requestBodyValues: {},
      cause,
    });
    expect((await attempt([error])).tries()).toBe(1);
    expect(stepFailure(error)).toMatch(/^The model at http:\/\/127\.0\.0\.1:6000\/v1 .* another kind of server/);
  });

  it("gives up after five tries with the last error", async () => {
    const { outcome, tries } = await attempt(Array(9).fill(apiError(500)));
    expect(outcome).toMatchObject({ statusCode: 500 });
    expect(tries()).toBe(5);
  });
});
