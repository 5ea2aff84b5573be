import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const bootstrap = fileURLToPath(new URL("../bootstrap.mjs", import.meta.url));

describe("bootstrap", () => {
  it("names the known scripts when asked for an unknown one, on stderr alone", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bootstrap, "strat"], { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain('Unknown script "strat"');
    expect(stderr).toContain("start, cli, test");
  });
});
