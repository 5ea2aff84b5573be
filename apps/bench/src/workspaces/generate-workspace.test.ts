import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { strFromU8, unzipSync, unzlibSync } from "fflate";
import { describe, expect, it } from "vitest";
import { read } from "xlsx";
import { composeWorkspace, generateWorkspace, shapes } from "./generate-workspace.ts";

const seeds = Array.from({ length: 3 * shapes.length }, (_, index) => index);

/** The text at an address, read with this test's own few lines: nothing of the product judges the generator. */
function textAt(files: ReadonlyMap<string, string | Uint8Array>, address: string): string {
  const [path, place = ""] = address.split("#") as [string, string?];
  const content = files.get(path);
  if (content === undefined) throw new Error(`No file ${path}.`);
  if (path.endsWith(".pdf")) return pdfPage(content as Uint8Array, Number(/page=(\d+)/.exec(place)?.[1]));
  if (path.endsWith(".docx")) return acceptedText(content as Uint8Array);
  if (path.endsWith(".xlsx")) {
    const parameters = new URLSearchParams(place);
    const sheet = read(content, { cellNF: true }).Sheets[parameters.get("sheet")!];
    return (sheet?.[parameters.get("cell")!] as { w?: string } | undefined)?.w ?? "";
  }
  const text = typeof content === "string" ? content : strFromU8(content);
  const line = /^L(\d+)$/.exec(place)?.[1];
  return line === undefined ? text : (text.split("\n")[Number(line) - 1] ?? "");
}

function pdfPage(pdf: Uint8Array, page: number): string {
  const raw = Buffer.from(pdf).toString("latin1");
  const streams = [...raw.matchAll(/<< \/Filter \/FlateDecode \/Length (\d+) >>\nstream\n/g)].map((match) => {
    const start = match.index + match[0].length;
    return strFromU8(unzlibSync(pdf.subarray(start, start + Number(match[1]))));
  });
  const items = [...(streams[page - 1] ?? "").matchAll(/\((.*)\) Tj/g)].map(([, text = ""]) =>
    text.replaceAll(/\\(\d{3})/g, (_, code: string) =>
      new TextDecoder("windows-1252").decode(Uint8Array.of(Number.parseInt(code, 8))),
    ),
  );
  return items.join(" ");
}

function acceptedText(docx: Uint8Array): string {
  const xml = strFromU8(unzipSync(docx)["word/document.xml"]!);
  return [...xml.matchAll(/<w:t [^>]*>([^<]*)<|<\/w:p>/g)].map(([, text]) => text ?? "\n").join("");
}

describe("generateWorkspace", () => {
  it.each(seeds)("states every answer of seed %i at its address", (seed) => {
    const workspace = composeWorkspace(seed);
    for (const { value, address } of workspace.facts) {
      if (value === undefined || address === undefined) continue;
      expect(textAt(workspace.files, address), address).toContain(value);
    }
  });

  it.each(seeds)("asks in seed %i for each fact in the task's own words, one of them in vain", (seed) => {
    const { task, facts, deliverable } = composeWorkspace(seed);
    for (const { ask } of facts) expect(task).toContain(ask);
    expect(new Set(facts.map(({ ask }) => ask)).size).toBe(facts.length);
    expect(task).toContain(deliverable);
    expect(facts.length).toBeGreaterThanOrEqual(6);
    expect(facts.filter(({ value }) => value === undefined)).toHaveLength(1);
  });

  it("gives equal bytes for equal seeds and other ones for others", () => {
    for (const seed of seeds) {
      const once = composeWorkspace(seed);
      expect(composeWorkspace(seed)).toEqual(once);
      expect(composeWorkspace(seed + shapes.length).task).not.toBe(once.task);
    }
  });

  it("goes through at least ten shapes and every layout", () => {
    const workspaces = Array.from({ length: 60 }, (_, seed) => composeWorkspace(seed));
    expect(new Set(workspaces.map(({ shape }) => shape)).size).toBeGreaterThanOrEqual(10);
    for (const pattern of [/^[-*•] /m, /^1[.)] [^W]/m, /; .*; /, /^1[.)] W/m, /[?？]\s*\S+[^\n]*[?？]/]) {
      expect(
        workspaces.some(({ task }) => pattern.test(task)),
        String(pattern),
      ).toBe(true);
    }
  });

  it("writes the files that it composed", () => {
    const folder = temporaryFolder("workspace");
    const workspace = generateWorkspace(4, folder);
    const { files, ...rest } = composeWorkspace(4);
    expect(workspace).toEqual(rest);
    for (const [path, content] of files)
      expect(readFileSync(join(folder, path)).equals(Buffer.from(content))).toBe(true);
  });
});
