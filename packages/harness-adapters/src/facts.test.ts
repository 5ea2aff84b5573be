import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { linksAmong } from "./facts.ts";

it("follows links to files and folders inside the root, and no other", () => {
  const root = temporaryFolder("links");
  const outside = temporaryFolder("outside");
  writeFileSync(join(outside, "secret.txt"), "x");
  mkdirSync(join(root, "docs"));
  writeFileSync(join(root, "docs/a.txt"), "a");
  for (const [name, target] of [
    ["to-file", "docs/a.txt"],
    ["to-folder", "docs"],
    ["to-link", "to-file"],
    ["out", join(outside, "secret.txt")],
    ["nowhere", "missing.txt"],
    ["loop", "loop"],
  ] as const)
    symlinkSync(target, join(root, name));
  const unread = ["to-file", "to-folder", "to-link", "out", "nowhere", "loop", "docs", "gone"].map((path) => ({
    path,
  }));
  expect(Object.fromEntries(linksAmong(root, unread))).toEqual({
    "to-file": "docs/a.txt",
    "to-folder": "docs",
    "to-link": "docs/a.txt",
  });
});
