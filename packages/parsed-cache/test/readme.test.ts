import { runReadmeExample } from "@runningtab/test-kit";
import { it } from "vitest";

it("runs the README's first example and prints what it shows", { timeout: 90_000 }, async () => {
  await runReadmeExample(import.meta.url);
});
