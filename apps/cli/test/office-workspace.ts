import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { writeDocx, writePdf, writeXlsx } from "@runningtab/test-kit/office";
import { afterAll, beforeAll } from "vitest";

/** Moves a cursor, turns text around, and is a live escape in terminals that read C1 controls. */
export const HOSTILE = "\u001b[2J\u202e\u009b31m";

export interface OfficeWorkspace {
  readonly root: string;
  readonly state: string;
  /** `--workspace` and `--state` with their values. */
  readonly options: readonly string[];
}

/**
 * Below `folder`: a workspace with one document of each kind that the commands read and two that cannot be read, and a
 * folder for state beside it.
 */
export function makeOfficeWorkspace(folder = temporaryFolder("office")): OfficeWorkspace {
  const [root, state] = [join(folder, "files"), join(folder, "state")];
  writeOfficeFiles(root);
  return { root, state, options: ["--workspace", root, "--state", state] };
}

/** One workspace for all tests of a file that leave it as it is: what one of them parsed serves the others. */
export function sharedOfficeWorkspace(): () => OfficeWorkspace {
  let folder: string;
  let workspace: OfficeWorkspace;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "runningtab-office-")));
    workspace = makeOfficeWorkspace(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => workspace;
}

export function writeOfficeFiles(root: string): void {
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "policies/travel.pdf": writePdf({
      pages: [
        [{ type: "paragraph", text: "Rail travel is booked in second class." }],
        [
          { type: "heading", text: "Hotels" },
          { type: "paragraph", text: "The hotel allowance in Lyon is 120 EUR a night." },
        ],
      ],
    }),
    "finance/budget.xlsx": writeXlsx({
      sheets: [
        {
          name: "Plan",
          rows: [
            ["item", "amount"],
            ["rent", 4200],
            ["movers", { value: 1800, formula: "900*2" }],
          ],
        },
      ],
    }),
    "contracts/lease.docx": writeDocx({
      blocks: [
        { type: "heading", text: "Lease" },
        { type: "paragraph", text: "The notice period is six months." },
        { type: "paragraph", text: "The deposit is three monthly rents." },
      ],
    }),
    "finance/rates.csv": "city,rate\nLyon,120\nParis,150\n",
    "notes/cars.txt": "Private cars\nThe mileage rate is 0.42 EUR per km.\nIt holds since May.\n",
    "notes/hostile.txt": `before ${HOSTILE} turnaround after\n`,
    "damaged.docx": new Uint8Array([0x50, 0x4b, 3, 4, ...new Uint8Array(200).fill(7)]),
    "image.bin": new Uint8Array([0, 1, 2, 3, 255, 254]),
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}
