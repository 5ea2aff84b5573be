import { runReadmeExample } from "@runningtab/test-kit";
import { it } from "vitest";

it("runs the README's first example and prints what it shows", async () => {
  await runReadmeExample(import.meta.url);
});
