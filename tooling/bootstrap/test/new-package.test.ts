import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

it("makes a package in the form that check wants, and says how to take it back", () => {
  const name = `template-probe-${process.pid}`;
  const folder = join(root, "packages", name);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const said = execFileSync(process.execPath, ["tooling/scripts/new-package.ts", name], { cwd: root, stdio: "pipe" });
  expect(String(said)).toContain(`delete the folder packages/${name}`);
  execFileSync("pnpm", ["exec", "oxfmt", "--check", `packages/${name}`], { cwd: root, stdio: "pipe" });
});
