import { describe, expect, it } from "vitest";
import { settledText } from "./settled-text.ts";

describe("a text that corrects something", () => {
  it.each([
    ["The toll is no longer 30 SEK but 34 SEK.", "30 SEK", "34 SEK"],
    ["The goalkeeper is not Ivo Horn but Rasmus Falk.", "Ivo Horn", "Rasmus Falk"],
    ["Eva Brandt replaces Uwe Lenz as treasurer.", "Uwe Lenz", "Eva Brandt"],
    ["Uwe Lenz was replaced by Eva Brandt.", "Uwe Lenz", "Eva Brandt"],
    ["The regatta moves from 3 May 2025 to 17 May 2025.", "3 May 2025", "17 May 2025"],
    ["The levy rises from 4.5 % to 5.25 %.", "4.5 %", "5.25 %"],
    ["Water use was 310 m³, down from 355 m³.", "355 m³", "310 m³"],
    ["Der Beitrag beträgt nicht 80 Euro, sondern 95 Euro.", "80 Euro", "95 Euro"],
    ["Der Termin wird vom 4. Mai auf den 11. Mai verschoben.", "4. Mai", "11. Mai"],
    ["教练不是王海，而是刘洋。", "王海", "刘洋"],
    ["押金由1,500元改为1,800元。", "1,500元", "1,800元"],
    ["会议时间改为下午3点。", "不存在", "下午3点"],
  ])("%j keeps what holds now", (text, old, current) => {
    const settled = settledText(text);
    expect(settled).toHaveLength(text.length);
    expect(settled).not.toContain(old);
    expect(settled).toContain(current);
  });

  it.each([
    "The pool is open from 3 May to 14 September 2025.",
    "The hall seats 400 and costs 90 EUR an hour.",
    "Not only members but also guests may vote.",
    "租期自2024年1月1日起至2025年12月31日止。",
  ])("%j is no correction", (text) => {
    expect(settledText(text)).toBe(text);
  });
});
