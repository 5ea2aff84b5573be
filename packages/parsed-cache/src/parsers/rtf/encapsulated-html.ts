import { codePageName, type Decode } from "../office/code-pages.ts";
import { destinationOf, SYMBOLS } from "./rtf-words.ts";
import { readRtfTokens } from "./tokens.ts";

interface Group {
  readonly isTag: boolean;
  readonly isSkipped: boolean;
  /** Between `\htmlrtf` and `\htmlrtf0` stands what only RTF readers need. */
  readonly isRtfOnly: boolean;
}

/**
 * The HTML that Outlook wraps in RTF ([MS-OXRTFEX]): tags stand in `\*\htmltag` groups, their text between them.
 * `undefined` for RTF that wraps none.
 */
export function htmlFromRtf(rtf: Uint8Array, decode: Decode): string | undefined {
  const head = Buffer.from(rtf.subarray(0, 1_024)).toString("latin1");
  if (!head.includes("\\fromhtml")) return undefined;
  let encoding = "windows-1252";
  let html = "";
  let group: Group = { isTag: false, isSkipped: false, isRtfOnly: false };
  let isOptional = false;
  let toSkip = 0;
  let unicodeSkip = 1;
  const groups: Group[] = [];
  let pending: Uint8Array[] = [];
  const add = (text: string): void => {
    if (group.isSkipped || (group.isRtfOnly && !group.isTag)) return;
    html += group.isTag ? text : text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  };
  const flush = (): void => {
    if (pending.length > 0) add(decode(Buffer.concat(pending), encoding));
    pending = [];
  };
  readRtfTokens(rtf, {
    open() {
      flush();
      groups.push(group);
      toSkip = 0;
    },
    close() {
      flush();
      group = groups.pop() ?? group;
      toSkip = 0;
    },
    text(bytes) {
      isOptional = false;
      const skipped = Math.min(toSkip, bytes.byteLength);
      toSkip -= skipped;
      if (skipped < bytes.byteLength) pending.push(bytes.subarray(skipped));
    },
    word(name, value) {
      flush();
      if (name === "*") return void (isOptional = true);
      const wasOptional = isOptional;
      isOptional = false;
      if (name === "u") {
        toSkip = unicodeSkip;
        return add(String.fromCharCode((value ?? 0) & 0xffff));
      }
      if (name === "uc") unicodeSkip = Math.max(0, value ?? 1);
      else if (name === "ansicpg") encoding = codePageName(value) ?? encoding;
      else if (name === "htmlrtf") group = { ...group, isRtfOnly: value !== 0 };
      else if (name === "htmltag") group = { ...group, isTag: true };
      else if (name === "par" || name === "line") add("\r\n");
      else if (SYMBOLS.has(name)) add(SYMBOLS.get(name)!);
      else if ((destinationOf(name, wasOptional) ?? "text") !== "text") group = { ...group, isSkipped: true };
    },
  });
  flush();
  return html;
}
