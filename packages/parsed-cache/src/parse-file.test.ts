import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseFile } from "@runningtab/parsed-cache";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";

describe("parsing a file", { timeout: 60_000 }, () => {
  it("reads one and says where its text stands", async () => {
    const path = join(temporaryFolder(), "a.txt");
    writeFileSync(path, "one\ntwo\n");
    expect(await parseFile(path)).toMatchObject({ status: "ok", pages: [{ text: "one\ntwo" }] });
  });

  it("says of a document of which the content is something else that it is none", async () => {
    const folder = temporaryFolder();
    const noise = Uint8Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256);
    writeFileSync(join(folder, "plan.docx"), noise);
    writeFileSync(join(folder, "plan.bin"), noise);
    writeFileSync(join(folder, "plan.pdf"), Buffer.concat([Buffer.from("7z\xbc\xaf\x27\x1c", "latin1"), noise]));
    const reasonOf = async (name: string) => (await parseFile(join(folder, name))).reason;
    expect(await reasonOf("plan.docx")).toBe(
      "The content is no DOCX document, whatever its name says, but bytes of no known kind.",
    );
    expect(await reasonOf("plan.pdf")).toMatch(/no PDF document, .* but application\/x-7z-compressed\.$/);
    expect(await reasonOf("plan.bin")).toBe("No parser for application/octet-stream yet.");
  });

  it.skipIf(!existsSync("/dev/zero"))("takes no more of a device without end than may be parsed", async () => {
    const refused = parseFile("/dev/zero", { limits: { maxBytes: 100_000 } });
    await expect(refused).rejects.toMatchObject({ code: "limit-exceeded", data: { limit: "maxBytes" } });
  });

  it("rejects with the system's error for a folder and for what is not there", async () => {
    const folder = temporaryFolder();
    await expect(parseFile(folder)).rejects.toMatchObject({ code: "EISDIR" });
    await expect(parseFile(join(folder, "none"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});
