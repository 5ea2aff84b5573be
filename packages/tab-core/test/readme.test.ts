import { runReadmeExample } from "@runningtab/test-kit";
import { it } from "vitest";

it("README: the first example prints what it says", () => runReadmeExample(import.meta.url));
