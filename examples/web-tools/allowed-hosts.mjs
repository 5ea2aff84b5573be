// allowed-hosts.mjs: `web_search` and `web_fetch` over plain fetch, for hosts that you name
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const MOST_BYTES = 5_000_000;
const MOST_MS = 20_000;
const MOST_REDIRECTS = 3;

/**
 * A web port that reaches the hosts in `hosts` (`name` or `name:port`) and no others, also by redirects. `searchUrl` is a
 * search service that answers `?q=WORDS` with JSON: `[{ "url", "title", "snippet" }]`; without it there is no search.
 */
export function allowedHosts({ hosts, searchUrl }) {
  async function get(url, signal, redirects = MOST_REDIRECTS) {
    if (!hosts.includes(url.host)) throw new Error(`${url.host} is not among the hosts that may be reached`);
    const response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]),
    });
    const next = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (next !== null) {
      await response.body?.cancel();
      if (redirects === 0) throw new Error(`${url} leads on and on`);
      return get(new URL(next, url), signal, redirects - 1);
    }
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return { url, response };
  }

  /** Counts what comes: a length that a server tells may be anything. */
  async function bodyOf({ url, response }) {
    const chunks = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MOST_BYTES) throw new Error(`${url} has more than ${MOST_BYTES} bytes`);
      chunks.push(chunk);
    }
    return new Uint8Array(Buffer.concat(chunks));
  }

  const port = {
    specVersion: 1,
    async fetch(address, { signal }) {
      const got = await get(new URL(address), signal);
      const mediaType = (got.response.headers.get("content-type") ?? "text/plain").split(";")[0].trim();
      return { url: got.url.href, bytes: await bodyOf(got), mediaType };
    },
  };
  if (searchUrl === undefined) return port;
  return {
    ...port,
    async search(query, { limit, signal }) {
      const url = new URL(searchUrl);
      url.searchParams.set("q", query);
      const hits = JSON.parse(new TextDecoder().decode(await bodyOf(await get(url, signal))));
      return hits.slice(0, limit).map(({ url: found, title = "", snippet = "" }) => ({ url: found, title, snippet }));
    },
  };
}

// As a config: name your hosts. With none, every address is refused.
export default { web: allowedHosts({ hosts: (process.env["WEB_HOSTS"] ?? "").split(",").filter(Boolean) }) };

if (process.argv[1] === fileURLToPath(import.meta.url)) await demonstrate();

async function demonstrate() {
  const server = createServer((request, response) => {
    if (request.url === "/away") return response.writeHead(302, { location: "http://other.invalid/" }).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<h1>Rates</h1><p>Lyon: 120 EUR</p>");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${server.address().port}`;
  const web = allowedHosts({ hosts: [host] });
  const { signal } = new AbortController();
  for (const address of [`http://${host}/rates`, `http://${host}/away`, "http://169.254.169.254/latest/meta-data"]) {
    const said = await web.fetch(address, { signal }).then(
      ({ mediaType, bytes }) => `${mediaType}, ${bytes.length} bytes`,
      (error) => error.message,
    );
    console.log(`${new URL(address).pathname}: ${said}`);
  }
  server.close();
}
