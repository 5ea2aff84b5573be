import type { SeededRandom } from "@runningtab/test-kit";
import type { Attribute } from "./domains.ts";
import type { StatedFact } from "./folder-book.ts";

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence of a document that states the fact. */
export function sentence(random: SeededRandom, subject: string, attribute: Attribute, value: string): string {
  const { name, kind } = attribute;
  const common = [
    `The ${name} of ${subject} is ${value}.`,
    `For ${subject}, the ${name} was recorded as ${value}.`,
    `According to the latest check, ${subject} has the ${name} ${value}.`,
  ];
  switch (kind) {
    case "person":
      return random.pick([
        `The ${name} of ${subject} is ${value}.`,
        `${value} is the ${name} of ${subject}.`,
        `At ${subject}, ${value} serves as ${name}.`,
      ]);
    case "date":
      return random.pick([
        `The ${name} of ${subject} is ${value}.`,
        `For ${subject}, the ${name} was set to ${value}.`,
      ]);
    case "money":
      return random.pick([
        ...common,
        `The ${name} of ${subject} amounts to ${value}.`,
        `At ${value}, the ${name} of ${subject} is within the plan.`,
      ]);
    case "count":
      return attribute.name.startsWith("number of ")
        ? random.pick([...common, `${subject} counts ${value} ${attribute.name.slice("number of ".length)}.`])
        : random.pick(common);
    default:
      return random.pick(common);
  }
}

/** `Label: value`, in the ways people type it. */
export function labelled(random: SeededRandom, label: string, value: string): string {
  return random.pick([
    `${capitalised(label)}: ${value}`,
    `- ${capitalised(label)}: ${value}`,
    `* ${label} – ${value}`,
    `${capitalised(label)} = ${value}`,
  ]);
}

/** How a task asks for a fact. Three in ten use another wording of the attribute. */
export function ask(
  random: SeededRandom,
  style: "noun" | "question",
  subject: string,
  attribute: Attribute,
  qualifier: StatedFact["qualifier"] = {},
): string {
  const reworded = attribute.rewordings.length > 0 && random.next() < 0.3;
  const wording = reworded ? random.pick(attribute.rewordings) : attribute.name;
  const name = qualifier.before === undefined ? wording : `${qualifier.before} ${wording}`;
  const after = qualifier.after === undefined ? "" : ` ${qualifier.after}`;
  if (/\p{Script=Han}/u.test(attribute.name)) {
    return style === "question"
      ? `${subject}的${name}是${attribute.kind === "person" ? "谁" : "多少"}${after}？`
      : `${subject}的${name}${after}`;
  }
  if (style === "noun") {
    return random.pick([
      `${capitalised(name)} of ${subject}${after}`,
      `the ${name} of ${subject}${after}`,
      `${subject}: ${name}${after}`,
      `${capitalised(name)}, ${subject}${after}`,
    ]);
  }
  const general = [`What is the ${name} of ${subject}${after}?`, `Which ${name} is recorded for ${subject}${after}?`];
  switch (attribute.kind) {
    case "person":
      return random.pick([`Who is the ${name} of ${subject}${after}?`, `Who is ${name} at ${subject}${after}?`]);
    case "money":
      return random.pick([...general, `How much is the ${name} of ${subject}${after}?`]);
    case "count": {
      if (qualifier.before !== undefined || !attribute.name.startsWith("number of ")) return random.pick(general);
      const howMany = `How many ${attribute.name.slice("number of ".length)} does ${subject} have${after}?`;
      return reworded ? howMany : random.pick([...general, howMany]);
    }
    case "date":
      return random.pick([...general, `When is the ${name} of ${subject}${after}?`]);
    case "duration":
      return random.pick([...general, `How long is the ${name} of ${subject}${after}?`]);
    default:
      return random.pick(general);
  }
}
