import { writeEml } from "@runningtab/test-kit/office";
import { capitalised, sentence } from "../phrasing.ts";
import { drawScene } from "../scene.ts";
import { filler, slug } from "./drafts.ts";
import type { Shape } from "./shape.ts";

/** Mail: offers that are answered and agreed later, with the earlier mail quoted below. */
export const correspondence: Shape = {
  name: "correspondence",
  build(random, book) {
    const scene = drawScene(random, { subjects: 5 });
    let day = 1;
    for (const subject of scene.subjects) {
      const stated = scene.attributes.flatMap((attribute) => {
        const value = scene.value(subject, attribute);
        return value === undefined ? [] : [{ subject, attribute, value }];
      });
      const [negotiated, reported] = [stated.slice(0, 2), stated.slice(2)];
      const [from, to] = ["Nora Keller <nora@office.example>", `Desk <desk@${slug(subject)}.example>`];
      const offer = negotiated.map(({ attribute }) => `Proposed ${attribute.name}: ${scene.otherValue(attribute)}`);
      const mail = (
        name: string,
        subjectLine: string,
        sender: string,
        receiver: string,
        body: readonly string[],
      ): string => {
        const path = `mail/${String(day).padStart(3, "0")}-${slug(subject)}-${name}.eml`;
        const date = `${String((day % 28) + 1).padStart(2, "0")} Apr 2024 09:00:00 +0000`;
        book.add(path, writeEml({ from: sender, to: receiver, subject: subjectLine, date, body: body.join("\n") }));
        day++;
        return path;
      };
      mail("offer", `${subject}: our offer`, to, from, ["Hello Nora,", "", ...offer, "", filler(random, scene)]);
      const agreed = negotiated.map(({ attribute, value }) => `Agreed ${attribute.name}: ${value}`);
      const quoted = offer.map((line) => `> ${line}`);
      const path = mail("agreed", `Re: ${subject}: our offer`, from, to, [
        "Hello,",
        "",
        `for ${subject} we agreed by phone:`,
        ...agreed,
        "",
        "Nora",
        "",
        ...quoted,
      ]);
      for (const fact of negotiated) book.state({ ...fact, address: path, qualifier: { before: "agreed" } });
      for (const fact of reported) {
        const lines = [
          filler(random, scene),
          "",
          random.next() < 0.5
            ? sentence(random, subject, fact.attribute, fact.value)
            : `${capitalised(fact.attribute.name)} of ${subject}: ${fact.value}`,
        ];
        const source = mail(
          random.pick(["news", "answer", "note"]),
          random.pick([subject, "What you asked", "Numbers"]),
          to,
          from,
          ["Hello Nora,", "", ...lines, "", "Regards"],
        );
        book.state({ ...fact, address: source });
      }
    }
    return { scenes: [scene], conditions: [] };
  },
};
