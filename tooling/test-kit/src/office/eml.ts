export interface Mail {
  /** `Name <name@example.com>`. */
  readonly from: string;
  readonly to: string;
  readonly cc?: string;
  readonly subject: string;
  /** As RFC 5322 writes it: `Tue, 05 Mar 2024 09:30:00 +0100`. */
  readonly date: string;
  /** Plain text with `\n` line ends. */
  readonly body: string;
  readonly attachments?: readonly { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }[];
}

/** A mail as a file: RFC 5322 with CRLF line ends, the text as UTF-8 in 8 bits, attachments in base64. */
export function writeEml(mail: Mail): Uint8Array {
  const head = [
    `From: ${encodeWords(mail.from)}`,
    `To: ${encodeWords(mail.to)}`,
    ...(mail.cc === undefined ? [] : [`Cc: ${encodeWords(mail.cc)}`]),
    `Subject: ${encodeWords(mail.subject)}`,
    `Date: ${mail.date}`,
    "MIME-Version: 1.0",
  ];
  const textHead = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", ""];
  const text = mail.body.split("\n");
  if (mail.attachments === undefined) return bytesOf([...head, ...textHead, ...text, ""]);
  const boundary = "=_made-boundary_=";
  const attached = mail.attachments.flatMap(({ name, mediaType, bytes }) => [
    `--${boundary}`,
    `Content-Type: ${mediaType}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    "Content-Transfer-Encoding: base64",
    "",
    ...(Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,76}/g) ?? []),
  ]);
  const multipart = `Content-Type: multipart/mixed; boundary="${boundary}"`;
  return bytesOf([...head, multipart, "", `--${boundary}`, ...textHead, ...text, ...attached, `--${boundary}--`, ""]);
}

function bytesOf(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.join("\r\n"));
}

/** Header text outside ASCII goes into encoded words (RFC 2047), one per run of words, the address left readable. */
function encodeWords(text: string): string {
  return text.replace(
    /[^\x20-\x7e]+(?: +[^\x20-\x7e]+)*/g,
    (run) => `=?utf-8?B?${Buffer.from(run).toString("base64")}?=`,
  );
}
