import { writeXlsx } from "@runningtab/test-kit/office";
import { fact, type HandMadeFolder, nothing } from "./hand-made-folder.ts";

export const orchard: HandMadeFolder = {
  name: "orchard",
  order: "Please put the following into answers.md:",
  files: {
    "prices.csv":
      "Variety,Buyer,Season,Price per kg (EUR)\nElstar,Holt Juice,2023,0.42\nElstar,Holt Juice,2024,0.47\nElstar,Green Basket,2024,0.61\nBoskoop,Holt Juice,2024,0.39\n",
    "rules.md": `# Rules for helpers

Helpers receive 12 kg of apples per day in September and 9 kg in October.
The ladder check is done by Nils Frey every Monday, the press check by Aylin Kaya every Friday.
Annual membership is 36 euros for adults and 15 euros for pupils; families pay 60 euros.
Members have 14 days of right of withdrawal.
Children under 10 are not allowed on ladders.
`,
    "notes/sprayer.txt": `Sprayer repair

The sprayer was repaired on 3 May 2024 by Agrar Service Lenz. The cost was not 640 euros, as offered, but 710 euros.
Next service: May 2026
Nozzles (replacement): up to 3 per season
`,
    "yield.xlsx": writeXlsx({
      sheets: [
        {
          name: "Yield",
          rows: [
            ["Yield in tonnes", 2022, 2023, 2024],
            ["Elstar", 18.4, 21.7, 16.9],
            ["Boskoop", 9.1, 8.8, 10.2],
            ["Total", 27.5, 30.5, 27.1],
          ],
        },
      ],
    }),
  },
  facts: [
    fact("Price per kg of Elstar from Green Basket in 2024", "0.61", "prices.csv"),
    fact("Price per kg of Elstar for Holt Juice in 2023", "0.42", "prices.csv"),
    fact("How many kg of apples do helpers receive per day in October?", "9 kg", "rules.md"),
    fact("Who checks the press?", "Aylin Kaya", "rules.md"),
    fact("Annual membership fee for pupils", "15 euros", "rules.md"),
    fact("Cost of the sprayer repair", "710 euros", "notes/sprayer.txt"),
    fact("Yield of Boskoop in 2023", "8.8", "yield.xlsx"),
    fact("Total yield in 2024", "27.1", "yield.xlsx"),
    nothing("Number of nozzles of the sprayer"),
    nothing("Yield of Elstar in 2019"),
  ],
};
