/**
 * Where text goes. `text` is the story around it; `skip` is nowhere; the rest are stories of their own, tables of names,
 * and what the file says about itself.
 */
export type Destination =
  | "text"
  | "skip"
  | "fonts"
  | "styles"
  | "authors"
  | "author"
  | "info"
  | "note"
  | "comment"
  | "header"
  | "footer"
  | "textbox";

const DESTINATIONS: ReadonlyMap<string, Destination> = new Map<string, Destination>([
  ["fonttbl", "fonts"],
  ["stylesheet", "styles"],
  ["revtbl", "authors"],
  ["atnauthor", "author"],
  ["info", "info"],
  ["footnote", "note"],
  ["annotation", "comment"],
  ["shptxt", "textbox"],
  ["dptxbxtext", "textbox"],
  ...["header", "headerl", "headerr", "headerf"].map((name) => [name, "header"] as const),
  ...["footer", "footerl", "footerr", "footerf"].map((name) => [name, "footer"] as const),
  ...["fldrslt", "listtext", "pntext", "shpinst", "shppict", "ud", "do", "object", "result", "mmath", "moMath"].map(
    (name) => [name, "text"] as const,
  ),
  // Also known without `\*`: what they hold is no text of the document.
  ...(
    "pict fldinst colortbl objdata objclass objname sp nonshppict upr xe tc rxe bkmkstart bkmkend listtable " +
    "listoverridetable rsidtbl themedata colorschememapping datastore latentstyles generator xmlnstbl filetbl " +
    "mmathPr mmathPict falt panose fname template ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn background " +
    "atnid atndate atnref atrfstart atrfend nesttableprops htmltag mhtmltag"
  )
    .split(" ")
    .map((name) => [name, "skip"] as const),
]);

/** Where the group goes that begins with this word; `undefined` when the word begins none. Unknown optional ones are skipped. */
export function destinationOf(name: string, isOptional: boolean): Destination | undefined {
  return DESTINATIONS.get(name) ?? (isOptional ? "skip" : undefined);
}

/** Words that stand for characters. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["~", "\u00a0"],
  ["_", "\u2011"],
  ["tab", "\t"],
  ["line", "\n"],
  ["lbr", "\n"],
  ["emdash", "—"],
  ["endash", "–"],
  ["emspace", " "],
  ["enspace", " "],
  ["qmspace", " "],
  ["bullet", "•"],
  ["lquote", "‘"],
  ["rquote", "’"],
  ["ldblquote", "“"],
  ["rdblquote", "”"],
]);

export const INFO_TEXTS: ReadonlyMap<string, string> = new Map([
  ["title", "title"],
  ["subject", "subject"],
  ["author", "author"],
  ["operator", "lastModifiedBy"],
  ["keywords", "keywords"],
  ["doccomm", "description"],
  ["company", "company"],
]);

export const INFO_TIMES: ReadonlyMap<string, string> = new Map([
  ["creatim", "created"],
  ["revtim", "modified"],
]);
