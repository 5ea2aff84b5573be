import { describe, expect, it } from "vitest";
import { runCli } from "./run-cli.ts";

const PLAIN = [
  "index",
  "search",
  "grep",
  "files",
  "view",
  "parse",
  "diff",
  "capture",
  "rank",
  "stats",
  "doctor",
  "inspect",
];
const TAB = ["add", "resolve", "list", "show", "status", "export", "import"].map((name) => ["tab", name]);
const CONFIG = [["config", "show"]];

describe("--help", () => {
  it.each([...PLAIN.map((name) => [name]), ["tab"], ...TAB, ...CONFIG])(
    "explains %s %s with an example, on stdout",
    async (...path) => {
      const command = path.filter((name) => name !== undefined);
      const { exitCode, stdout, stderr } = await runCli([...command, "--help"]);
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(stdout).toContain(`Usage: runningtab ${command.join(" ")}`);
      expect(stdout).toMatch(/\nExamples?:\n {2}.*runningtab /);
      if (command.join() !== "tab") {
        expect(stdout).toContain("--json");
        expect(stdout).toContain("--no-color");
      }
    },
  );

  it("lists all commands and what the exit codes mean", async () => {
    const { exitCode, stdout } = await runCli(["--help"]);
    expect(exitCode).toBe(0);
    for (const name of [...PLAIN, "tab", "run", "config"]) expect(stdout).toMatch(new RegExp(`\\n {2}${name}[ \\n]`));
    expect(stdout).toContain("Exit codes: 0 done, 1 the answer is no, 2 misuse, 3 something failed.");
  });
});
