const numbered = (word: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}\n`).join("");

/** The files over which real commands are run: names with spaces and of another script, an empty file, no last line break. */
export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  "a.txt": numbered("alpha", 5),
  "b.txt": numbered("beta", 4),
  "notes.md": "# Notes\n---\nfirst\nsecond fact 42\n",
  "empty.txt": "",
  "nonl.txt": "no line break at the end",
  "docs/report one.md": numbered("report", 4),
  "docs/deep/plan.md": "plan\nbudget 300\n",
  "docs/数据.txt": "员工数 128\n第二行\n",
  "data/big.csv": `id,amount\n${Array.from({ length: 20 }, (_, index) => `${index},${index * 3}\n`).join("")}`,
  "data/x.json": '{"name":"x","n":3}\n',
  "src/app-main.ts": "export const answer = 42;\nconsole.log(answer);\n",
  "src/lib/u.ts": "export const u = 1;\n// TODO fix\n",
};
