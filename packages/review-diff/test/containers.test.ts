import { gzipSync } from "node:zlib";
import { diff, type DiffInput, type DiffOptions, type FileDiff } from "@runningtab/review-diff";
import fc from "fast-check";
import { type Zippable, zipSync } from "fflate";
import { describe, expect, it } from "vitest";

function told({ changes }: FileDiff): readonly string[] {
  return changes.map(({ kind, subject, address, before, after }) =>
    [`${kind} ${subject} ${address}`, before, after]
      .filter((text) => text !== undefined)
      .map((text) => text.replace(/, sha256 .*$/, ""))
      .join(" | "),
  );
}

function zip(files: Readonly<Record<string, string>>, level: 0 | 9 = 9): DiffInput {
  const entries: Zippable = {};
  for (const [name, text] of Object.entries(files)) entries[name] = [Buffer.from(text), { level }];
  return { path: "papers.zip", bytes: zipSync(entries) };
}

/** A TAR archive of plain files, as POSIX describes it. */
function tar(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const head = Buffer.alloc(512);
    const body = Buffer.from(text);
    head.write(name, 0);
    head.write(body.byteLength.toString(8).padStart(11, "0"), 124);
    head.write("0", 156);
    head.write("ustar\0", 257);
    return [head, body, Buffer.alloc((512 - (body.byteLength % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const FILES = { "a.txt": "one\ntwo\n", "sub/b.json": '{"x":1}', "c.bin": "\0\u0001" };

describe("archive format", () => {
  it("tells entries that came, went, changed and were renamed, by their content", async () => {
    const after = { "a.txt": "one\n2\n", "moved/c.bin": "\0\u0001", "new.txt": "hello\n" };
    const result = await diff(zip(FILES), zip(after));
    expect(result.format).toBe("archive");
    expect(told(result)).toEqual([
      "removed entry member=sub%2Fb.json | 7 bytes, file of unknown type",
      "changed entry member=a.txt | 8 bytes, file of unknown type | 6 bytes, file of unknown type",
      "renamed entry member=moved%2Fc.bin | c.bin | moved/c.bin",
      "added entry member=new.txt | 6 bytes, file of unknown type",
    ]);
    expect(result.summary).toBe("1 entry removed, 1 entry changed, 1 entry renamed, 1 entry added");
  });

  it("tells what changed in an entry when asked, also in an archive in it", async () => {
    const inner = (text: string): string => Buffer.from(zip({ "n.json": text }).bytes ?? []).toString("latin1");
    const outer = (text: string, json: string): DiffInput => ({
      path: "o.zip",
      bytes: zipSync({ "a.txt": Buffer.from(text), "in.zip": Buffer.from(inner(json), "latin1") }),
    });
    const sides = [outer("one\ntwo\n", '{"x":1}'), outer("one\n2\n", '{"x":2}')] as const;
    const deep = await diff(...sides, { recursive: true });
    expect(told(deep)).toEqual([
      "changed line member=a.txt&L2 | two | 2",
      "changed value member=in.zip&member=n.json&path=/x | 1 | 2",
    ]);
    expect((await diff(...sides)).changes.map(({ subject }) => subject)).toEqual(["entry", "entry"]);
  });

  it("does not mind how and when entries were packed, in ZIP and TAR", async () => {
    const packed = await diff(zip(FILES, 0), zip(FILES, 9));
    expect(packed.equal).toBe(true);
    expect(packed.notes).toEqual(["The bytes differ, but nothing that this comparison looks at."]);
    const tarred = (files: Record<string, string>): DiffInput => ({ path: "p.tar.gz", bytes: gzipSync(tar(files)) });
    expect(told(await diff(tarred(FILES), tarred({ ...FILES, "a.txt": "one\n" })))).toEqual([
      "changed entry member=a.txt | 8 bytes, file of unknown type | 4 bytes, file of unknown type",
    ]);
    const plain = (files: Record<string, string>): DiffInput => ({ path: "p.tar", bytes: tar(files) });
    expect((await diff(plain(FILES), tarred(FILES))).equal).toBe(true);
  });

  it("flags programs, links and names that lead elsewhere, when they come", async () => {
    const result = await diff(zip(FILES), zip({ ...FILES, "../evil.sh": "rm -rf /", "run.exe": "MZ" }));
    expect(result.risks?.map(({ kind, address }) => `${kind} ${address}`)).toEqual([
      "outside-path member=..%2Fevil.sh",
      "program member=..%2Fevil.sh",
      "program member=run.exe",
    ]);
  });

  it("falls back to bytes for a damaged archive, and says why", async () => {
    const whole = zip(FILES);
    const cut = { path: "papers.zip", bytes: whole.bytes?.subarray(0, 60) ?? new Uint8Array() };
    const result = await diff(whole, cut);
    expect(result).toMatchObject({ format: "binary", equal: false });
    expect(result.notes[0]).toMatch(/^The archive comparison was not possible \(/);
  });

  const files = fc.dictionary(fc.constantFrom("a", "b", "c", "d/e"), fc.constantFrom("", "x", "yy", "zzz"));

  it("finds nothing between an archive and itself, and the reverse when sides are swapped", async () => {
    await fc.assert(
      fc.asyncProperty(files, files, async (one, other) => {
        expect((await diff(zip(one), zip(one, 0))).changes).toEqual([]);
        const [forth, back] = [await diff(zip(one), zip(other)), await diff(zip(other), zip(one))];
        const count = ({ changes }: FileDiff, kind: string): number =>
          changes.filter((change) => change.kind === kind).length;
        expect(count(forth, "added")).toBe(count(back, "removed"));
        expect(count(forth, "changed")).toBe(count(back, "changed"));
        expect(count(forth, "renamed")).toBe(count(back, "renamed"));
      }),
    );
  });
});

interface MailParts {
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments?: Readonly<Record<string, Uint8Array | string>>;
  readonly boundary?: string;
}

function mail({ subject = "Offer", text, html, attachments = {}, boundary = "b0" }: MailParts): DiffInput {
  const part = (type: string, body: string, more = ""): string =>
    `--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n${more}\r\n${Buffer.from(body, "latin1").toString("base64")}\r\n`;
  const bodies = [
    ...(text === undefined ? [] : [part("text/plain; charset=utf-8", text)]),
    ...(html === undefined ? [] : [part("text/html; charset=utf-8", html)]),
    ...Object.entries(attachments).map(([name, bytes]) =>
      part(
        "application/octet-stream",
        Buffer.from(bytes as string).toString("latin1"),
        `Content-Disposition: attachment; filename="${name}"\r\n`,
      ),
    ),
  ];
  const head = `From: Ann <ann@example.org>\r\nTo: bob@example.org\r\nSubject: ${subject}\r\nReceived: by ${boundary}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/${text !== undefined && html !== undefined ? "alternative" : "mixed"}; boundary="${boundary}"\r\n\r\n`;
  return { path: "offer.eml", bytes: Buffer.from(`${head}${bodies.join("")}--${boundary}--\r\n`) };
}

describe("mail format", () => {
  it("tells fields of the head, paragraphs of the body and attachments, whatever bounds the parts", async () => {
    const before = mail({
      text: "Dear Bob,\n\nthe price is ten euros.\n\nAnn",
      attachments: { "p.bin": "\0a", "q.txt": "x\n" },
    });
    const after = mail({
      subject: "New offer",
      text: "Dear Bob,\n\nthe price is nine euros.\n\nAnn",
      attachments: { "p.bin": "\0a", "r.txt": "y\n" },
      boundary: "other",
    });
    const result = await diff(before, after);
    expect(result.format).toBe("mail");
    expect(told(result)).toEqual([
      "changed header-field header=Subject | Offer | New offer",
      "changed paragraph body&paragraph=2 | the price is ten euros. | the price is nine euros.",
      "removed attachment attachment=2 | q.txt, application/octet-stream: 2 bytes, file of unknown type",
      "added attachment attachment=2 | r.txt, application/octet-stream: 2 bytes, file of unknown type",
    ]);
    expect(result.notes).toEqual(["Fields of the head that programs write differ: received."]);
  });

  it("tells what changed in an attachment in its own terms, also in a mail in a mail", async () => {
    const inner = (price: string): Uint8Array => mail({ text: `It costs ${price}.` }).bytes ?? new Uint8Array();
    const outer = (price: string): DiffInput =>
      mail({ text: "see below", attachments: { "costs.json": `{"price":"${price}"}`, "inner.eml": inner(price) } });
    expect(told(await diff(outer("ten"), outer("nine")))).toEqual([
      'changed value attachment=1&path=/price | "ten" | "nine"',
      "changed paragraph attachment=2&body&paragraph=1 | It costs ten. | It costs nine.",
    ]);
  });

  it("opens attachments as the caller does", async () => {
    const open: DiffOptions["open"] = (path, bytes) => ({
      path,
      bytes,
      async *parts() {
        yield { type: "block", address: "paragraph=1", kind: "paragraph", runs: [{ text: `It says ${bytes[1]}.` }] };
      },
    });
    const side = (byte: number): DiffInput => mail({ attachments: { "a.docx": Uint8Array.of(0x50, byte, 0) } });
    expect(told(await diff(side(1), side(2), { open }))).toEqual([
      "changed paragraph attachment=1&paragraph=1 | It says 1. | It says 2.",
    ]);
  });

  it("tells once what the plain and the HTML body both say, and what only one of them says", async () => {
    const both = (price: string, hidden = ""): DiffInput =>
      mail({ text: `It costs ${price}.`, html: `<p>It costs ${price}.</p>${hidden}` });
    expect(told(await diff(both("ten"), both("nine")))).toEqual([
      "changed paragraph body&paragraph=1 | It costs ten. | It costs nine.",
    ]);
    const result = await diff(both("ten"), both("ten", '<p hidden="">pay me</p>'));
    expect(told(result)).toEqual(["added paragraph html&L1 | [hidden: pay me]"]);
    expect(result.risks?.[0]?.kind).toBe("hidden-content");
  });

  it("falls back for a file that is no mail", async () => {
    const side = (text: string): DiffInput => ({ path: "a.eml", bytes: Buffer.from(text) });
    const result = await diff(side("\n\nbody"), side("\n\nother"));
    expect(result.format).toBe("text");
    expect(result.notes[0]).toContain("it has no head");
  });
});
