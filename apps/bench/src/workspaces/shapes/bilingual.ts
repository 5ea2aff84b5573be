import { TextDraft } from "../folder-book.ts";
import { drawScene } from "../scene.ts";
import { filler, slug, subjectDraft } from "./drafts.ts";
import type { Shape } from "./shape.ts";

/** English and Chinese side by side: notes of both, and a Chinese register. */
export const bilingual: Shape = {
  name: "bilingual",
  build(random, book) {
    const english = drawScene(random, { subjects: 4 });
    const chinese = drawScene(random, { subjects: 6, language: "zh" });
    for (const subject of english.subjects)
      subjectDraft(random, english, subject).finish(book, `uk/${slug(subject)}.md`);
    const tabled = chinese.attributes.slice(0, 3);
    const noted = chinese.attributes.slice(3);
    const register = new TextDraft().line(["名称", ...tabled.map(({ name }) => name)].join(","));
    for (const subject of chinese.subjects) {
      const facts = tabled.flatMap((attribute) => {
        const value = chinese.value(subject, attribute);
        return value === undefined ? [] : [{ subject, attribute, value }];
      });
      const cells = tabled.map((attribute) => chinese.value(subject, attribute) ?? "");
      register.line([subject, ...cells].map((cell) => (cell.includes(",") ? `"${cell}"` : cell)).join(","), ...facts);
      subjectDraft(random, chinese, subject, noted).finish(book, `cn/${subject}/说明.${random.pick(["md", "txt"])}`);
    }
    register.finish(book, "cn/登记表.csv");
    for (const title of ["会议通知", "值班安排", "食堂公告"])
      book.add(`cn/通知/${title}.txt`, `${title}\n${filler(random, chinese)}\n`);
    return random.next() < 0.5
      ? { scenes: [english, chinese], conditions: [], language: "zh" }
      : { scenes: [english, chinese], conditions: [] };
  },
};
