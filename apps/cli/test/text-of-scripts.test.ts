import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createCapture } from "@runningtab/observation-capture";
import { createDocuments } from "@runningtab/parsed-cache";
import { createWorkspace } from "@runningtab/staged-workspace";
import { describeWithData, temporaryFolder } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { createTextLines } from "../src/text-lines.ts";

/** Real files of several kinds, with lines long enough to tell. */
const NAMES = [
  "pdfjs_wikipedia.pdf",
  "google-doc-document.pdf",
  "NumberFormatTests.xlsx",
  "delins.docx",
  "test.pptx",
  "csv-with-long-lines.csv",
  "raw_email2.eml",
  "example-with-scripts.html",
];

describeWithData("what a script prints of real documents", (data) => {
  it("is a read of each, in the version that is there", { timeout: 120_000 }, async () => {
    const home = temporaryFolder("text-of-scripts");
    const root = join(home, "workspace");
    mkdirSync(root);
    for (const name of NAMES) copyFileSync(join(data, "office-files/files", name), join(root, name));
    const workspace = await createWorkspace({ root, stateFolder: join(home, "state") });
    await workspace.scan();
    const documents = createDocuments({ root });
    try {
      await documents.sync(workspace.manifest.values(), { wait: true });
      const textLines = createTextLines(workspace, documents, new AbortController().signal);
      const capture = createCapture({ contentMatch: { maxWaitMs: 60_000 } });
      const context = {
        root,
        stat: (path: string) => {
          const entry = workspace.manifest.get(path);
          return entry && { hash: entry.hash, size: entry.size, kind: "file" as const };
        },
        paths: () => workspace.manifest.keys(),
        revision: workspace.manifest,
        textLines,
      };
      const found: (readonly [name: string, paths: readonly string[], isMost: boolean])[] = [];
      for (const name of NAMES) {
        const { hash } = workspace.manifest.get(name)!;
        const { text } = await documents.text(name);
        const lines = (text ?? "").split("\n").filter((line) => (line.match(/[\p{L}\p{N}]/gu) ?? []).length > 30);
        // As a script prints a list of a few paragraphs or rows, among words of its own.
        const shown = lines.slice(0, 12).map((line) => `['${line.replaceAll(" | ", "', '")}']`);
        const output = `reading\n${shown.join("\n")}\n${shown.length} parts\n`;
        const observation = { tool: "bash", args: { command: "python3 report.py" }, output };
        const { reads } = await capture.capture(observation, context);
        expect(reads.every((read) => read.hash === hash)).toBe(true);
        const covered = reads.reduce((sum, read) => sum + read.end - read.start, 0);
        found.push([name, [...new Set(reads.flatMap((read) => read.paths))], covered > 0.7 * shown.join("\n").length]);
      }
      expect(found).toEqual(NAMES.map((name) => [name, [name], true]));
    } finally {
      await documents.close();
      await workspace.close();
    }
  });
});
