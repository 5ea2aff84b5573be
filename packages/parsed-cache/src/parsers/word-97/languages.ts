/** Primary languages whose documents of before Unicode are in another code page than the western one. */
const CODE_PAGES: ReadonlyMap<number, string> = new Map([
  [0x01, "windows-1256"],
  [0x02, "windows-1251"],
  [0x05, "windows-1250"],
  [0x08, "windows-1253"],
  [0x0d, "windows-1255"],
  [0x0e, "windows-1250"],
  [0x15, "windows-1250"],
  [0x18, "windows-1250"],
  [0x19, "windows-1251"],
  [0x1b, "windows-1250"],
  [0x1f, "windows-1254"],
  [0x22, "windows-1251"],
  [0x25, "windows-1257"],
  [0x26, "windows-1257"],
  [0x27, "windows-1257"],
]);

/** The code page that goes with a Windows language identifier. */
export function codePageOfLanguage(language: number): string {
  return CODE_PAGES.get(language & 0x3ff) ?? "windows-1252";
}
