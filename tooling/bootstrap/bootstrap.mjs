// Brings what the project needs and runs one of its scripts: the only file that the host's own Node executes.
// It imports nothing that is not in Node 18, prints what it does on stderr, and leaves stdout to the script.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { satisfiesRange } from "./node-range.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const toolchain = join(root, ".toolchain");
const manifest = readJson(join(root, "package.json"));
const nodeRange = readJson(join(root, "apps/cli/package.json")).engines.node;
const pnpmVersion = manifest.packageManager.split("@")[1];
/** The major that is brought when the host's Node is outside the range. */
const NODE_MAJOR = 24;

/**
 * What each script runs, and what it needs installed: `run` is the app's own dependencies, `all` the build and test
 * tools as well. `cwd: "caller"` keeps the folder that the user stands in.
 */
const scripts = {
  start: {
    install: "run",
    cwd: "caller",
    run: (args) => [node(), ...source, join(root, "tooling/scripts/start.ts"), ...args],
  },
  cli: {
    install: "run",
    cwd: "caller",
    run: (args) => [node(), ...source, join(root, "apps/cli/src/main.ts"), ...args],
  },
  test: { install: "all", run: (args) => [node(), ...source, join(root, "tooling/scripts/test.ts"), ...args] },
  check: { install: "all", run: (args) => [node(), ...source, join(root, "tooling/scripts/check.ts"), ...args] },
  format: { install: "all", run: () => [node(), bin("oxfmt"), root] },
  dev: { install: "all", run: (args) => [node(), bin("vitest"), ...args] },
  build: { install: "all", run: (args) => [node(), bin("turbo"), "run", "build", ...args] },
  bench: {
    install: "all",
    run: (args) => [node(), "--expose-gc", ...source, join(root, "apps/bench/src/main.ts"), ...args],
  },
  conformance: {
    install: "all",
    cwd: "caller",
    run: (args) => [node(), ...source, join(root, "packages/conformance-kit/src/cli.ts"), ...args],
  },
  "new:package": {
    install: "all",
    run: (args) => [node(), ...source, join(root, "tooling/scripts/new-package.ts"), ...args],
  },
};
const source = ["--conditions=@runningtab/source"];

const [name, ...given] = process.argv.slice(2);
const script = Object.hasOwn(scripts, name ?? "") ? scripts[name] : undefined;
if (script === undefined) {
  fail(`Unknown script ${JSON.stringify(name)}. Known: ${Object.keys(scripts).join(", ")}.`, 2);
}
const hostNodeFits = satisfiesRange(process.versions.node, nodeRange);
bringToolchain();
bringDependencies(script.install);
execute(script.run(given), script.cwd === "caller" ? (process.env.INIT_CWD ?? process.cwd()) : root);

/** Node within the range: the host's when it fits, else the one in the toolchain folder. */
function node() {
  return hostNodeFits ? process.execPath : toolchainNode();
}

function toolchainNode() {
  const folder = join(toolchain, "node_modules", nodePackage());
  return process.platform === "win32" ? join(folder, "bin", "node.exe") : join(folder, "bin", "node");
}

function nodePackage() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  return `node-${platform}-${process.arch}`;
}

/** The script behind a dependency's command, so that it runs on our Node and not on whatever PATH holds. */
function bin(command) {
  const packages = { vitest: "vitest", turbo: "turbo", oxfmt: "oxfmt" };
  const folder = join(root, "node_modules", packages[command]);
  const { bin: entry } = readJson(join(folder, "package.json"));
  return join(folder, typeof entry === "string" ? entry : entry[command]);
}

/** Installs Node and pnpm into the ignored toolchain folder, with install scripts off, unless they are there. */
function bringToolchain() {
  const wanted = [];
  if (!hostNodeFits && !toolchainNodeFits()) wanted.push(`${nodePackage()}@${NODE_MAJOR}`);
  const pnpmManifest = join(toolchain, "node_modules/pnpm/package.json");
  if (!existsSync(pnpmManifest) || readJson(pnpmManifest).version !== pnpmVersion) wanted.push(`pnpm@${pnpmVersion}`);
  if (wanted.length === 0) return;

  const why = hostNodeFits ? "" : ` (this Node is ${process.versions.node}, the project needs ${nodeRange})`;
  say(`Bringing ${wanted.join(" and ")} from npm into .toolchain/${why} …`);
  mkdirSync(toolchain, { recursive: true });
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const result = spawnSync(
    npm,
    [
      "install",
      "--prefix",
      toolchain,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--no-save",
      "--loglevel=error",
      "--fetch-retries=2",
      "--fetch-timeout=60000",
      ...wanted,
      ...keptTools(wanted),
    ],
    // npm's answers go to stderr: stdout belongs to the script. On Windows npm is a command file, which needs a shell.
    { stdio: ["ignore", 2, 2], cwd: root, shell: process.platform === "win32" },
  );
  if (result.error?.code === "ENOENT")
    fail("npm was not found. Install Node 18 or newer with npm, and run this again.");
  if (result.status !== 0) {
    fail(
      `npm could not install ${wanted.join(" and ")} (exit ${result.status}). Is the npm registry reachable? ` +
        `Without it, use a Node that satisfies ${nodeRange} and try again.`,
    );
  }
  // Headers for compiling native addons: 67 MB that nothing here uses.
  rmSync(join(toolchain, "node_modules", nodePackage(), "include"), { recursive: true, force: true });
  if (!hostNodeFits && !toolchainNodeFits())
    fail(`npm installed no Node for ${process.platform}-${process.arch}. Install Node ${nodeRange} yourself.`);
}

function toolchainNodeFits() {
  if (!existsSync(toolchainNode())) return false;
  const { version } = readJson(join(toolchain, "node_modules", nodePackage(), "package.json"));
  return satisfiesRange(version, nodeRange);
}

/** `npm install` prunes what it is not told about, so tools that are there already are named again. */
function keptTools(wanted) {
  const kept = [];
  if (!hostNodeFits && toolchainNodeFits() && !wanted.some((item) => item.startsWith(nodePackage())))
    kept.push(`${nodePackage()}@${NODE_MAJOR}`);
  return kept;
}

/**
 * Installs from the frozen lockfile, unless the last install was for this lockfile and at least this much. Where the build
 * and test tools are there, whoever brought them, all is installed: anything less would take them away.
 */
function bringDependencies(needed) {
  const stampFile = join(root, "node_modules/.runningtab-install.json");
  const lock = createHash("sha256");
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml"]) lock.update(readFileSync(join(root, file)));
  const key = lock.digest("hex");
  const stamp = existsSync(stampFile) ? readJson(stampFile) : undefined;
  if (stamp?.key === key && (stamp.scope === "all" || needed === "run")) return;

  const scope = hasTools() ? "all" : needed;
  say(scope === "all" ? "Installing dependencies from the lockfile …" : "Installing what the app needs to run …");
  const filter =
    scope === "all" ? [] : ["--prod", "--filter", "runningtab...", "--filter", "@runningtab/example-sample-workspace"];
  const pnpm = join(toolchain, "node_modules/pnpm/bin/pnpm.mjs");
  const result = spawnSync(
    node(),
    [pnpm, "install", "--frozen-lockfile", "--ignore-scripts", "--reporter=silent", ...filter],
    {
      stdio: ["ignore", 2, 2],
      cwd: root,
      env: environment({ CI: "true" }),
    },
  );
  if (result.status !== 0) {
    fail(
      `pnpm install failed (exit ${result.status}). If the lockfile is out of date, run \`pnpm install\` and commit it; ` +
        "if the npm registry cannot be reached, connect and run this again.",
    );
  }
  writeFileSync(stampFile, JSON.stringify({ key, scope }));
}

function hasTools() {
  return Object.keys(manifest.devDependencies).some((name) => existsSync(join(root, "node_modules", name)));
}

/** Our Node and the real pnpm binary come first on PATH: tools that the scripts start look for them there. */
function environment(extra = {}) {
  const pnpmExe = join(
    toolchain,
    "node_modules/@pnpm",
    `exe.${process.platform === "win32" ? "win32" : process.platform}-${process.arch}`,
  );
  const path = [dirname(node()), ...(existsSync(pnpmExe) ? [pnpmExe] : []), process.env.PATH ?? ""].join(delimiter);
  return { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", ...extra };
}

/** Runs the command in the foreground; signals reach it first, and its exit code is ours. */
function execute([command, ...args], cwd) {
  const child = spawn(command, args, { stdio: "inherit", cwd, env: environment() });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(`Could not start ${command}: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function say(text) {
  process.stderr.write(`[setup] ${text}\n`);
}

function fail(text, code = 3) {
  process.stderr.write(`[setup] ${text}\n`);
  process.exit(code);
}
