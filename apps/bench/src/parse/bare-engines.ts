import { execFile, execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { childrenCpuSeconds } from "../cpu-time.ts";

export interface EngineTimes {
  readonly engine: string;
  readonly pages: number;
  /** CPU time, user and system, of reading all files. */
  readonly readSeconds: number;
  /** CPU time of loading the engine, paid once a process; 0 for a program. */
  readonly loadSeconds: number;
}

/** Reads the text of all pages and does nothing with it. */
export interface BareEngine {
  readonly name: string;
  measure(files: readonly string[]): Promise<EngineTimes>;
}

const child = fileURLToPath(new URL("engine-child.mjs", import.meta.url));
const inPeers = createRequire(new URL("../../peers/package.json", import.meta.url));
const inParsedCache = createRequire(import.meta.resolve("@runningtab/parsed-cache/package.json"));

const libraries: readonly { readonly name: string; resolve(): string }[] = [
  // The one that our parser calls, as our parser finds it.
  { name: "pdf-parse", resolve: () => inParsedCache.resolve("pdf-parse") },
  { name: "pdfjs-dist", resolve: () => inPeers.resolve("pdfjs-dist/legacy/build/pdf.mjs") },
  { name: "unpdf", resolve: () => inPeers.resolve("unpdf") },
];

/** The engines that are installed, and the names of those that are not. */
export function findBareEngines(): { readonly engines: readonly BareEngine[]; readonly absent: readonly string[] } {
  const found = [
    ...libraries.map((library) => ({ name: library.name, engine: libraryEngine(library) })),
    popplerEngine(),
  ];
  return {
    engines: found.flatMap(({ engine }) => engine ?? []),
    absent: found.flatMap(({ name, engine }) => (engine === undefined ? [name] : [])),
  };
}

function libraryEngine({ name, resolve }: (typeof libraries)[number]): BareEngine | undefined {
  let module: string;
  try {
    module = pathToFileURL(resolve()).href;
  } catch {
    return undefined;
  }
  return {
    name,
    async measure(files) {
      const { stdout } = await promisify(execFile)(process.execPath, [child, name, module, ...files]);
      const { loadMs, readMs, pages } = JSON.parse(stdout) as Record<"loadMs" | "readMs" | "pages", number>;
      return { engine: name, pages, readSeconds: readMs / 1000, loadSeconds: loadMs / 1000 };
    },
  };
}

function popplerEngine(): { readonly name: string; readonly engine: BareEngine | undefined } {
  const name = "pdftotext";
  try {
    execFileSync(name, ["-v"], { stdio: "ignore" });
  } catch {
    return { name, engine: undefined };
  }
  const measure = async (files: readonly string[]): Promise<EngineTimes> => {
    const before = childrenCpuSeconds() ?? 0;
    let pages = 0;
    for (const file of files) {
      const text = execFileSync(name, [file, "-"], { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 28 });
      pages += text.filter((byte) => byte === 0x0c).length;
    }
    return { engine: name, pages, readSeconds: (childrenCpuSeconds() ?? 0) - before, loadSeconds: 0 };
  };
  return { name, engine: { name, measure } };
}
