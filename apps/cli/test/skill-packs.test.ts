import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createBubblewrapSandbox } from "@runningtab/harness-adapters/sandboxes/bubblewrap";
import { parseFile } from "@runningtab/parsed-cache";
import { temporaryFolder } from "@runningtab/test-kit";
import { writeDocx, writePdf, writePptx, writeXlsx } from "@runningtab/test-kit/office";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { SKILL_PACKS, SKILLS_AT, skillsFolder } from "../src/skill-packs.ts";

const hasBubblewrap = spawnSync("bwrap", ["--version"]).status === 0;
const paragraph = (text: string) => ({ type: "paragraph", text }) as const;

/** A workspace with a file of each kind, and the sandbox of a run over it. */
function open() {
  const root = temporaryFolder("workspace");
  const put = (name: string, content: string | Uint8Array) => writeFileSync(join(root, name), content);
  put("report.docx", writeDocx({ blocks: [paragraph("The notice period is six months."), paragraph("It holds.")] }));
  put("report.pdf", writePdf({ pages: [[paragraph("The total is 42 EUR.")]] }));
  put("deck.pptx", writePptx({ slides: [{ title: "Costs", bullets: ["Lyon: 120 EUR"] }] }));
  put("table.csv", "city;limit\nLyon;120\n");
  const rows = [
    ["rent", 4200],
    ["movers", { value: 1800, formula: "900*2" }],
    ["sum", { value: 6000, formula: "SUM(B1:B2)" }],
  ];
  put(
    "book.xlsx",
    writeXlsx({
      sheets: [
        { name: "Plan", rows },
        { name: "Other notes", rows: [["kept"]] },
      ],
    }),
  );
  const sandbox = createBubblewrapSandbox({
    workspace: root,
    mounts: [{ source: skillsFolder(), target: SKILLS_AT }],
  });
  return {
    root,
    run: (command: string, input?: string) => sandbox.run({ command, timeoutMs: 120_000, ...(input && { input }) }),
    textOf: async (name: string) => (await parseFile(join(root, name))).pages.map(({ text }) => text).join("\n"),
  };
}

/** The shell examples of a pack, each with the program that its first line says it needs. */
function examplesOf(pack: string) {
  const text = readFileSync(join(skillsFolder(), pack, "SKILL.md"), "utf8");
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, command]) => {
    const needs = /^# needs (\S+)\n/.exec(command!)?.[1];
    return { command: command!, needs, isPossible: needs === undefined || spawnSync("which", [needs]).status === 0 };
  });
}

describe("the skill packs", () => {
  it.each(SKILL_PACKS)("%s says what it is for, and is short", (pack) => {
    const text = readFileSync(join(skillsFolder(), pack, "SKILL.md"), "utf8");
    expect(text).toMatch(new RegExp(`^---\\nname: ${pack}\\ndescription: .{10,80}\\n---\\n`));
    expect(text.split("\n").length).toBeLessThan(70);
    expect(examplesOf(pack).length).toBeGreaterThan(1);
  });

  it("are the folders there are, and part of the package", () => {
    expect(readdirSync(skillsFolder()).toSorted()).toEqual(SKILL_PACKS);
    const { files } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      files: string[];
    };
    expect(files).toContain("skills");
  });
});

describe.skipIf(!hasBubblewrap)("in the sandbox", () => {
  it.each(SKILL_PACKS)("every example of %s runs", async (pack) => {
    const { run } = open();
    for (const { command, needs, isPossible } of examplesOf(pack)) {
      const { exitCode, output } = await run(`set -e\n${command}`);
      // Without the program it needs, an example ends with "not found" and nothing else.
      expect({ command, exitCode: isPossible ? exitCode : 127, output }).toEqual({
        command,
        exitCode: isPossible ? 0 : 127,
        output: isPossible ? expect.any(String) : expect.stringMatching(new RegExp(`${needs}.*not (found|installed)`)),
      });
    }
  });

  it("cannot be changed", async () => {
    const { output } = await open().run(
      `for f in ${SKILLS_AT}/*/*; do chmod 777 $f; echo x > $f; rm -f $f; done 2>&1 | grep -vc 'Read-only'; touch ${SKILLS_AT}/docx/new; mkdir ${SKILLS_AT}/own`,
    );
    expect(output).toMatch(/^0\n.*Read-only.*\n.*Read-only.*\n$/);
  });

  it("replace_text finds a passage over several runs and in tables, and keeps the rest of the package", async () => {
    const { root, run, textOf } = open();
    const before = unzipSync(readFileSync(join(root, "report.docx")));
    const replace = `python3 ${SKILLS_AT}/docx/replace_text.py report.docx new.docx`;
    expect((await run(`${replace} "six months" 'nine <months> & more' holds ends`)).output).toBe(
      "1 x six months\n1 x holds\n",
    );
    expect(await textOf("new.docx")).toBe("The notice period is nine <months> & more.\n\nIt ends.");
    const after = unzipSync(readFileSync(join(root, "new.docx")));
    for (const [name, bytes] of Object.entries(before)) {
      if (name !== "word/document.xml") expect([name, after[name]]).toEqual([name, bytes]);
    }
    const split = writeDocx({
      blocks: [{ type: "paragraph", text: [{ text: "six " }, { text: "months", bold: true }] }],
    } as never);
    writeFileSync(join(root, "report.docx"), split);
    expect((await run(`${replace} "x mon" "x, mon"`)).exitCode).toBe(0);
    expect(await textOf("new.docx")).toMatch(/six, mon/);
    const missing = await run(`rm new.docx; ${replace} never now`);
    expect(missing).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("Not found in one paragraph: never"),
    });
    expect(readdirSync(root)).not.toContain("new.docx");
  });

  it("set_cells sets numbers, texts and formulas, and keeps the other sheet", async () => {
    const { run, textOf } = open();
    const set = `python3 ${SKILLS_AT}/spreadsheet/set_cells.py book.xlsx new.xlsx`;
    const changes = [
      "Plan!B1=5000.5",
      "Plan!C2=a <b> & c",
      "Plan!B3==B1+B2",
      "Plan!A1=",
      "Plan!D9='007",
      "'Other notes'!B2=1",
    ];
    expect((await run(`${set} ${changes.map((one) => `"${one}"`).join(" ")}`)).output).toBe("6 cells set\n");
    expect(await textOf("new.xlsx")).toBe(
      [
        "Sheet: Plan",
        "|  | A | B | C | D |",
        "| --- | --- | --- | --- | --- |",
        "| 1 |  | 5000.5 |  |  |",
        "| 2 | movers | 1800 {=900*2} | a <b> & c |  |",
        "| 3 | sum | {=B1+B2} (not computed) |  |  |",
        "| 9 |  |  |  | 007 |",
        "Sheet: Other notes",
        "|  | A | B |",
        "| --- | --- | --- |",
        "| 1 | kept |  |",
        "| 2 |  | 1 |",
      ].join("\n"),
    );
    expect((await run(`${set} 'Nowhere!A1=1'`)).output).toContain(
      "There is no sheet Nowhere. There are: Plan, Other notes.",
    );
    expect((await run(`${set} 'A1=1'`)).output).toContain("Write them as");
  });

  it("slides_from_markdown makes slides, notes and a table that our parser reads back", async () => {
    const { run, textOf } = open();
    const made = await run(
      `cat > deck.md; python3 ${SKILLS_AT}/pptx/slides_from_markdown.py deck.md made.pptx`,
      "# Über & out\nin May\n\n## Two\n- **one** thing\n  - below\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nNotes:\nSaid aloud.\n",
    );
    expect(made.output).toBe("2 slides\n");
    const text = await textOf("made.pptx");
    for (const said of ["Über & out", "in May", "one thing", "below", "| 1 | 2 |", "Said aloud."])
      expect(text).toContain(said);
  });

  it("text_to_pdf makes pages that our parser reads back, and refuses letters that would be lost", async () => {
    const { run, textOf } = open();
    const make = `cat > t.md; python3 ${SKILLS_AT}/pdf/text_to_pdf.py t.md t.pdf`;
    const long = `# Größe (1)\n\n${"word ".repeat(900)}\n\n- item \\ one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n`;
    expect((await run(make, long)).output).toBe("2 pages\n");
    const text = await textOf("t.pdf");
    for (const said of ["Größe (1)", "item \\ one", "1  2"]) expect(text.replaceAll(/ {2,}/g, "  ")).toContain(said);
    expect(text.match(/word/g)).toHaveLength(900);
    expect(await run(`rm -f t.pdf; ${make}`, "数\n")).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("数"),
    });
  });
});
