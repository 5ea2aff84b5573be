import type { SeededRandom } from "@runningtab/test-kit";
import type { ReadyAsk } from "../asked-fact.ts";
import { type FolderBook, TextDraft } from "../folder-book.ts";
import { capitalised } from "../phrasing.ts";
import { placeEnds, placeStarts } from "../words.ts";
import type { Shape } from "./shape.ts";

const money = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** One paper for each thing: what is asked puts the values of two papers together. One is paid in another currency. */
export const acrossFiles: Shape = {
  name: "across-files",
  build(random, book) {
    const noun = random.pick(["clinic", "depot", "branch", "campus"]);
    const places = random
      .shuffle(placeStarts)
      .slice(0, 6)
      .map((start) => `${start} ${random.pick(placeEnds)} ${noun}`);
    const names = ["rent", "cleaning cost", "insurance premium"] as const;
    const papers = places.map((place, index) =>
      writePaper(random, book, place, noun, names, index === 5 ? "CHF" : "EUR"),
    );
    for (const ask of asksOf(random, papers, names)) book.ask(ask);
    return { scenes: [], conditions: [] };
  },
};

interface Paper {
  readonly place: string;
  readonly values: Readonly<Record<string, number>>;
  readonly address: Readonly<Record<string, string>>;
}

function writePaper(
  random: SeededRandom,
  book: FolderBook,
  place: string,
  noun: string,
  names: readonly string[],
  currency: string,
): Paper {
  const path = `${noun}/${place.toLowerCase().replaceAll(" ", "-")}.${random.pick(["md", "txt"])}`;
  const draft = new TextDraft().line(`# ${place}`).line("");
  const values: Record<string, number> = {};
  const address: Record<string, string> = {};
  let line = 3;
  for (const name of random.shuffle(names)) {
    const value = random.integer(30, 900) * 50;
    const amount = random.pick([`${currency} ${money(value)}`, `${money(value)} ${currency}`]);
    draft
      .line(
        random.pick([
          `- Annual ${name}: ${amount}`,
          `The annual ${name} of ${place} is ${amount}.`,
          `Annual ${name}: ${amount}`,
        ]),
      )
      .line("");
    values[name] = value;
    address[name] = `${path}#L${line}`;
    line += 2;
  }
  draft.finish(book, path);
  return { place, values, address };
}

function asksOf(random: SeededRandom, papers: readonly Paper[], names: readonly string[]): ReadyAsk[] {
  const drawn = (): readonly [Paper, Paper, string] => {
    const [a, b] = random.shuffle(papers.slice(0, 5));
    return [a!, b!, random.pick(names)];
  };
  const computed = (noun: string, question: string, value: string, inputs: readonly string[]): ReadyAsk => ({
    noun,
    question,
    value,
    address: undefined,
    inputs: [inputs],
  });
  const [a, b, sum] = drawn();
  const [c, d, gap] = drawn();
  const [e, f, rate] = drawn();
  const [g, , stated] = drawn();
  const foreign = papers[5]!;
  return [
    computed(
      `Annual ${sum} of ${a.place} and ${b.place} combined`,
      `How much is the annual ${sum} of ${a.place} and ${b.place} in total?`,
      money(a.values[sum]! + b.values[sum]!),
      [a.address[sum]!, b.address[sum]!],
    ),
    computed(
      `Difference between the annual ${gap} of ${c.place} and of ${d.place}`,
      `What is the difference between the annual ${gap} of ${c.place} and of ${d.place}?`,
      money(Math.abs(c.values[gap]! - d.values[gap]!)),
      [c.address[gap]!, d.address[gap]!],
    ),
    computed(
      `Annual ${rate} of ${e.place} as a percentage of that of ${f.place}`,
      `What percentage of the annual ${rate} of ${f.place} is that of ${e.place}?`,
      `${((100 * e.values[rate]!) / f.values[rate]!).toFixed(4)} %`,
      [e.address[rate]!, f.address[rate]!],
    ),
    {
      noun: `Annual ${stated} of ${g.place}`,
      question: `How much is the annual ${stated} of ${g.place}?`,
      value: money(g.values[stated]!),
      address: g.address[stated]!,
    },
    ...names.slice(0, 2).map((name): ReadyAsk => ({
      noun: `${capitalised(name)} of ${papers[1]!.place} per year`,
      question: `What is the yearly ${name} of ${papers[1]!.place}?`,
      value: money(papers[1]!.values[name]!),
      address: papers[1]!.address[name]!,
    })),
    {
      noun: `Annual ${sum} of ${a.place} and ${foreign.place} combined`,
      question: `How much is the annual ${sum} of ${a.place} and ${foreign.place} in total?`,
      value: undefined,
      address: undefined,
    },
  ];
}
