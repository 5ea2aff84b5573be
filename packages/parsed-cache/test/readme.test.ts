import { runReadmeExample } from "@runningtab/test-kit";
import { it } from "vitest";

it("runs the README's examples and prints what it shows", { timeout: 180_000 }, async () => {
  await runReadmeExample(import.meta.url);
  await runReadmeExample(import.meta.url, "Search, kept between processes");
});
