import { writeXlsx } from "@runningtab/test-kit/office";
import { fact, type HandMadeFolder, nothing } from "./hand-made-folder.ts";

export const ferryLine: HandMadeFolder = {
  name: "ferry line",
  order: "Write answers.md with these facts about the ferry line.",
  files: {
    "tariffs.md": `# Tariffs of the Skarv line

The adult fare is 48 NOK in winter and 62 NOK in summer. A dog travels for 20 NOK, a bicycle for 35 NOK.

Group discount is 10 % for ten passengers or more and 15 % for thirty or more.

| Vehicle | Length up to | Single | Return |
| --- | --- | --- | --- |
| Car | 6 m | 180 NOK | 320 NOK |
| Van | 8 m | 260 NOK | 470 NOK |
| Lorry | 12 m | 540 NOK | 980 NOK |
`,
    "crew.csv":
      "Name,Post,Grade,Monthly salary,Since\nSiv Aune,Captain,K11,61 200,2012\nTor Bakke,Chief engineer,K9,54 700,2016\nLina Moe,Purser,K6,41 300,2019\n",
    "logbook/2024-08.txt": `Log of August 2024

On 12 August the port engine stopped because of a clogged filter. 214 passengers were delayed by 45 minutes.
No passengers were injured.
The mooring line on the quay at Holm is no longer inspected by Ragnar Dahl but by Lina Moe.
Fuel taken at Holm: 18,400 litres.
`,
    "fleet.xlsx": writeXlsx({
      sheets: [
        {
          name: "Fleet",
          rows: [
            ["Vessel", "Year built", "Passengers", "Cars", "Home port"],
            ["MF Skarv", 1998, 240, 38, "Holm"],
            ["MF Terne", 2011, 180, 24, "Vik"],
          ],
        },
      ],
    }),
  },
  facts: [
    fact("Adult fare in summer", "62 NOK", "tariffs.md"),
    fact("What does a bicycle cost?", "35 NOK", "tariffs.md"),
    fact("Return fare for a van", "470 NOK", "tariffs.md"),
    fact("Who is the captain?", "Siv Aune", "crew.csv"),
    fact("Salary of the chief engineer", "54 700", "crew.csv"),
    fact("Why did the port engine stop on 12 August?", "clogged filter", "logbook/2024-08.txt"),
    fact("Who inspects the mooring line at Holm?", "Lina Moe", "logbook/2024-08.txt"),
    fact("How many cars can MF Terne carry?", "24", "fleet.xlsx"),
    nothing("Name of the harbour master at Vik"),
    nothing("How many lifeboats does MF Skarv carry?"),
  ],
};
