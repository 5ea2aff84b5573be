import { describe, expect, it } from "vitest";
import { isNameLike } from "./name-like.ts";

describe("a name", () => {
  it.each(["Ana Pires", "Dr Ana Pires", "Pires & Sons Ltd", "Maria van der Berg", "Nordwind", "刘洋", "东海船务公司"])(
    "can be %j",
    (text) => {
      expect(isNameLike(text)).toBe(true);
    },
  );

  it.each(["early shift", "on call", "E12", "B-2", "1200", "Tuesday", "March", "the warden", "Ana Pires left in 2021"])(
    "is never %j",
    (text) => {
      expect(isNameLike(text)).toBe(false);
    },
  );
});
