import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome"];
const longestRunMs = 100_000;

/** The browser that is installed here; `undefined` without one. */
export function findChromium(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads a script into a page of a real browser, from a server on this machine, and returns what the promise of
 * `expression` resolves with there (as JSON). Needs no driver: the page sends its answer to the server.
 */
export async function runInChromium(browser: string, script: string, expression: string): Promise<unknown> {
  const profile = mkdtempSync(join(tmpdir(), "lexical-ranker-chromium-"));
  const answered = Promise.withResolvers<string>();
  const page = `<!doctype html><meta charset="utf-8"><script src="/script.js"></script><script>
    const send = (path, body) => fetch(path, { method: "POST", body });
    Promise.resolve().then(() => ${expression})
      .then((value) => send("/answer", JSON.stringify(value)), (error) => send("/failure", String(error)));
  </script>`;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    if (request.url === "/answer") answered.resolve(body);
    if (request.url === "/failure") answered.reject(new Error(`The page failed: ${body}`));
    const isScript = request.url === "/script.js";
    response.setHeader("content-type", isScript ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8");
    response.end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  let child: ChildProcess | undefined;
  const timer = setTimeout(() => answered.reject(new Error(`No answer within ${longestRunMs} ms.`)), longestRunMs);
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    // The page is our own; the sandbox does not start for root, which continuous integration often is.
    const options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];
    child = spawn(browser, [...options, `--user-data-dir=${profile}`, address], { stdio: "ignore", detached: true });
    child.once("error", answered.reject);
    child.once("exit", (code) => answered.reject(new Error(`${browser} ended with ${code} before an answer.`)));
    return JSON.parse(await answered.promise);
  } finally {
    clearTimeout(timer);
    await end(child);
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** The browser and its own processes, which are one group. */
async function end(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid, "SIGKILL");
  await ended;
}
