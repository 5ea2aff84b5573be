import { describe, expect, it } from "vitest";
import { parseTask } from "./parse-task.ts";

describe("the deliverable", () => {
  it.each([
    ["Write briefing.md for the board.\n\n- Rent", "briefing.md"],
    ["Please prepare an overview and save it as `out/facts.docx`.\n- Rent", "out/facts.docx"],
    ['Create "results.xlsx" before Friday: the rent; the area.', "results.xlsx"],
    ["According to lease.docx, what is the rent? Put the answer into answers.txt.", "answers.txt"],
    ["请根据资料撰写briefing.md，并注明出处。\n- 租金", "briefing.md"],
    ["请把以下内容整理到 汇总.md 中。\n- 租金", "汇总.md"],
    ["Prepare a Word document with the facts.\n- Rent", "answers.docx"],
    ["Fill in a spreadsheet.\n- Rent", "answers.xlsx"],
    ["What is the rent?", "answers.md"],
  ])("of %j is %s", (text, expected) => {
    expect(parseTask(text).deliverable).toBe(expected);
  });
});

describe("the items", () => {
  const rest = ["Monthly rent of Kiln Yard", "Area of the second floor"];

  it.each([
    ["dashes", "- Monthly rent of Kiln Yard\n- Area of the second floor"],
    ["bullets", "• Monthly rent of Kiln Yard;\n• Area of the second floor."],
    ["numbers", "1. Monthly rent of Kiln Yard\n2. Area of the second floor"],
    ["numbers in brackets", "(1) Monthly rent of Kiln Yard\n(2) Area of the second floor"],
    ["wrapped lines", "- Monthly rent\n  of Kiln Yard\n- Area of the second floor"],
    ["boxes", "- [ ] Monthly rent of Kiln Yard\n- [ ] Area of the second floor"],
  ])("are read from %s", (_, list) => {
    expect(parseTask(`Write a.md with these facts.\n\n${list}\n`).items).toEqual(rest);
  });

  it("are read from semicolons and from commas after a colon", () => {
    expect(parseTask("Write a.md. We need: Monthly rent of Kiln Yard; Area of the second floor.").items).toEqual(rest);
    expect(parseTask("Write a.md. Include: the rent of Kiln Yard, its area and the moving date.").items).toEqual([
      "the rent of Kiln Yard",
      "its area",
      "the moving date",
    ]);
  });

  it("keep colons and commas of their own", () => {
    expect(parseTask("Write a.md. Cover: Kiln Yard: rent; Area, second floor.").items).toEqual([
      "Kiln Yard: rent",
      "Area, second floor",
    ]);
    expect(parseTask("请写 a.md。需要列出：甲园区的租金；Harrow Park: rent；乙园区的面积。").items).toEqual([
      "甲园区的租金",
      "Harrow Park: rent",
      "乙园区的面积",
    ]);
  });

  it("are questions, in one line or several, in either language", () => {
    expect(parseTask("Write a.md.\n\nWho leads it? How much is the rent? 甲园区的租金是多少？").items).toEqual([
      "Who leads it?",
      "How much is the rent?",
      "甲园区的租金是多少？",
    ]);
  });

  it("carry the line above them when they lie under one", () => {
    expect(parseTask("Write a.md:\n- Kiln Yard:\n  - rent\n  - area\n- Insurer").items).toEqual([
      "Kiln Yard: rent",
      "Kiln Yard: area",
      "Insurer",
    ]);
  });

  it("are the other sentences where nothing else is there, without the order and the conditions", () => {
    const task = parseTask(
      "Write a.md. Find the rent of Kiln Yard. Give the moving date. Use only the final versions.",
    );
    expect(task.items).toEqual(["Find the rent of Kiln Yard", "Give the moving date"]);
    expect(task.conditions).toContain("final versions");
  });

  it("are never empty and never twice the same", () => {
    expect(parseTask("rent of Kiln Yard").items).toEqual(["rent of Kiln Yard"]);
    expect(parseTask("Write a.md with the rent of Kiln Yard.").items).toEqual(["the rent of Kiln Yard"]);
    expect(parseTask("- Rent\n- rent\n- Rent.").items).toEqual(["Rent"]);
  });
});

it("keeps the sentences outside the items as conditions", () => {
  const { conditions } = parseTask(
    "Write a.md for the board. Where there are several versions, the latest counts.\n\n- Rent",
  );
  expect(conditions).toContain("the latest counts");
});
