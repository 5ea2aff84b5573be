import { hashBytesSync } from "@runningtab/content-hash/node";
import { describe, expect, it } from "vitest";
import { claimedContext, summary } from "../../test/real-workspace.ts";
import { createCapture, createShellStrategy, type CaptureStrategy } from "../index.ts";

const ROOT = "/w";
const SIZES = {
  "report.pdf": 9000,
  "letter.docx": 800,
  "a.txt": 6,
  "b.txt": 5,
  "notes.md": 20,
  "docs/plan.md": 9,
  "copy.txt": 6,
};

async function run(
  strategy: CaptureStrategy,
  command: string,
  output: string,
  more: { exitCode?: number; cwd?: string; sizes?: Readonly<Record<string, number>> } = {},
) {
  const { sizes = SIZES, ...rest } = more;
  const result = await strategy.capture(
    { tool: "bash", args: { command }, output, ...rest },
    claimedContext(ROOT, sizes),
  );
  return summary(result, output);
}

describe("derived files", () => {
  it("are reads of their source, within one command and in later ones", async () => {
    const session = createShellStrategy();
    const first = await run(
      session,
      "pdftotext -layout report.pdf /tmp/r.txt && head -2 /tmp/r.txt",
      "Title\nTotal 42\n",
    );
    expect(first["reads"]).toEqual(["report.pdf#line1-2~(derived) = Title\nTotal 42\n"]);
    const later = await run(session, "grep -n Total /tmp/r.txt", "2:Total 42\n");
    expect(later["reads"]).toEqual(["report.pdf#line2-2~(derived) = 2:Total 42\n"]);
  });

  it("know the usual converters", async () => {
    for (const command of [
      "pdftotext report.pdf -",
      "pandoc -t plain letter.docx",
      "docx2txt letter.docx -",
      "unzip -p letter.docx word/document.xml",
      "antiword letter.docx",
      "pandoc letter.docx -o /tmp/l.md; cat /tmp/l.md",
      "soffice --headless --convert-to txt --outdir /tmp letter.docx >/dev/null; cat /tmp/letter.txt",
      "pdftotext report.pdf && cat report.txt",
    ]) {
      const { reads } = await run(createShellStrategy(), command, "some text\n");
      expect([command, reads]).toEqual([
        command,
        [expect.stringMatching(/^(?:report\.pdf|letter\.docx)\S*\(derived\) = some text\n$/)],
      ]);
    }
  });

  it("are forgotten when something else writes them", async () => {
    const session = createShellStrategy();
    await run(session, "pdftotext report.pdf /tmp/r.txt", "");
    await run(session, "date > /tmp/r.txt", "");
    expect((await run(session, "cat /tmp/r.txt", "Mon\n"))["reads"]).toEqual([]);
  });

  it("are none where a copy is added to text of another kind", async () => {
    const session = createShellStrategy();
    const shown = await run(session, "cat a.txt >> notes.md; cat notes.md", "# Notes\nfact 42\nalpha\n");
    expect(shown["reads"]).toEqual(["notes.md = # Notes\nfact 42\nalpha\n"]);
    expect((await run(session, "head -1 notes.md", "# Notes\n"))["reads"]).toEqual(["notes.md#line1-1~ = # Notes\n"]);
    await run(session, "echo '# Own' > new.md", "");
    const mixed = await run(session, "cat a.txt >> new.md; cat new.md", "# Own\nalpha\n");
    expect(mixed).toMatchObject({ reads: [], computed: ["a.txt = # Own\nalpha\n"] });
    await run(session, "date > /tmp/made", "");
    expect((await run(session, "cat a.txt >> /tmp/made; cat /tmp/made", "Mon\nalpha\n"))["reads"]).toEqual([]);
    await run(session, ": > /tmp/all; cat a.txt >> /tmp/all", "");
    expect((await run(session, "cat /tmp/all", "alpha\n"))["reads"]).toEqual(["a.txt(derived) = alpha\n"]);
  });

  it("belong to one session", async () => {
    await run(createShellStrategy(), "pdftotext report.pdf /tmp/r.txt", "");
    expect((await run(createShellStrategy(), "cat /tmp/r.txt", "x\n"))["reads"]).toEqual([]);
  });

  it("companion pages are pages of their source", async () => {
    expect((await run(createShellStrategy(), "cat report.pdf_parsed/page_3.md", "three\n"))["reads"]).toEqual([
      "report.pdf#page3-3~(derived) = three\n",
    ]);
    expect(
      (await run(createShellStrategy(), "grep -rn Total .", "./report.pdf_parsed/page_12.md:4:Total 42\n"))["reads"],
    ).toEqual(["report.pdf#page12-12~(derived) = ./report.pdf_parsed/page_12.md:4:Total 42"]);
    expect((await run(createShellStrategy(), "ls report.pdf_parsed", "page_1.md\npage_2.md\n"))["listed"]).toEqual([
      "report.pdf",
    ]);
  });

  it("companion pages are of the version that the composer names, and nobody's where it names none", async () => {
    const older = hashBytesSync(Buffer.from("older"));
    const context = {
      ...claimedContext(ROOT, { ...SIZES, "report.pdf_parsed/page_3.md": 9 }),
      companionVersion: (path: string) => (path.startsWith("report.pdf_parsed/") ? older : undefined),
    };
    const session = createShellStrategy();
    const reads = async (command: string, output: string) => {
      const result = await session.capture({ tool: "bash", args: { command }, output }, context);
      return result.reads.map(({ paths, via, hash }) => [...paths, via, hash]);
    };
    const shown = [["report.pdf", "derived", older]];
    expect(await reads("cat report.pdf_parsed/page_3.md", "three\n")).toEqual(shown);
    expect(await reads("cat report.pdf_parsed/*.md", "three\nfour\n")).toEqual(shown);
    expect(await reads("cat report.pdf_parsed/page_3.md report.pdf_parsed/page_4.md", "three\nfour\n")).toEqual(shown);
    expect(await reads("rg -n three", "report.pdf_parsed/page_3.md:1:three\n")).toEqual(shown);
    expect(await reads("cat letter.docx_parsed/page_1.md", "forged\n")).toEqual([]);
    expect(await reads("cat letter.docx_parsed/*.md", "forged\n")).toEqual([]);
  });
});

describe("failed commands", () => {
  it("a converter that failed half-way read nothing", async () => {
    const { reads, notes } = await run(
      createShellStrategy(),
      "pdftotext report.pdf -",
      "Syntax Error: Couldn't find trailer\nhalf a line\n",
      { exitCode: 1 },
    );
    expect(reads).toEqual([]);
    expect(notes).toContain("`pdftotext report.pdf -` failed (exit 1): its output is kept but not counted as read");
  });

  it("what ran before the failing command stands", async () => {
    expect(
      (await run(createShellStrategy(), "cat a.txt; grep zzz b.txt", "alpha\n", { exitCode: 1 }))["reads"],
    ).toEqual(["a.txt = alpha\n"]);
    expect(
      (
        await run(
          createShellStrategy(),
          "cat a.txt && cat none.txt",
          "alpha\ncat: none.txt: No such file or directory\n",
          { exitCode: 1 },
        )
      )["reads"],
    ).toEqual(["a.txt = alpha\n"]);
  });

  it("an unexplained failure of the only reader counts as no read", async () => {
    expect((await run(createShellStrategy(), "sed -n 2p a.txt", "odd\n", { exitCode: 4 }))["reads"]).toEqual([]);
  });

  it("a closed pipe and a time limit are no failures", async () => {
    expect((await run(createShellStrategy(), "cat a.txt | head -1", "alpha\n", { exitCode: 141 }))["reads"]).toEqual([
      "a.txt = alpha\n",
    ]);
  });
});

describe("places and names", () => {
  it("a working directory of the call and a cd are followed", async () => {
    expect((await run(createShellStrategy(), "cat plan.md", "the plan\n", { cwd: "/w/docs" }))["reads"]).toEqual([
      "docs/plan.md = the plan\n",
    ]);
    expect((await run(createShellStrategy(), "cd $SOMEWHERE && cat a.txt", "alpha\n"))["reads"]).toEqual([]);
    expect((await run(createShellStrategy(), "cd /tmp && cat a.txt", "alpha\n"))["reads"]).toEqual([]);
  });

  it("a sibling folder with the same beginning is outside", async () => {
    const { reads, writes } = await run(
      createShellStrategy(),
      "cat /w2/a.txt; cp a.txt /w_secret/x; cat ../w2/a.txt",
      "alpha\n",
    );
    expect([reads, writes]).toEqual([[], []]);
  });

  it("an unknown variable makes nothing certain", async () => {
    expect((await run(createShellStrategy(), 'cat "$FILE"', "alpha\n"))["reads"]).toEqual([]);
  });
});

describe("files in an order that only the disk or the locale knows", () => {
  const sizes = { "A.txt": 6, "b.txt": 5, "C.txt": 6 };

  it("are never cut by their sizes", async () => {
    // The real order was b, A, C: the totals fit any order.
    const output = "beta\nalpha\ngamma\n";
    for (const command of [
      "find . -name '*.txt' -exec cat {} +",
      "find . -type f | xargs cat",
      "cat $(find . -type f)",
      "cat *.txt",
    ]) {
      const { reads } = await run(createShellStrategy(), command, output, { sizes });
      expect([command, reads]).toEqual([command, [`A.txt+C.txt+b.txt = ${output}`]]);
    }
  });

  it("are told apart in a loop by the names that it prints", async () => {
    const output = "== b.txt\nbeta\n== A.txt\nalpha\n== C.txt\ngamma\n";
    const { reads } = await run(createShellStrategy(), 'for f in *.txt; do echo "== $f"; cat "$f"; done', output, {
      sizes,
    });
    expect(reads).toEqual(["b.txt = beta\n", "A.txt = alpha\n", "C.txt = gamma\n"]);
  });
});

describe("output that was cut", () => {
  it("is a part of the file, with its gap", async () => {
    const { reads } = await run(createCapture(), "cat notes.md", "# N\n[… 12 characters left out …]\nend\n");
    expect(reads).toEqual([expect.stringMatching(/^notes\.md\S*~ = /)]);
  });

  it("is a part of the file when bytes are missing", async () => {
    expect((await run(createCapture(), "cat notes.md", "# Notes\n"))["reads"]).toEqual([
      "notes.md#line1-1~ = # Notes\n",
    ]);
  });
});

describe("arrays and fields", () => {
  it.each([
    'f=(a.txt b.txt); for x in "${f[@]}"; do cat "$x"; done',
    "f=(a.txt); f+=(b.txt); cat ${f[@]}",
    'declare -a f=(a.txt b.txt); for i in "${!f[@]}"; do cat "${f[$i]}"; done',
    'f=(b.txt a.txt); cat "${f[-1]}" "$f"',
    'mapfile -t f < <(printf "a.txt\\nb.txt\\n"); cat "${f[0]}" "${f[1]}"',
    'printf "1 a.txt\\n2 b.txt\\n" | while read -r n x; do cat "$x"; done',
    'printf "a.txt,1,2\\nb.txt,3,4\\n" | while IFS=, read -r x n; do cat "$x"; done',
    'sh -c \'cat "$0" "$1"\' a.txt b.txt',
  ])("%s reads both files", async (command) => {
    expect((await run(createShellStrategy(), command, "alpha\nbeta\n"))["reads"]).toEqual([
      "a.txt = alpha\n",
      "b.txt = beta\n",
    ]);
  });

  it("end for an array that doubles", async () => {
    const doubling = `a=(aaaaaaaaaa);${'a=("${a[0]}${a[0]}");a+=("${a[@]}");'.repeat(60)}cat "\${a[0]}"`;
    expect((await run(createShellStrategy(), doubling, "alpha\n"))["reads"]).toEqual([]);
  });
});

describe("commands that print nothing", () => {
  it.each([
    "set -euo pipefail",
    "shopt -s globstar",
    "sleep 1; wait",
    "trap 'rm -f /tmp/x' EXIT",
    "unset X; let X=1",
    "umask 022; ulimit -n 99",
    "alias ll='ls -l'; hash -r",
    "kill 1",
  ])("%s leaves what others print to them", async (command) => {
    const shown = await run(createShellStrategy(), `${command}; sed -n 2,3p notes.md`, "fact 42\nlast\n");
    expect(shown["reads"]).toEqual(["notes.md#line2-3~ = fact 42\nlast\n"]);
  });

  it("are told from those that print one line", async () => {
    const shown = await run(createShellStrategy(), "date; sed -n 2,3p notes.md", "Mon 3 March\nfact 42\nlast\n");
    expect(shown).toMatchObject({
      reads: ["notes.md#line2-3~ = fact 42\nlast\n"],
      computed: ["nothing = Mon 3 March\n"],
    });
  });

  it("are not those that show the shell's state", async () => {
    for (const command of ["set", "shopt", "trap -p", "umask", "set -x"])
      expect((await run(createShellStrategy(), command, "X=alpha\n"))["computed"]).toEqual(["nothing = X=alpha\n"]);
  });

  it("set and shift the words that follow", async () => {
    const shown = await run(createShellStrategy(), 'set -- x a.txt; shift; cat "$1"', "alpha\n");
    expect(shown["reads"]).toEqual(["a.txt = alpha\n"]);
  });
});

describe("a search that found every line", () => {
  const SHOWN = {
    "grep -n '' docs/plan.md": "1:plan\n2:\n3:fin\n",
    "rg -n . docs/plan.md": "1:plan\n3:fin\n",
    "grep '' docs/plan.md": "plan\n\nfin\n",
    "grep -rn '' docs": "docs/plan.md:1:plan\ndocs/plan.md:2:\ndocs/plan.md:3:fin\n",
    "grep -n -B2 fin docs/*": "docs/plan.md-1-plan\ndocs/plan.md-2-\ndocs/plan.md:3:fin\n",
    "rg --heading -n . docs": "docs/plan.md\n1:plan\n3:fin\n",
  };
  const sizes = { "docs/plan.md": 10, "docs/empty.md": 0 };

  it.each(Object.entries(SHOWN))("%s shows the whole file", async (command, output) => {
    const { reads } = await run(createShellStrategy(), command, output, { sizes });
    expect(reads).toEqual([expect.stringMatching(/^docs\/plan\.md(?!\S*~)\S*\(search\) = /)]);
  });

  it.each(Object.entries(SHOWN))("%s shows a part of a longer file", async (command, output) => {
    const { reads } = await run(createShellStrategy(), command, output, { sizes: { ...sizes, "docs/plan.md": 12 } });
    expect(reads).toEqual([expect.stringMatching(/^docs\/plan\.md\S*~\(search\) = /)]);
  });
});

describe("counts of a search", () => {
  it("are figures made from the files, which they list", async () => {
    expect(await run(createShellStrategy(), "grep -c a a.txt", "1\n")).toMatchObject({
      reads: [],
      listed: ["a.txt"],
      computed: ["a.txt = 1\n"],
    });
    expect(await run(createShellStrategy(), "rg -c a a.txt b.txt", "a.txt:1\nb.txt:1\n")).toMatchObject({
      listed: ["a.txt", "b.txt"],
      computed: ["a.txt+b.txt = a.txt:1\nb.txt:1\n"],
    });
  });
});

describe("commands beyond bounds", () => {
  it("are kept as computed with a note", async () => {
    const long = `echo ${"x".repeat(300_000)}`;
    expect((await run(createShellStrategy(), long, "x\n"))["notes"]).toEqual([
      expect.stringContaining("not attributed"),
    ]);
    const deep = "bash -c ".repeat(100) + "'cat a.txt'";
    expect((await run(createShellStrategy(), deep, "alpha\n"))["computed"]).not.toEqual(undefined);
    const wide = "for i in {1..1000}; do for j in {1..1000}; do cat a.txt; done; done";
    expect((await run(createShellStrategy(), wide, "alpha\n"))["notes"]!.join()).toMatch(/followed|nests or repeats/);
  });

  it("end for variables that double and for commands without an end", async () => {
    const doubling = `X=aaaaaaaaaa;${"X=$X$X;".repeat(60)}cat "$X"`;
    for (const command of [
      doubling,
      "cat a.txt;".repeat(9000),
      `${"cat a.txt|".repeat(9000)}cat`,
      "$(".repeat(5000),
      "(".repeat(5000),
    ]) {
      const { notes } = await run(createShellStrategy(), command, "alpha\n");
      expect(notes).toBeDefined();
    }
  });

  it("end for functions that call themselves", async () => {
    expect(
      (await run(createShellStrategy(), "f() { f; f; }; f; cat a.txt", "alpha\n"))["notes"]!.length,
    ).toBeGreaterThan(0);
  });
});

describe("the agent's own words in a file of the workspace", () => {
  it("are its own when it reads the file back; what stood there before stays a read", async () => {
    const session = createCapture();
    const added = await run(session, "echo 'own 314159' >> notes.md", "");
    expect(added["writes"]).toEqual(["notes.md"]);
    const shown = await run(session, "cat notes.md", "# Notes\nfact 42\nown 314159\n", { sizes: { "notes.md": 28 } });
    expect(shown["reads"]).toEqual(["notes.md~ = # Notes\nfact 42\n"]);
    expect(shown["computed"]).toEqual(["own = own 314159\n"]);
  });

  it("leave no read where nothing else is shown", async () => {
    const session = createCapture();
    const command = "cat > draft.md <<'EOF'\n# Draft\ntotal 55\nEOF\ncat draft.md";
    const shown = await run(session, command, "# Draft\ntotal 55\n", { sizes: { "draft.md": 17 } });
    expect(shown).toMatchObject({ reads: [], computed: ["own = # Draft\ntotal 55\n"], writes: ["draft.md"] });
    const later = await run(session, "head -1 draft.md", "# Draft\n", { sizes: { "draft.md": 17 } });
    expect(later["reads"]).toEqual(["draft.md#line1-1~ = # Draft\n"]);
  });

  it("are forgotten once the file is written anew", async () => {
    const session = createCapture();
    await run(session, "echo 'own 314159' > notes.md", "");
    await run(session, "cp a.txt notes.md", "");
    const shown = await run(session, "cat notes.md", "own 314159\n", { sizes: { "notes.md": 11 } });
    expect(shown["reads"]).toEqual(["notes.md = own 314159\n"]);
  });
});

describe("a list of commands", () => {
  it("is run one after the other, a list of words as one command", async () => {
    const read = async (args: { [key: string]: string[] }) =>
      (
        await createShellStrategy().capture(
          { tool: "terminal", args, output: "alpha\nbeta\n" },
          claimedContext(ROOT, SIZES),
        )
      ).reads;
    expect(await read({ commands: ["cat a.txt", "cat b.txt"] })).toMatchObject([
      { paths: ["a.txt"] },
      { paths: ["b.txt"] },
    ]);
    expect(await read({ command: ["cat", "a.txt", "b.txt"] })).toMatchObject([
      { paths: ["a.txt"] },
      { paths: ["b.txt"] },
    ]);
  });
});

describe("what a harness wraps and a terminal colours", () => {
  const TEXT = "# Notes\nfact 42\nlast\n";

  it("is looked into, and excerpts stay slices of the output", async () => {
    const output = JSON.stringify({ output: TEXT, metadata: { exit_code: 0, duration_seconds: 0.1 } });
    const result = await createShellStrategy().capture(
      { tool: "shell", args: { command: ["bash", "-lc", "cat notes.md"] }, output },
      claimedContext(ROOT, { "notes.md": 22 }),
    );
    expect(summary(result, output)["reads"]).toEqual(["notes.md = # Notes\\nfact 42\\nlast\\n"]);
  });

  it("takes the exit code from there", async () => {
    const output = JSON.stringify({ output: "cat: notes.md: Permission denied\n", metadata: { exit_code: 1 } });
    const result = await createShellStrategy().capture(
      { tool: "shell", args: { command: "cat notes.md" }, output },
      claimedContext(ROOT, { "notes.md": 22 }),
    );
    expect(result.reads).toEqual([]);
  });

  it("reads coloured search results", async () => {
    const output =
      "\u001b[35m\u001b[Knotes.md\u001b[m\u001b[K\u001b[36m\u001b[K:\u001b[m\u001b[K\u001b[32m\u001b[K2\u001b[m\u001b[K\u001b[36m\u001b[K:\u001b[m\u001b[Kfact \u001b[01;31m\u001b[K42\u001b[m\u001b[K\n";
    const result = await createShellStrategy().capture(
      { tool: "bash", args: { command: "grep -n 42 *.md" }, output },
      claimedContext(ROOT, { "notes.md": 22, "b.md": 3 }),
    );
    expect(result.reads).toMatchObject([{ paths: ["notes.md"], range: { unit: "line", start: 2, end: 2 } }]);
  });
});

describe("symbolic links", () => {
  it("are read as the files they lead to, and lead nowhere without a target inside", async () => {
    const context = {
      ...claimedContext(ROOT, SIZES),
      links: new Map([
        ["link.txt", "a.txt"],
        ["d", "docs"],
        ["out", "../../etc"],
      ]),
    };
    const read = async (command: string, output: string) =>
      (await createShellStrategy().capture({ tool: "bash", args: { command }, output }, context)).reads.map(
        (each) => each.paths,
      );
    expect(await read("cat link.txt", "alpha\n")).toEqual([["a.txt"]]);
    expect(await read("cat d/plan.md", "plan text\n")).toEqual([["docs/plan.md"]]);
    expect(await read("cat out/passwd", "root:x\n")).toEqual([]);
    expect(await read("head -1 b.txt link.txt", "==> b.txt <==\nbeta\n\n==> link.txt <==\nalpha\n")).toEqual([
      ["b.txt"],
      ["a.txt"],
    ]);
  });
});
