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
    ["In one file, tolls.xlsx, tell me the toll and the owner.", "tolls.xlsx"],
    ["List in tolls.md, one bullet each:\n- Toll", "tolls.md"],
    ["Bitte schreibe maut.md mit:\n- Maut", "maut.md"],
    ["Update notes/bridge.md with:\n- Toll", "notes/bridge.md"],
    ["Write these to out/old bridge/été 🌉.docx:\n- Toll", "out/old bridge/été 🌉.docx"],
    ["What does tolls.xlsx say of the toll?", "answers.md"],
  ])("of %j is %s", (text, expected) => {
    expect(parseTask(text).deliverable).toBe(expected);
  });
});

it("keeps the name of a path that leads out of the folder, and says so", () => {
  expect(parseTask("Write ../tolls.md:\n- Toll")).toMatchObject({
    deliverable: "tolls.md",
    refusedPath: "../tolls.md",
  });
});

describe("several things in one sentence", () => {
  it.each([
    [
      "Find the toll of the bridge, the length of the span, and the name of the keeper; write them to a.md",
      ["the toll of the bridge", "the length of the span", "the name of the keeper"],
    ],
    ["What is the toll and who keeps the bridge?", ["What is the toll", "who keeps the bridge?"]],
    ["Write a.md with the toll and the length of the bridge.", ["the toll of the bridge", "the length of the bridge"]],
    ["Research and development costs of the bridge", ["Research and development costs of the bridge"]],
    ["请把过路费和桥长写入 a.md", ["过路费", "桥长"]],
  ])("of %j are items of their own", (text, items) => {
    expect(parseTask(text).items).toEqual(items);
  });

  it("are not what a remark asks for with each", () => {
    expect(parseTask("Write a.md:\n- Toll\n- Length\n- For each, the page").items).toEqual(["Toll", "Length"]);
  });

  it("say when they were not understood", () => {
    expect(parseTask("Write something nice to a.md").isUnderstood).toBe(false);
    expect(parseTask("Toll of the bridge").isUnderstood).toBe(true);
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
