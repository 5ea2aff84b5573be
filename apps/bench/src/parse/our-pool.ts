import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { builtInParsers, createDocuments, createParserPool, createRecordStore } from "@runningtab/parsed-cache";
import { countPages } from "../count-pages.ts";
import { childrenCpuSeconds, ownCpuMs } from "../cpu-time.ts";

export interface PoolTimes {
  readonly processes: number;
  readonly pages: number;
  /** CPU time of the children, and of this process, which sends bytes, takes parts and keeps records. */
  readonly childSeconds: number;
  readonly hostSeconds: number;
  readonly wallSeconds: number;
  /** Most resident memory of this process, in megabytes, while each quarter of the files was parsed. */
  readonly hostMegabytes: readonly number[];
  /** Children that were started: each was loaded anew. */
  readonly starts: number;
  /** Files that were parsed when one was edited and all were synced again. */
  readonly parsedAfterEdit: number;
}

/** Syncs the files as documents, into records in a SQLite file, with so many children; then edits one and syncs again. */
export async function measurePool(files: readonly string[], processes: number): Promise<PoolTimes> {
  const parsers = builtInParsers();
  // Without the outer jail: its process hides from us what the parsing inside of it cost.
  const pool = createParserPool({ parsers, size: processes, jail: "permission" });
  const folder = mkdtempSync(join(tmpdir(), "records-"));
  const store = createRecordStore({ file: join(folder, "records.sqlite") });
  const edited = new Map<string, Buffer>();
  const bytesOf = (path: string): Buffer => edited.get(path) ?? readFileSync(path);
  const read = async (path: string) => {
    const bytes = bytesOf(`/${path}`);
    return { bytes, hash: hashBytesSync(bytes) };
  };
  const manifest = () =>
    files.map((file) => {
      const bytes = bytesOf(file);
      return { path: file.slice(1), hash: hashBytesSync(bytes), size: bytes.length, modifiedAtMs: 0 };
    });
  const documents = createDocuments({ read, store, pool, parsers });
  const memory = watchMemory(files.length);
  try {
    const before = clocks();
    await documents.sync(manifest(), { wait: true, onProgress: ({ done }) => memory.fileDone(done) });
    const after = clocks();
    const pages = await countPages(
      documents,
      files.map((file) => file.slice(1)),
    );
    const [first] = files;
    edited.set(first!, Buffer.concat([readFileSync(first!), Buffer.from("\n% edited\n")]));
    let parsedAfterEdit = 0;
    await documents.sync(manifest(), { wait: true, onProgress: () => void (parsedAfterEdit += 1) });
    return {
      processes,
      pages,
      childSeconds: after.children - before.children,
      hostSeconds: after.host - before.host,
      wallSeconds: after.wall - before.wall,
      hostMegabytes: memory.quarters(),
      starts: memory.starts(),
      parsedAfterEdit,
    };
  } finally {
    memory.stop();
    await documents.close();
    await pool.close();
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

/** CPU seconds of one child until it is ready and has parsed a page of nothing. */
export async function measureColdStart(): Promise<number> {
  const parsers = builtInParsers();
  const pool = createParserPool({ parsers, size: 1, jail: "permission" });
  const pdf = parsers.find(({ id }) => id === "pdf")!;
  try {
    const before = clocks().children;
    await pool.schedule((parse) => parse(Buffer.from(EMPTY_PDF), pdf));
    return clocks().children - before;
  } finally {
    await pool.close();
  }
}

const EMPTY_PDF =
  "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n";

function clocks(): { readonly children: number; readonly host: number; readonly wall: number } {
  return { children: childrenCpuSeconds() ?? 0, host: ownCpuMs() / 1000, wall: performance.now() / 1000 };
}

const POLL_MS = 100;

function watchMemory(files: number): {
  fileDone(done: number): void;
  quarters(): readonly number[];
  starts(): number;
  stop(): void;
} {
  const peaks = [0, 0, 0, 0];
  const children = new Set<number>();
  let quarter = 0;
  const look = (): void => {
    peaks[quarter] = Math.max(peaks[quarter]!, process.memoryUsage.rss() / 1e6);
    for (const child of childrenOf(process.pid)) children.add(child);
  };
  const timer = setInterval(look, POLL_MS);
  return {
    fileDone: (done) => {
      look();
      quarter = Math.min(3, Math.floor((4 * done) / files));
    },
    quarters: () => peaks,
    starts: () => children.size,
    stop: () => clearInterval(timer),
  };
}

/** The children that a process has now; none where the system does not tell. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
