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

/** Reading a record verifies its checksum. */
export async function verifyRecords({ stateFolder }: Settings): Promise<Verdict> {
  const file = join(stateFolder, "records.sqlite");
  if (!existsSync(file)) return { isSound: true, detail: "no document has been parsed here" };
  const { ParsedCacheError } = await import("@runningtab/parsed-cache");
  const { createSqliteStore } = await import("@runningtab/parsed-cache/stores/sqlite");
  const store = createSqliteStore({ file });
  try {
    const records = await store.list();
    let damaged = 0;
    for (const { key } of records) {
      const isSound = await store.get(key).then(
        (record) => record !== undefined,
        (error: unknown) => {
          if (ParsedCacheError.isInstance(error) && error.code === "store-corrupt") return false;
          throw error;
        },
      );
      if (!isSound) damaged++;
    }
    if (damaged === 0) return { isSound: true, detail: `${records.length} records verified` };
    return {
      isSound: false,
      detail: `${damaged} of ${records.length} records are damaged; their documents are parsed again when needed`,
    };
  } finally {
    await store.close();
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
