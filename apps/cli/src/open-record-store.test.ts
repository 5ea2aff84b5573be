import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseContentHash } from "@runningtab/content-hash";
import type { ParsedRecord, RecordStore } from "@runningtab/parsed-cache";
import type { LogId, TabEvent } from "@runningtab/tab-core";
import { temporaryFolder } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { openTabStore } from "./compose.ts";
import { openRecordStore } from "./open-record-store.ts";

const hashOf = (digit: string): ParsedRecord["key"]["hash"] => parseContentHash(`sha256:${digit.repeat(64)}`);

/** A document of some 750 bytes as stored: random text does not compress below them. */
function record(digit: string): ParsedRecord {
  return {
    key: { hash: hashOf(digit), parserId: "text", parserVersion: "1", options: {} },
    mediaType: { type: "text/plain", decidedBy: "bytes" },
    status: "ok",
    parts: [{ type: "page", address: "L1", text: randomBytes(750).toString("base64") }],
    jail: "none",
    parsedAt: "2026-01-01T00:00:00.000Z",
  };
}

function readOf(digit: string, id: LogId): TabEvent {
  return {
    version: 1,
    at: "2026-01-01T00:00:00.000Z",
    actor: "agent",
    type: "read.recorded",
    entry: {
      id,
      paths: [`${digit}.txt`],
      origin: "read",
      command: `view ${digit}.txt`,
      turn: 1,
      length: 4,
      partial: false,
      hash: hashOf(digit),
      redacted: false,
      confidence: 1,
    },
  };
}

async function contents(store: RecordStore): Promise<string> {
  return (await store.list()).map(({ key }) => key.hash.at(-1)).join("");
}

it("keeps the documents that a tab's log names, and drops others beyond the size", async () => {
  const stateFolder = temporaryFolder("state");
  const tabs = await openTabStore({ stateFolder });
  await tabs.append("first", { key: "1", expectedSeq: 0, events: [readOf("a", "L1")] });
  const store = await openRecordStore({ stateFolder }, { maxBytes: 2000 });
  for (const digit of ["a", "b", "c"]) await store.put(record(digit));
  expect(await contents(store)).toBe("ac");

  // What another process logs meanwhile counts as well, in any task.
  await tabs.append("second", { key: "1", expectedSeq: 0, events: [readOf("c", "L1")] });
  for (const digit of ["d", "e"]) await store.put(record(digit));
  expect(await contents(store)).toBe("ace");

  await tabs.purge?.(["first"]);
  await store.close();
  await tabs.close();
  const reopened = await openRecordStore({ stateFolder }, { maxBytes: 2000 });
  await reopened.put(record("f"));
  expect(await contents(reopened)).toBe("cf");
  await reopened.close();
});

it("makes no file of tabs where there is none", async () => {
  const stateFolder = temporaryFolder("state");
  const store = await openRecordStore({ stateFolder }, { maxBytes: 1000 });
  for (const digit of ["a", "b"]) await store.put(record(digit));
  expect(await contents(store)).toBe("b");
  await store.close();
  expect(existsSync(join(stateFolder, "tab.sqlite"))).toBe(false);
});

it("drops nothing while it cannot know what is cited", async () => {
  const stateFolder = temporaryFolder("state");
  writeFileSync(join(stateFolder, "tab.sqlite"), "no database at all ".repeat(100));
  const store = await openRecordStore({ stateFolder }, { maxBytes: 1000 });
  for (const digit of ["a", "b"]) await store.put(record(digit));
  expect(await contents(store)).toBe("ab");
  await store.close();
});
