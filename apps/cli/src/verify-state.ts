import { existsSync } from "node:fs";
import { join } from "node:path";
import { createTaskTab, openTabStore } from "./compose.ts";
import { plural } from "./plural.ts";
import type { Settings } from "./settings.ts";

/** What a look at stored bytes found. */
export interface Verdict {
  readonly isSound: boolean;
  /** For people: how much was looked at, or what is wrong. */
  readonly detail: string;
}

/** Every stored byte against the hash chain, and every log entry against its text; `all: false` only opens the store. */
export async function verifyTabStore(settings: Settings, { all }: { readonly all: boolean }): Promise<Verdict> {
  if (!existsSync(join(settings.stateFolder, "tab.sqlite")))
    return { isSound: true, detail: "no task has been opened here" };
  const store = await openTabStore(settings);
  try {
    const tasks = await store.tasks();
    if (!all) return { isSound: true, detail: plural(tasks.length, "task") };
    const verification = await store.verify?.();
    if (verification !== undefined && verification.damageCount > 0) {
      const { damage, damageCount } = verification;
      const [{ task, seq, found } = { found: "" }] = damage;
      const place = [task, seq === undefined ? undefined : `event ${seq}`]
        .filter((part) => part !== undefined)
        .join(", ");
      return {
        isSound: false,
        detail: `${damageCount} ${damageCount === 1 ? "place is" : "places are"} damaged, the first: ${place}${place && ": "}${found}`,
      };
    }
    let entries = 0;
    for (const { task } of tasks) {
      const tab = await createTaskTab({ store, task, config: settings.config });
      for (const { id, length } of (await tab.state()).log) {
        entries++;
        const excerpt = await store.excerpt(task, id);
        if (excerpt?.length !== length) {
          const found = excerpt === undefined ? "none" : `${excerpt.length} characters`;
          return { isSound: false, detail: `${task} ${id}: recorded with ${length} characters, found ${found}` };
        }
      }
    }
    const events = verification?.tasks.reduce((sum, one) => sum + one.events, 0);
    const chained = events === undefined ? "" : `, ${plural(events, "event")} in an unbroken chain`;
    return {
      isSound: true,
      detail: `${plural(tasks.length, "task")}${chained}, ${plural(entries, "entry", "entries")} complete`,
    };
  } finally {
    await store.close();
  }
}

/** Every record against its checksum and its key, and the database itself. */
export async function verifyRecords({ stateFolder }: Settings): Promise<Verdict> {
  const file = join(stateFolder, "records.sqlite");
  if (!existsSync(file)) return { isSound: true, detail: "no document has been parsed here" };
  const { createSqliteStore } = await import("@runningtab/parsed-cache/stores/sqlite");
  const store = createSqliteStore({ file });
  try {
    const { records, damage } = await store.verify!();
    if (damage.length === 0) return { isSound: true, detail: `${plural(records, "record")} verified` };
    return {
      isSound: false,
      detail: `${plural(damage.length, "place is", "places are")} damaged among ${plural(records, "record")}, the first: ${damage[0]}; damaged records are parsed again when they are needed`,
    };
  } finally {
    await store.close();
  }
}

/** The saved index of searches against its checksum. */
export async function verifySearchIndex({ stateFolder }: Settings): Promise<Verdict> {
  const { verifyPageIndex } = await import("@runningtab/parsed-cache");
  const found = await verifyPageIndex(join(stateFolder, "pages.index"));
  switch (found.status) {
    case "absent":
      return { isSound: true, detail: "nothing has been searched here" };
    case "sound":
      return {
        isSound: true,
        detail: `${plural(found.pages, "page")} of ${plural(found.records, "document")} verified`,
      };
    case "unusable":
      return { isSound: false, detail: `the saved index is not used: ${found.reason}; the next search builds it anew` };
    default:
      return found satisfies never;
  }
}

/** Every vector against its checksum. */
export async function verifyVectors({ stateFolder }: Settings): Promise<Verdict> {
  const file = join(stateFolder, "vectors.sqlite");
  if (!existsSync(file)) return { isSound: true, detail: "nothing has been searched by meaning here" };
  const { createVectorCache } = await import("./embedding/vector-cache.ts");
  const cache = createVectorCache(file);
  try {
    const { vectors, damage } = cache.verify();
    if (damage.length === 0) return { isSound: true, detail: `${plural(vectors, "vector")} verified` };
    return {
      isSound: false,
      detail: `${plural(damage.length, "place is", "places are")} damaged among ${plural(vectors, "vector")}, the first: ${damage[0]}; their texts are embedded again when they are needed`,
    };
  } finally {
    cache.close();
  }
}

/** The journal's chain and every version that it kept. */
export async function verifyStaging({ stateFolder }: Settings): Promise<Verdict> {
  const folder = join(stateFolder, "staging");
  const file = join(folder, "journal.db");
  if (!existsSync(file)) return { isSound: true, detail: "no run has worked here" };
  const { createFileBlobStore } = await import("@runningtab/staged-workspace/blobs/file");
  const { createSqliteJournal } = await import("@runningtab/staged-workspace/journals/sqlite");
  const journal = createSqliteJournal({ file });
  try {
    const { entries, damage } = await journal.verify();
    if (damage !== undefined) return { isSound: false, detail: `the journal is damaged: ${damage.found}` };
    const blobs = createFileBlobStore({ folder: join(folder, "blobs") });
    const [usage, damaged] = [await blobs.usage(), await blobs.verify()];
    const chained = `${plural(entries, "journal entry", "journal entries")} in an unbroken chain`;
    if (damaged.length === 0)
      return { isSound: true, detail: `${chained}, ${plural(usage.blobs, "version")} verified` };
    return {
      isSound: false,
      detail: `${damaged.length} of ${plural(usage.blobs, "version")} are damaged, the first is ${damaged[0]}; they cannot be shown or brought back`,
    };
  } finally {
    await journal.close();
  }
}
