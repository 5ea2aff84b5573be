import { createServer } from "node:http";
import { onTestFinished } from "vitest";

export interface EmbeddingServer {
  readonly baseUrl: string;
  /** Every text that was sent to be embedded, in order. */
  readonly embedded: string[];
  /** Answers with this HTTP status from now on; 200 again answers vectors. */
  fail(status: number): void;
}

/**
 * An OpenAI-compatible embedding server on loopback. A text's vector counts which of the groups of words it holds: words
 * of one group mean the same here. Closed when the test ends.
 */
export async function startEmbeddingServer(groups: readonly (readonly string[])[]): Promise<EmbeddingServer> {
  const embedded: string[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    response.writeHead(status, { "content-type": "application/json" });
    if (status !== 200) return void response.end(JSON.stringify({ error: { message: "scripted failure" } }));
    const { input, model } = JSON.parse(body) as { readonly input: readonly string[]; readonly model: string };
    embedded.push(...input);
    const data = input.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }));
    response.end(JSON.stringify({ object: "list", model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
  });
  const vectorOf = (text: string): number[] => {
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
    // The last number keeps a text without any of the words from having no direction.
    return [...groups.map((group) => words.filter((word) => group.includes(word)).length), 0.1];
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address() as { readonly port: number };
  return { baseUrl: `http://127.0.0.1:${address.port}/v1`, embedded, fail: (code) => void (status = code) };
}
