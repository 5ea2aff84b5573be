import assert from "node:assert/strict";
import type { ConformanceCase } from "@runningtab/conformance-kit";
import type { ContentHash } from "@runningtab/content-hash";
import { parsePlace } from "./address.ts";
import type { DocumentParser } from "./document-parser.ts";
import { decodePart } from "./jail/decode-message.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import type { ParsedRecord, RecordKey } from "./parsed-record.ts";
import type { JsonValue, ParsedPart } from "./parts.ts";
import type { RecordStore } from "./record-store.ts";

function hashOf(digit: string): ContentHash {
  return `sha256:${digit.repeat(64)}` as ContentHash;
}

function keyOf(digit: string, change: Partial<RecordKey> = {}): RecordKey {
  return { hash: hashOf(digit), parserId: "text", parserVersion: "1", options: {}, ...change };
}

function recordOf(key: RecordKey, text = "some text"): ParsedRecord {
  return {
    key,
    mediaType: { type: "text/plain", decidedBy: "name" },
    status: "ok",
    parts: [
      { type: "page", address: "L1", text },
      { type: "loss", kind: "truncated", count: 2, detail: "lines" },
    ],
    jail: "permission",
    parsedAt: "2026-01-01T00:00:00.000Z",
  };
}

const FAILED: ParsedRecord = {
  key: keyOf("f"),
  mediaType: { type: "application/pdf", decidedBy: "bytes" },
  status: "failed",
  reason: "Damaged PDF",
  code: "damaged",
  parts: [],
  jail: "none",
  parsedAt: "2026-01-01T00:00:00.000Z",
};

/** What every `RecordStore` promises. Each case wants a new, empty store. */
export const recordStoreCases: readonly ConformanceCase<RecordStore>[] = [
  {
    id: "port/version",
    title: "says which contract it keeps",
    async run(store) {
      assert.equal(store.specVersion, 1);
    },
  },
  {
    id: "get/round-trip",
    title: "gives back what was put, failures included",
    async run(store) {
      const record = recordOf(keyOf("a"), "é 数 \u0000 \ud83d\ude00 __proto__");
      await store.put(record);
      await store.put(FAILED);
      assert.deepEqual(await store.get(record.key), record);
      assert.deepEqual(await store.get(FAILED.key), FAILED);
    },
  },
  {
    id: "get/absent",
    title: "answers undefined for a key it does not hold",
    async run(store) {
      assert.equal(await store.get(keyOf("a")), undefined);
    },
  },
  {
    id: "key/every-part-counts",
    title: "misses when the parser, its version or an option differs, and keeps both records",
    async run(store) {
      const key = keyOf("a");
      await store.put(recordOf(key, "first"));
      const others = [
        keyOf("a", { parserVersion: "2" }),
        keyOf("a", { parserId: "markdown" }),
        keyOf("a", { options: { delimiter: "\t" } }),
        keyOf("b"),
      ];
      for (const other of others) assert.equal(await store.get(other), undefined);
      await store.put(recordOf(others[0]!, "second"));
      assert.deepEqual(await store.get(key), recordOf(key, "first"));
    },
  },
  {
    id: "key/option-order",
    title: "takes options with the same names and values for equal, in whatever order",
    async run(store) {
      const record = recordOf(keyOf("a", { options: { one: 1, two: [true, null] } }));
      await store.put(record);
      assert.deepEqual((await store.get(keyOf("a", { options: { two: [true, null], one: 1 } })))?.parts, record.parts);
    },
  },
  {
    id: "put/replaces",
    title: "keeps one record a key, the last one",
    async run(store) {
      await store.put(recordOf(keyOf("a"), "before"));
      await store.put(recordOf(keyOf("a"), "after"));
      assert.deepEqual(await store.get(keyOf("a")), recordOf(keyOf("a"), "after"));
      assert.equal((await store.list()).length, 1);
    },
  },
  {
    id: "delete/forgets",
    title: "forgets a deleted record and says whether there was one",
    async run(store) {
      await store.put(recordOf(keyOf("a")));
      assert.equal(await store.delete(keyOf("a")), true);
      assert.equal(await store.delete(keyOf("a")), false);
      assert.equal(await store.get(keyOf("a")), undefined);
      assert.deepEqual(await store.list(), []);
    },
  },
  {
    id: "list/order-and-content",
    title: "lists summaries by the last put, oldest first, of one content when asked",
    async run(store) {
      await store.put(recordOf(keyOf("a")));
      await store.put(recordOf(keyOf("b")));
      await store.put(recordOf(keyOf("b", { parserVersion: "2" })));
      await store.put(recordOf(keyOf("a")));
      const all = await store.list();
      assert.deepEqual(
        all.map(({ key }) => `${key.hash.at(-1)}${key.parserVersion}`),
        ["b1", "b2", "a1"],
      );
      assert.ok(all.every(({ bytes }) => bytes > 0));
      assert.deepEqual(
        (await store.list(hashOf("b"))).map(({ key }) => key.parserVersion),
        ["1", "2"],
      );
      const { key, mediaType, status, parsedAt } = recordOf(keyOf("a"));
      const { bytes: _, ...summary } = all[2]!;
      assert.deepEqual(summary, { key, mediaType, status, parsedAt });
    },
  },
  {
    id: "close/refuses",
    title: "rejects with the code closed after close",
    async run(store) {
      await store.close();
      await assert.rejects(store.get(keyOf("a")), { code: "closed" });
      await assert.rejects(store.put(recordOf(keyOf("a"))), { code: "closed" });
    },
  },
];

/** A parser with a document that it reads: the subject of `documentParserCases`. */
export interface ParserSubject {
  readonly parser: DocumentParser;
  readonly options?: JsonValue;
  /** A document with some text. */
  readonly sample: Uint8Array;
}

async function partsOf(
  { parser, options = {} }: ParserSubject,
  bytes: Uint8Array,
  limits = DEFAULT_LIMITS,
): Promise<readonly ParsedPart[]> {
  const parts: ParsedPart[] = [];
  await parser.parse(bytes, options, (part) => void parts.push(part), limits);
  return parts;
}

function places(parts: readonly ParsedPart[]): readonly string[] {
  return parts.flatMap((part) => ("address" in part ? [part.address] : []));
}

/** What every `DocumentParser` promises of its sample and of what is made from it. */
export const documentParserCases: readonly ConformanceCase<ParserSubject>[] = [
  {
    id: "parse/shape",
    title: "emits parts of the agreed shape, with text somewhere",
    async run(subject) {
      const parts = await partsOf(subject, subject.sample);
      assert.deepEqual(parts.map(decodePart), parts);
      assert.ok(places(parts).length > 0, "expected at least one part with an address");
    },
  },
  {
    id: "parse/addresses",
    title: "gives places that can be parsed, and no two blocks or pages the same one",
    async run(subject) {
      const parts = await partsOf(subject, subject.sample);
      for (const place of places(parts)) parsePlace(place);
      for (const type of ["page", "block"] as const) {
        const own = places(parts.filter((part) => part.type === type));
        assert.equal(new Set(own).size, own.length);
      }
    },
  },
  {
    id: "parse/deterministic",
    title: "gives equal parts for equal bytes, which it leaves as they were",
    async run(subject) {
      const bytes = subject.sample.slice();
      const first = await partsOf(subject, bytes);
      assert.deepEqual(await partsOf(subject, bytes), first);
      assert.deepEqual(bytes, subject.sample);
    },
  },
  {
    id: "parse/never-silently-empty",
    title: "rejects, or says something, for its sample cut off anywhere",
    async run(subject) {
      for (const share of [0.1, 0.5, 0.9]) {
        const cut = subject.sample.subarray(0, Math.floor(subject.sample.byteLength * share));
        const parts = await partsOf(subject, cut).catch(() => undefined);
        assert.ok(parts === undefined || parts.length > 0, `emitted nothing for ${share} of its sample`);
      }
    },
  },
  {
    id: "parse/bystanders",
    title: "adds no key to Object.prototype",
    async run(subject) {
      await partsOf(subject, subject.sample);
      assert.deepEqual(Object.keys(Object.prototype), []);
    },
  },
];
