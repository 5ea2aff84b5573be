import { runReadmeExample } from "@runningtab/test-kit";
import { expect, it } from "vitest";

it("runs the README's first example as it is printed", async () => {
  expect(await runReadmeExample(import.meta.url)).toContain("Finish check 1 of at most 1");
});
