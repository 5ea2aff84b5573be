import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { writeAtomically } from "./atomic-write.ts";
import { openFolder } from "./open-folder.ts";

const bytes = new TextEncoder().encode("two");
const openCount = () => readdirSync("/proc/self/fd").length;
const failing = () => {
  throw new Error("no");
};

function rootWithOutside(): { root: string; outside: string } {
  const base = temporaryFolder();
  const [root, outside] = [join(base, "root"), join(base, "outside")];
  mkdirSync(join(root, "f"), { recursive: true });
  mkdirSync(outside);
  return { root, outside };
}

describe.runIf(process.platform === "linux")("a folder held by its descriptor", () => {
  it("is written to wherever its name leads by now", () => {
    const { root, outside } = rootWithOutside();
    const folder = openFolder(root, ["f"]);
    renameSync(join(root, "f"), join(root, "moved"));
    symlinkSync(outside, join(root, "f"));
    expect(writeAtomically(folder, "a.txt", bytes)).toBe(true);
    folder.close();
    expect(readFileSync(join(root, "moved", "a.txt"), "utf8")).toBe("two");
    expect(readdirSync(outside)).toEqual([]);
  });

  it("is refused when its name, or one on the way, is a link by now", () => {
    const { root, outside } = rootWithOutside();
    mkdirSync(join(outside, "deep"));
    symlinkSync(outside, join(root, "link"));
    for (const segments of [["link"], ["link", "deep"], ["link", "new"]]) {
      expect(() => openFolder(root, segments, { create: true })).toThrow(
        expect.objectContaining({ code: "PATH_REFUSED", data: { path: segments.join("/"), reason: "exchanged" } }),
      );
    }
    expect(readdirSync(outside)).toEqual(["deep"]);
  });

  it("leaves no descriptor open, also when it fails", () => {
    const { root } = rootWithOutside();
    const before = openCount();
    for (let round = 0; round < 20; round++) {
      openFolder(root, ["new", "deep"], { create: true }).close();
      expect(() => openFolder(root, ["missing", "deep"])).toThrow(expect.objectContaining({ code: "ENOENT" }));
    }
    expect(openCount()).toBe(before);
  });
});

describe("an atomic write", () => {
  it("leaves the file and no other when it is given up at the last moment", () => {
    const { root } = rootWithOutside();
    const folder = openFolder(root, ["f"]);
    writeAtomically(folder, "a.txt", bytes);
    expect(writeAtomically(folder, "a.txt", new Uint8Array(3), { confirm: () => false })).toBe(false);
    expect(writeAtomically(folder, "a.txt", new Uint8Array(3), { exclusive: true })).toBe(false);
    expect(() => writeAtomically(folder, "a.txt", new Uint8Array(3), { confirm: failing })).toThrow("no");
    folder.close();
    expect(readdirSync(join(root, "f"))).toEqual(["a.txt"]);
    expect(readFileSync(join(root, "f", "a.txt"), "utf8")).toBe("two");
  });
});
