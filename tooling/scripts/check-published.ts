// The packages as a user gets them: packed and linted, installed from the tarballs into an empty project, imported under plain
// Node, and type-checked by a consumer with both of the resolutions that people use.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { root } from "./run-steps.ts";

interface PublishedManifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Package {
  readonly folder: string;
  readonly manifest: PublishedManifest;
}

/** Folder names of the packages to check; by default all. A checked package needs its siblings checked with it. */
const only = process.argv.slice(2);
const packages: readonly Package[] = ["packages", "apps"]
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name)))
  .map((folder) => ({
    folder,
    manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PublishedManifest,
  }))
  .filter(
    ({ folder, manifest }) => manifest.private !== true && (only.length === 0 || only.includes(basename(folder))),
  );

const consumer = mkdtempSync(join(tmpdir(), "runningtab-published-"));
try {
  const tarballs = packAll();
  const problems = [...(await lint(tarballs)), ...installAndUse(tarballs)];
  for (const problem of problems) process.stderr.write(`✗ ${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  rmSync(consumer, { recursive: true, force: true });
}

/** Packs every package; by name, the tarball's path. */
function packAll(): ReadonlyMap<string, string> {
  return new Map(
    packages.map(({ folder, manifest }) => {
      const packed = run("pnpm", ["pack", "--json", "--pack-destination", consumer], folder);
      const { filename } = JSON.parse(packed) as { filename: string };
      return [manifest.name, isAbsolute(filename) ? filename : join(consumer, filename)];
    }),
  );
}

async function lint(tarballs: ReadonlyMap<string, string>): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, tarball] of tarballs) {
    const bytes = readFileSync(tarball);
    const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, level: "warning" });
    problems.push(
      ...messages.map((message) => `${name}: ${formatMessage(message, pkg, { color: false }) ?? message.code}`),
    );
  }
  return problems;
}

function installAndUse(tarballs: ReadonlyMap<string, string>): string[] {
  const project = join(consumer, "project");
  mkdirSync(project);
  const files = Object.fromEntries([...tarballs].map(([name, tarball]) => [name, `file:${tarball}`]));
  const peers = Object.assign({}, ...packages.map(({ manifest }) => manifest.peerDependencies ?? {})) as Record<
    string,
    string
  >;
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module", dependencies: { ...files, ...peers } }),
  );
  writeFileSync(join(project, "pnpm-workspace.yaml"), consumerWorkspace(files));
  run(
    "pnpm",
    ["install", "--prefer-offline", "--ignore-scripts", "--reporter=silent", "--no-frozen-lockfile"],
    project,
  );

  const modules = packages.flatMap(({ manifest }) =>
    Object.keys(manifest.publishConfig?.exports ?? {})
      .filter((entry) => entry !== "./package.json")
      .map((entry) => manifest.name + entry.slice(1)),
  );
  const problems: string[] = [];
  for (const module of modules) {
    // An import that prints or keeps the process alive has a side effect.
    const printed = attempt(() =>
      run(process.execPath, ["--input-type=module", "-e", `await import(${JSON.stringify(module)});`], project, 20_000),
    );
    if (printed.failure !== undefined) problems.push(`import of ${module}: ${printed.failure}`);
    else if (printed.output !== "") problems.push(`import of ${module} printed ${JSON.stringify(printed.output)}`);
  }
  writeFileSync(
    join(project, "consumer.ts"),
    modules.map((name, index) => `export * as m${index} from ${JSON.stringify(name)};`).join("\n"),
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ] as const) {
    // A consumer without @types/node: declarations must not lean on it. skipLibCheck is for those of our dependencies.
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      target: "es2024",
      lib: ["es2024", "dom"],
      types: [],
      module,
      moduleResolution,
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
    const checked = attempt(() => run(process.execPath, [tsc, "-p", "tsconfig.json"], project));
    if (checked.failure !== undefined)
      problems.push(`types with moduleResolution ${moduleResolution}: ${checked.failure}`);
  }
  for (const { manifest } of packages) {
    for (const command of Object.keys(manifest.bin ?? {})) {
      const helped = attempt(() => run("pnpm", ["exec", command, "--help"], project));
      if (helped.failure !== undefined) problems.push(`${command} --help: ${helped.failure}`);
    }
  }
  process.stderr.write(
    `${packages.length} packages packed and installed, ${modules.length} entry points imported and type-checked.\n`,
  );
  return problems;
}

/** Siblings resolve to the tarballs just packed, everything else as in our own lockfile's catalog. */
function consumerWorkspace(files: Readonly<Record<string, string>>): string {
  const overrides = Object.entries(files).map(([name, file]) => `  ${JSON.stringify(name)}: ${JSON.stringify(file)}`);
  return `packages: ["."]\noverrides:\n${overrides.join("\n")}\nstrictDepBuilds: false\n`;
}

function run(command: string, args: readonly string[], cwd: string, timeoutMs = 180_000): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: timeoutMs });
}

function attempt(action: () => string): { readonly output: string; readonly failure?: string } {
  try {
    return { output: action() };
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as { stdout?: string; stderr?: string; message: string };
    return { output: "", failure: `${stdout}${stderr}`.trim() || message };
  }
}
