import { describe, expect, it } from "vitest";
import { BenchMisuse, parseOptions } from "./bench.ts";
import { runBench } from "./run-bench.ts";

function start(args: readonly string[]): Promise<{ code: number; printed: string; noted: string }> {
  const [printed, noted]: [string[], string[]] = [[], []];
  const benches = {
    pages: {
      summary: "Counts pages.",
      usage: "[--count N]",
      load: async () => ({
        run: async (rest: readonly string[]) => {
          const { count } = parseOptions(rest, { count: { type: "string" } });
          if (count === "none") throw new BenchMisuse("--count is a number.");
          printed.push(`counted ${count}`);
          return count === "1" ? 1 : 0;
        },
      }),
    },
    broken: { summary: "Cannot be loaded.", usage: "", load: () => Promise.reject(new Error("no such module")) },
  };
  const output = { print: (line: string) => void printed.push(line), note: (line: string) => void noted.push(line) };
  return runBench(args, benches, output).then((code) => ({
    code,
    printed: printed.join("\n"),
    noted: noted.join("\n"),
  }));
}

describe("runBench", () => {
  it("runs the named bench with its arguments and ends with its code", async () => {
    expect(await start(["pages", "--count", "7"])).toMatchObject({ code: 0, printed: "counted 7" });
    expect(await start(["pages", "--count", "1"])).toMatchObject({ code: 1 });
  });

  it("lists all benches for help, also when one of them cannot be loaded", async () => {
    for (const args of [[], ["--help"], ["help"]]) {
      const { code, printed } = await start(args);
      expect(code).toBe(args.length === 0 ? 2 : 0);
      expect(printed).toContain("pages   Counts pages.\n");
      expect(printed).toContain("broken  Cannot be loaded.");
    }
    expect(await start(["pages", "--help"])).toMatchObject({
      code: 0,
      printed: "npm run bench -- pages [--count N]\n\nCounts pages.",
    });
  });

  it("calls an unknown bench or wrong arguments misuse, and says what there is", async () => {
    expect(await start(["toString"])).toMatchObject({
      code: 2,
      noted: expect.stringContaining("Known: pages, broken"),
    });
    expect(await start(["pages", "--count", "none"])).toMatchObject({
      code: 2,
      noted: expect.stringMatching(/^pages: --count is a number/),
    });
    expect(await start(["pages", "--nosuch"])).toMatchObject({ code: 2, noted: expect.stringContaining("--nosuch") });
  });

  it("does not hide that a bench failed", async () => {
    await expect(start(["broken"])).rejects.toThrow("no such module");
  });
});
