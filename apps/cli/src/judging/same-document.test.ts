import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { temporaryFolder } from "@runningtab/test-kit";
import { writeDocx, writeXlsx } from "@runningtab/test-kit/office";
import { unzipSync, zipSync, type Zippable } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { createSameContent } from "./same-document.ts";
import { createVersionReader } from "./version-reader.ts";

const reader = createVersionReader({});
afterAll(() => reader.close());

async function isSame(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const versions = new Map([one, other].map((bytes) => [hashBytesSync(bytes), bytes]));
  return createSameContent(reader)(hashBytesSync(one), hashBytesSync(other), async (hash) => versions.get(hash));
}

const memo = (text: string) =>
  writeDocx({
    blocks: [
      { type: "heading", text: "Lease" },
      { type: "paragraph", text },
    ],
  });
const budget = (amount: number) =>
  writeXlsx({
    sheets: [
      {
        name: "Plan",
        rows: [
          ["item", "amount"],
          ["rent", amount],
          ["twice", { value: amount * 2, formula: "B2*2" }],
        ],
      },
    ],
  });

/** The same members in another order, at another time, packed less, as a sync service leaves them. */
function repack(bytes: Uint8Array, change: (members: Record<string, Uint8Array>) => void = () => {}): Uint8Array {
  const members = { ...unzipSync(bytes) };
  change(members);
  const entries = Object.entries(members).toReversed();
  const packed: Zippable = Object.fromEntries(entries.map(([name, member]) => [name, [member, { level: 1 }]]));
  return zipSync(packed, { mtime: "2031-05-05T12:00:00" });
}
const put = (name: string, text: string) => (members: Record<string, Uint8Array>) => {
  members[name] = new TextEncoder().encode(text);
};

describe("two versions of an office document", () => {
  it.each([
    ["docx", memo("Six months.")],
    ["xlsx", budget(4200)],
  ])("are the same when only the %s package was written anew", async (_, bytes) => {
    const other = repack(bytes);
    expect(other).not.toEqual(bytes);
    expect(await isSame(bytes, other)).toBe(true);
  });
  it("are the same when a service noted who saved it", async () => {
    const noted = repack(
      memo("Six months."),
      put("docProps/custom.xml", "<Properties>saved by a service</Properties>"),
    );
    expect(await isSame(memo("Six months."), noted)).toBe(true);
  });
  it("differ when a word, a value or a picture does", async () => {
    expect(await isSame(memo("Six months."), repack(memo("Nine months.")))).toBe(false);
    expect(await isSame(budget(4200), repack(budget(4300)))).toBe(false);
    const withPicture = repack(memo("Six months."), put("word/media/image1.png", "one picture"));
    const withOther = repack(memo("Six months."), put("word/media/image1.png", "another picture"));
    expect(await isSame(withPicture, withOther)).toBe(false);
    expect(await isSame(memo("Six months."), withPicture)).toBe(false);
  });
  it("are not taken for the same where nobody looks inside: charts, plain archives, damaged files, lost versions", async () => {
    const chart = (text: string) => repack(memo("Six months."), put("word/charts/chart1.xml", text));
    expect(await isSame(chart("<c>1</c>"), chart("<c>2</c>"))).toBe(false);
    expect(await isSame(chart("<c>1</c>"), repack(chart("<c>1</c>")))).toBe(true);
    const archive = zipSync({ "a.txt": new Uint8Array([1]) }, { mtime: "2030-01-01" });
    expect(await isSame(archive, zipSync({ "a.txt": new Uint8Array([1]) }, { mtime: "2031-01-01" }))).toBe(false);
    expect(await isSame(memo("Six months."), memo("Six months.").slice(0, -40))).toBe(false);
    const hash = hashBytesSync(archive);
    expect(await createSameContent(reader)(hash, hash, async () => undefined)).toBe(false);
  });
});

const hasLibreOffice = spawnSync("soffice", ["--version"]).status === 0;

describe.skipIf(!hasLibreOffice)("a document that LibreOffice saved (skipped where it is not installed)", () => {
  it.each([
    ["docx", memo("Six months."), memo("Nine months.")],
    ["xlsx", budget(4200), budget(4300)],
  ])("is the same with another container, and another once a word changed: %s", async (kind, bytes, changed) => {
    const rewritten = rewrite(kind, bytes);
    expect(rewritten).not.toEqual(bytes);
    expect(await isSame(bytes, rewritten)).toBe(true);
    expect(await isSame(changed, rewritten)).toBe(false);
  });
});

function rewrite(kind: string, bytes: Uint8Array): Uint8Array {
  const folder = temporaryFolder("libreoffice");
  mkdirSync(join(folder, "out"));
  writeFileSync(join(folder, `file.${kind}`), bytes);
  const { status, stderr } = spawnSync(
    "soffice",
    [
      `-env:UserInstallation=file://${folder}/profile`,
      "--headless",
      "--convert-to",
      kind,
      "--outdir",
      "out",
      `file.${kind}`,
    ],
    { cwd: folder, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`soffice ended with ${status}: ${stderr}`);
  return new Uint8Array(readFileSync(join(folder, "out", `file.${kind}`)));
}
