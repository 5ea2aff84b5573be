import { existsSync, readdirSync } from "node:fs";
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
      detail: `${plural(tasks.length, "task")}${chained}, ${entries} ${entries === 1 ? "entry" : "entries"} complete`,
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

/** A kept first version is named by the hash of its bytes: `blobs/01/2345…`. */
const BLOB = /(?:^|[\\/])blobs[\\/]([0-9a-f]{2})[\\/]([0-9a-f]{62})$/;

/** The copies of first versions that runs keep for their reviews. */
export async function verifyFirstVersions({ stateFolder }: Settings): Promise<Verdict> {
  const { hashFileSync } = await import("@runningtab/content-hash/node");
  let copies = 0;
  const damaged: string[] = [];
  for (const name of readdirSync(stateFolder, { recursive: true, encoding: "utf8" })) {
    const match = BLOB.exec(name);
    if (match === null) continue;
    copies++;
    if (hashFileSync(join(stateFolder, name)).hash !== `sha256:${match[1]}${match[2]}`) damaged.push(name);
  }
  if (damaged.length === 0) return { isSound: true, detail: `${copies} copies verified` };
  return {
    isSound: false,
    detail: `${damaged.length} of ${copies} copies are damaged, the first is ${damaged[0]}; reviews of those runs cannot show it`,
  };
}
