import { fact, type HandMadeFolder, nothing } from "./hand-made-folder.ts";

export const vetClinic: HandMadeFolder = {
  name: "vet clinic",
  order: "Create answers.md with one line for each:",
  files: {
    "staff.md": `# Staff

| Duty | Mornings | Evenings |
| --- | --- | --- |
| Reception | Dana Wirth | Igor Salk |
| Surgery | Dr Mara Finch | on call |
| Kennel | early shift | late shift |

Every employee has 27 days of annual leave; trainees have 30.
Notice is four weeks in the first year and three months after that.
`,
    "fees.txt": `Consultation: 55 EUR
Consultation at night: 110 EUR
Vaccination of a cat costs 48 EUR, of a dog 62 EUR, of a rabbit 39 EUR.
Microchip: 35 EUR
X-ray: see the list of the laboratory
`,
    "closing.md": `# Closing times

The clinic is closed from 22 July to 4 August 2025 for the summer holidays and from 24 December 2025 to 2 January 2026 for Christmas.
In 2024 the summer closing was from 15 to 28 July.
`,
    "config/pump.yaml": `pump:
  port: 8443
  hostname: pump-a.clinic.local
  alarm:
    low_pressure_bar: 1.8
    recipient: Dana Wirth
backup:
  port: 9022
  retention_days: 90
`,
    "mail/2025-02-11.txt": `From: Igor Salk
Date: 11 February 2025
Subject: Oxygen supplier

From 1 March our oxygen supplier is no longer AirMed but Nordgas. The delivery day changes from Tuesday to Thursday.
None of the bottles were lost in the move. The deposit per bottle is 80 EUR.
`,
  },
  facts: [
    fact("Who is at reception in the evenings?", "Igor Salk", "staff.md"),
    fact("Number of days of annual leave", "27 days", "staff.md"),
    fact("Price of the vaccination of a dog", "62 EUR", "fees.txt"),
    fact("Summer closing dates in 2025", "22 July to 4 August 2025", "closing.md"),
    fact("Which port does the backup use?", "9022", "config/pump.yaml"),
    fact("Low pressure alarm of the pump", "1.8", "config/pump.yaml"),
    fact("Who supplies the oxygen?", "Nordgas", "mail/2025-02-11.txt"),
    fact("Oxygen delivery day", "Thursday", "mail/2025-02-11.txt"),
    nothing("Who works in the kennel in the mornings?"),
    nothing("Price of an X-ray"),
  ],
};
