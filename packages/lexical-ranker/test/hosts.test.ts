import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../scripts/bundle.ts";
import { findChromium, runInChromium } from "./hosts/chromium.ts";
import { type HostReport, rankInThisHost } from "./hosts/in-any-host.ts";

const packages = fileURLToPath(new URL("../../", import.meta.url));
const expression = "host.rankInThisHost()";
const chromium = findChromium();
const mustHaveChromium = process.env["CI"] === "true";
/** Some of these share two busy cores with everything else that is tested. */
const longestRunMs = 120_000;

describe("the package as one script", () => {
  let script: string;
  let here: HostReport;

  beforeAll(async () => {
    script = await bundle("test/hosts/in-any-host.ts", "host");
    here = await rankInThisHost();
  }, longestRunMs);

  it("asks its host for no module", () => {
    expect(script).not.toMatch(/node:|\brequire\(|\bimport\(/);
    expect(here).toMatchObject({ failed: [] });
    expect(here.passed).toBeGreaterThan(120);
  });

  it("ranks in a worker as in the main thread", { timeout: longestRunMs }, async () => {
    const worker = new Worker(
      `${script}\n${expression}.then((report) => require("worker_threads").parentPort.postMessage(report));`,
      {
        eval: true,
      },
    );
    const report = await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    await worker.terminate();
    expect(report).toEqual(here);
  });

  it("ranks where there is no file system and nothing of Node, as at the edge", { timeout: longestRunMs }, async () => {
    const edge = { TextEncoder, TextDecoder, AbortController, AbortSignal, atob, setTimeout, clearTimeout };
    const context = createContext(edge);
    expect(runInContext("typeof process + typeof require + typeof Buffer", context)).toBe(
      "undefinedundefinedundefined",
    );
    const report = await (runInContext(`${script}\n${expression}.then(JSON.stringify)`, context) as Promise<string>);
    expect(JSON.parse(report)).toEqual(here);
  });

  const because = chromium === undefined && !mustHaveChromium ? " (skipped: no chromium is installed)" : "";
  it.skipIf(because !== "")(`ranks in a real browser${because}`, { timeout: longestRunMs }, async () => {
    expect(chromium, "CI is to install chromium").toBeDefined();
    expect(await runInChromium(chromium!, script, expression)).toEqual(here);
  });
});

it(
  "is small: 60 kB of script with the module and all tables, a little more with every engine",
  async () => {
    const sizeOf = async (entry: string): Promise<number> => Buffer.byteLength(await bundle(entry, "ranker"));
    expect(await sizeOf("src/engines/wasm.ts")).toBeLessThanOrEqual(60_000);
    expect(await sizeOf("src/index.ts")).toBeLessThanOrEqual(63_000);
  },
  longestRunMs,
);

/** Asks whether the host is Node; the hosts above that are none show that the package does without. */
const asksForNode = join("lexical-ranker/src", "wasm/host-buffer.ts");

it("needs nothing that only Node has, so that browsers and edge hosts run it", () => {
  const sources = ["lexical-ranker/src", "terms/src"].flatMap((folder) =>
    readdirSync(join(packages, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => join(packages, folder, name)),
  );
  expect(sources.length).toBeGreaterThan(30);
  const bound = sources.filter((file) => {
    // Comments may speak of Node.
    const code = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    return /from "node:|import\("node:|\bBuffer\b|\bprocess\./.test(code);
  });
  expect(bound).toEqual([join(packages, asksForNode)]);
});
