import type { SeededRandom } from "@runningtab/test-kit";

export type AskStyle = "noun" | "question";

/** The ways in which the generator lays out a task; each is a form of `docs/task-grammar.md`. */
export type TaskLayout = "bullets" | "numbered" | "semicolons" | "questions" | "plain-questions";

export const taskLayouts: readonly TaskLayout[] = ["bullets", "numbered", "semicolons", "questions", "plain-questions"];

export function askStyle(layout: TaskLayout): AskStyle {
  return layout === "questions" || layout === "plain-questions" ? "question" : "noun";
}

const reasons = [
  "for the board",
  "for the auditors",
  "for the steering group",
  "for tomorrow's call",
  "before the review",
] as const;

/** A whole task: what to write, the standing conditions, and the asks in the chosen layout. */
export function taskText(
  random: SeededRandom,
  options: {
    readonly layout: TaskLayout;
    readonly deliverable: string;
    readonly asks: readonly string[];
    readonly conditions: readonly string[];
    readonly language: "en" | "zh";
  },
): string {
  const { layout, deliverable, asks, language } = options;
  const lead = language === "zh" ? chineseLead(random, deliverable) : englishLead(random, deliverable);
  const head = [lead, ...options.conditions].join(language === "zh" ? "" : " ");
  switch (layout) {
    case "bullets": {
      const mark = random.pick(["-", "*", "•"]);
      return `${head}\n\n${asks.map((ask) => `${mark} ${ask}`).join("\n")}\n`;
    }
    case "numbered":
    case "questions": {
      const mark = random.pick([".", ")"]);
      return `${head}\n\n${asks.map((ask, index) => `${index + 1}${mark} ${ask}`).join("\n")}\n`;
    }
    case "semicolons":
      return language === "zh"
        ? `${head}需要列出：${asks.join("；")}。\n`
        : `${head} ${random.pick(["It should state", "We need", "Cover"])}: ${asks.join("; ")}.\n`;
    case "plain-questions":
      return `${head}\n\n${asks.join(random.pick(["\n", " "]))}\n`;
    default:
      return layout satisfies never;
  }
}

function englishLead(random: SeededRandom, deliverable: string): string {
  const reason = random.pick(reasons);
  return random.pick([
    `Write ${deliverable} ${reason} with the following facts from this folder.`,
    `Please prepare a short overview ${reason} and save it as ${deliverable}.`,
    `Go through the files here and put the answers into \`${deliverable}\`.`,
    `Create "${deliverable}" ${reason}, with the source of each statement.`,
    `I need a fact sheet ${reason}. Save it to ${deliverable}.`,
  ]);
}

function chineseLead(random: SeededRandom, deliverable: string): string {
  return random.pick([
    `请根据本文件夹中的资料撰写${deliverable}，并注明每项内容的出处。`,
    `请查阅文件，把以下内容整理到 ${deliverable} 中。`,
  ]);
}
