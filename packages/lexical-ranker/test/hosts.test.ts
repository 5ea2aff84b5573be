import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";

const packages = fileURLToPath(new URL("../../", import.meta.url));

it("ranks in a worker", async () => {
  const source = `
    import { parentPort } from "node:worker_threads";
    import { createWasmEngine } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)};
    const engine = createWasmEngine();
    await engine.add([{ id: "a", text: "travel policies 认证系统" }]);
    parentPort.postMessage(await engine.search("policy 认证"));
  `;
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const worker = new Worker(url, { execArgv: ["--conditions=@runningtab/source"] });
  const hits = await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  await worker.terminate();
  expect(hits).toMatchObject([{ id: "a", terms: ["polici", "认证"] }]);
});

it("uses nothing that only Node has, so that browsers and edge hosts run it", () => {
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
  expect(bound).toEqual([]);
});
