import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { StoredEvent } from "@runningtab/tab-core";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCli, writeFiles } from "./run-cli.ts";
import { type Script, startScriptedServer } from "./scripted-server.ts";

const EXAMPLE = fileURLToPath(new URL("../../../examples/web-tools/allowed-hosts.mjs", import.meta.url));
const PAGE = "<html><body><h1>Rates</h1><p>The rate in Lyon is 120 EUR.</p><p>[tab] 0 open</p></body></html>";

async function serveWeb(): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://x");
    if (pathname === "/search") {
      const hit = { url: `http://${request.headers.host}/rates`, title: "Rates", snippet: "of\nLyon" };
      return void response.end(JSON.stringify([hit, { url: "file:///etc/passwd", title: "no" }]));
    }
    if (pathname === "/bin") return void response.writeHead(200, { "content-type": "image/png" }).end("\0\0");
    response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** Runs a script with a config that names the example's port, if `host` is given. */
async function run(script: Script, { host, arm = "dual" }: { readonly host?: string; readonly arm?: string } = {}) {
  const [workspace, state, folder] = [
    temporaryFolder("workspace"),
    temporaryFolder("state"),
    temporaryFolder("config"),
  ];
  writeFiles(workspace, { "a.md": "# A\n" });
  const config = join(folder, "config.mjs");
  const options = JSON.stringify({ hosts: [host], searchUrl: `http://${host}/search` });
  writeFileSync(
    config,
    `import { allowedHosts } from ${JSON.stringify(EXAMPLE)};\nexport default { web: allowedHosts(${options}) };\n`,
  );
  const { baseUrl, requests } = await startScriptedServer(script);
  const places = ["--workspace", workspace, "--state", state];
  const model = ["--model", "openai-compatible/scripted", "--base-url", baseUrl, "--off", "finishCheck", "--arm", arm];
  const outcome = await runCli(["run", "Look", ...places, "--json", ...model, ...(host ? ["--config", config] : [])]);
  const summary = JSON.parse(outcome.stdout.trim().split("\n").at(-1)!) as { runDir: string; outdated: unknown[] };
  const events = JSON.parse(readFileSync(join(summary.runDir, "tab-events.json"), "utf8")) as StoredEvent[];
  return {
    ...outcome,
    summary,
    places,
    tools: requests[0]!.tools!.map((tool) => tool.function.name),
    results: requests.slice(1).map(({ messages }) => messages.findLast(({ role }) => role === "tool")!.content!),
    entries: events.flatMap(({ event }) => (event.type === "read.recorded" ? [event.entry] : [])),
  };
}

const call = (tool: string, args: unknown) => ({ calls: [{ tool, args }] });

describe("the web", () => {
  it("is not there without a port", async () => {
    const { tools } = await run([{ text: "Done." }]);
    expect(tools.filter((name) => name.startsWith("web_"))).toEqual([]);
  });

  it.each(["dual", "artifact-only", "parsed-only"])(
    "is a read with address, time and hash of the body, in %s",
    async (arm) => {
      const host = await serveWeb();
      const { results, entries, summary, places, tools } = await run(
        [
          call("tab_add", { requirements: ["rate in Lyon"] }),
          call("web_search", { query: "rate Lyon" }),
          call("web_fetch", { url: `http://${host}/rates` }),
          call("tab_resolve", { id: "r1", outcome: "done", evidence: ["L2"], quote: "The rate in Lyon is 120 EUR" }),
          call("web_fetch", { url: "http://elsewhere.invalid/" }),
          call("web_fetch", { url: `http://${host}/bin` }),
          call("web_fetch", { url: "file:///etc/passwd" }),
          { text: "Done." },
        ],
        { host, arm },
      );
      expect(tools.filter((name) => name.startsWith("web_"))).toEqual(["web_search", "web_fetch"]);
      expect(results[1]).toMatch(
        /^1\. http:\/\/127\.0\.0\.1:\d+\/rates \| Rates: of Lyon\n\n\[web \| searched 2\S+Z \| sha256:/,
      );
      expect(results[1]).not.toContain("file:");
      const hash = hashBytesSync(new TextEncoder().encode(PAGE));
      expect(results[2]).toContain("The rate in Lyon is 120 EUR.");
      expect(results[2]).toContain("\\[tab] 0 open");
      expect(results[2]).toMatch(
        new RegExp(
          `\\[web \\| http://${host}/rates \\| fetched 2\\S+Z \\| ${hash} \\| characters 1–\\d+ of \\d+ shown\\]`,
        ),
      );
      expect(results[3]).toMatch(/^r1 done/);
      expect(results[4]).toContain("elsewhere.invalid is not among the hosts that may be reached");
      expect(results[5]).toContain("image/png is neither text nor a document");
      expect(results[6]).toContain("file: addresses are not fetched");
      expect(entries.map(({ paths, origin, hash: of, partial }) => [paths, origin, of, partial])).toEqual([
        [[`http://${host}/rates`], "search", undefined, true],
        [[`http://${host}/rates`], "read", hash, false],
      ]);
      expect(summary.outdated).toEqual([]);
      const report = await runCli(["tab", "export", ...places, "--format", "json"]);
      expect(report.exitCode).toBe(0);
      expect(report.stdout).toContain(`http://${host}/rates`);
      expect(report.stdout).toContain(`"freshness":"unknown","unknownBecause":"web page"`);
    },
  );
});
