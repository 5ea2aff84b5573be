import { runReadmeExample } from "@runningtab/test-kit";
import { expect, it } from "vitest";

it("prints what the README says", async () => {
  expect(await runReadmeExample(import.meta.url)).toContain("row inserted");
});
