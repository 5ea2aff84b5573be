import { spawnSync } from "node:child_process";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { createCapture } from "../src/index.ts";
import { captureCommand, summary, writeFiles } from "./real-workspace.ts";
import { SAMPLE_FILES } from "./sample-workspace.ts";

interface RealCommand {
  readonly command: string;
  /** `PATH#lineA-B~(via) = TEXT`: `~` for a part of the file. What is not named must be empty. */
  readonly shows: {
    readonly reads?: readonly string[];
    readonly computed?: readonly string[];
    readonly listed?: readonly string[];
    readonly writes?: readonly string[];
  };
  /** A program that not every machine has. */
  readonly needs?: string;
}

const COMMANDS: readonly RealCommand[] = [
  { command: "cat a.txt", shows: { reads: ["a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n"] } },
  { command: "cat < a.txt", shows: { reads: ["a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n"] } },
  {
    command: "cat a.txt b.txt",
    shows: {
      reads: ["a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n", "b.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n"],
    },
  },
  {
    command: "cat nonl.txt a.txt",
    shows: { reads: ["nonl.txt = no line break at the end", "a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n"] },
  },
  { command: "cat empty.txt", shows: { reads: ["empty.txt = "] } },
  {
    command: "cat \"docs/report one.md\" 'docs/数据.txt'",
    shows: {
      reads: ["docs/report one.md = report 1\nreport 2\nreport 3\nreport 4\n", "docs/数据.txt = 员工数 128\n第二行\n"],
    },
  },
  {
    command: "cat docs/report\\ one.md",
    shows: { reads: ["docs/report one.md = report 1\nreport 2\nreport 3\nreport 4\n"] },
  },
  {
    command: 'cat ./a.txt "$PWD/b.txt"',
    shows: {
      reads: ["a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n", "b.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n"],
    },
  },
  { command: "cat docs/../a.txt", shows: { reads: ["a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n"] } },
  {
    command: "cat -n a.txt | sed -n '2,3p'",
    shows: { reads: ["a.txt#line2-3~ =      2\talpha 2\n     3\talpha 3\n"] },
  },
  { command: "tac a.txt | head -2", shows: { reads: ["a.txt~ = alpha 5\nalpha 4\n"] } },
  { command: "nl -ba a.txt | sed -n 2,3p", shows: { reads: ["a.txt#line2-3~ =      2\talpha 2\n     3\talpha 3\n"] } },
  { command: "head -2 a.txt", shows: { reads: ["a.txt#line1-2~ = alpha 1\nalpha 2\n"] } },
  {
    command: "head -n 2 a.txt notes.md",
    shows: { reads: ["a.txt#line1-2~ = alpha 1\nalpha 2", "notes.md#line1-2~ = # Notes\n---"] },
  },
  { command: "head -100 b.txt", shows: { reads: ["b.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n"] } },
  { command: "tail -n +4 a.txt", shows: { reads: ["a.txt#line4-5~ = alpha 4\nalpha 5\n"] } },
  { command: "tail -n 2 a.txt", shows: { reads: ["a.txt~ = alpha 4\nalpha 5\n"] } },
  { command: "head -4 a.txt | tail -n +3", shows: { reads: ["a.txt#line3-4~ = alpha 3\nalpha 4\n"] } },
  { command: "sed -n 2,3p notes.md", shows: { reads: ["notes.md#line2-3~ = ---\nfirst\n"] } },
  { command: "sed -n '3p' a.txt", shows: { reads: ["a.txt#line3-3~ = alpha 3\n"] } },
  { command: "sed -n '2,$p' a.txt", shows: { reads: ["a.txt#line2-5~ = alpha 2\nalpha 3\nalpha 4\nalpha 5\n"] } },
  { command: "sed -n '2,3p;3q' a.txt", shows: { reads: ["a.txt#line2-3~ = alpha 2\nalpha 3\n"] } },
  { command: "sed '2q' a.txt", shows: { reads: ["a.txt#line1-2~ = alpha 1\nalpha 2\n"] } },
  { command: "sed -n '/alpha 2/,/alpha 4/p' a.txt", shows: { reads: ["a.txt~ = alpha 2\nalpha 3\nalpha 4\n"] } },
  { command: "sed 's/alpha/ALPHA/' b.txt", shows: { computed: ["b.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n"] } },
  { command: "awk 'NR>=2 && NR<=3' a.txt", shows: { reads: ["a.txt#line2-3~ = alpha 2\nalpha 3\n"] } },
  { command: "awk '{print $2}' b.txt", shows: { reads: ["b.txt~ = 1\n2\n3\n4\n"] } },
  { command: "awk -F, '{s+=$2} END {print s}' data/big.csv", shows: { computed: ["data/big.csv = 570\n"] } },
  { command: "cut -d, -f2 data/big.csv | head -3", shows: { reads: ["data/big.csv#line1-3~ = amount\n0\n3\n"] } },
  { command: "sort -r b.txt", shows: { reads: ["b.txt = beta 4\nbeta 3\nbeta 2\nbeta 1\n"] } },
  { command: "cat a.txt | grep 'alpha 2'", shows: { reads: ["a.txt~ = alpha 2\n"] } },
  { command: "cat a.txt b.txt | grep 2", shows: { reads: ["a.txt+b.txt~ = alpha 2\nbeta 2\n"] } },
  { command: "cat a.txt | tr a-z A-Z | head -1", shows: { computed: ["a.txt = ALPHA 1\n"] } },
  { command: "cat a.txt | wc -l", shows: { computed: ["a.txt = 5\n"], listed: ["a.txt"] } },
  { command: "grep fact notes.md", shows: { reads: ["notes.md~(search) = second fact 42\n"] } },
  {
    command: "grep -n fact notes.md docs/*.md",
    shows: { reads: ["notes.md#line4-4~(search) = notes.md:4:second fact 42"] },
  },
  {
    command: "grep -n -B1 -A1 'alpha 3' a.txt b.txt",
    shows: { reads: ["a.txt#line2-4~(search) = a.txt-2-alpha 2\na.txt:3:alpha 3\na.txt-4-alpha 4"] },
  },
  {
    command: "grep -rn budget .",
    shows: { reads: ["docs/deep/plan.md#line2-2~(search) = ./docs/deep/plan.md:2:budget 300"] },
  },
  {
    command: "grep -rn export src --include='u.ts'",
    shows: { reads: ["src/lib/u.ts#line1-1~(search) = src/lib/u.ts:1:export const u = 1;"] },
  },
  { command: "grep -rl plan .", shows: { listed: ["docs/deep/plan.md"] } },
  { command: "grep -rc plan docs", shows: { listed: ["docs/deep/plan.md", "docs/report one.md", "docs/数据.txt"] } },
  {
    command: "grep -c alpha a.txt b.txt",
    shows: { computed: ["a.txt+b.txt = a.txt:5\nb.txt:0\n"], listed: ["a.txt", "b.txt"] },
  },
  { command: "grep -q alpha a.txt && echo yes", shows: { computed: ["own = yes\n"] } },
  { command: "grep -r budget docs | cut -d: -f1", shows: { listed: ["docs/deep/plan.md"] } },
  { command: "grep zzz a.txt", shows: {} },
  { command: "grep -h beta a.txt b.txt | head -1", shows: { reads: ["a.txt+b.txt~(search) = beta 1\n"] } },
  { command: "ls", shows: { listed: ["a.txt", "b.txt", "empty.txt", "nonl.txt", "notes.md"] } },
  { command: "ls -la docs", shows: { listed: ["docs/report one.md", "docs/数据.txt"] } },
  { command: "ls -R docs", shows: { listed: ["docs/deep/plan.md", "docs/report one.md", "docs/数据.txt"] } },
  { command: "ls a.txt docs/deep", shows: { listed: ["a.txt", "docs/deep/plan.md"] } },
  { command: "find docs -type f -name '*.md'", shows: { listed: ["docs/deep/plan.md", "docs/report one.md"] } },
  { command: "find . -name plan.md -exec cat {} \\;", shows: { reads: ["docs/deep/plan.md = plan\nbudget 300\n"] } },
  {
    command: "find . -name '*.ts' -print0 | xargs -0 grep -n TODO",
    shows: { reads: ["src/lib/u.ts#line2-2~(search) = ./src/lib/u.ts:2:// TODO fix"] },
  },
  {
    command: "find docs -name plan.md -print -exec cat {} \\;",
    shows: { reads: ["docs/deep/plan.md = plan\nbudget 300\n"], computed: ["own = docs/deep/plan.md\n"] },
  },
  {
    command: "find . -name '*.csv' | xargs wc -l",
    shows: { computed: ["data/big.csv = 21 ./data/big.csv\n"], listed: ["data/big.csv"] },
  },
  { command: "ls *.md | xargs cat", shows: { reads: ["notes.md = # Notes\n---\nfirst\nsecond fact 42\n"] } },
  { command: "ls | grep notes | xargs head -n 1", shows: { reads: ["notes.md#line1-1~ = # Notes\n"] } },
  {
    command: "echo a.txt b.txt | xargs cat",
    shows: {
      reads: ["a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n", "b.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n"],
    },
  },
  {
    command: "ls b.txt notes.md | xargs -I{} sh -c 'echo \"## {}\"; cat {}'",
    shows: {
      reads: ["b.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n", "notes.md = # Notes\n---\nfirst\nsecond fact 42\n"],
      computed: ["own = ## b.txt\n", "own = ## notes.md\n"],
    },
  },
  {
    command: "printf '%s\\n' a.txt notes.md | while read -r f; do cat \"$f\"; done",
    shows: {
      reads: [
        "a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n",
        "notes.md = # Notes\n---\nfirst\nsecond fact 42\n",
      ],
    },
  },
  {
    command: 'for f in a.txt notes.md; do echo "== $f"; cat "$f"; done',
    shows: {
      reads: [
        "a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n",
        "notes.md = # Notes\n---\nfirst\nsecond fact 42\n",
      ],
      computed: ["own = == a.txt\n", "own = == notes.md\n"],
    },
  },
  {
    command: 'for f in docs/*; do [ -f "$f" ] && head -1 "$f"; done',
    shows: { reads: ["docs/report one.md#line1-1~ = report 1\n", "docs/数据.txt#line1-1~ = 员工数 128\n"] },
  },
  {
    command: 'while IFS= read -r line; do echo "$line"; done < b.txt',
    shows: { reads: ["b.txt~ = beta 1\nbeta 2\nbeta 3\nbeta 4\n"] },
  },
  { command: "du -a docs/deep", shows: { listed: ["docs/deep/plan.md"] } },
  { command: "stat -c '%n %s' a.txt", shows: { listed: ["a.txt"] } },
  {
    command: "wc -l a.txt b.txt",
    shows: { computed: ["a.txt+b.txt =  5 a.txt\n 4 b.txt\n 9 total\n"], listed: ["a.txt", "b.txt"] },
  },
  { command: "wc -l < a.txt", shows: { computed: ["a.txt = 5\n"], listed: ["a.txt"] } },
  {
    command: "md5sum empty.txt",
    shows: { computed: ["empty.txt = d41d8cd98f00b204e9800998ecf8427e  empty.txt\n"], listed: ["empty.txt"] },
  },
  { command: "cd docs && cat deep/plan.md", shows: { reads: ["docs/deep/plan.md = plan\nbudget 300\n"] } },
  { command: "cd docs; cat ../b.txt", shows: { reads: ["b.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n"] } },
  {
    command: "(cd docs && cat deep/plan.md); cat b.txt",
    shows: { reads: ["docs/deep/plan.md = plan\nbudget 300\n", "b.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n"] },
  },
  { command: 'F=b.txt; sed -n "1,2p" "$F"', shows: { reads: ["b.txt#line1-2~ = beta 1\nbeta 2\n"] } },
  { command: "cat docs/{deep/plan,none}.md 2>/dev/null", shows: { reads: ["docs/deep/plan.md = plan\nbudget 300\n"] } },
  { command: "cat $(find . -name plan.md)", shows: { reads: ["docs/deep/plan.md = plan\nbudget 300\n"] } },
  { command: 'echo "total: $(wc -l < a.txt)"', shows: { computed: ["a.txt = total: 5\n"] } },
  { command: 'X=$(cat b.txt); echo "$X"', shows: { reads: ["b.txt~ = beta 1\nbeta 2\nbeta 3\nbeta 4\n"] } },
  { command: "diff a.txt b.txt | head -1", shows: { reads: ["a.txt+b.txt~ = 1,5c1,4\n"] } },
  { command: "diff <(sort a.txt) <(sort b.txt) | tail -1", shows: { reads: ["a.txt+b.txt~ = > beta 4\n"] } },
  { command: "jq -r .name data/x.json", shows: { reads: ["data/x.json~ = x\n"] }, needs: "jq" },
  {
    command: "python3 -m json.tool < data/x.json",
    shows: { reads: ['data/x.json = {\n    "name": "x",\n    "n": 3\n}\n'] },
    needs: "python3",
  },
  {
    command: "if [ -f a.txt ]; then head -1 a.txt; else echo none; fi",
    shows: { reads: ["a.txt#line1-1~ = alpha 1\n"] },
  },
  { command: "[ -f none.txt ] && cat none.txt || echo none", shows: { computed: ["own = none\n"] } },
  { command: "cat none.txt 2>/dev/null || head -1 a.txt", shows: { reads: ["a.txt#line1-1~ = alpha 1\n"] } },
  {
    command: "cat a.txt > copy.txt; cat copy.txt",
    shows: { reads: ["a.txt(derived) = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n"], writes: ["copy.txt"] },
  },
  {
    command: "grep alpha a.txt > /tmp/runningtab-hits.txt; cat /tmp/runningtab-hits.txt; rm /tmp/runningtab-hits.txt",
    shows: { reads: ["a.txt(derived) = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n"] },
  },
  {
    command: "cp b.txt c.txt && cat c.txt",
    shows: { reads: ["c.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n"], writes: ["c.txt"] },
  },
  { command: "mv b.txt c.txt; ls c.txt", shows: { listed: ["c.txt"], writes: ["b.txt", "c.txt"] } },
  {
    command: "tee t.txt < b.txt",
    shows: { reads: ["b.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n"], writes: ["t.txt"] },
    needs: "tee",
  },
  { command: "sed -i 's/first/1st/' notes.md", shows: { writes: ["notes.md"] } },
  { command: "cat > new.md <<'EOF'\nmade here\nEOF", shows: { writes: ["new.md"] } },
  { command: "cat <<EOF\nmade here\nEOF", shows: { computed: ["own = made here\n"] } },
  { command: "timeout 5 head -1 a.txt", shows: { reads: ["a.txt#line1-1~ = alpha 1\n"] } },
  { command: "env LC_ALL=C nice cat b.txt", shows: { reads: ["b.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n"] } },
  {
    command: "bash -lc \"cd docs && sed -n 1,2p 'report one.md'\"",
    shows: { reads: ["docs/report one.md#line1-2~ = report 1\nreport 2\n"] },
  },
  { command: "sh -c 'cat \"$1\"' _ b.txt", shows: { reads: ["b.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n"] } },
  {
    command: "cat a.txt; echo; cat notes.md",
    shows: {
      reads: [
        "a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n",
        "notes.md = # Notes\n---\nfirst\nsecond fact 42\n",
      ],
    },
  },
  {
    command: 'echo "--- a"; cat a.txt; echo "--- n"; cat notes.md',
    shows: {
      reads: [
        "a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n",
        "notes.md = # Notes\n---\nfirst\nsecond fact 42\n",
      ],
      computed: ["own = --- a\n", "own = --- n\n"],
    },
  },
  {
    command: "head -2 a.txt; tail -1 notes.md",
    shows: { reads: ["a.txt#line1-2~ = alpha 1\nalpha 2\n", "notes.md~ = second fact 42\n"] },
  },
  {
    command: "head -1 a.txt && echo ... && tail -n 1 a.txt",
    shows: { reads: ["a.txt#line1-1~ = alpha 1\n", "a.txt~ = alpha 5\n"], computed: ["own = ...\n"] },
  },
  {
    command: "ls docs/deep; cat notes.md",
    shows: { reads: ["notes.md = # Notes\n---\nfirst\nsecond fact 42\n"], listed: ["docs/deep/plan.md"] },
  },
  { command: "cat a.txt none.txt", shows: { reads: ["a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n"] } },
  { command: "cat none.txt", shows: {} },
  { command: "cat docs", shows: {} },
  { command: "ls none; cat b.txt", shows: { reads: ["b.txt = beta 1\nbeta 2\nbeta 3\nbeta 4\n"] } },
  { command: "exit 3", shows: {} },
  { command: 'f() { head -1 "$1"; }; f a.txt', shows: { reads: ["a.txt#line1-1~ = alpha 1\n"] } },
  {
    command: "{ cat b.txt; cat notes.md; } | tail -2",
    shows: { reads: ["b.txt+notes.md~ = first\nsecond fact 42\n"] },
  },
  { command: "echo see notes.md", shows: { computed: ["own = see notes.md\n"] } },
  {
    command: "python3 -c \"print(open('a.txt').read())\"",
    shows: { computed: ["a.txt = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n\n"] },
    needs: "python3",
  },
  { command: 'node -e "console.log(1 + 1)"', shows: { computed: ["nothing = 2\n"] }, needs: "node" },
  { command: "zcat nonl.txt 2>/dev/null", shows: {} },
  {
    command: "gzip -k a.txt && zcat a.txt.gz",
    shows: { reads: ["a.txt.gz = alpha 1\nalpha 2\nalpha 3\nalpha 4\nalpha 5\n"], writes: ["a.txt.gz"] },
    needs: "gzip",
  },
  {
    command: "git init -q . && git add -A && git grep -n fact",
    shows: { reads: ["notes.md#line4-4~(search) = notes.md:4:second fact 42"] },
    needs: "git",
  },
  {
    command: "git init -q . && git add -A && git ls-files docs/deep",
    shows: { listed: ["docs/deep/plan.md"] },
    needs: "git",
  },
  { command: "strings b.txt", shows: { reads: ["b.txt~ = beta 1\nbeta 2\nbeta 3\nbeta 4\n"] }, needs: "strings" },
  {
    command: "column -t -s, data/big.csv | sed -n 2,3p",
    shows: { reads: ["data/big.csv#line2-3~ = 0   0\n1   3\n"] },
    needs: "column",
  },
  { command: "paste -d, a.txt b.txt | head -1", shows: { reads: ["a.txt+b.txt~ = alpha 1,beta 1\n"] } },
  {
    command: "iconv -f utf-8 -t utf-8 docs/数据.txt",
    shows: { reads: ["docs/数据.txt = 员工数 128\n第二行\n"] },
    needs: "iconv",
  },
  { command: "rg -n fact", shows: { reads: ["notes.md#line4-4~(search) = notes.md:4:second fact 42"] }, needs: "rg" },
  {
    command: "tree docs",
    shows: { listed: ["docs/deep/plan.md", "docs/report one.md", "docs/数据.txt"] },
    needs: "tree",
  },
];

const isInstalled = (program: string): boolean => spawnSync("bash", ["-c", `command -v ${program}`]).status === 0;

describe("a command that was really run", () => {
  for (const { command, shows, needs } of COMMANDS) {
    if (needs !== undefined && !isInstalled(needs)) {
      it.skip(`${command} (skipped: ${needs} is not installed)`, () => {});
      continue;
    }
    it(command, async () => {
      const root = temporaryFolder("capture");
      writeFiles(root, SAMPLE_FILES);
      const { observation, result } = await captureCommand(createCapture(), root, command);
      const { notes: _notes, ...found } = summary(result, observation.output);
      expect(found).toEqual({ reads: [], computed: [], listed: [], writes: [], ...shows });
      for (const read of result.reads) expectLinesOfFile(read, observation.output, command);
    });
  }
});

/** Where a read claims lines of a file as they are, the file itself is the witness. */
function expectLinesOfFile(
  read: { paths: readonly string[]; start: number; end: number; range?: unknown; via?: string },
  output: string,
  command: string,
): void {
  const text = read.paths.length === 1 ? SAMPLE_FILES[read.paths[0]!] : undefined;
  const range = read.range as { unit: string; start: number; end: number } | undefined;
  if (
    text === undefined ||
    range?.unit !== "line" ||
    read.via !== undefined ||
    /\b(?:cat -n|nl|cut|column)\b/.test(command)
  )
    return;
  const lines = text.split("\n").slice(range.start - 1, range.end);
  expect(output.slice(read.start, read.end).replace(/\n$/, "")).toBe(lines.join("\n"));
}
