import { writeDocx, writePdf, writePptx, writeXlsx } from "@runningtab/test-kit/office";
import { text, type StoryFiles } from "./files.ts";

const money = `"£"#,##0`;

/** The two buildings: lease papers, surveys, and how Kiln Yard came to be chosen. */
export function propertyFiles(): StoryFiles {
  return {
    "property/lease/kiln-yard-heads-of-terms-v1.docx": writeDocx({
      title: "Heads of terms, first draft",
      author: "Ines Roth",
      blocks: [
        { type: "heading", text: "Kiln Yard: heads of terms (first draft)" },
        {
          type: "paragraph",
          text: "Draft of 11 March 2024, for discussion between Northbeck Planning and Dovecote Estates.",
        },
        { type: "paragraph", text: "Premises: ground, first and second floor of Kiln Yard, 3 Potter's Lane." },
        { type: "paragraph", text: "The monthly rent is £17,200, payable in advance on the first of each month." },
        { type: "paragraph", text: "The lease runs for ten years from 1 August 2024." },
        { type: "paragraph", text: "The deposit equals two months' rent." },
      ],
    }),
    "property/lease/kiln-yard-heads-of-terms-amended.docx": writeDocx({
      title: "Heads of terms, amended",
      author: "Ines Roth",
      header: "Northbeck Planning – confidential",
      blocks: [
        { type: "heading", text: "Kiln Yard: heads of terms (amended)" },
        { type: "paragraph", text: "Amended after the meeting with Dovecote Estates on 9 May 2024." },
        { type: "heading", level: 2, text: "Premises and term" },
        { type: "paragraph", text: "Premises: ground, first and second floor of Kiln Yard, 3 Potter's Lane." },
        {
          type: "paragraph",
          text: [
            "The lease runs for ten years from ",
            { text: "1 August", revision: { kind: "deleted", author: "Ines Roth", date: "2024-05-10T08:12:00Z" } },
            { text: "1 September", revision: { kind: "inserted", author: "Ines Roth", date: "2024-05-10T08:12:00Z" } },
            " 2024, with a break after year five.",
          ],
        },
        { type: "heading", level: 2, text: "Rent and deposit" },
        {
          type: "paragraph",
          text: [
            "The monthly rent for Kiln Yard is ",
            { text: "£17,950", revision: { kind: "deleted", author: "Tom Okafor", date: "2024-05-10T09:40:00Z" } },
            {
              text: "£18,400",
              revision: { kind: "inserted", author: "Tom Okafor", date: "2024-05-10T09:40:00Z" },
              comment: {
                author: "Ines Roth",
                text: "In return for the landlord paying for the second lift. Agreed by phone.",
              },
            },
            ", payable in advance on the first of each month",
            { text: ".", footnote: "Service charge and business rates come on top." },
          ],
        },
        { type: "paragraph", text: "The deposit equals three months' rent." },
        {
          type: "table",
          rows: [
            ["Charge", "Basis", "Per quarter"],
            ["Service charge", "floor area", "£6,120"],
            ["Building insurance", "share of 38 %", "£1,480"],
          ],
        },
      ],
    }),
    "property/lease/tanner-street-lease-notes.md": text(
      "# Tanner Street: what the old lease says",
      "",
      "- Premises: 14 Tanner Street, first and third floor.",
      "- Rent: £12,600 a month, last reviewed in April 2021.",
      "- Notice: six months, to the end of a quarter. Notice was given on 25 March 2024.",
      "- The lease ends on 30 September 2024.",
      "- Partition walls put in during the 2019 refit have to be taken out again.",
    ),
    "property/lease/tanner-street-dilapidations.pdf": writePdf({
      title: "Schedule of dilapidations",
      pages: [
        [
          { type: "heading", text: "14 Tanner Street: schedule of dilapidations" },
          {
            type: "paragraph",
            text: "Prepared for Northbeck Planning by Marsh & Lyle, building surveyors, on 3 June 2024.",
          },
          {
            type: "table",
            widths: [230, 130, 100],
            right: [2],
            rows: [
              ["Work", "Where", "Estimate"],
              ["Remove partition walls", "third floor", "£5,300"],
              ["Repaint to original colour", "first and third floor", "£7,150"],
              ["Replace carpet tiles", "first floor", "£3,900"],
              ["Disconnect data cabinet", "third floor", "£640"],
            ],
          },
          {
            type: "paragraph",
            text: "The sum of the estimates is £16,990. A cash settlement may be cheaper than doing the work.",
          },
        ],
      ],
    }),
    "property/surveys/kiln-yard-floor-survey.pdf": writePdf({
      title: "Floor survey of Kiln Yard",
      pages: [
        [
          { type: "heading", text: "Kiln Yard: measured floor survey" },
          {
            type: "paragraph",
            text: "Marsh & Lyle measured the building on 22 and 23 April 2024 by laser. Areas are net internal areas in square metres. The tables on the next page replace the areas given in the letting brochure.",
          },
          {
            type: "paragraph",
            text: "The building was a pottery until 1978 and was converted into offices in 2006. Floors are level to within 12 mm.",
          },
          { type: "paragraph", text: "Goods can be brought in through the yard only; the gate is 2.9 m wide." },
        ],
        [
          { type: "heading", text: "Areas and capacity by floor" },
          {
            type: "table",
            widths: [150, 110, 80, 120],
            right: [1, 2, 3],
            rows: [
              ["Floor", "Net internal area", "Desks", "Meeting rooms"],
              ["Ground floor", "402.0", "28", "3"],
              ["First floor", "511.5", "56", "2"],
              ["Second floor", "486.5", "42", "4"],
            ],
          },
          { type: "paragraph", text: "Desk numbers follow the layout of 15 April 2024." },
          {
            type: "table",
            widths: [150, 110, 120],
            right: [1],
            rows: [
              ["Shared space", "Area", "Remark"],
              ["Model workshop", "64.0", "ground floor"],
              ["Archive room", "38.5", "basement, dry"],
            ],
          },
        ],
      ],
    }),
    "property/surveys/tanner-street-floor-survey.pdf": writePdf({
      title: "Floor survey of Tanner Street",
      pages: [
        [
          { type: "heading", text: "14 Tanner Street: measured floor survey (2018)" },
          { type: "paragraph", text: "Measured before the refit. Areas are net internal areas in square metres." },
          {
            type: "table",
            widths: [150, 110, 80],
            right: [1, 2],
            rows: [
              ["Floor", "Net internal area", "Desks"],
              ["First floor", "388.0", "47"],
              ["Third floor", "365.0", "44"],
            ],
          },
        ],
      ],
    }),
    "property/surveys/kiln-yard-fire-safety.pdf": writePdf({
      title: "Fire safety report",
      pages: [
        [
          { type: "heading", text: "Kiln Yard: fire safety" },
          {
            type: "paragraph",
            text: "The second floor may hold at most 90 people until the yard stair is widened. The ground floor has no limit of its own.",
          },
          {
            type: "paragraph",
            text: "Extinguishers were last serviced in January 2024. A drill is due within four weeks of moving in.",
          },
        ],
      ],
    }),
    "property/surveys/kiln-yard-site-plan-scan.pdf": writePdf({
      title: "Site plan (scan)",
      pages: [[{ type: "image" }]],
    }),
    "property/options/site-comparison.xlsx": writeXlsx({
      title: "Sites compared",
      sheets: [
        {
          name: "Scores",
          rows: [
            ["Site", "Rent per month", "Area m2", "Walk to station, minutes", "Score"],
            ["Kiln Yard", { value: 17950, format: money }, 1400, 9, 81],
            ["Brewery Lofts", { value: 19800, format: money }, 1350, 4, 74],
            ["Science Park 7", { value: 14300, format: money }, 1520, 31, 58],
            ["Stay at Tanner Street", { value: 12600, format: money }, 753, 6, 49],
          ],
        },
        {
          name: "Weights",
          rows: [
            ["Criterion", "Weight"],
            ["Rent", 0.35],
            ["Area", 0.25],
            ["Access", 0.25],
            ["Light", 0.15],
          ],
        },
        { name: "Scratch", hidden: true, rows: [["old offer Brewery Lofts", 21000]] },
      ],
    }),
    "property/options/site-comparison-notes.md": text(
      "# Notes on the comparison of sites",
      "",
      "The rents in the workbook are the offers of April 2024 and have not been updated since.",
      "Science Park 7 fell out because of the walk; Brewery Lofts because of the service charge.",
      "",
      "| Site | Visited | By |",
      "| --- | --- | --- |",
      "| Kiln Yard | 12 March 2024 | Ines Roth, Wei Zhang |",
      "| Brewery Lofts | 19 March 2024 | Tom Okafor |",
      "| Science Park 7 | 20 March 2024 | Tom Okafor |",
    ),
    "property/options/shortlist.pptx": writePptx({
      title: "Shortlist",
      slides: [
        { title: "Three sites on the shortlist", bullets: ["Kiln Yard", "Brewery Lofts", "Science Park 7"] },
        { title: "Why Kiln Yard leads", bullets: ["Model workshop on the ground floor", "Room to grow by a fifth"] },
      ],
    }),
  };
}
