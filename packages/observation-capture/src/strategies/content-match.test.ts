import { describe, expect, it } from "vitest";
import { createMatchedWorkspace, type MatchedWorkspace, sheetRows } from "../../test/matched-workspace.ts";
import { createCapture, createContentMatchStrategy, type CaptureResult, type ContentMatchOptions } from "../index.ts";

const NOTES = `# Travel policy
Hotel rooms are reimbursed up to 350 yuan per night.
Rail travel is second class unless a director agrees in writing.

Meals count 80 yuan a day, without receipts.
The finance department answers questions about this policy.`;
const MINUTES = `Minutes of the works council, 4 March
The council discussed the new canteen and its opening hours.
Parking for bicycles was approved by five votes to two.`;
const BUDGET = [
  ["Region", "Quarter", "Revenue", "Cost"],
  ["North", "Q1", "120500", "88200"],
  ["South", "Q1", "98000", "61250.5"],
  ["North", "Q2", "131750", "90100"],
  ["West", "Q2", "45000", "-1200"],
];

function workspaceOf(): MatchedWorkspace {
  return createMatchedWorkspace({
    "policies/travel.md": NOTES,
    "minutes.txt": MINUTES,
    "plans/budget.xlsx": sheetRows("Q1 plan", BUDGET),
  });
}

async function shown(
  output: string,
  workspace = workspaceOf(),
  {
    args = { command: "python3 show.py" },
    options = {},
  }: { args?: { command: string }; options?: ContentMatchOptions } = {},
): Promise<CaptureResult> {
  return createContentMatchStrategy(options).capture({ tool: "bash", args, output }, workspace.context);
}

function pathsOf({ reads }: CaptureResult): readonly (readonly string[])[] {
  return reads.map((read) => read.paths);
}

describe("text that a script prints", () => {
  it.each(["42\n", "done\n", "  \n", "-- 0 --\n"])(
    "needs no index when it says too little to be a file's: %j",
    async (output) => {
      const workspace = workspaceOf();
      const strategy = createContentMatchStrategy({ eager: false, maxWaitMs: 60_000 });
      const never = { ...workspace.context, textLines: () => expect.fail("the text of a file was asked for") };
      const observation = { tool: "bash", args: { command: "python3 show.py" }, output };
      expect(await strategy.capture(observation, never)).toMatchObject({ reads: [], notes: [] });
      expect(strategy.size.files).toBe(0);
    },
  );

  it("is attributed to each of its files, line by line, with what lies between left out", async () => {
    const output = `file one\n${NOTES.split("\n").slice(1, 3).join("\n")}\nfile two\n${MINUTES.split("\n")[2]}\ndone, 2 files\n`;
    const { reads } = await shown(output);
    expect(reads.map(({ paths, range, start, end }) => ({ paths, range, text: output.slice(start, end) }))).toEqual([
      {
        paths: ["policies/travel.md"],
        range: { unit: "line", start: 2, end: 3 },
        text: `${NOTES.split("\n").slice(1, 3).join("\n")}\n`,
      },
      { paths: ["minutes.txt"], range: { unit: "line", start: 3, end: 3 }, text: `${MINUTES.split("\n")[2]}\n` },
    ]);
  });

  it("is a whole read when all of the file is there", async () => {
    const { reads } = await shown(`${MINUTES}\n`);
    expect(reads).toMatchObject([{ paths: ["minutes.txt"], partial: false, range: { start: 1, end: 3 } }]);
    expect((await shown(`${MINUTES.slice(MINUTES.indexOf("\n") + 1)}\n`)).reads).toMatchObject([{ partial: true }]);
  });

  const rows = BUDGET.slice(1, 4);
  it.each([
    ["as lists of Python", rows.map((row) => `['${row.join("', '")}']`).join("\n")],
    ["as tuples with numbers", rows.map(([a, b, c, d]) => `('${a}', '${b}', ${c}, ${d}, None)`).join("\n")],
    ["as CSV", rows.map((row) => row.join(",")).join("\n")],
    ["with tabs", rows.map((row) => row.join("\t")).join("\n")],
    ["as a table", rows.map((row) => `| ${row.join(" | ")} |`).join("\n")],
    [
      "as columns with an index",
      rows.map((row, at) => `${at}  ${row.map((cell) => cell.padStart(9)).join("")}`).join("\n"),
    ],
    ["as JSON over several lines", JSON.stringify(rows, undefined, 2)],
    ["with decimals", rows.map(([a, b, c, d]) => `${a} ${b} ${c}.0 ${d}`).join("\n")],
  ])("is a row of its sheet, printed %s", async (_, output) => {
    const { reads } = await shown(output);
    expect(reads.map((read) => read.paths)).toEqual([["plans/budget.xlsx"]]);
    expect(reads[0]!.range).toEqual({ unit: "cell", sheet: "Q1 plan", cells: "A2:D4" });
  });

  it("is found behind line numbers, bullets, quotation marks and in other line breaks", async () => {
    const lines = NOTES.split("\n").filter((line) => line !== "");
    const forms = [
      lines.map((line, at) => `${String(at + 1).padStart(6)}\t${line}`),
      lines.map((line, at) => `${at + 1}: ${line}`),
      lines.map((line) => `  - ${line}`),
      lines.map((line) => `> ${line}`),
      lines.map((line) => JSON.stringify(line)),
      lines.join(" ").match(/.{1,40}(?: |$)/g)!,
      [JSON.stringify(NOTES)],
    ];
    for (const form of forms) {
      const result = await shown(form.join("\n"));
      expect([form[0], pathsOf(result)]).toEqual([form[0], [["policies/travel.md"]]]);
      expect(result.reads[0]!.end - result.reads[0]!.start).toBe(form.join("\n").length);
    }
  });

  it("is found when non-ASCII letters are escaped", async () => {
    const workspace = createMatchedWorkspace({ "报销.txt": "差旅费报销标准：每晚住宿不超过三百五十元" });
    const escaped = JSON.stringify("差旅费报销标准：每晚住宿不超过三百五十元").replaceAll(
      /[^\0-\x7f]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    expect(pathsOf(await shown(escaped, workspace))).toEqual([["报销.txt"]]);
    expect(pathsOf(await shown("每晚住宿不超过三百五十元", workspace))).toEqual([["报销.txt"]]);
  });
});

describe("text that is no file's", () => {
  it.each([
    ["a changed number", "Hotel rooms are reimbursed up to 530 yuan per night."],
    ["another sign", "West | Q2 | 45000 | 1200"],
    ["an added digit group", "1,Hotel rooms are reimbursed up to 350 yuan per night,000"],
    ["an added word", "Hotel rooms are not reimbursed up to 350 yuan per night."],
    ["a left-out word", "Hotel rooms are reimbursed up to yuan per night."],
    ["a few common words", "The finance department"],
    ["a total", "Revenue 395250"],
  ])("is not attributed: %s", async (_, line) => {
    expect(pathsOf(await shown(`${line}\n`))).toEqual([]);
  });

  it("is what stands in the command itself", async () => {
    const line = NOTES.split("\n")[1]!;
    const own = await shown(`${line}\n`, workspaceOf(), { args: { command: `python3 -c 'print("${line}")'` } });
    expect(own.reads).toEqual([]);
  });

  it("is a line that many files share; their own lines around it decide", async () => {
    const licence = "Licensed under the terms that stand in the file beside this one.";
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `f${at}.txt`,
        `${licence}\nChapter ${at} begins with a sentence number ${at * 7919}.`,
      ]),
    );
    const workspace = createMatchedWorkspace(files);
    expect((await shown(licence, workspace)).reads).toEqual([]);
    expect(pathsOf(await shown(files["f7.txt"]!, workspace))).toEqual([["f7.txt"]]);
  });
});

describe("copies", () => {
  const files = {
    "a/plan.txt": NOTES,
    "b/plan.txt": NOTES,
    "b/plan-2.txt": `${NOTES}\nAppendix one: a table of cities.`,
  };
  const output = NOTES.split("\n").slice(1, 3).join("\n");

  it("are all named, with low confidence and a note", async () => {
    const { reads, notes } = await shown(output, createMatchedWorkspace(files));
    expect(reads).toMatchObject([{ paths: ["a/plan.txt", "b/plan.txt", "b/plan-2.txt"], confidence: 0.5 }]);
    expect(reads[0]!.hash).toBeUndefined();
    expect(notes).toEqual(["text that several files hold: a/plan.txt, b/plan.txt, b/plan-2.txt"]);
  });

  it("are told apart by the call that names one", async () => {
    const args = { command: "python3 -c \"print(open('b/plan-2.txt').read()[18:90])\"" };
    const { reads } = await shown(output, createMatchedWorkspace(files), { args });
    expect(reads).toMatchObject([{ paths: ["b/plan-2.txt"], confidence: 0.9 }]);
  });

  it("are told apart by what only one of them holds", async () => {
    const { reads } = await shown(`${NOTES}\nAppendix one: a table of cities.\n`, createMatchedWorkspace(files));
    expect(reads.map((read) => read.paths)).toEqual([["b/plan-2.txt"]]);
  });
});

describe("the index", () => {
  it("follows the files: what was replaced or removed is never found again", async () => {
    const workspace = workspaceOf();
    const strategy = createContentMatchStrategy();
    const [, hotel] = NOTES.split("\n");
    const ask = (output: string) => strategy.capture({ tool: "bash", args: {}, output }, workspace.context);
    expect(pathsOf(await ask(hotel!))).toEqual([["policies/travel.md"]]);
    workspace.set("policies/travel.md", NOTES.replace("350 yuan", "400 yuan"));
    expect(pathsOf(await ask(hotel!))).toEqual([]);
    const { reads } = await ask(hotel!.replace("350 yuan", "400 yuan"));
    expect(reads).toMatchObject([
      { paths: ["policies/travel.md"], hash: workspace.context.stat("policies/travel.md")!.hash },
    ]);
    workspace.set("policies/travel.md", undefined);
    expect(pathsOf(await ask(hotel!.replace("350 yuan", "400 yuan")))).toEqual([]);
    expect(strategy.size.files).toBe(2);
  });

  it("never names a path that has another content by now, though nobody said so", async () => {
    const workspace = workspaceOf();
    const { context } = workspace;
    const strategy = createContentMatchStrategy();
    const output = NOTES.split("\n")[1]!;
    await strategy.capture({ tool: "bash", args: {}, output }, context);
    const kept = context.revision!;
    workspace.set("policies/travel.md", "Another text.");
    const { reads } = await strategy.capture({ tool: "bash", args: {}, output }, { ...context, revision: kept });
    expect(reads).toEqual([]);
  });

  it("asks for each content once, and for files of the same content together", async () => {
    const workspace = createMatchedWorkspace({ "a.txt": NOTES, "copy.txt": NOTES, "b.txt": MINUTES });
    const strategy = createContentMatchStrategy();
    for (const output of ["x", NOTES, MINUTES])
      await strategy.capture({ tool: "bash", args: {}, output }, workspace.context);
    workspace.set("moved.txt", MINUTES);
    await strategy.capture({ tool: "bash", args: {}, output: NOTES }, workspace.context);
    expect(workspace.asked).toHaveLength(2);
  });

  it("keeps within its bytes, and says what it left out", async () => {
    const big = Array.from({ length: 4000 }, (_, at) => `Line ${at} of a long text with the number ${at * 7919}`).join(
      "\n",
    );
    const workspace = createMatchedWorkspace({ "big.txt": big, "minutes.txt": MINUTES });
    const strategy = createContentMatchStrategy({ maxBytes: 100_000 });
    const { reads, notes } = await strategy.capture(
      { tool: "bash", args: {}, output: big.slice(0, 500) },
      workspace.context,
    );
    expect(reads).toEqual([]);
    expect(notes.join()).toMatch(/files do not fit into the index of 100000 bytes/);
    expect(strategy.size.bytes).toBeLessThan(150_000);
  });

  it("gives a file that cannot be read no second chance, and goes on", async () => {
    const { context } = workspaceOf();
    const broken = context.stat("minutes.txt")!.hash;
    const strategy = createContentMatchStrategy();
    const textLines: typeof context.textLines = (hash, path) => {
      if (hash === broken) throw new Error("no record");
      return context.textLines!(hash, path);
    };
    const output = `${NOTES}\n${MINUTES}`;
    const { reads } = await strategy.capture({ tool: "bash", args: {}, output }, { ...context, textLines });
    expect(reads.map((read) => read.paths)).toEqual([["policies/travel.md"]]);
  });
});

describe("in the composite", () => {
  it("is asked about what others left open, and never about the command's own words", async () => {
    const workspace = workspaceOf();
    const capture = createCapture();
    const hotel = NOTES.split("\n")[1]!;
    const run = (command: string, output: string) =>
      capture.capture({ tool: "bash", args: { command }, output }, workspace.context);

    const script = `3 files\n${hotel}\n`;
    const byScript = await run("python3 show.py", script);
    expect(byScript.reads).toMatchObject([{ paths: ["policies/travel.md"], range: { start: 2, end: 2 } }]);
    expect(byScript.computed.map(({ start, end }) => script.slice(start, end))).toEqual(["3 files\n"]);

    const own = await run(`echo "${hotel}"`, `${hotel}\n`);
    expect(own.reads).toEqual([]);
    expect(own.computed).toMatchObject([{ own: true }]);

    const listed = await run("ls", "minutes.txt\nplans\npolicies\n");
    expect([listed.reads, listed.listed]).toEqual([[], ["minutes.txt"]]);
  });

  it("gives an unknown tool's output to the files that hold it", async () => {
    const output = `answer\n${MINUTES}\n`;
    const result = await createCapture().capture({ tool: "ask_archive", args: {}, output }, workspaceOf().context);
    expect(pathsOf(result)).toEqual([["minutes.txt"]]);
    expect(result.computed.map(({ start, end }) => output.slice(start, end))).toEqual(["answer\n"]);
  });
});
