import { writeXlsx } from "@runningtab/test-kit/office";
import { json, separated, text, type StoryFiles } from "./files.ts";

/** Lines, servers, telephones and the order in which they are switched over. */
export function itFiles(): StoryFiles {
  return {
    "it/internet-line-kiln-yard.json": json({
      site: "Kiln Yard",
      service: "internet line, fibre",
      supplier: "Fenwire",
      contractNumber: "FN-20931-K",
      bandwidthMbitPerSecond: 1000,
      minimumTermMonths: 36,
      ordered: "2024-07-01",
      ready: "2024-08-26",
    }),
    "it/internet-line-tanner-street.json": json({
      site: "14 Tanner Street",
      service: "internet line, copper",
      supplier: "Oldnet",
      contract: "ON-7714",
      bandwidthMbitPerSecond: 100,
      cancelledFor: "2024-09-30",
    }),
    "it/internet-line-quotes.csv": separated(
      ",",
      ["supplier", "bandwidth", "per month", "installation"],
      ["Fenwire", "1000 Mbit/s", "£410", "£1,900"],
      ["Oldnet", "500 Mbit/s", "£385", "£0"],
      ["Gridlake", "1000 Mbit/s", "£455", "£600"],
    ),
    "it/server-room.yaml": text(
      "room: archive room, basement",
      "cooling:",
      "  units: 2",
      "  capacity_kw: 7.5",
      "racks:",
      "  - name: A",
      "    height_units: 42",
      "  - name: B",
      "    height_units: 24",
      "door_code_changed: 2024-07-02",
    ),
    "it/cutover-plan.md": text(
      "# Switching over",
      "",
      "1. Friday 17:00: last backup at Tanner Street.",
      "2. Friday 18:30: file server shut down and packed.",
      "3. Saturday 09:00: racks at Kiln Yard wired.",
      "4. Saturday 15:00: file server up, tested by Wei Zhang.",
      "5. Sunday 12:00: telephones switched.",
    ),
    "it/cutover-plan-draft.md": text(
      "# Switching over (draft, not agreed)",
      "",
      "1. Thursday 17:00: last backup at Tanner Street.",
      "2. Friday 12:00: file server shut down and packed.",
      "3. Saturday 12:00: file server up.",
    ),
    "it/telephone-numbers.tsv": separated(
      "\t",
      ["team", "number", "kept"],
      ["Reception", "0100 555 210", "yes"],
      ["Transport", "0100 555 223", "yes"],
      ["Fax", "0100 555 299", "no"],
    ),
    "it/asset-register.xlsx": writeXlsx({
      title: "Assets",
      sheets: [
        {
          name: "Computers",
          rows: [
            ["Tag", "Kind", "Bought", "Value"],
            ["NB-0412", "workstation", { date: "2022-02-14" }, 1840],
            ["NB-0413", "workstation", { date: "2022-02-14" }, 1840],
            ["NB-0506", "laptop", { date: "2023-10-02" }, 1275],
          ],
        },
        {
          name: "Plotters",
          rows: [
            ["Tag", "Kind", "Width mm"],
            ["NB-0077", "plotter", 1067],
          ],
        },
      ],
    }),
  };
}
