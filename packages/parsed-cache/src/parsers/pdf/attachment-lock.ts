/**
 * A PDF may encrypt its attached files alone (`EFF`) and leave text and strings in the open (`Identity`). The engine asks
 * for the password all the same. Answers a copy without the reference to the encryption, or `undefined` for a file that
 * encrypts more than that, or does not say so in the open.
 */
export function withoutAttachmentLock(bytes: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(bytes);
  const text = file.toString("latin1");
  const reference = /\/Encrypt\s+(\d+)\s+(\d+)\s+R\b/.exec(text);
  if (reference === null) return undefined;
  const [, number, generation] = reference;
  const start = text.search(new RegExp(`(?:^|\\s)${number}\\s+${generation}\\s+obj\\b`));
  const description = text.slice(start, text.indexOf("endobj", start));
  // Both default to `Identity`.
  const isOpen = (name: string): boolean =>
    (new RegExp(`/${name}\\s*/(\\w+)`).exec(description)?.[1] ?? "Identity") === "Identity";
  if (start < 0 || !/\/EFF\b/.test(description) || !isOpen("StmF") || !isOpen("StrF")) return undefined;
  file.write("/Encrypx", reference.index, "latin1");
  return file;
}
