import { describe, expect, it } from "vitest";
import { type Script, type ScriptedRun, writeScripts } from "./scripts.ts";

/** `a^{b}` and `a_{b}` as runs. */
function scripted(text: string): ScriptedRun[] {
  return text.split(/(\^\{[^}]*\}|_\{[^}]*\})/).map((piece) => {
    const script: Script | undefined = piece.startsWith("^{") ? "super" : piece.startsWith("_{") ? "sub" : undefined;
    return script === undefined ? { text: piece } : { text: piece.slice(2, -1), script };
  });
}

const written = (text: string): string =>
  writeScripts(scripted(text))
    .map((run) => run.text)
    .join("");

describe("raised and lowered text", () => {
  it.each([
    ["10^{2} m", "10^2 m"],
    ["10^{-3} m", "10^-3 m"],
    ["10^{2}5", "10^(2)5"],
    ["x^{n+1}", "x^(n+1)"],
    ["(a+b)^{2}", "(a+b)^2"],
    ["m^{ 2 }", "m 2 "],
    ["price^{1} is", "price^1 is"],
    ["the 1^{st} of Brand^{TM}", "the 1st of BrandTM"],
    ["sure^{[1]} and ^{14}C", "sure[1] and 14C"],
    ["^{1} In cash", "1 In cash"],
    ["90^{°} and a^{*}", "90° and a*"],
    ["H_{2}O and CO_{2}", "H2O and CO2"],
    ["101_{2} and log_{2}8", "101_2 and log_(2)8"],
  ])("%s is written %s", (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it("is one stretch whatever its looks, and one for each tracked change", () => {
    const deleted = { kind: "deleted" } as const;
    expect(
      writeScripts([
        { text: "10" },
        { text: "1", script: "super", style: "bold" },
        { text: "2", script: "super" },
        { text: " and 10" },
        { text: "2", script: "super", revision: deleted },
        { text: "3", script: "super" },
      ]),
    ).toEqual([
      { text: "10" },
      { text: "^1", style: "bold" },
      { text: "2 and 10" },
      { text: "^2", revision: deleted },
      { text: "^3" },
    ]);
  });
});
