import { writeDocx, writePdf, writeXlsx } from "@runningtab/test-kit/office";
import { separated, text, type StoryFiles } from "./files.ts";

/** Staff numbers, notices to staff, and the house rules. */
export function peopleFiles(): StoryFiles {
  return {
    "hr/headcount-by-team-2024.csv": separated(
      ",",
      ["Team", "Head", "People in 2024", "Part-time"],
      ["Strategy", "Ines Roth", 17, 3],
      ["Transport", "Leo Marsden", 23, 5],
      ["Landscape", "Aiko Mori", 19, 6],
      ["Housing", "Samir Haddad", 28, 4],
      ["Models and graphics", "Wei Zhang", 11, 2],
      ["Administration", "Priya Nair", 14, 7],
    ),
    "hr/headcount-by-team-2022.csv": separated(
      ",",
      ["Team", "Head", "People in 2022", "Part-time"],
      ["Strategy", "Ines Roth", 15, 2],
      ["Transport", "Gail Prior", 20, 4],
      ["Landscape", "Aiko Mori", 16, 5],
      ["Housing", "Samir Haddad", 25, 4],
      ["Administration", "Priya Nair", 13, 6],
    ),
    "hr/working-patterns-survey.xlsx": writeXlsx({
      title: "Working patterns",
      sheets: [
        {
          name: "Answers",
          rows: [
            ["Team", "Days in the office", "Wants a fixed desk", "Answers"],
            ["Strategy", 2.5, { value: 0.4, format: "0%" }, 15],
            ["Transport", 3.1, { value: 0.55, format: "0%" }, 21],
            ["Landscape", 2.8, { value: 0.5, format: "0%" }, 18],
            ["Housing", 3.4, { value: 0.62, format: "0%" }, 26],
          ],
        },
      ],
    }),
    "hr/staff-notice-1.docx": writeDocx({
      title: "Staff notice 1",
      blocks: [
        { type: "heading", text: "We are looking for a new home" },
        {
          type: "paragraph",
          text: "The partners have given notice at Tanner Street. The move is planned for the autumn; the weekend is still open.",
        },
        {
          type: "list",
          items: ["No one has to move house.", "Desks will be shared within teams.", "Ask Priya Nair about parking."],
        },
      ],
    }),
    "hr/staff-notice-2.docx": writeDocx({
      title: "Staff notice 2",
      blocks: [
        { type: "heading", text: "Packing" },
        {
          type: "paragraph",
          text: "Each person gets two crates. Crates are handed out on the Monday before the move and collected on the Friday.",
        },
        { type: "paragraph", text: "Personal plants travel in your own car." },
      ],
    }),
    "hr/first-aiders.txt": text(
      "First aiders",
      "Tanner Street: Gail Prior, Samir Haddad",
      "Kiln Yard: Samir Haddad, Aiko Mori (from September)",
    ),
    "policies/archive-retention.txt": text(
      "ARCHIVE RULES (in force since 1 January 2023)",
      "",
      "1. Closed application files are kept for 12 years, counted from the decision.",
      "2. Drafts and superseded drawings are kept for 2 years.",
      "3. Personnel files follow their own rule and are not part of this one.",
      "4. Boxes carry the year of the decision on the short side.",
    ),
    "policies/superseded/archive-retention-2015.txt": text(
      "ARCHIVE RULES (superseded; in force from 2015 until the end of 2022)",
      "",
      "1. Closed application files are kept for 10 years.",
      "2. Drafts are kept for 1 year.",
    ),
    "policies/access-rules.html": text(
      "<!doctype html>",
      '<html lang="en"><head><meta charset="utf-8"><title>Access to the building</title></head><body>',
      "<h1>Access to the building</h1>",
      "<p>A lost key card costs its owner £15.</p>",
      "<table><tr><th>Door</th><th>Open</th></tr><tr><td>Yard gate</td><td>06:30 to 20:00</td></tr><tr><td>Front door</td><td>07:00 to 19:00</td></tr></table>",
      "</body></html>",
    ),
    "policies/visitors.html": text(
      "<!doctype html>",
      '<html lang="en"><head><meta charset="utf-8"><title>Visitors</title></head><body>',
      "<h1>Visitors</h1><p>Visitors are met at the front door and sign the book. School classes come on Thursdays only.</p>",
      "</body></html>",
    ),
    "policies/desk-sharing.md": text(
      "# Desk sharing",
      "",
      "Seven desks serve ten people. A desk is cleared in the evening.",
      "The model workshop and the reception are excepted.",
    ),
    "policies/environment.pdf": writePdf({
      title: "Environmental policy",
      pages: [
        [
          { type: "heading", text: "Environmental policy" },
          {
            type: "paragraph",
            text: "Northbeck Planning wants to halve its use of energy per person by 2030, measured against 2019.",
          },
          { type: "paragraph", text: "Furniture that is not taken along is given away before it is thrown away." },
        ],
      ],
    }),
  };
}
