import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Stands in every file outside the workspace, so that whoever shows it has left. */
export const SECRET = "nothing of this may be shown";

/** A workspace `root` with links of every kind, beside `outside` and `root_secret`. Returns the folder of all three. */
export function hostilePlace(base: string): string {
  for (const folder of ["root/f/g", "root/.git/hooks", "root_secret", "outside"]) {
    mkdirSync(join(base, folder), { recursive: true });
  }
  for (const file of ["root/.git/config", "root/.git/hooks/pre-commit", "root_secret/secret", "outside/secret"]) {
    writeFileSync(join(base, file), SECRET);
  }
  writeFileSync(join(base, "root/f/a.txt"), "inside");
  const links: Readonly<Record<string, string>> = { ...LINKS, absolute: join(base, "outside") };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(base, "root", name));
  return base;
}

const LINKS: Readonly<Record<string, string>> = {
  out: "../outside",
  "out-file": "../outside/secret",
  "out-new": "../outside/new",
  up: "..",
  sibling: "../root_secret",
  chain: "chain-2",
  "chain-2": "f/g/../../out",
  loop: "loop-2",
  "loop-2": "loop",
  "git-link": ".git",
  "proc-root": "/proc/self/root",
  "proc-cwd": "/proc/self/cwd",
  "proc-fd": "/proc/self/fd",
};

/** What might be taken for a step up by somebody on the way. */
const STEPS = [
  "..",
  "../..",
  "../../../../../../../..",
  "..\\",
  "..\\..",
  "..//",
  ".././..",
  "%2e%2e",
  "%2E%2E",
  "%252e%252e",
  "..%2f",
  "..%5c",
  "%c0%ae%c0%ae",
  "..\0",
  ".. ",
  "...",
  "..;",
  "..:",
  "\u2024\u2024",
  "\u2025",
  "\uff0e\uff0e",
  "..\u200b",
  "\u202e..",
  ".\u0301.",
];

const BEGINNINGS = [
  "",
  "./",
  "/",
  "//",
  "f/",
  "f/../",
  "f/g/../../",
  "./f/./../../",
  "f//",
  "file://",
  "~/",
  "C:/",
  "C:\\",
];

const GIT_NAMES = [
  ".git",
  ".GIT",
  ".Git",
  ".git ",
  ".git.",
  ".git. .",
  "git~1",
  "GIT~1",
  ".g\u200cit",
  ".git\u200d",
  "\ufeff.git",
  ".git::$INDEX_ALLOCATION",
  ".git:x",
];

const ALONE = [
  "",
  ".",
  "..",
  "/",
  "//",
  "/etc/passwd",
  "//etc/passwd",
  "/proc/self/root/etc/passwd",
  "/proc/self/environ",
  "/dev/null",
  "../root_secret/secret",
  "f/a.txt/../../../outside/secret",
  "f/a.txt/x",
  "f/a.txt/",
  "\\\\server\\share\\secret",
  "\\\\?\\C:\\secret",
  "\\etc\\passwd",
  "-rf",
  "--output=../outside/secret",
  "-",
  "$(touch ../outside/new)",
  "`touch ../outside/new`",
  "f/a.txt;touch ../outside/new",
  "f/a.txt\n../outside/secret",
  "f/a.txt\0/../../outside/secret",
  "\0",
  "con",
  "nul.txt",
  "a.txt:stream",
  "x".repeat(300),
  `${"x/".repeat(3000)}x`,
  `${"../".repeat(2000)}etc/passwd`,
  "\ud800",
  "f/\ud800/../../../outside/secret",
];

/** More than 500 paths, each of which leaves the workspace if anybody on its way reads it as something else. */
export const pathEscapes: readonly string[] = [
  ...new Set([
    ...ALONE,
    ...BEGINNINGS.flatMap((beginning) => STEPS.map((step) => `${beginning}${step}/outside/secret`)),
    ...BEGINNINGS.map((beginning) => `${beginning}../root_secret/secret`),
    ...[...Object.keys(LINKS), "absolute"].flatMap((link) =>
      ["", "/", "/secret", "/new", "/new/deep", "/../outside/secret", "/etc/passwd", "/0", "/./secret", "//secret"].map(
        (end) => `${link}${end}`,
      ),
    ),
    ...GIT_NAMES.flatMap((name) =>
      ["", "/config", "/hooks/pre-commit", "/new"].flatMap((end) => [`${name}${end}`, `f/../${name}${end}`]),
    ),
  ]),
];
