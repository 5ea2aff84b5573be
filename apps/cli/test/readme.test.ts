import { readFileSync } from "node:fs";
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

it("shows an example in the help of every command", () => {
  for (const command of commands) {
    let help = "";
    command.configureOutput({ writeOut: (text) => (help += text) });
    command.outputHelp();
    expect(help, command.name()).toMatch(/Examples?:/);
  }
});
