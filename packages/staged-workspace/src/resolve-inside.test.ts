import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveInside, WorkspaceError } from "@runningtab/staged-workspace";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";

/** `files` beside `files_secret` and `outside`, with links of every kind. */
function someTree(): string {
  const base = temporaryFolder();
  for (const folder of ["files/folder", "files/.git/hooks", "files_secret", "outside"]) {
    mkdirSync(join(base, folder), { recursive: true });
  }
  writeFileSync(join(base, "files/file"), "");
  writeFileSync(join(base, "outside/file"), "");
  const links = {
    "to-folder": "folder",
    "to-file": "file",
    out: "../outside",
    "out-file": "../outside/file",
    sibling: "../files_secret",
    absolute: join(base, "outside"),
    broken: "nowhere",
    "broken-out": "../outside/new",
    loop: "loop",
    git: ".git",
    top: ".",
    up: "..",
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(base, "files", name));
  return join(base, "files");
}

function refusal(root: string, path: string): unknown {
  try {
    return `accepted as ${resolveInside(root, path)}`;
  } catch (error) {
    return WorkspaceError.isInstance(error) && error.code === "PATH_REFUSED" ? error.data["reason"] : error;
  }
}

describe("resolving a path inside the workspace", () => {
  it("gives the real place of files that exist and of those that do not yet", () => {
    const root = someTree();
    const expected = {
      "": "",
      ".": "",
      file: "file",
      "./folder//new/deep.txt": "folder/new/deep.txt",
      "folder/": "folder",
      "to-file": "file",
      "to-folder/new.txt": "folder/new.txt",
      "top/folder/x": "folder/x",
      "..hidden": "..hidden",
      "a..b/...": "a..b/...",
      "%2e%2e/x": "%2e%2e/x",
      "\u2025/x": "\u2025/x",
      "~/x": "~/x",
      "-rf": "-rf",
      ".gitignore": ".gitignore",
      ".github/x": ".github/x",
    };
    for (const [path, place] of Object.entries(expected)) {
      expect(resolveInside(root, path), path).toBe(place === "" ? root : join(root, place));
    }
  });

  it.each([
    ["/etc/passwd", "absolute"],
    ["//x", "absolute"],
    ["..", "parent"],
    ["../files_secret/x", "parent"],
    ["folder/../../outside/file", "parent"],
    ["folder/../file", "parent"],
    ["file\0.txt", "nul"],
    ["..\\outside\\file", "backslash"],
    ["C:\\x", "backslash"],
    ["folder\\new.txt", "backslash"],
    [".git", "git"],
    [".git/hooks/pre-commit", "git"],
    ["folder/.GIT/config", "git"],
    [".git./config", "git"],
    ["git~1/config", "git"],
    [".g\u200cit/config", "git"],
    [".git::$INDEX_ALLOCATION/config", "git"],
    ["git/hooks/pre-commit", "git"],
    ["out", "link-out"],
    ["out/file", "link-out"],
    ["out/new.txt", "link-out"],
    ["out-file", "link-out"],
    ["sibling/x", "link-out"],
    ["absolute/new/deep.txt", "link-out"],
    ["up/outside/file", "link-out"],
    ["up/files/file", "link-out"],
    ["top/out/file", "link-out"],
    ["broken", "broken-link"],
    ["broken-out", "broken-link"],
    ["loop/x", "broken-link"],
    ["file/x", "not-a-folder"],
    ["to-file/x", "not-a-folder"],
    ["x".repeat(300), "name"],
  ])("refuses %j: %s", (path, reason) => {
    expect(refusal(someTree(), path)).toBe(reason);
  });

  it("takes the spelling on disk where only the Unicode normalisation differs", () => {
    const root = temporaryFolder();
    const [decomposed, composed] = ["Re\u0301sume\u0301", "R\u00e9sum\u00e9"];
    mkdirSync(join(root, decomposed));
    writeFileSync(join(root, decomposed, `${decomposed}.txt`), "");
    expect(resolveInside(root, `${composed}/${composed}.txt`)).toBe(join(root, decomposed, `${decomposed}.txt`));
    expect(resolveInside(root, `${composed}/new.txt`)).toBe(join(root, decomposed, "new.txt"));
    mkdirSync(join(root, composed));
    expect(resolveInside(root, `${composed}/new.txt`)).toBe(join(root, composed, "new.txt"));
  });

  it("says that a root is missing or no folder", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    for (const root of [join(folder, "missing"), join(folder, "file")]) {
      expect(() => resolveInside(root, "x")).toThrow(expect.objectContaining({ code: "ROOT_MISSING" }));
    }
  });
});
