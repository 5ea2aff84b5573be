// `npm run new:package NAME`: a package with the fixed files and headings, ready for its first port.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runSteps, tool } from "./run-steps.ts";

const [name, ...rest] = process.argv.slice(2);
if (name === undefined || rest.length > 0 || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
  process.stderr.write("Usage: npm run new:package NAME    (kebab-case, such as page-ranker)\n");
  process.exit(2);
}
const folder = join(root, "packages", name);
if (existsSync(folder)) {
  process.stderr.write(`packages/${name} exists already.\n`);
  process.exit(2);
}

cpSync(join(root, "tooling/new-package/template"), folder, { recursive: true });
cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!file.isFile()) continue;
  const path = join(file.parentPath, file.name);
  writeFileSync(path, readFileSync(path, "utf8").replaceAll("__NAME__", name));
  // The template's files end in .template so that no tool takes them for the project's own.
  if (path.endsWith(".template")) renameSync(path, path.slice(0, -".template".length));
}
// How a line breaks depends on the name, so the template alone cannot be in the form that `check` wants.
const failed = await runSteps([{ title: "format", command: tool("oxfmt", `packages/${name}`) }]);
process.stdout.write(
  `packages/${name} stands. Next:\n` +
    `  1. name what it is in packages/${name}/package.json (description) and README.md\n` +
    `  2. give its tag an entry under boundaries in turbo.json, and an edge in docs/architecture.md\n` +
    "  3. pnpm install, then npm test\n" +
    `To take it back, delete the folder packages/${name} and what step 2 added, and run pnpm install.\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
