import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { processEnvironment } from "../src/environment.ts";
import { createProgram } from "../src/program.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const { commands } = createProgram(processEnvironment());

it("names every command in the README", () => {
  expect(commands.map((command) => command.name()).filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
});

it("names every option of run in the README", () => {
  const run = commands.find((command) => command.name() === "run")!;
  const missing = run.options.map((option) => option.long!).filter((name) => !readme.includes(name));
  expect(missing).toEqual([]);
});

it.each(["README.md", "docs/tutorial.md"])("finds every command and option that %s shows", (name) => {
  const text = readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
  const blocks = [...text.matchAll(/```sh\n([^]*?)```/g)].map(([, block = ""]) => block.replaceAll("\\\n", " "));
  const lines = blocks
    .flatMap((block) => block.split("\n").map((line) => line.trim()))
    .filter((line) => line.startsWith("./runningtab "));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const [, ...words] = line.split(" #")[0]!.trim().split(/\s+/);
    const command = commands.find((one) => one.name() === words[0]);
    const sub = command?.commands.find((one) => one.name() === words[1]);
    const known = (sub ?? command)?.options.flatMap(({ long, short }) => [long, short]);
    const unknown = words.filter((word) => /^--?[a-z]/.test(word) && known?.includes(word) !== true);
    expect([line, command?.name(), unknown]).toEqual([line, words[0], []]);
    if (command !== undefined && command.commands.length > 0) expect([line, sub?.name()]).toEqual([line, words[1]]);
  }
});

it("lists in the troubleshooting messages that there are, each with what to do", () => {
  const root = new URL("../../../", import.meta.url);
  const text = readFileSync(new URL("docs/troubleshooting.md", root), "utf8");
  const rows = [...text.matchAll(/^\| (`.*) \| (.*) \| (.*) \|$/gm)];
  expect(rows.length).toBeGreaterThan(40);
  const sources = globSync(["apps/cli/src/**/*.ts", "packages/*/src/**/*.ts"], { cwd: fileURLToPath(root) })
    .filter((path) => !path.endsWith(".test.ts"))
    .map((path) => readFileSync(new URL(path, root), "utf8"));
  // What stands between the parts that differ is in one and the same file.
  const unknown = rows
    .map(([, message = ""]) => message)
    .filter((message) => {
      const parts = message
        .replaceAll("`", "")
        .split("…")
        .map((part) => part.trim())
        .filter((part) => part !== "");
      return !sources.some((source) => parts.every((part) => source.includes(part)));
    });
  expect(unknown).toEqual([]);
  expect(rows.filter(([, , cause = "", remedy = ""]) => cause.length < 5 || remedy.length < 5)).toEqual([]);
});

it("shows an example in the help of every command", () => {
  for (const command of commands) {
    let help = "";
    command.configureOutput({ writeOut: (text) => (help += text) });
    command.outputHelp();
    expect(help, command.name()).toMatch(/Examples?:/);
  }
});
