import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
// @ts-expect-error: plain JavaScript, as a config module may be
import { allowedHosts } from "../allowed-hosts.mjs";

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}

const { signal } = new AbortController();

describe("a port over allowed hosts", () => {
  it("gives the body as it came, and where it lay after redirects", async () => {
    const host = await serve((request, response) => {
      if (request.url === "/old") response.writeHead(301, { location: "/new" }).end();
      else response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end("数");
    });
    const page = await allowedHosts({ hosts: [host] }).fetch(`http://${host}/old`, { signal });
    expect(page).toMatchObject({ url: `http://${host}/new`, mediaType: "text/plain" });
    expect(new TextDecoder().decode(page.bytes)).toBe("数");
  });

  it("meets no host but those that are named, also by redirects", async () => {
    let met = 0;
    const other = await serve((_request, response) => void (met++, response.end("secret")));
    const host = await serve(
      (_request, response) => void response.writeHead(302, { location: `http://${other}/` }).end(),
    );
    const port = allowedHosts({ hosts: [host] });
    await expect(port.fetch(`http://${host}/`, { signal })).rejects.toThrow(/not among the hosts/);
    await expect(port.fetch(`http://${other}/`, { signal })).rejects.toThrow(/not among the hosts/);
    expect(met).toBe(0);
  });

  it("ends what is too long or leads on and on, and says what a server refused", async () => {
    const host = await serve((request, response) => {
      if (request.url === "/loop") response.writeHead(302, { location: "/loop" }).end();
      else if (request.url === "/long") response.end(Buffer.alloc(6_000_000));
      else response.writeHead(404).end();
    });
    const port = allowedHosts({ hosts: [host] });
    await expect(port.fetch(`http://${host}/loop`, { signal })).rejects.toThrow(/on and on/);
    await expect(port.fetch(`http://${host}/long`, { signal })).rejects.toThrow(/more than 5000000 bytes/);
    await expect(port.fetch(`http://${host}/none`, { signal })).rejects.toThrow(/answered 404/);
  });

  it("searches by the service that was named, and not at all without one", async () => {
    const host = await serve((request, response) => {
      const query = new URL(request.url!, "http://x").searchParams.get("q");
      response.end(
        JSON.stringify([{ url: "http://a.example/", title: `About ${query}` }, { url: "http://b.example/" }]),
      );
    });
    const port = allowedHosts({ hosts: [host], searchUrl: `http://${host}/search` });
    expect(await port.search("Lyon & co", { limit: 1, signal })).toEqual([
      { url: "http://a.example/", title: "About Lyon & co", snippet: "" },
    ]);
    expect(allowedHosts({ hosts: [host] }).search).toBeUndefined();
  });
});

describe("the README", () => {
  it("shows what its command prints", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const stdout = execFileSync(process.execPath, [fileURLToPath(new URL("../allowed-hosts.mjs", import.meta.url))], {
      encoding: "utf8",
    });
    expect(stdout).toBe(/```text\n([^]*?)```/.exec(readme)![1]!);
  });
});
