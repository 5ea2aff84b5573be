import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import type { FileVersion } from "../journal/operation.ts";
import { prepareWrites } from "./apply-writes.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const version = (text: string): FileVersion => ({
  hash: hashBytesSync(bytesOf(text)),
  size: bytesOf(text).length,
  mode: 0o644,
});

/** A folder `a/b` with one file is to become the file `a`. */
const writes = [
  { path: "a", before: undefined, after: version("a file now") },
  { path: "a/b/inside", before: version("inside"), after: undefined },
];
const contentOf = async (): Promise<Uint8Array> => bytesOf("a file now");

describe("writes that an earlier process began", () => {
  it.each([
    [
      "nothing",
      (root: string) => {
        mkdirSync(join(root, "a/b"), { recursive: true });
        writeFileSync(join(root, "a/b/inside"), "inside");
      },
    ],
    ["the file in the folder", (root: string) => mkdirSync(join(root, "a/b"), { recursive: true })],
    ["the file and its own folder", (root: string) => mkdirSync(join(root, "a"))],
    ["the whole folder", () => undefined],
    ["everything", (root: string) => writeFileSync(join(root, "a"), "a file now", { mode: 0o644 })],
  ])("are finished when it had taken away %s", async (_, begun) => {
    const root = temporaryFolder("apply");
    begun(root);
    const conflicts = await (await prepareWrites(root, writes, contentOf)).apply();
    expect(conflicts).toEqual([]);
    expect(readFileSync(join(root, "a"), "utf8")).toBe("a file now");
  });

  it("leave a folder alone that holds something else", async () => {
    const root = temporaryFolder("apply");
    mkdirSync(join(root, "a/b"), { recursive: true });
    writeFileSync(join(root, "a/b/other"), "of a person");
    const conflicts = await (await prepareWrites(root, writes, contentOf)).apply();
    expect(conflicts.map(({ path }) => path)).toEqual(["a"]);
    expect(existsSync(join(root, "a/b/other"))).toBe(true);
  });
});
