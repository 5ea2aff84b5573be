import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Compiles `assembly/*.ts` into `src/engines/wasm-module.ts`: `pnpm run build:wasm`. The result is committed, so that
 * neither users nor most contributors need the compiler; a test compares the hash of the sources it was made from.
 */
const folder = fileURLToPath(new URL("..", import.meta.url));
const compilerFolder = fileURLToPath(new URL(".", import.meta.url));
const output = fileURLToPath(new URL("../../src/engines/wasm-module.ts", import.meta.url));
const compilerEntry = join(compilerFolder, "node_modules/assemblyscript/dist/asc.js");

const options = [
  "index.ts",
  "--optimizeLevel",
  "3",
  "--shrinkLevel",
  "1",
  "--converge",
  "--noAssert",
  "--runtime",
  "stub",
].concat(["--enable", "simd", "--use", "abort=", "--disableWarning", "AS112", "--outFile", "index.wasm"]);

interface Compiler {
  main(
    args: readonly string[],
    host: {
      readFile(name: string, base: string): string | null;
      writeFile(name: string, contents: Uint8Array): void;
      listFiles(): readonly string[];
    },
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

export function isCompilerInstalled(): boolean {
  return existsSync(compilerEntry);
}

/** SHA-256 over the compiler's options and the names and contents of the sources, in the order of names. */
export function hashSources(): string {
  const hash = createHash("sha256").update(options.join("\0"));
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  for (const name of names.toSorted()) hash.update(`\0${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}

export async function compileModule(): Promise<Uint8Array> {
  const compiler = (await import(compilerEntry)) as Compiler;
  let bytes: Uint8Array | undefined;
  const { error, stderr } = await compiler.main(options, {
    readFile: (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : null),
    writeFile: (_, contents) => (bytes = contents),
    listFiles: () => [],
  });
  if (error !== null || bytes === undefined) throw new Error(`assembly/ does not compile:\n${stderr.toString()}`);
  return bytes;
}

export function moduleSource(bytes: Uint8Array, sourcesHash: string): string {
  return [
    "// Generated from assembly/ by `pnpm run build:wasm`; do not edit.",
    "",
    "/** SHA-256 of what the module was compiled from, see assembly/compiler/compile.ts. */",
    `export const wasmSourcesHash: string = "${sourcesHash}";`,
    "",
    `/** The compiled module, ${bytes.length} bytes, as base64. */`,
    "export const wasmModuleBase64: string =",
    `  "${Buffer.from(bytes).toString("base64")}";`,
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!isCompilerInstalled()) {
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: compilerFolder,
      stdio: "inherit",
    });
  }
  const bytes = await compileModule();
  writeFileSync(output, moduleSource(bytes, hashSources()));
  console.log(`${output}: ${bytes.length} bytes`);
}
