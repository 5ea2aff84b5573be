import type { SeededRandom } from "@runningtab/test-kit";
import { chinesePlaces } from "../words.ts";
import type { Shape } from "./shape.ts";

const fullWidth = (text: string): string =>
  text.replaceAll(/[0-9.]/g, (digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0));

/** What English asks call a thing, what a Chinese paper calls it, and how its value is written. */
const things: readonly {
  readonly english: string;
  readonly han: string;
  readonly draw: (random: SeededRandom) => string;
}[] = [
  { english: "budget", han: "预算", draw: (random) => `${random.integer(12, 980)}.${random.integer(1, 9)}万元` },
  { english: "number of employees", han: "员工人数", draw: (random) => `${random.integer(40, 2_600)}人` },
  { english: "rent", han: "租金", draw: (random) => `${random.integer(3, 90)},${random.integer(100, 999)}元` },
  {
    english: "contract number",
    han: "合同编号",
    draw: (random) => `HT-${random.integer(2021, 2026)}-${random.integer(100, 999)}`,
  },
  {
    english: "completion date",
    han: "竣工日期",
    draw: (random) => `${random.integer(2021, 2027)}年${random.integer(1, 12)}月${random.integer(1, 28)}日`,
  },
  { english: "investment", han: "投资额", draw: (random) => `${random.integer(2, 9)}.${random.integer(1, 9)}亿元` },
];

/** English asks over Chinese papers: names as they are written there, what is asked by ordinary office words. */
export const crossLanguage: Shape = {
  name: "cross-language",
  build(random, book) {
    const places = random.shuffle(chinesePlaces).slice(0, 5);
    for (const place of places) {
      const name = `${place}项目`;
      const path = `项目/${name}.${random.pick(["md", "txt"])}`;
      const lines = [`# ${name}情况`, ""];
      for (const { english, han, draw } of random.shuffle(things).slice(0, 4)) {
        const value = draw(random);
        const written = /\d人|万|亿/.test(value) && random.next() < 0.3 ? fullWidth(value) : value;
        lines.push(random.pick([`${han}：${written}`, `${name}的${han}为${written}。`]));
        book.ask({
          noun: `${english[0]!.toUpperCase()}${english.slice(1)} of ${name}`,
          question: `What is the ${english} of ${name}?`,
          value: written,
          address: `${path}#L${lines.length}`,
        });
      }
      book.add(path, `${lines.join("\n")}\n`);
    }
    book.ask({
      noun: `Budget of 玉门项目`,
      question: `What is the budget of 玉门项目?`,
      value: undefined,
      address: undefined,
    });
    return { scenes: [], conditions: [] };
  },
};
