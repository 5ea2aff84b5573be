import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { childrenCpuSeconds } from "../cpu-time.ts";
import type { PdfEngine } from "./pdf-engine.ts";

const childModule = fileURLToPath(new URL("engine-child.mjs", import.meta.url));
const inPeers = createRequire(new URL("../../peers/package.json", import.meta.url));
const inParsedCache = createRequire(import.meta.resolve("@runningtab/parsed-cache/package.json"));

const libraries: readonly { readonly name: string; resolve(): string }[] = [
  // The one that our parser calls, as our parser finds it.
  { name: "pdf-parse", resolve: () => inParsedCache.resolve("pdf-parse") },
  { name: "pdfjs-dist", resolve: () => inPeers.resolve("pdfjs-dist/legacy/build/pdf.mjs") },
  { name: "unpdf", resolve: () => inPeers.resolve("unpdf") },
];

/** Engines that read the text of all pages and do nothing with it: those that are installed, and the names of others. */
export function findBareEngines(): { readonly engines: readonly PdfEngine[]; readonly absent: readonly string[] } {
  const found = [
    ...libraries.map((library) => ({ name: library.name, engine: libraryEngine(library) })),
    { name: "pdftotext", engine: popplerEngine() },
  ];
  return {
    engines: found.flatMap(({ engine }) => engine ?? []),
    absent: found.flatMap(({ name, engine }) => (engine === undefined ? [name] : [])),
  };
}

function libraryEngine({ name, resolve }: (typeof libraries)[number]): PdfEngine | undefined {
  let module: string;
  try {
    module = pathToFileURL(resolve()).href;
  } catch {
    return undefined;
  }
  return {
    name,
    async start() {
      const child = fork(childModule, [name, module], { execArgv: [] });
      const loaded = await nextAnswer(child);
      return {
        loadSeconds: loaded.milliseconds / 1000,
        async read(file) {
          child.send(file);
          const { milliseconds, pages } = await nextAnswer(child);
          return { pages, seconds: milliseconds / 1000 };
        },
        async close() {
          child.disconnect();
          await once(child, "exit");
        },
      };
    },
  };
}

interface Answer {
  readonly milliseconds: number;
  readonly pages: number;
}

async function nextAnswer(child: ChildProcess): Promise<Answer> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    const ended = once(child, "exit", { signal }).then(([code]) => {
      throw new Error(`An engine's process ended with ${code} before it answered.`);
    });
    const [answer] = (await Promise.race([once(child, "message", { signal }), ended])) as [Answer];
    ended.catch(() => undefined);
    return answer;
  } finally {
    settled.abort();
  }
}

function popplerEngine(): PdfEngine | undefined {
  const name = "pdftotext";
  try {
    execFileSync(name, ["-v"], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  return {
    name,
    start: async () => ({
      loadSeconds: 0,
      async read(file) {
        const before = childrenCpuSeconds() ?? 0;
        const text = execFileSync(name, [file, "-"], { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 28 });
        const seconds = (childrenCpuSeconds() ?? 0) - before;
        return { pages: text.filter((byte) => byte === 0x0c).length, seconds };
      },
      close: async () => undefined,
    }),
  };
}
