import { createRequire } from "node:module";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { createWasmEngine, type RankedDocument } from "@runningtab/lexical-ranker";
import { stopWords } from "@runningtab/terms";

/** An index over all pages; `search` returns the number of hits, so that nothing is left out as unused. */
export interface BuiltIndex {
  search(query: string): number | Promise<number>;
}

export interface BenchEngine {
  readonly name: string;
  build(pages: readonly RankedDocument[]): Promise<BuiltIndex>;
}

/** Asked for by each query. */
export const hits = 10;

export const wasmEngine: BenchEngine = {
  name: "wasm",
  async build(pages) {
    const engine = createWasmEngine();
    await engine.add(pages);
    return { search: async (query) => (await engine.search(query, { limit: hits })).length };
  },
};

/** The same with the first line as a title and the id as a path beside the text. */
export const fieldedEngine: BenchEngine = {
  name: "wasm, fields",
  build(pages) {
    const titled = pages.map(({ id, text }) => ({
      id,
      text,
      fields: { title: /\S.*/.exec(text)?.[0] ?? "", path: id },
    }));
    return wasmEngine.build(titled);
  },
};

/** FTS5 with its Porter stemmer, in memory, without the texts. */
export const fts5Engine: BenchEngine = {
  name: "FTS5",
  async build(pages) {
    const database = new DatabaseSync(":memory:");
    database.exec("CREATE VIRTUAL TABLE pages USING fts5(text, content='', tokenize='porter unicode61'); BEGIN");
    const insert = database.prepare("INSERT INTO pages(rowid, text) VALUES (?, ?)");
    for (const [index, { text }] of pages.entries()) insert.run(index, text);
    database.exec("COMMIT");
    const select = database.prepare("SELECT rowid FROM pages WHERE pages MATCH ? ORDER BY rank LIMIT ?");
    return {
      search(query) {
        const terms = wordsOf(query).map((word) => `"${word}"`);
        return select.all(terms.join(" OR "), hits).length;
      },
    };
  },
};

/** The peers whose packages are installed in `peers/`, and the names of those that are not. */
export async function loadPeers(): Promise<{
  readonly engines: readonly BenchEngine[];
  readonly absent: readonly string[];
}> {
  const found = await Promise.all(
    peers.map(async ({ name, package: specifier, make }) => {
      const library = await importPeer(specifier);
      return { name, engine: library === undefined ? undefined : { name, build: make(library) } };
    }),
  );
  return {
    engines: found.flatMap(({ engine }) => engine ?? []),
    absent: found.flatMap(({ name, engine }) => (engine === undefined ? [name] : [])),
  };
}

async function importPeer(specifier: string): Promise<unknown> {
  const { resolve } = createRequire(new URL("../../peers/package.json", import.meta.url));
  try {
    return await import(pathToFileURL(resolve(specifier)).href);
  } catch {
    return undefined;
  }
}

/** A question's words without those that the standard analyzer leaves out, so that all engines look for the same. */
export function wordsOf(query: string): readonly string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => !stopWords.has(word));
}

interface MiniSearchLibrary {
  readonly default: new (options: object) => {
    addAll(pages: readonly RankedDocument[]): void;
    search(query: string): readonly unknown[];
  };
}

interface OramaLibrary {
  create(options: object): unknown;
  insertMultiple(index: unknown, pages: readonly RankedDocument[], batch: number): Promise<unknown>;
  search(index: unknown, query: object): Promise<{ readonly hits: readonly unknown[] }>;
}

interface FlexSearchLibrary {
  readonly default: {
    readonly Index: new (options: object) => {
      add(id: number, text: string): void;
      search(query: string, options: object): readonly unknown[];
    };
  };
}

/** Each with its own tokens and defaults; OR of all words, ten hits where a limit can be given. */
const peers: readonly {
  readonly name: string;
  readonly package: string;
  make(library: unknown): BenchEngine["build"];
}[] = [
  {
    name: "MiniSearch",
    package: "minisearch",
    make: (library) => async (pages) => {
      const index = new (library as MiniSearchLibrary).default({ fields: ["text"] });
      index.addAll(pages);
      return { search: (query) => index.search(wordsOf(query).join(" ")).slice(0, hits).length };
    },
  },
  {
    name: "FlexSearch",
    package: "flexsearch",
    make: (library) => async (pages) => {
      const index = new (library as FlexSearchLibrary).default.Index({ tokenize: "strict" });
      for (const [id, { text }] of pages.entries()) index.add(id, text);
      return { search: (query) => index.search(wordsOf(query).join(" "), { limit: hits, suggest: true }).length };
    },
  },
  {
    name: "Orama",
    package: "@orama/orama",
    make: (library) => async (pages) => {
      const { create, insertMultiple, search } = library as OramaLibrary;
      const index = create({ schema: { text: "string" } });
      await insertMultiple(index, pages, 500);
      const term = (query: string): object => ({ term: wordsOf(query).join(" "), limit: hits, threshold: 1 });
      return { search: async (query) => (await search(index, term(query))).hits.length };
    },
  },
];
