import { expect, it } from "vitest";
import { SYSTEM_BLOCK } from "./system-block.ts";

it("keeps the system block within 150 words and naming all four tools", () => {
  expect(SYSTEM_BLOCK.split(/\s+/).length).toBeLessThanOrEqual(150);
  for (const name of ["tab_add", "tab_list", "tab_resolve", "finish check"]) expect(SYSTEM_BLOCK).toContain(name);
});
