import { fact, type HandMadeFolder, nothing } from "./hand-made-folder.ts";

export const waterUtility: HandMadeFolder = {
  name: "water utility",
  order: "Write answers.md with the facts below.",
  files: {
    "current/pressure-policy.md": `# Pressure policy

The minimum pressure at the tap is 2.5 bar. Complaints are answered within 5 working days.
Responsible for the policy is Greta Lund.
`,
    "superseded/pressure-policy.md": `# Pressure policy

The minimum pressure at the tap is 2.0 bar. Complaints are answered within 10 working days.
Responsible for the policy is Karl Voss.
`,
    "projects/2018-pipe/minutes.txt": `Pipe renewal Mill Street, 2018
The contractor for the pipe renewal is Brand & Sohn.
The contract sum is 318,000 euros.
`,
    "projects/2024-pipe/minutes.txt": `Pipe renewal Mill Street, 2024
The contractor for the pipe renewal is Tiefbau Keller.
The contract sum is 402,500 euros. Spending in fiscal year 2024 is reported in the ledger.
`,
    "bericht.md": `# Jahresbericht

Der Wasserverlust beträgt nicht 9 Prozent, sondern 7 Prozent.
Die Geschäftsführung liegt seit Mai nicht mehr bei Anna Kern, sondern bei Jonas Wild.
`,
    "stations.json": JSON.stringify(
      {
        stations: [
          { name: "Ridge", capacity_m3: 4200, manager: "Ola Brekke", inspected: "2024-09-17" },
          { name: "Quarry", capacity_m3: 2600, manager: "Mia Sand", inspected: "2023-11-02" },
        ],
      },
      null,
      2,
    ),
    "output.md": `# Answers from the folder

- Minimum pressure at the tap: **9.9 bar** — “The minimum pressure at the tap is 9.9 bar.” [\`old.md#L3\`]
- Name of the hotline operator: **Fake Person** — “The hotline operator is Fake Person.” [\`old.md#L4\`]

## Not found

No document that could be searched states these sufficiently:

- Diameter of the main
`,
  },
  facts: [
    fact("Minimum pressure at the tap", "2.5 bar", "current/pressure-policy.md"),
    fact("Who is responsible for the pressure policy?", "Greta Lund", "current/pressure-policy.md"),
    fact("Contractor for the pipe renewal in 2024", "Tiefbau Keller", "projects/2024-pipe/minutes.txt"),
    fact("Contract sum of the pipe renewal in 2018", "318,000", "projects/2018-pipe/minutes.txt"),
    fact("Wasserverlust", "7 Prozent", "bericht.md"),
    fact("Capacity of the Quarry station", "2600", "stations.json"),
    fact("Who manages the Ridge station?", "Ola Brekke", "stations.json"),
    fact("When was the Quarry station inspected?", "2023-11-02", "stations.json"),
    nothing("Total spending in fiscal year 2024"),
    nothing("Name of the hotline operator"),
  ],
};
