import { hashBytes, type ContentHash } from "@runningtab/content-hash";
import type { ParsedPart } from "@runningtab/parsed-cache";
import { describe, expect, it } from "vitest";
import { createTextLines } from "./text-lines.ts";

interface Given {
  readonly bytes: string | Uint8Array;
  /** Absent: the file has no record. */
  readonly parts?: readonly ParsedPart[];
}

async function linesOf(path: string, { bytes, parts }: Given, asked?: ContentHash): Promise<readonly string[]> {
  const raw = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  const hash = await hashBytes(raw);
  const workspace = { read: async () => ({ bytes: raw, hash }) };
  const documents = {
    async *parts() {
      if (parts === undefined) throw new Error("no parts");
      yield* parts;
    },
  };
  const found: string[] = [];
  for await (const { address, line } of createTextLines(
    workspace,
    documents,
    new AbortController().signal,
  )(asked ?? hash, path)) {
    found.push(`${address} ${line}`);
  }
  return found;
}

const binary = Uint8Array.of(0x50, 0x4b, 0, 4);
const page = (address: string, text: string): ParsedPart => ({ type: "page", address, text });

describe("the lines of a file's text", () => {
  it("are those of a text file as it stands, once", async () => {
    const parts = [page("L1-L2", "one\ntwo")];
    expect(await linesOf("a.txt", { bytes: "one\r\ntwo\n", parts })).toEqual(["L1 one\r", "L2 two"]);
    expect(await linesOf("a.log", { bytes: "one\n" })).toEqual(["L1 one"]);
  });

  it("are the markup and what it shows, of a file that has both", async () => {
    const parts: ParsedPart[] = [
      { type: "block", address: "paragraph=1", kind: "paragraph", runs: [{ text: "Hello" }] },
    ];
    expect(await linesOf("a.html", { bytes: "<p>Hello</p>", parts })).toEqual(["L1 <p>Hello</p>", "paragraph=1 Hello"]);
  });

  it("are a document's pages, with and without marks in brackets", async () => {
    const parts = [page("page=1", "Rent is due[note 1] monthly.\nKeys")];
    expect(await linesOf("a.pdf", { bytes: binary, parts })).toEqual([
      "page=1 Rent is due[note 1] monthly.",
      "page=1 Keys",
      "page=1 Rent is due  monthly.",
    ]);
  });

  it("are a sheet's rows as shown, raw, with formulas, and with headings", async () => {
    const cells = [
      { ref: "B1", shown: "Region" },
      { ref: "C1", shown: "Share" },
      { ref: "B2", shown: "North", raw: "North" },
      { ref: "C2", shown: "12%", raw: 0.12, formula: "C9/B9" },
    ];
    const parts: ParsedPart[] = [{ type: "sheet", address: "sheet=Q%201", name: "Q 1", hidden: false, cells }];
    expect(await linesOf("a.xlsx", { bytes: binary, parts })).toEqual([
      "sheet=Q%201&range=B1:C1 Region | Share",
      "sheet=Q%201&range=B2:C2 North | 12%",
      "sheet=Q%201&range=B2:C2 North | 0.12",
      "sheet=Q%201&range=B2:C2 North | =C9/B9",
      "sheet=Q%201&range=B2:C2 Region: North | Share: 0.12",
    ]);
  });

  it("are none of a file that is named for its secrets, nor of another version", async () => {
    expect(await linesOf(".env", { bytes: "DB_PASSWORD=x\n", parts: [page("L1", "DB_PASSWORD=x")] })).toEqual([]);
    const other = await hashBytes(new TextEncoder().encode("another version"));
    await expect(linesOf("a.txt", { bytes: "one\n" }, other)).rejects.toThrow("no parts");
  });
});
