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
