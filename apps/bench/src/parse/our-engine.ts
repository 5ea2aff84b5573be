import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import {
  builtInParsers,
  createDocuments,
  createParserPool,
  createRecordStore,
  type Documents,
  type ParserPool,
  type ParserPoolOptions,
  type RecordStore,
} from "@runningtab/parsed-cache";
import { countPages } from "../count-pages.ts";
import { childrenCpuSeconds, childrenOf, ownCpuMs } from "../cpu-time.ts";
import type { PdfEngine } from "./pdf-engine.ts";

/** Documents over PDFs by absolute path, with records in a SQLite file of their own. */
export interface OurDocuments {
  readonly documents: Documents;
  readonly store: RecordStore;
  readonly pool: ParserPool;
  /** What `sync` is told of a file: its bytes are those of the file with what was added to them. */
  source(file: string): { path: string; hash: string; size: number; modifiedAtMs: number };
  /** From now on the file ends with `text`. */
  append(file: string, text: string): void;
  close(): Promise<void>;
}

type PdfEngineName = "pdf-parse" | "pdftotext";

export function openOurDocuments(
  options: Pick<ParserPoolOptions, "size" | "jail" | "maxDocumentsPerChild">,
  pdfEngine: PdfEngineName = "pdf-parse",
): OurDocuments {
  const parsers = builtInParsers({ pdfEngine });
  const pool = createParserPool({ parsers, ...options });
  const folder = mkdtempSync(join(tmpdir(), "records-"));
  const store = createRecordStore({ file: join(folder, "records.sqlite") });
  const added = new Map<string, string>();
  const bytesOf = (path: string): Buffer => {
    const bytes = readFileSync(`/${path}`);
    const more = added.get(path);
    return more === undefined ? bytes : Buffer.concat([bytes, Buffer.from(more)]);
  };
  const read = async (path: string) => {
    const bytes = bytesOf(path);
    return { bytes, hash: hashBytesSync(bytes) };
  };
  const documents = createDocuments({ read, store, pool, parsers });
  return {
    documents,
    store,
    pool,
    source(file) {
      const path = file.slice(1);
      const bytes = bytesOf(path);
      return { path, hash: hashBytesSync(bytes), size: bytes.length, modifiedAtMs: 0 };
    },
    append: (file, text) => void added.set(file.slice(1), text),
    async close() {
      await documents.close();
      await pool.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Ours with one child, file by file: hashing, parsing, keeping the record, and this process's part of it. A child that is
 * replaced meanwhile costs its start, which is told apart as the bare engines' loading is.
 */
export function ourEngine(pdfEngine: PdfEngineName = "pdf-parse"): PdfEngine {
  return {
    name: pdfEngine === "pdf-parse" ? "ours" : "ours, pdftotext",
    async start() {
      const ours = openOurDocuments(
        pdfEngine === "pdf-parse"
          ? // Without the outer jail: what ran inside of one that is ended is told nobody.
            { size: 1, jail: "permission" }
          : // Programs run in the outer jail alone, whose process must therefore not be replaced.
            { size: 1, maxDocumentsPerChild: 1_000_000 },
        pdfEngine,
      );
      const stop = startClocks();
      await ours.pool.schedule((parse) =>
        parse(
          Buffer.from(EMPTY_PDF),
          builtInParsers({ pdfEngine }).find(({ id }) => id === "pdf")!,
        ),
      );
      const loadSeconds = stop().children;
      const known = new Set(childrenOf(process.pid));
      return {
        loadSeconds,
        async read(file) {
          const stopReading = startClocks();
          await ours.documents.sync([ours.source(file)], { wait: true });
          const { children, host } = stopReading();
          const starts = childrenOf(process.pid).filter((pid) => !known.has(pid));
          for (const pid of starts) known.add(pid);
          const path = file.slice(1);
          const pages = await countPages(ours.documents, [path]);
          // Read anew in the next round.
          const record = await ours.documents.record(path);
          if (record !== undefined) await ours.store.delete(record.key);
          await ours.documents.sync([]);
          return { pages, seconds: children + host - starts.length * loadSeconds };
        },
        close: () => ours.close(),
      };
    },
  };
}

const EMPTY_PDF =
  "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n";

export interface Clocks {
  /** Seconds: CPU time of the children and of this process, and the clock on the wall. */
  readonly children: number;
  readonly host: number;
  readonly wall: number;
}

/** Begins to measure; what is returned ends it. Looking up the children takes this process time that is no part of it. */
export function startClocks(): () => Clocks {
  const before = { children: childrenCpuSeconds() ?? 0, host: ownCpuMs() / 1000, wall: performance.now() / 1000 };
  return () => {
    const [wall, host] = [performance.now() / 1000 - before.wall, ownCpuMs() / 1000 - before.host];
    return { children: (childrenCpuSeconds() ?? 0) - before.children, host, wall };
  };
}
