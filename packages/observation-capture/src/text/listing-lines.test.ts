import { describe, expect, it } from "vitest";
import type { CaptureContext } from "../capture-strategy.ts";
import { createWorkspacePaths } from "../workspace-paths.ts";
import { parseListing } from "./listing-lines.ts";

const FILES = [
  "a.txt",
  "docs/report one.md",
  "docs/deep/plan.md",
  "docs/数据.txt",
  "total.md",
  "-n",
  "link.md",
  "report.pdf",
];
const context: CaptureContext = {
  root: "/w",
  stat: (path) => (FILES.includes(path) ? { size: 1, kind: "file" } : undefined),
  paths: () => FILES,
};

function listed(text: string, folder = "/w"): readonly string[] {
  const found = parseListing(text, 0, text.length, [folder, "/w"], createWorkspacePaths(context));
  return found.map((source) => source.path);
}

describe("parseListing", () => {
  it("reads plain names, also with spaces, dashes and other scripts", () => {
    expect(listed("a.txt\n-n\nnone.txt\n")).toEqual(["a.txt", "-n"]);
    expect(listed("report one.md\n数据.txt\n", "/w/docs")).toEqual(["docs/report one.md", "docs/数据.txt"]);
  });

  it("reads ls -l, with links and markers", () => {
    const text =
      "total 8\ndrwxr-xr-x 2 u g 4096 Nov 30 19:00 docs\n-rw-r--r-- 1 u g 12 Nov 30 19:00 a.txt\nlrwxrwxrwx 1 u g 5 Nov  3  2024 link.md -> a.txt\n-rwxr-xr-x 1 u g 12 Nov 30 19:00 report.pdf*\n";
    expect(listed(text)).toEqual(["a.txt", "link.md", "report.pdf"]);
  });

  it("reads ls -R by its headings", () => {
    expect(listed(".:\na.txt\ndocs\n\n./docs:\ndeep\n'report one.md'\n\n./docs/deep:\nplan.md\n")).toEqual([
      "a.txt",
      "docs/report one.md",
      "docs/deep/plan.md",
    ]);
  });

  it("reads ls -li, and names that are escaped, quoted or parted by commas", () => {
    expect(listed("2467272 -rw-r--r-- 1 root root 4096 Nov 30 22:41 report one.md\n", "/w/docs")).toEqual([
      "docs/report one.md",
    ]);
    expect(listed("  11 4 -rw-r--r--   1 root root 4 May  1 10:00 ./docs/report\\ one.md\n")).toEqual([
      "docs/report one.md",
    ]);
    expect(listed(' M "docs/\\346\\225\\260\\346\\215\\256.txt"\n"docs/report\\ one.md"\n')).toEqual([
      "docs/数据.txt",
      "docs/report one.md",
    ]);
    expect(listed("a.txt, docs, report.pdf,\ntotal.md\n")).toEqual(["a.txt", "report.pdf", "total.md"]);
  });

  it("reads tree -f", () => {
    expect(listed(".\n├── ./a.txt\n└── ./docs\n    ├── ./docs/report one.md\n    └── ./docs/deep\n")).toEqual([
      "a.txt",
      "docs/report one.md",
    ]);
  });

  it("reads MCP's sizes, and a tree whose folders were cut away", () => {
    expect(listed("[DIR] deep\n[FILE] report one.md            1.21 KB\n", "/w/docs")).toEqual(["docs/report one.md"]);
    expect(listed("[9 characters cut here]\n│   │   └── plan.md\n│   └── report one.md\n")).toEqual([
      "docs/deep/plan.md",
      "docs/report one.md",
    ]);
  });

  it("reads tree, in Unicode and in ASCII", () => {
    const expected = ["docs/deep/plan.md", "docs/report one.md", "a.txt"];
    expect(
      listed(
        ".\n├── docs\n│   ├── deep\n│   │   └── plan.md\n│   └── report one.md\n└── a.txt\n\n2 directories, 3 files\n",
      ),
    ).toEqual(expected);
    expect(listed(".\n|-- docs\n|   |-- deep\n|   |   `-- plan.md\n|   `-- report one.md\n`-- a.txt\n")).toEqual(
      expected,
    );
  });

  it("reads tree -a -s and tree with full paths", () => {
    expect(
      listed("/w\n├── [       1234]  a.txt\n└── [       4096]  docs\n    └── [         12]  report one.md\n"),
    ).toEqual(["a.txt", "docs/report one.md"]);
  });

  it("reads find, du, wc, stat, git status and file", () => {
    expect(listed("./docs/deep/plan.md\n/w/a.txt\n")).toEqual(["docs/deep/plan.md", "a.txt"]);
    expect(listed("4\t./docs/report one.md\n8\tdocs\n")).toEqual(["docs/report one.md"]);
    expect(listed("  12  34 567 docs/report one.md\n  12 total\n")).toEqual(["docs/report one.md"]);
    expect(listed(" M a.txt\n?? docs/report one.md\n")).toEqual(["a.txt", "docs/report one.md"]);
    expect(listed("a.txt: ASCII text\ndocs/report one.md: UTF-8 text\n")).toEqual(["a.txt", "docs/report one.md"]);
    expect(listed("  File: a.txt\n  Size: 12\n")).toEqual(["a.txt"]);
  });

  it("finds names inside prose and JSON, and only real ones", () => {
    expect(listed('wrote "docs/report one.md" and a.txt, not b.txt; see report.pdf.')).toEqual([
      "docs/report one.md",
      "a.txt",
      "report.pdf",
    ]);
    expect(listed("/etc/passwd ../a.txt /w2/a.txt total.mdx")).toEqual([]);
  });
});
