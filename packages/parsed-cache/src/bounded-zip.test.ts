import { describe, expect, it } from "vitest";
import { makeZip as zip } from "../test/make-zip.ts";
import { listZipEntries, readZipEntries } from "./bounded-zip.ts";
import { DEFAULT_LIMITS } from "./limits.ts";

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe("readZipEntries", () => {
  it("inflates the members that are asked for and no others", async () => {
    const archive = zip([
      { name: "word/document.xml", bytes: text("<w/>") },
      { name: "media/a.png", bytes: text("pixels") },
      { name: "word/", bytes: text("") },
    ]);
    const members = await readZipEntries(archive, DEFAULT_LIMITS, (name) => name.endsWith(".xml"));
    expect([...members.keys()]).toEqual(["word/document.xml"]);
    expect(new TextDecoder().decode(members.get("word/document.xml"))).toBe("<w/>");
    expect(await listZipEntries(archive, DEFAULT_LIMITS)).toEqual(["word/document.xml", "media/a.png"]);
  });

  it("stops a bomb that declares a small size at that size (C11)", async () => {
    const archive = zip([{ name: "word/document.xml", bytes: Buffer.alloc(300_000_000), declaredSize: 1000 }]);
    await expect(readZipEntries(archive, DEFAULT_LIMITS)).rejects.toMatchObject({
      code: "limit-exceeded",
      data: { limit: "declaredSize", allowed: 1000 },
    });
  });

  it("counts all members together while inflating", async () => {
    const members = ["a", "b", "c"].map((name) => ({ name, bytes: Buffer.alloc(1000) }));
    await expect(readZipEntries(zip(members), { ...DEFAULT_LIMITS, maxInflatedBytes: 2500 })).rejects.toMatchObject({
      code: "limit-exceeded",
      data: { limit: "maxInflatedBytes" },
    });
    expect((await readZipEntries(zip(members), { ...DEFAULT_LIMITS, maxInflatedBytes: 3000 })).size).toBe(3);
  });

  it("refuses too many and too deeply nested members by name", async () => {
    const two = zip([
      { name: "a", bytes: text("1") },
      { name: "b", bytes: text("2") },
    ]);
    await expect(readZipEntries(two, { ...DEFAULT_LIMITS, maxEntries: 1 })).rejects.toMatchObject({
      data: { limit: "maxEntries" },
    });
    const deep = zip([{ name: "x/".repeat(200) + "y", bytes: text("1") }]);
    await expect(readZipEntries(deep, DEFAULT_LIMITS)).rejects.toMatchObject({ data: { limit: "maxDepth" } });
  });

  it("keeps names that would hurt a plain object or a folder as harmless keys", async () => {
    const archive = zip([
      { name: "__proto__", bytes: text("x") },
      { name: "/xl\\workbook.xml", bytes: text("y") },
      { name: "../../etc/passwd", bytes: text("z") },
    ]);
    const members = await readZipEntries(archive, DEFAULT_LIMITS);
    expect([...members.keys()]).toEqual(["__proto__", "xl/workbook.xml", "../../etc/passwd"]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it("says that an archive is damaged instead of returning less", async () => {
    const archive = zip([{ name: "a.txt", bytes: text("some text that is packed") }]);
    const flipped = archive.slice();
    flipped[40]! ^= 0xff;
    await expect(readZipEntries(flipped, DEFAULT_LIMITS)).rejects.toMatchObject({ code: "damaged" });
    await expect(readZipEntries(archive.subarray(0, 50), DEFAULT_LIMITS)).rejects.toMatchObject({ code: "damaged" });
    await expect(readZipEntries(text("no archive"), DEFAULT_LIMITS)).rejects.toMatchObject({ code: "damaged" });
  });

  it("reads a member without bytes", async () => {
    const members = await readZipEntries(zip([{ name: "empty", bytes: text("") }]), DEFAULT_LIMITS);
    expect(members.get("empty")?.byteLength).toBe(0);
  });
});
