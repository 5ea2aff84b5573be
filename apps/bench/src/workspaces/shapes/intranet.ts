import { capitalised, sentence } from "../phrasing.ts";
import { TextDraft } from "../folder-book.ts";
import { drawScene } from "../scene.ts";
import { columnHead, emptyCell, filler, slug } from "./drafts.ts";
import type { Shape } from "./shape.ts";

/** Web pages and JSON records, as an intranet exports them. */
export const intranet: Shape = {
  name: "intranet",
  build(random, book) {
    const scene = drawScene(random, { subjects: 5 });
    const [tabled, told, recorded] = [
      scene.attributes.slice(0, 2),
      scene.attributes.slice(2, 4),
      scene.attributes.slice(4),
    ];
    const rows = scene.subjects.map((subject) => {
      const cells = tabled.map((attribute) => {
        const value = scene.value(subject, attribute);
        if (value !== undefined) book.state({ subject, attribute, value, address: "site/overview.html" });
        return value ?? emptyCell(random);
      });
      return `<tr>${[subject, ...cells].map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
    });
    const head = [capitalised(scene.domain.subjectNoun), ...tabled.map(columnHead)]
      .map((cell) => `<th>${cell}</th>`)
      .join("");
    book.add(
      "site/overview.html",
      page("Overview", `<p>${filler(random, scene)}</p>\n<table>\n<tr>${head}</tr>\n${rows.join("\n")}\n</table>`),
    );
    for (const subject of scene.subjects) {
      const path = `site/pages/${slug(subject)}.html`;
      const paragraphs = told.flatMap((attribute) => {
        const value = scene.value(subject, attribute);
        if (value === undefined) return [];
        book.state({ subject, attribute, value, address: path });
        return [`<p>${sentence(random, subject, attribute, value)}</p>`, `<p>${filler(random, scene)}</p>`];
      });
      book.add(path, page(subject, `<h1>${subject}</h1>\n${paragraphs.join("\n")}`));
      const record = new TextDraft().line("{").line(`  "name": "${subject}",`);
      for (const attribute of recorded) {
        const value = scene.value(subject, attribute);
        if (value !== undefined)
          record.line(`  "${camelCase(attribute.name)}": "${value}",`, { subject, attribute, value });
      }
      record
        .line('  "exported": true')
        .line("}")
        .finish(book, `export/${slug(subject)}.json`);
    }
    return { scenes: [scene], conditions: [] };
  },
};

function page(title: string, body: string): string {
  return `<!doctype html>\n<html><head><meta charset="utf-8"><title>${title}</title></head><body>\n${body}\n</body></html>\n`;
}

function camelCase(name: string): string {
  return name.replaceAll(/ (\p{L})/gu, (_, letter: string) => letter.toUpperCase());
}
