import type { SeededRandom } from "@runningtab/test-kit";
import { domains } from "./domains.ts";
import type { FolderBook } from "./folder-book.ts";
import { capitalised, labelled } from "./phrasing.ts";
import { chineseFillers, familyNames, fileWords, fillers, givenNames, placeEnds } from "./words.ts";

/** Names that no shape gives to anything that is asked about. */
const starts = [
  "Brook",
  "Chalk",
  "Dune",
  "Elm",
  "Fern",
  "Gorse",
  "Hazel",
  "Iris",
  "Jade",
  "Kelp",
  "Lark",
  "Moss",
] as const;

/** Fills the folder up to about `files` files: notes, lists and minutes about other things of the same kinds. */
export function pad(random: SeededRandom, book: FolderBook, files: number): void {
  for (let index = book.files.size; index < files; index++) {
    const domain = random.pick(domains);
    const subject = `${random.pick(starts)} ${random.pick(placeEnds)} ${domain.subjectNoun} ${index}`;
    const folder = `other/${random.pick(["2019", "2020", "2021", "projects", "people", "misc"])}/${Math.floor(index / 40)}`;
    const text = random.pick([noteLines, listLines, minuteLines])(random, subject, domain);
    book.add(`${folder}/${index}-${random.pick(fileWords)}.${random.pick(["md", "txt"])}`, `${text.join("\n")}\n`);
  }
}

type Lines = (random: SeededRandom, subject: string, domain: (typeof domains)[number]) => readonly string[];

const noteLines: Lines = (random, subject, domain) => [
  `# ${subject}`,
  "",
  ...random
    .shuffle(domain.attributes)
    .slice(0, 3)
    .map(({ name }) => labelled(random, name, String(random.integer(10, 99_999)))),
  random.pick(fillers),
];

const listLines: Lines = (random, subject, domain) => [
  `# List of ${subject}`,
  "",
  `| Name | ${capitalised(random.pick(domain.attributes).name)} |`,
  "| --- | --- |",
  ...Array.from(
    { length: 5 },
    () => `| ${random.pick(givenNames)} ${random.pick(familyNames)} | ${random.integer(1, 900)} |`,
  ),
];

const minuteLines: Lines = (random, subject) => [
  `Minutes about ${subject}`,
  "",
  random.pick(fillers),
  random.pick(fillers),
  ...(random.next() < 0.2 ? [random.pick(chineseFillers)] : []),
];
