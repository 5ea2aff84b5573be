import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { registerConformance } from "@runningtab/conformance-kit";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { createCommandCheck } from "@runningtab/staged-workspace/checks/command";
import { createExpectedHashesCheck } from "@runningtab/staged-workspace/checks/expected-hashes";
import { createFormulaErrorsCheck, isFormulaError } from "@runningtab/staged-workspace/checks/formula-errors";
import { createParsesCheck } from "@runningtab/staged-workspace/checks/parses";
import { candidateBetween, checkCases } from "@runningtab/staged-workspace/conformance";
import { describe, expect, it } from "vitest";

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const hash = (content: string) => hashBytesSync(new TextEncoder().encode(content));

const parses = createParsesCheck({
  parse: async (path, bytes) =>
    path.endsWith(".doc") && text(bytes).startsWith("broken") ? "it ends early" : undefined,
});
/** A workbook in this test is lines of `CELL VALUE`. */
const formulaErrors = createFormulaErrorsCheck({
  errors: async (path, bytes) =>
    path.endsWith(".book")
      ? text(bytes)
          .split("\n")
          .map((line) => line.split(" "))
          .flatMap(([place = "", value = ""]) => (isFormulaError(value) ? [{ place, value }] : []))
      : [],
});

for (const [name, check, before, good, bad] of [
  ["parses", parses, "", "fine", "broken"],
  ["formula errors", formulaErrors, "A1 #REF!", "A1 #REF!\nB1 5", "A1 #REF!\nB1 #REF!"],
  ["expected hashes", createExpectedHashesCheck({ "a.doc": hash("fine"), gone: null }), "", "fine", "other"],
  [
    "a command",
    createCommandCheck({
      command: "true",
      runIn: async (folder, _, signal) => {
        signal?.throwIfAborted();
        const isFine = readFileSync(join(folder, "a.doc"), "utf8") === "fine";
        return isFine ? { exitCode: 0, output: "" } : { exitCode: 1, output: "no good\n" };
      },
    }),
    "",
    "fine",
    "other",
  ],
] as const) {
  const path = name === "formula errors" ? "a.book" : "a.doc";
  registerConformance({ describe, it }, checkCases, {
    name,
    create: () => ({
      check,
      sound: candidateBetween({ [path]: before }, { [path]: good }),
      faulty: candidateBetween({ [path]: before }, { [path]: bad }),
    }),
  });
}

describe("the check that files parse", () => {
  it("lets through what could not be read before either, and says so", async () => {
    const outcome = await parses.run(candidateBetween({ "a.doc": "broken" }, { "a.doc": "broken too" }));
    expect(outcome).toEqual({
      passed: true,
      findings: ["a.doc cannot be read, nor could the version before: it ends early"],
    });
  });
  it("does not look at what was moved or taken away", async () => {
    const outcome = await parses.run(
      candidateBetween({ "a.doc": "broken", "b.doc": "broken b" }, { "c.doc": "broken" }),
    );
    expect(outcome).toEqual({ passed: true, findings: [] });
  });
});

describe("the check for formula errors", () => {
  it("takes an error that a new row pushed down for the old one", async () => {
    const pushed = await formulaErrors.run(
      candidateBetween({ "a.book": "A1 #REF!\nA2 #N/A" }, { "a.book": "A1 title\nA2 #REF!\nA3 #N/A" }),
    );
    expect(pushed).toEqual({ passed: true, findings: [] });
  });
  it("names each new one with its cell", async () => {
    const { findings } = await formulaErrors.run(
      candidateBetween(
        { "a.book": "A1 #REF!" },
        { "a.book": "A1 #REF!\nA2 #REF!\nA3 #DIV/0!", "new.book": "B2 Err:502" },
      ),
    );
    expect(findings).toEqual([
      "a.book shows #REF! in A2",
      "a.book shows #DIV/0! in A3",
      "new.book shows Err:502 in B2",
    ]);
  });
  it("knows errors from texts that begin like one", () => {
    expect(["#REF!", "#n/a", " #DIV/0! ", "Err:502"].map(isFormulaError)).toEqual([true, true, true, true]);
    expect(["#1", "#REF! is an error", "", "Error"].map(isFormulaError)).toEqual([false, false, false, false]);
  });
});

describe("the check that runs a command", () => {
  it("runs it over the whole candidate tree in a folder that is gone afterwards", async () => {
    let seen = "";
    const check = createCommandCheck({
      command: "make test",
      runIn: async (folder) => {
        seen = folder;
        writeFileSync(join(folder, "waste"), "");
        return { exitCode: 2, output: `${readdirSync(folder).toSorted().join(",")}\n\nlast` };
      },
    });
    const outcome = await check.run(candidateBetween({ kept: "1", gone: "2" }, { kept: "1", new: "3" }));
    expect(outcome).toEqual({ passed: false, findings: ["make test ended with 2", "kept,new,waste", "last"] });
    expect(existsSync(seen)).toBe(false);
  });
});
