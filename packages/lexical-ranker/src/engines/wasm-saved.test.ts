import * as fc from "fast-check";
import { createStandardAnalyzer, standardAnalyzer } from "@runningtab/terms";
import { describe, expect, it } from "vitest";
import { RankerError } from "../ranker-error.ts";
import { createTermIndex } from "../wasm/term-index.ts";
import { compile } from "../wasm/web-assembly.ts";
import { wasmModuleBase64 } from "./wasm-module.ts";
import { createWasmEngine, type WasmEngine } from "./wasm.ts";

const pages = Array.from({ length: 300 }, (_, index) => ({
  id: index % 50 === 7 ? `page \ud800${index}` : `页 ${index}`,
  text: `common ${"often ".repeat(index % 4)} n${index} 认证系统 25% 1,250 w${index % 40} ${index % 9 === 0 ? "rare" : ""}`,
}));

async function engineWithPages(): Promise<WasmEngine> {
  const engine = createWasmEngine();
  await engine.add(pages);
  return engine;
}

async function refusal(loading: Promise<void>): Promise<string> {
  const error: unknown = await loading.then(
    () => "loaded",
    (reason: unknown) => reason,
  );
  return RankerError.isInstance(error) ? error.code : String(error);
}

describe("a saved index", () => {
  it("gives the same hits when it is loaded, and takes further changes", async () => {
    const engine = await engineWithPages();
    await engine.remove(pages.slice(20, 60).map(({ id }) => id));
    const loaded = createWasmEngine();
    await loaded.add([{ id: "gone", text: "common" }]);
    await loaded.load(await engine.save());
    for (const each of [engine, loaded]) {
      await each.add([{ id: "new", text: "rare 认证 common" }]);
      await each.remove([pages[7]!.id]);
    }
    for (const query of ["rare often", "认证 n3 w7", "25% common 1250", "n30"]) {
      expect(await loaded.search(query, { limit: 400 })).toEqual(await engine.search(query, { limit: 400 }));
    }
  });

  it("is the same bytes for the same documents, whatever was removed before", async () => {
    const engine = await engineWithPages();
    const other = createWasmEngine();
    await other.add([{ id: "first", text: "zebra" }, ...pages]);
    await other.remove(["first", "nobody"]);
    expect(await other.save()).toEqual(await engine.save());
    const again = createWasmEngine();
    await again.load(await engine.save());
    expect(await again.save()).toEqual(await engine.save());
  });

  it("holds all changes that were asked for before", async () => {
    const engine = createWasmEngine();
    void engine.add(pages);
    const saved = engine.save();
    void engine.remove([pages[0]!.id]);
    const loaded = createWasmEngine();
    await loaded.load(await saved);
    expect(loaded.size).toBe(pages.length);
  });

  it("is refused when any byte is changed, and what the engine holds stays", async () => {
    const saved = await (await engineWithPages()).save();
    const engine = createWasmEngine();
    await engine.add([{ id: "mine", text: "apple" }]);
    await fc.assert(
      fc.asyncProperty(fc.nat(saved.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = saved.slice();
        damaged[at]! ^= change;
        const isFormat = at >= 8 && at < 16;
        expect(await refusal(engine.load(damaged))).toBe(isFormat ? "UNKNOWN_INDEX_FORMAT" : "DAMAGED_INDEX");
        expect(await engine.search("apple")).toMatchObject([{ id: "mine" }]);
      }),
      { numRuns: 300 },
    );
  });

  it("is refused when it is cut or lengthened anywhere", async () => {
    const saved = await (await engineWithPages()).save();
    for (let length = 0; length < saved.length; length += 97) {
      expect(await refusal(createWasmEngine().load(saved.slice(0, length)))).toBe("DAMAGED_INDEX");
    }
    expect(await refusal(createWasmEngine().load(Uint8Array.from([...saved, 0])))).toBe("DAMAGED_INDEX");
  });

  it("is refused by an engine with another analyzer, or another version of it", async () => {
    const saved = await (await engineWithPages()).save();
    for (const analyzer of [createStandardAnalyzer({ name: "german" }), { ...standardAnalyzer, version: 99 }]) {
      expect(await refusal(createWasmEngine({ analyzer }).load(saved))).toBe("ANALYZER_MISMATCH");
    }
  });

  it("keeps the fields of documents, and is refused by an engine with other fields", async () => {
    const engine = createWasmEngine();
    await engine.add([
      { id: "a", text: "apple", fields: { title: "lemon", path: "x".repeat(20) } },
      { id: "b", text: "apple lemon" },
    ]);
    const saved = await engine.save();
    const heavy = { title: { weight: 50, b: 0 }, path: { weight: 1, b: 1 }, heading: { weight: 1, b: 1 } };
    const loaded = createWasmEngine({ fields: heavy });
    await loaded.load(saved);
    expect((await loaded.explain("lemon", "a"))[0]?.fields).toMatchObject([{ field: "title", termFrequency: 1 }]);
    expect((await loaded.explain("x".repeat(20), "a"))[0]?.fields).toMatchObject([{ field: "path" }]);
    expect((await loaded.search("lemon")).map(({ id }) => id)).toEqual(["a", "b"]);
    const { title } = heavy;
    expect(await refusal(createWasmEngine({ fields: { title } }).load(saved))).toBe("FIELDS_MISMATCH");
    const plain = await (await engineWithPages()).save();
    expect(await refusal(createWasmEngine({ fields: { title } }).load(plain))).toBe("loaded");
  });

  it("is refused when its format is the former one", async () => {
    const saved = await (await engineWithPages()).save();
    saved[8] = 1;
    expect(await refusal(createWasmEngine().load(saved))).toBe("UNKNOWN_INDEX_FORMAT");
  });

  it("finds all its terms and no others, before and after most of them were looked for", async () => {
    const words = (from: number): string => Array.from({ length: 9 }, (_, index) => `w${from * 7 + index}`).join(" ");
    const documents = Array.from({ length: 300 }, (_, index) => ({ id: `d${index}`, text: `all ${words(index)}` }));
    const more = documents.map(({ id, text }, index) => ({
      id: `${id}+`,
      text: `${text} v${index} ${"u".repeat(20)}${index}`,
    }));
    const [engine, loaded] = [createWasmEngine(), createWasmEngine()];
    await engine.add(documents);
    await loaded.load(await engine.save());
    expect(loaded.memoryBytes()).toBeLessThan(engine.memoryBytes());
    for (const absent of ["a", "w", "w1x", "w99999", "zz", "alls", "x".repeat(30)]) {
      expect(await loaded.search(absent)).toEqual([]);
    }
    for (let from = 0; from <= 600; from += 50) {
      await engine.add(more.slice(Math.max(from - 50, 0), from));
      await loaded.add(more.slice(Math.max(from - 50, 0), from));
      for (const query of [words(from % 300), `all w${from}`, `v${from} ${"u".repeat(20)}${from - 1}`, "w2099 w0"]) {
        expect(await loaded.search(query, { limit: 700 })).toEqual(await engine.search(query, { limit: 700 }));
      }
    }
    expect(await loaded.save()).toEqual(await engine.save());
  });

  it("is searched to the end where the memory for adding to it is used up", async () => {
    const documents = Array.from({ length: 100 }, (_, page) => ({
      id: `d${page}`,
      text: Array.from({ length: 300 }, (_word, index) => `w${page}x${index}`).join(" "),
    }));
    const engine = createWasmEngine();
    await engine.add(documents);
    const small = createWasmEngine({ maxBytes: 2 ** 20 });
    await small.load(await engine.save());
    const query = documents.map(({ text }) => text).join(" ");
    expect(await small.search(query, { limit: 100 })).toEqual(await engine.search(query, { limit: 100 }));
    expect(small.memoryBytes()).toBeGreaterThan(2 ** 20);
  });

  it("is refused when its terms are out of order", () => {
    const module = compile(Buffer.from(wasmModuleBase64, "base64"));
    const term = (letter: string): readonly number[] => [0, 1, letter.charCodeAt(0), 1, 1];
    for (const [letters, isTaken] of [
      ["ab", true],
      ["ba", false],
      ["aa", false],
    ] as const) {
      const piece = Uint8Array.from(Array.from(letters).flatMap(term));
      const fresh = createTermIndex(module, standardAnalyzer, 2 ** 26);
      fresh.openTerms(piece.length, 2, 1);
      fresh.holdPiece(piece, 0);
      expect(fresh.addPiece(piece), letters).toBe(isTaken);
    }
  });

  it("uses less memory once most documents are removed", async () => {
    const engine = createWasmEngine();
    await engine.add(
      Array.from({ length: 2_000 }, (_, index) => ({ id: `d${index}`, text: `common u${index} v${index}` })),
    );
    const before = engine.memoryBytes();
    await engine.remove(Array.from({ length: 1_900 }, (_, index) => `d${index}`));
    expect(engine.memoryBytes()).toBeLessThan(before / 2);
    expect(await engine.search("u1999 common", { limit: 1 })).toMatchObject([{ id: "d1999" }]);
    expect(await engine.search("common", { limit: 2_000 })).toHaveLength(100);
  });
});

describe("pieces of terms from elsewhere", () => {
  const module = compile(Buffer.from(wasmModuleBase64, "base64"));

  it("are taken or refused whatever their bytes, and harm nothing", () => {
    const piece = fc.array(fc.oneof(fc.constantFrom(0, 1, 2, 3, 127, 128, 255), fc.nat(255)), { maxLength: 400 });
    fc.assert(
      fc.property(piece, fc.nat(300), (bytes, slotCount) => {
        const index = createTermIndex(module, standardAnalyzer, 2 ** 26);
        const saved = Uint8Array.from(bytes);
        index.openTerms(saved.length, saved.length / 4, slotCount);
        index.holdPiece(saved, 0);
        const isTaken = index.addPiece(saved);
        index.setLengths(Array.from({ length: slotCount }, () => [1]));
        const found = index.find(["\u0002", "\u0001", "a"], 0, 3);
        if (isTaken)
          for (const { documentFrequency } of found) expect(documentFrequency).toBeLessThanOrEqual(slotCount);
        index.put(slotCount + 1, "apple", ["lemon", "", "apple"]);
      }),
      { numRuns: 500 },
    );
  });

  it("have the checksums of XXH64", () => {
    const { checksum } = createTermIndex(module, standardAnalyzer, 2 ** 26);
    const of = (text: string): string => checksum(new TextEncoder().encode(text), 0).toString(16);
    expect(of("")).toBe("ef46db3751d8e999");
    expect(of("abc")).toBe("44bc2cf5ad770999");
    expect(of("Nobody inspects the spammish repetition")).toBe("fbcea83c8a378bf1");
  });
});
