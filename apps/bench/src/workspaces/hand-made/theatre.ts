import { writeDocx } from "@runningtab/test-kit/office";
import { fact, type HandMadeFolder, nothing } from "./hand-made-folder.ts";

export const theatre: HandMadeFolder = {
  name: "theatre",
  order: "Write answers.md. Later decisions count.",
  files: {
    "minutes/2024-03-04.md": `# Minutes, 4 March 2024

- The premiere of Winter Garden is on 18 October 2024.
- The set budget of Winter Garden is 46,000 euros.
- Stage manager for Winter Garden: Paula Stein.
`,
    "minutes/2024-06-10.md": `# Minutes, 10 June 2024

- The premiere of Winter Garden moves from 18 October to 1 November 2024.
- Henrik Olsen replaces Paula Stein as stage manager for Winter Garden.
- The set budget was discussed; nothing was decided.
`,
    "contracts/costumes.docx": writeDocx({
      blocks: [
        { type: "heading", level: 1, text: "Costume agreement" },
        {
          type: "paragraph",
          text: "This agreement is made between Lantern Theatre and Velvet & Thread Ltd. It was signed for Velvet & Thread by Orla Quinn and for Lantern Theatre by Ben Adeyemi on 2 April 2024.",
        },
        { type: "paragraph", text: "The law that governs this agreement is that of Ireland." },
        {
          type: "paragraph",
          text: "The agreement runs for 18 months from 1 May 2024. The fee is payable within 30 days of invoice.",
        },
      ],
    }),
    "house/seating.md": `# House

| Level | Seats | Row price |
| --- | --- | --- |
| Stalls | 310 | 42 |
| Circle | 190 | 35 |
| Gallery | 84 | 18 |

The box office is open from 10 am to 6 pm on weekdays and from 2 pm to 8 pm on Saturdays.
The house lights are not halogen but LED.
`,
  },
  facts: [
    fact("Date of the premiere of Winter Garden", "1 November 2024", "minutes/2024-06-10.md"),
    fact("Who is the stage manager for Winter Garden?", "Henrik Olsen", "minutes/2024-06-10.md"),
    fact("Set budget of Winter Garden", "46,000", "minutes/2024-03-04.md"),
    fact("Who signed the costume agreement for Lantern Theatre?", "Ben Adeyemi", "contracts/costumes.docx"),
    fact("Governing law of the costume agreement", "Ireland", "contracts/costumes.docx"),
    fact("How long does the costume agreement run?", "18 months", "contracts/costumes.docx"),
    fact("Number of seats in the gallery", "84", "house/seating.md"),
    fact("Opening hours of the box office on Saturdays", "2 pm to 8 pm", "house/seating.md"),
    nothing("Who designs the lighting of Winter Garden?"),
    nothing("Number of dressing rooms"),
  ],
};
