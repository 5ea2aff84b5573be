import type { SeededRandom } from "@runningtab/test-kit";
import type { ReadyAsk } from "../asked-fact.ts";
import type { FolderBook } from "../folder-book.ts";
import { type TableFormat, writeTablePage } from "../table-page.ts";
import { familyNames, placeStarts } from "../words.ts";
import type { Shape } from "./shape.ts";

interface Register {
  readonly things: string;
  readonly thing: string;
  readonly partner: string;
  readonly kindHead: string;
  readonly kinds: readonly string[];
  readonly states: readonly string[];
  readonly amount: string;
}

const kindsOfRegister: readonly Register[] = [
  {
    things: "contracts",
    thing: "contract",
    partner: "Supplier",
    kindHead: "Category",
    kinds: ["cleaning", "catering", "security", "software"],
    states: ["active", "expired", "terminated"],
    amount: "Annual amount",
  },
  {
    things: "invoices",
    thing: "invoice",
    partner: "Customer",
    kindHead: "Product line",
    kinds: ["pumps", "valves", "spare parts"],
    states: ["paid", "open", "overdue"],
    amount: "Net amount",
  },
  {
    things: "grants",
    thing: "grant",
    partner: "Applicant",
    kindHead: "Programme",
    kinds: ["youth", "heritage", "music"],
    states: ["approved", "rejected", "pending"],
    amount: "Requested sum",
  },
];

/** Lists of contracts, invoices or grants, one a row: what is asked is counted and added up over rows of a kind. */
export const registers: Shape = {
  name: "registers",
  build(random, book) {
    random
      .shuffle(kindsOfRegister)
      .slice(0, 2)
      .forEach((kind, index) => {
        for (const ask of writeRegister(random, book, kind, ["admin", "office"][index]!)) book.ask(ask);
      });
    return { scenes: [], conditions: [] };
  },
};

function writeRegister(random: SeededRandom, book: FolderBook, register: Register, folder: string): ReadyAsk[] {
  const { things, thing, partner, kindHead, kinds, states, amount } = register;
  const currency = random.pick(["EUR", "GBP", "USD"]);
  const names = random
    .shuffle(placeStarts)
    .map((start) => `${start} ${random.pick(familyNames)} ${random.pick(["Ltd", "GmbH", "Group"])}`);
  const rows = names.slice(0, random.integer(9, 20)).map((name, index) => ({
    number: `${thing[0]!.toUpperCase()}-${100 + index}`,
    name,
    kind: random.pick(kinds),
    state: random.pick(states),
    cents: random.integer(4_000, 900_000) * random.pick([100, 100, 50, 1]),
  }));
  const unitInHead = random.next() < 0.5;
  const money = (cents: number): string =>
    `${String(Math.trunc(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ",")}.${String(cents % 100).padStart(2, "0")}`;
  const place = writeTablePage(
    book,
    `${folder}/${things}`,
    random.pick<TableFormat>(["xlsx", "csv", "md", "html", "docx"]),
    {
      title: `Register of ${things}`,
      head: [["No.", partner, kindHead, "Status", unitInHead ? `${amount} (${currency})` : amount]],
      body: rows.map(({ number, name, kind, state, cents }) => [
        number,
        name,
        kind,
        state,
        unitInHead ? money(cents) : `${money(cents)} ${currency}`,
      ]),
    },
  );
  const at = (index: number, column: number): string => place(index, column);
  const where = (wanted: (row: (typeof rows)[number]) => boolean): number[] =>
    rows.flatMap((row, index) => (wanted(row) ? [index] : []));
  const sumOf = (of: readonly number[]): number => of.reduce((sum, index) => sum + rows[index]!.cents, 0);
  const [kind, state] = [random.pick(rows).kind, random.pick(rows).state];
  const [ofKind, inState] = [where((row) => row.kind === kind), where((row) => row.state === state)];
  const every = rows.map((_, index) => index);
  const [most, least] = [
    every.toSorted((one, other) => rows[other]!.cents - rows[one]!.cents)[0]!,
    every.toSorted((one, other) => rows[one]!.cents - rows[other]!.cents)[0]!,
  ];
  const one = random.integer(0, rows.length - 1);
  const noun = amount.toLowerCase();
  const computed = (ask: string, question: string, value: string, of: readonly number[], column: number): ReadyAsk => ({
    noun: ask,
    question,
    value,
    address: undefined,
    inputs: [of.map((index) => at(index, column))],
  });
  const found: ReadyAsk[] = [
    {
      noun: `${amount} of ${rows[one]!.name}`,
      question: `What is the ${noun} of ${rows[one]!.name}?`,
      value: money(rows[one]!.cents),
      address: at(one, 4),
    },
    {
      noun: `Status of the ${thing} of ${rows[one]!.name}`,
      question: `What is the status of ${thing} ${rows[one]!.number}?`,
      value: rows[one]!.state,
      address: at(one, 3),
    },
    computed(`Number of ${state} ${things}`, `How many ${things} are ${state}?`, String(inState.length), inState, 3),
    computed(
      `Number of ${kind} ${things}`,
      `How many ${things} are in the ${kindHead.toLowerCase()} ${kind}?`,
      String(ofKind.length),
      ofKind,
      2,
    ),
    computed(
      `Total ${noun} of all ${state} ${things}`,
      `What is the total ${noun} of the ${state} ${things}?`,
      money(sumOf(inState)),
      inState,
      4,
    ),
    computed(
      `Sum of the ${noun} for ${kindHead.toLowerCase()} ${kind}`,
      `What is the ${noun} in all of the ${kindHead.toLowerCase()} ${kind}?`,
      money(sumOf(ofKind)),
      ofKind,
      4,
    ),
    computed(
      `Average ${noun} of all ${things}`,
      `What is the average ${noun} of the ${things}?`,
      String(sumOf(every) / 100 / rows.length),
      every,
      4,
    ),
    computed(
      `${partner} with the highest ${noun}`,
      `Which ${partner.toLowerCase()} has the highest ${noun}?`,
      rows[most]!.name,
      [most],
      4,
    ),
    computed(
      `${partner} with the lowest ${noun}`,
      `Which ${partner.toLowerCase()} has the lowest ${noun}?`,
      rows[least]!.name,
      [least],
      4,
    ),
  ];
  const absent = names.at(-1)!;
  return [
    ...random.shuffle(found).slice(0, 5),
    {
      noun: `${amount} of ${absent}`,
      question: `What is the ${noun} of ${absent}?`,
      value: undefined,
      address: undefined,
    },
  ];
}
