import { writeEml, writePptx, writeXlsx } from "@runningtab/test-kit/office";
import { separated, text, type StoryFiles } from "./files.ts";

const people = {
  ines: "Ines Roth <ines.roth@northbeck.example>",
  tom: "Tom Okafor <tom.okafor@northbeck.example>",
  priya: "Priya Nair <priya.nair@northbeck.example>",
  alder: "Jo Alder <jo@alder-removals.example>",
  wei: "张伟 <wei.zhang@northbeck.example>",
};

/** Minutes, mail, plans for the weekend, and the leftovers of an earlier refit. */
export function meetingFiles(): StoryFiles {
  return {
    "README.txt": text(
      "Northbeck Planning, shared folder of the move project.",
      "Ask Tom Okafor before deleting anything.",
    ),
    "minutes/2024-03-14-move-committee.md": text(
      "# Move committee, 14 March 2024",
      "",
      "Present: Ines Roth (chair), Tom Okafor, Priya Nair, Wei Zhang.",
      "",
      "- Three sites will be visited.",
      "- The office should move on a weekend in October 2024 at the latest; no date is fixed.",
      "- Notice at Tanner Street is to be given before the quarter ends.",
    ),
    "minutes/2024-05-16-move-committee.md": text(
      "# Move committee, 16 May 2024",
      "",
      "Present: Ines Roth (chair), Tom Okafor, Priya Nair.",
      "",
      "- Kiln Yard is chosen; the landlord's change to the rent is accepted.",
      "- Tom asks for removal quotes. A weekend in the first half of September is wanted.",
      "- The furniture comes from Suzhou unless the delivery slips.",
    ),
    "minutes/2024-06-27-move-committee.md": text(
      "# Move committee, 27 June 2024",
      "",
      "Present: Ines Roth (chair), Tom Okafor, Priya Nair, Wei Zhang, Leo Marsden.",
      "",
      "## Decisions",
      "",
      "- The office moves on the weekend of 14–15 September 2024.",
      "- Teams pack floor by floor, Housing first.",
      "- The plotters are moved by their maker.",
      "",
      "## Open",
      "",
      "- Who takes the old kitchen?",
    ),
    "minutes/2024-06-27-agenda.txt": text(
      "Agenda, move committee, 27 June",
      "1. Date of the move",
      "2. Packing",
      "3. Plotters",
      "4. Any other business",
    ),
    "mail/2024-05-29-alder-first-quote.eml": writeEml({
      from: people.alder,
      to: people.tom,
      subject: "Our quote for your removal",
      date: "Wed, 29 May 2024 10:04:00 +0100",
      body: "Dear Tom,\n\nour quote for the removal is attached: the price is £26,200 for two days.\nWe can talk about it.\n\nJo",
    }),
    "mail/2024-06-18-alder-agreed.eml": writeEml({
      from: people.alder,
      to: people.tom,
      cc: people.priya,
      subject: "Removal: what we agreed",
      date: "Tue, 18 Jun 2024 16:41:00 +0100",
      body: "Dear Tom,\n\nthank you for the call. To put it in writing:\n\nAgreed price for the removal: £23,650, crates included.\nPacking of the models is charged apart.\nWe need the yard gate open from 07:00 on both days.\n\nKind regards\nJo",
    }),
    "mail/2024-06-21-parking.eml": writeEml({
      from: people.priya,
      to: people.ines,
      subject: "Parking at Kiln Yard",
      date: "Fri, 21 Jun 2024 09:15:00 +0100",
      body: "Ines,\n\nthe landlord offers eleven spaces in the yard at £55 a month each.\nI would take six.\n\nPriya",
    }),
    "mail/2024-07-09-desks.eml": writeEml({
      from: people.wei,
      to: people.tom,
      subject: "Re: 办公桌 desks",
      date: "Tue, 09 Jul 2024 08:20:00 +0100",
      body: "Tom,\n\nthe confirmation from Suzhou is in the suppliers folder, in Chinese.\nI checked the numbers against the orders, they match.\n\nWei",
    }),
    "plans/moving-weekend-checklist.md": text(
      "# Checklist for the moving weekend",
      "",
      "- [ ] Crates labelled by team and floor",
      "- [ ] Keys for the yard gate with Leo Marsden",
      "- [ ] Meter readings at Tanner Street",
      "- [ ] Soup",
    ),
    "plans/crew.yaml": text(
      "saturday:",
      "  gate: Leo Marsden",
      "  floors: [Aiko Mori, Samir Haddad]",
      "sunday:",
      "  gate: Gail Prior",
      "  telephones: Wei Zhang",
    ),
    "plans/crates.tsv": separated(
      "\t",
      ["Team", "Crates", "Colour"],
      ["Strategy", 34, "blue"],
      ["Transport", 46, "green"],
      ["Landscape", 38, "yellow"],
      ["Housing", 56, "red"],
    ),
    "plans/risks.csv": separated(
      ",",
      ["risk", "likelihood", "effect", "answer"],
      ["internet line late", "medium", "high", "mobile router for two weeks"],
      ["desks held at the port", "low", "high", "keep the old desks until October"],
      ["lift out of order", "low", "medium", "crew of four more"],
    ),
    "plans/communications.pptx": writePptx({
      title: "Telling people",
      slides: [
        {
          title: "Who hears what, and when",
          table: [
            ["Who", "When"],
            ["Staff", "July"],
            ["Clients", "August"],
            ["Neighbours", "a week before"],
          ],
        },
        { title: "New address", bullets: ["Kiln Yard, 3 Potter's Lane"] },
      ],
    }),
    "archive/2019-refit/refit-budget.xlsx": writeXlsx({
      title: "Refit 2019",
      sheets: [
        {
          name: "Budget",
          rows: [
            ["Item", "Approved"],
            ["Network cabling", 9800],
            ["Partition walls", 14200],
            ["Paint", 5100],
          ],
        },
      ],
    }),
    "archive/2019-refit/minutes.txt": text(
      "Refit group, 8 February 2019",
      "The price for moving desks between floors is 1,400.",
      "Work is done over two weekends in March 2019.",
    ),
    "archive/2019-refit/contractor.eml": writeEml({
      from: "Rob Keane <rob@keane-fitters.example>",
      to: people.ines,
      subject: "Refit dates",
      date: "Mon, 11 Feb 2019 11:00:00 +0000",
      body: "Ines,\n\nwe start on Saturday 2 March 2019.\n\nRob",
    }),
  };
}
