/**
 * Whether other programs run what stands in such a file, outside any sandbox and often unasked: hooks, settings of editors
 * and agents, shell profiles, task files, anything executable. Taking it over needs an approval of its own.
 */
export function isRiskyPath(path: string, mode: number): boolean {
  if ((mode & 0o111) !== 0) return true;
  const lower = path.normalize("NFC").toLowerCase();
  const segments = lower.split("/");
  const name = segments.at(-1)!;
  return segments.slice(0, -1).some((segment) => RISKY_FOLDERS.has(segment)) || RISKY_NAMES.has(name);
}

const RISKY_FOLDERS: ReadonlySet<string> = new Set([
  ".claude",
  ".codex",
  ".continue",
  ".cursor",
  ".devcontainer",
  ".gemini",
  ".github",
  ".githooks",
  ".hooks",
  ".husky",
  ".idea",
  ".opencode",
  ".pi",
  ".vscode",
  ".windsurf",
  ".zed",
  "autostart",
  "hooks",
  "launchagents",
  "systemd",
]);

const RISKY_NAMES: ReadonlySet<string> = new Set([
  ".bash_login",
  ".bash_logout",
  ".bash_profile",
  ".bashrc",
  ".envrc",
  ".gitattributes",
  ".gitconfig",
  ".gitlab-ci.yml",
  ".gitmodules",
  ".mcp.json",
  ".npmrc",
  ".pre-commit-config.yaml",
  ".profile",
  ".vimrc",
  ".exrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".zlogin",
  ".zprofile",
  ".zshenv",
  ".zshrc",
  "conftest.py",
  "jenkinsfile",
  "justfile",
  "lefthook.yml",
  "makefile",
  "gnumakefile",
  "mcp.json",
  "opencode.json",
  "package.json",
  "setup.py",
  "sitecustomize.py",
  "tasks.json",
]);
