import { countPages } from "../count-pages.ts";
import { childrenOf } from "../cpu-time.ts";
import { openOurDocuments, startClocks } from "./our-engine.ts";

export interface WholeRun {
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

/** Syncs all files at once, with so many children; then edits one and syncs again. */
export async function measureWholeRun(files: readonly string[], processes: number): Promise<WholeRun> {
  // Without the outer jail, as file by file.
  const ours = openOurDocuments({ size: processes, jail: "permission" });
  const manifest = () => files.map((file) => ours.source(file));
  const memory = watchChildren(files.length);
  try {
    const stop = startClocks();
    await ours.documents.sync(manifest(), { wait: true, onProgress: ({ done }) => memory.fileDone(done) });
    const { children, host, wall } = stop();
    const paths = files.map((file) => file.slice(1));
    const pages = await countPages(ours.documents, paths);
    ours.append(files[0]!, "\n% edited\n");
    let parsedAfterEdit = 0;
    await ours.documents.sync(manifest(), { wait: true, onProgress: () => void (parsedAfterEdit += 1) });
    return {
      processes,
      pages,
      childSeconds: children,
      hostSeconds: host,
      wallSeconds: wall,
      hostMegabytes: memory.quarters(),
      starts: memory.starts(),
      parsedAfterEdit,
    };
  } finally {
    memory.stop();
    await ours.close();
  }
}

const POLL_MS = 250;

function watchChildren(files: number): {
  fileDone(done: number): void;
  quarters(): readonly number[];
  starts(): number;
  stop(): void;
} {
  const peaks = [0, 0, 0, 0];
  const before = new Set(childrenOf(process.pid));
  const children = new Set<number>();
  let quarter = 0;
  const look = (): void => {
    peaks[quarter] = Math.max(peaks[quarter]!, process.memoryUsage.rss() / 1e6);
    for (const child of childrenOf(process.pid)) if (!before.has(child)) children.add(child);
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
