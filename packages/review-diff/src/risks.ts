import type { Change, Risk } from "./file-diff.ts";

/** Functions that fetch, open or run something outside the document, in spreadsheets of any maker. */
const OUTSIDE_FUNCTIONS =
  /\b(WEBSERVICE|FILTERXML|HYPERLINK|IMAGE|IMPORTXML|IMPORTDATA|IMPORTHTML|IMPORTFEED|IMPORTRANGE|RTD|DDE|CALL|REGISTER(?:\.ID)?|EXEC)\s*\(/i;
/** `cmd|'/c calc'!A1`: a formula that starts a program. */
const DDE_LINK = /[\w.]+\|(?:'[^']*'|[\w.]+)!/;
/** `[Other.xlsx]Sheet1!A1`, and `[1]Sheet1!A1` as workbooks store it. */
const OTHER_WORKBOOK = /\[(?:\d+|[^\][]+\.[a-z]{3,4})\][^\][!]*!/i;
const SCRIPT = /<script\b|\b(?:javascript|vbscript):/i;
/** Marks that turn the direction of writing, and characters that show nothing; joiners have their use in many scripts. */
const INVISIBLE = /[\u200b\u2060\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/u;
const HIDDEN = "[hidden: ";

const FORMULA_SUBJECTS = new Set(["formula", "cell", "row", "column", "sheet"]);

/** What a change brings in that a reviewer should look at twice, whatever its size. */
export function risksOf({ subject, address, before = "", after = "" }: Omit<Change, "id">): readonly Risk[] {
  const risks: Risk[] = [];
  const isNew = (pattern: RegExp): boolean => pattern.test(after) && !pattern.test(before);
  if (FORMULA_SUBJECTS.has(subject)) {
    for (const formula of after.split(/ \| |\n/)) {
      const reason = outsideReason(formula);
      if (reason !== undefined) risks.push({ kind: "formula-reaches-outside", address, detail: reason });
    }
  }
  if (isNew(SCRIPT) || (subject === "script" && after !== ""))
    risks.push({ kind: "script", address, detail: "a script or a link that runs one" });
  if (isNew(INVISIBLE)) {
    risks.push({
      kind: "invisible-characters",
      address,
      detail: "characters that show nothing or turn the text around",
    });
  }
  const isHidden = (subject === "sheet" || subject === "slide") && after === "hidden";
  if (isHidden || (after.includes(HIDDEN) && !before.includes(HIDDEN))) {
    risks.push({
      kind: "hidden-content",
      address,
      detail: isHidden ? `the ${subject} is hidden` : "text that is not shown",
    });
  }
  return risks;
}

/** Why a formula reaches outside its document; also of a text that a spreadsheet would take for a formula. */
function outsideReason(content: string): string | undefined {
  if (!/^[=+@-]/.test(content)) return undefined;
  const formula = content.replace(/"(?:[^"]|"")*"/g, '""');
  const name = OUTSIDE_FUNCTIONS.exec(formula)?.[1];
  if (name !== undefined) return `the formula calls ${name.toUpperCase()}`;
  if (DDE_LINK.test(formula)) return "the formula starts a program (DDE)";
  return OTHER_WORKBOOK.test(formula) ? "the formula reads another workbook" : undefined;
}

/** Endings of files that a system runs, or that run something when they are opened. */
const PROGRAM =
  /\.(?:exe|dll|com|scr|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|jar|app|sh|command|docm|xlsm|pptm|dotm)$/i;

/** What a file that came into an archive or mail may do by its name or kind. */
export function risksOfFile(
  { name, isLink }: { readonly name: string; readonly isLink?: true },
  address: string,
): readonly Risk[] {
  const leaves = /^(?:[\\/]|[A-Za-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(name);
  return [
    ...(isLink === true ? [{ kind: "link", address, detail: "a link to another place in the file system" }] : []),
    ...(leaves
      ? [{ kind: "outside-path", address, detail: "a name that leads out of the folder it is unpacked to" }]
      : []),
    ...(PROGRAM.test(name) ? [{ kind: "program", address, detail: "a file that runs when it is opened" }] : []),
  ];
}

/** Losses of the parsed view that are risks when they come or grow, and what each means. */
const RISKY_LOSSES: ReadonlyMap<string, string> = new Map([
  ["macros", "macros"],
  ["external-links", "links to other workbooks"],
  ["embedded-objects", "embedded objects"],
  ["scripts", "scripts"],
  ["hidden-rows", "hidden rows"],
  ["hidden-columns", "hidden columns"],
]);

/** The risk that a thing which the parsed view only counts has come or grown; `undefined` where it is none. */
export function riskOfLoss(kind: string, before: number, after: number): Risk | undefined {
  const name = RISKY_LOSSES.get(kind);
  if (name === undefined || after <= before) return undefined;
  return { kind, address: "", detail: `${name}: ${before} before, ${after} after` };
}
