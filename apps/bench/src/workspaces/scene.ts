import type { SeededRandom } from "@runningtab/test-kit";
import { chineseAttributes, domains, type Attribute, type Domain } from "./domains.ts";
import {
  chineseFamilyNames,
  chineseGivenNames,
  chineseNouns,
  chinesePlaces,
  familyNames,
  givenNames,
  placeEnds,
  placeStarts,
} from "./words.ts";

/** Things of one domain and what is true of each, before anything is written down. */
export interface Scene {
  readonly domain: Domain;
  readonly language: "en" | "zh";
  readonly subjects: readonly string[];
  readonly attributes: readonly Attribute[];
  /** `undefined` where nobody recorded it: no document of the workspace states it. */
  value(subject: string, attribute: Attribute): string | undefined;
  /** Another value of the same kind that occurs nowhere else: an old figure, an offer. */
  otherValue(attribute: Attribute): string;
  /** A subject of the same kind of which the workspace holds nothing. */
  readonly absentSubject: string;
}

/**
 * About one pair of subject and attribute in twelve is unrecorded, and at least one. `otherThan` keeps a second scene of
 * the same workspace out of the first one's domain, so that no ask can mean both.
 */
export function drawScene(
  random: SeededRandom,
  options: { readonly language?: "en" | "zh"; readonly subjects?: number; readonly otherThan?: Scene } = {},
): Scene {
  const language = options.language ?? "en";
  const domain = random.pick(domains.filter((candidate) => candidate !== options.otherThan?.domain));
  const attributes = random.shuffle(language === "zh" ? chineseAttributes : domain.attributes).slice(0, 7);
  const names = subjectNames(random, language, domain, (options.subjects ?? 5) + 1);
  const [absentSubject, ...subjects] = names as [string, ...string[]];
  const used = new Set<string>();
  const fresh = (attribute: Attribute): string => {
    for (let attempt = 0; attempt < 1_000; attempt++) {
      const value = language === "zh" ? drawChineseValue(random, attribute) : drawValue(random, attribute);
      const key = value.replace(/\D/g, "") || value;
      if (!used.has(key)) {
        used.add(key);
        return value;
      }
    }
    throw new Error(`No unused value left for ${attribute.name}.`);
  };
  const values = new Map<string, string>();
  const pairs = subjects.flatMap((subject) => attributes.map((attribute) => `${subject}\n${attribute.name}`));
  const unrecorded = new Set(random.shuffle(pairs).slice(0, Math.max(1, Math.round(pairs.length / 12))));
  for (const subject of subjects) {
    for (const attribute of attributes) {
      const key = `${subject}\n${attribute.name}`;
      if (!unrecorded.has(key)) values.set(key, fresh(attribute));
    }
  }
  return {
    domain,
    language,
    subjects,
    attributes,
    absentSubject,
    otherValue: fresh,
    value: (subject, attribute) => values.get(`${subject}\n${attribute.name}`),
  };
}

function subjectNames(random: SeededRandom, language: "en" | "zh", domain: Domain, count: number): string[] {
  if (language === "zh") {
    const noun = random.pick(chineseNouns);
    return random
      .shuffle(chinesePlaces)
      .slice(0, count)
      .map((place) => place + noun);
  }
  // Different first words: two names that differ in one common word would make asks ambiguous to people too.
  const starts = random.shuffle(placeStarts).slice(0, count);
  const withNoun = random.next() < 0.6;
  return starts.map((start) => `${start} ${random.pick(placeEnds)}${withNoun ? ` ${domain.subjectNoun}` : ""}`);
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

function group(value: number, separator: string): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, separator);
}

function drawValue(random: SeededRandom, attribute: Attribute): string {
  const [low, high] = attribute.range ?? [1, 100];
  switch (attribute.kind) {
    case "money": {
      const amount = random.integer(21, 9_900) * random.pick([50, 100, 250]);
      return random.pick([
        `€ ${group(amount, ",")}`,
        `£${group(amount, ",")}`,
        `$${group(amount, ",")}.${random.integer(10, 99)}`,
        `EUR ${group(amount, ",")}`,
        `${group(amount, " ")} CHF`,
        `USD ${(random.integer(110, 980) / 100).toFixed(2)} million`,
      ]);
    }
    case "count":
      return group(random.integer(low, high), random.pick([",", ",", ""]));
    case "measure":
      return `${group(random.integer(low, high), ",")}${random.pick(["", `.${random.integer(1, 9)}`])} ${attribute.unit ?? ""}`;
    case "percent":
      return `${random.integer(11, 97)}.${random.integer(1, 9)}${random.pick(["%", " %", " percent"])}`;
    case "duration":
      return `${random.integer(2, 290)} ${random.pick(["days", "weeks", "months"])}`;
    case "date": {
      const [day, month, year] = [random.integer(1, 28), random.integer(1, 12), random.integer(2021, 2027)];
      return random.pick([
        `${day} ${months[month - 1]} ${year}`,
        `${year}-${twoDigits(month)}-${twoDigits(day)}`,
        `${months[month - 1]} ${day}, ${year}`,
        `${twoDigits(day)}.${twoDigits(month)}.${year}`,
      ]);
    }
    case "person":
      return `${random.pick(givenNames)} ${random.pick(familyNames)}`;
    case "code": {
      const letters = Array.from({ length: 2 }, () => random.pick([..."ABCDEFGHKLMNPRSTUVWX"])).join("");
      return random.pick([
        `${letters}-${random.integer(1_000, 99_999)}`,
        `${random.integer(100, 999)}/${letters}/${random.integer(10, 99)}`,
      ]);
    }
    default:
      return attribute.kind satisfies never;
  }
}

function drawChineseValue(random: SeededRandom, attribute: Attribute): string {
  const [low, high] = attribute.range ?? [1, 100];
  switch (attribute.kind) {
    case "money":
      return random.pick([
        `${random.integer(12, 980)}.${random.integer(1, 9)}万元`,
        `人民币${group(random.integer(300, 9_900) * 100, ",")}元`,
      ]);
    case "count":
    case "measure":
      return `${group(random.integer(low, high), random.pick(["", ","]))}${attribute.unit ?? ""}`;
    case "percent":
      return `${random.integer(71, 99)}.${random.integer(1, 9)}%`;
    case "duration":
      return `${random.integer(2, 190)}个月`;
    case "date":
      return `${random.integer(2021, 2027)}年${random.integer(1, 12)}月${random.integer(1, 28)}日`;
    case "person":
      return random.pick(chineseFamilyNames) + random.pick(chineseGivenNames);
    case "code":
      return `HT-${random.integer(2021, 2026)}-${random.integer(100, 999)}`;
    default:
      return attribute.kind satisfies never;
  }
}
