import { mkdirSync, readFileSync, realpathSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { temporaryFolder } from "@runningtab/test-kit";
import { afterEach, describe, expect, it } from "vitest";
import { createFileCopier, type FileCopier } from "./file-copier.ts";

const opened: FileCopier[] = [];
afterEach(() => opened.splice(0).forEach((copier) => copier.close()));

function open() {
  const root = realpathSync(temporaryFolder("copied"));
  mkdirSync(join(root, "a/b"), { recursive: true });
  const copier = createFileCopier(root);
  opened.push(copier);
  const target = join(temporaryFolder("target"), "copy");
  return { root, copier, target };
}

describe("a copied file", () => {
  it.each([0, 1, 256 * 1024, 256 * 1024 + 1, 3 * 1024 * 1024])("of %d bytes is whole and hashed", (size) => {
    const { root, copier, target } = open();
    const bytes = Buffer.alloc(size, "all of it ");
    writeFileSync(join(root, "a/b/file"), bytes);
    expect(copier.copy("a/b/file", target, 0o640)).toBe(hashBytesSync(bytes));
    expect(readFileSync(target).equals(bytes)).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o640);
  });

  it("never comes through a link, and never replaces what is there", () => {
    const { root, copier, target } = open();
    writeFileSync(join(root, "real"), "1");
    symlinkSync("real", join(root, "link"));
    symlinkSync("a", join(root, "folder"));
    writeFileSync(join(root, "a/file"), "2");
    expect(() => copier.copy("link", target, 0o600)).toThrow(/ELOOP/);
    expect(() => copier.copy("folder/file", target, 0o600)).toThrow();
    copier.copy("real", target, 0o600);
    expect(() => copier.copy("a/file", target, 0o600)).toThrow(/EEXIST/);
    expect(readFileSync(target, "utf8")).toBe("1");
  });

  it("comes from the folder that was opened, also when another took its name", () => {
    const { root, copier, target } = open();
    for (const name of ["one", "two"]) writeFileSync(join(root, "a", name), name);
    copier.copy("a/one", target, 0o600);
    renameSync(join(root, "a"), join(root, "moved"));
    symlinkSync("/etc", join(root, "a"));
    if (process.platform === "linux") {
      expect(copier.copy("a/two", `${target}-2`, 0o600)).toBe(hashBytesSync(Buffer.from("two")));
    }
    // Another folder in between, and it is opened anew: what stands there now is a link.
    copier.copy("moved/one", `${target}-3`, 0o600);
    expect(() => copier.copy("a/two", `${target}-4`, 0o600)).toThrow();
  });
});
