import { createCipheriv, createHash, pbkdf2Sync } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { parser as texts } from "@runningtab/parsed-cache/parsers/opendocument";
import { parser as sheets } from "@runningtab/parsed-cache/parsers/spreadsheet";
import { describe, expect, it } from "vitest";
import { ofType, partsOf } from "../../../test/parts-of.ts";
import { storedZip } from "./stored-zip.ts";

const NAMESPACES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"';

interface Lock {
  readonly algorithm?: string;
  readonly iterations?: number;
}

/** As LibreOffice locks a document: every member deflated, padded and encrypted with a key of its own. */
function locked(kind: string, body: string, password: string, { algorithm, iterations = 1000 }: Lock = {}): Uint8Array {
  const content = `<office:document-content ${NAMESPACES} office:version="1.3"><office:body>${body}</office:body></office:document-content>`;
  const packed = deflateRawSync(Buffer.from(content));
  const [salt, vector] = [Buffer.alloc(16, 7), Buffer.alloc(16, 9)];
  const start = createHash("sha256").update(password).digest();
  const cipher = createCipheriv("aes-256-cbc", pbkdf2Sync(start, salt, 1000, 32, "sha1"), vector).setAutoPadding(false);
  const padding = 16 - (packed.length % 16);
  const padded = Buffer.concat([packed, Buffer.alloc(padding - 1, 1), Buffer.of(padding)]);
  const checksum = createHash("sha256").update(packed.subarray(0, 1024)).digest("base64");
  const manifest = `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
    <manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="${content.length}">
    <manifest:encryption-data manifest:checksum-type="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k" manifest:checksum="${checksum}">
    <manifest:algorithm manifest:algorithm-name="${algorithm ?? "http://www.w3.org/2001/04/xmlenc#aes256-cbc"}" manifest:initialisation-vector="${vector.toString("base64")}"/>
    <manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/>
    <manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="${iterations}" manifest:salt="${salt.toString("base64")}"/>
    </manifest:encryption-data></manifest:file-entry></manifest:manifest>`;
  return storedZip(
    new Map([
      ["mimetype", Buffer.from(`application/vnd.oasis.opendocument.${kind}`)],
      ["content.xml", Buffer.concat([cipher.update(padded), cipher.final()])],
      ["styles.xml", Buffer.from(`<office:document-styles ${NAMESPACES} office:version="1.3"/>`)],
      ["META-INF/manifest.xml", Buffer.from(manifest)],
    ]),
  );
}

const TEXT = "<office:text><text:p>Travel costs 128</text:p></office:text>";
const SHEET = `<office:spreadsheet><table:table table:name="Q1"><table:table-row><table:table-cell office:value-type="float" office:value="128"><text:p>128</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`;

describe("an encrypted OpenDocument file", () => {
  it("opens with its password, as text and as a sheet", async () => {
    const [block] = ofType(await partsOf(texts, locked("text", TEXT, "söcret"), { password: "söcret" }), "block");
    expect(block?.runs.map(({ text }) => text).join("")).toBe("Travel costs 128");
    const [sheet] = ofType(await partsOf(sheets, locked("spreadsheet", SHEET, "x"), { password: "x" }), "sheet");
    expect([sheet?.name, sheet?.cells[0]]).toEqual(["Q1", expect.objectContaining({ ref: "A1", raw: 128 })]);
  });

  it("tells a wrong password from a missing one", async () => {
    const bytes = locked("text", TEXT, "right");
    await expect(partsOf(texts, bytes, { password: "wrong" })).rejects.toMatchObject({ code: "password-wrong" });
    await expect(partsOf(texts, bytes)).rejects.toMatchObject({ code: "password-needed" });
    await expect(partsOf(sheets, locked("spreadsheet", SHEET, "x"))).rejects.toMatchObject({ code: "password-needed" });
  });

  it("is refused where it is encrypted otherwise, asks for endless rounds, or grows beyond the limit", async () => {
    const password = "x";
    const blowfish = locked("text", TEXT, password, { algorithm: "Blowfish CFB" });
    await expect(partsOf(texts, blowfish, { password })).rejects.toMatchObject({ code: "unsupported" });
    const endless = locked("text", TEXT, password, { iterations: 1e9 });
    await expect(partsOf(texts, endless, { password })).rejects.toMatchObject({ code: "limit-exceeded" });
    const large = locked("text", `<office:text><text:p>${"x".repeat(100_000)}</text:p></office:text>`, password);
    await expect(partsOf(texts, large, { password }, { maxInflatedBytes: 50_000 })).rejects.toMatchObject({
      code: "limit-exceeded",
    });
  });
});
