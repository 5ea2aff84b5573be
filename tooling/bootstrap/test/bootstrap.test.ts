import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../test-kit/src/temporary-folder.ts";
import { describe, expect, it } from "vitest";

const bootstrap = fileURLToPath(new URL("../bootstrap.mjs", import.meta.url));

/** A checkout of the bootstrap's files alone, with a pnpm that writes down what it is asked for. */
function makeCheckout() {
  const root = temporaryFolder("checkout");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const name of ["bootstrap.mjs", "node-range.mjs"])
    cpSync(join(dirname(bootstrap), name), join(root, "tooling/bootstrap", name), { recursive: true });
  write("package.json", JSON.stringify({ packageManager: "pnpm@1.2.3", devDependencies: { vitest: "1.0.0" } }));
  write("apps/cli/package.json", JSON.stringify({ engines: { node: `>=${process.versions.node.split(".")[0]}` } }));
  write("apps/cli/src/main.ts", "");
  write("pnpm-workspace.yaml", "");
  write("node_modules/.keep", "");
  write(".toolchain/node_modules/pnpm/package.json", JSON.stringify({ version: "1.2.3" }));
  write(
    ".toolchain/node_modules/pnpm/bin/pnpm.mjs",
    `import { appendFileSync } from "node:fs"; appendFileSync("asked", process.argv.slice(2).join(" ") + "\\n");`,
  );
  write("asked", "");
  return {
    write,
    /** Runs the app after a change of the lockfile, and answers what was installed before it. */
    installsAfter(lock: string): readonly ("run" | "all")[] {
      write("pnpm-lock.yaml", lock);
      write("asked", "");
      const { status, stderr } = spawnSync(process.execPath, [join(root, "tooling/bootstrap/bootstrap.mjs"), "cli"], {
        encoding: "utf8",
      });
      expect({ status, stderr }).toMatchObject({ status: 0 });
      const asked = readFileSync(join(root, "asked"), "utf8").trim().split("\n");
      return asked.filter((line) => line !== "").map((line) => (line.includes("--prod") ? "run" : "all"));
    },
  };
}

describe("bootstrap", () => {
  it("names the known scripts when asked for an unknown one, on stderr alone", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bootstrap, "strat"], { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain('Unknown script "strat"');
    expect(stderr).toContain("start, cli, test");
  });

  it("installs what the app needs once for each lockfile", () => {
    const { installsAfter } = makeCheckout();
    expect(installsAfter("one")).toEqual(["run"]);
    expect(installsAfter("one")).toEqual([]);
    expect(installsAfter("two")).toEqual(["run"]);
  });

  it("leaves an installation of everything one of everything, whoever made it", () => {
    const { write, installsAfter } = makeCheckout();
    expect(installsAfter("one")).toEqual(["run"]);
    write("node_modules/vitest/package.json", "{}");
    expect(installsAfter("two")).toEqual(["all"]);
    expect(installsAfter("two")).toEqual([]);
    expect(installsAfter("three")).toEqual(["all"]);
  });
});
