import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join, sep } from "node:path";
import type { SandboxOutcome, SandboxProof } from "../sandbox.ts";

const TIMEOUT_MS = 20_000;
const SECRET = "canary-secret";

/** The words that try each canary, for a kind of jail: a planted file outside, and a port of the host. */
export type CanaryScript = (planted: string, port: number) => string;

/**
 * Tries to get out of a jail, from inside it: read a planted file and the system's users, write outside, connect to a
 * port of the host, and find any environment but the one we set. Proven only when every try was made and none succeeded.
 */
export async function tryCanaries(
  workspace: string,
  run: (command: string, timeoutMs: number, planted: string) => Promise<SandboxOutcome>,
  script: CanaryScript = processScript,
): Promise<SandboxProof> {
  const outside = mkdtempSync(join(folderOutside(workspace), "runningtab-canary-"));
  const planted = join(outside, "secret");
  writeFileSync(planted, SECRET);
  const listener = await listen();
  try {
    const outcome = await run(script(planted, listener.port), TIMEOUT_MS, planted);
    const heldBack = new Set(outcome.output.split("\n"));
    const untouched = readFileSync(planted, "utf8") === SECRET;
    const results = [
      ["read outside", heldBack.has("held read")],
      ["write outside", heldBack.has("held write") && untouched],
      ["connect out", heldBack.has("held connect") && listener.connections() === 0],
      ["foreign environment", heldBack.has("held environment")],
    ] as const;
    const ran = outcome.output.includes("canaries done");
    const failure = ran
      ? []
      : [`canaries did not finish (exit ${outcome.exitCode}): ${outcome.output.trim().slice(0, 300)}`];
    return {
      proven: ran && results.every(([, held]) => held),
      details: [...results.map(([name, held]) => `${name}: ${held ? "held back" : "NOT held back"}`), ...failure],
    };
  } finally {
    listener.server.close();
    rmSync(outside, { recursive: true, force: true });
  }
}

/** Each canary prints `held …` only after its try failed, so that a script cut short proves nothing. */
function processScript(planted: string, port: number): string {
  return `
planted=${quoted(planted)}
grep -q . "$planted" /etc/passwd /etc/hostname 2>/dev/null || echo 'held read'
mkdir -p "$(dirname "$planted")" 2>/dev/null; echo escaped 2>/dev/null > "$planted"
system=/usr/.runningtab-canary-$$
if { echo escaped > "$system"; } 2>/dev/null; then rm -f "$system"; else echo 'held write'; fi
{ exec 3<>/dev/tcp/127.0.0.1/${port}; } 2>/dev/null || echo 'held connect'
foreign=$(cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -a '=' | grep -avE '^(PATH|HOME|LANG|PWD|OLDPWD|SHLVL|_)=' | head -1)
[ -z "$foreign" ] && [ -r /proc/1/environ ] && echo 'held environment'
echo 'canaries done'`;
}

/**
 * For a shell whose world is made up: it may write to its own `/usr` and to its own `/dev/tcp`. Whether the host's file
 * changed and its port was met is seen from outside.
 */
export function virtualScript(planted: string, port: number): string {
  return `
planted=${quoted(planted)}
grep -q . "$planted" /etc/passwd /etc/hostname "/proc/self/root$planted" 2>/dev/null || echo 'held read'
mkdir -p "$(dirname "$planted")" 2>/dev/null; echo escaped 2>/dev/null > "$planted"; echo 'held write'
{ echo x > /dev/tcp/127.0.0.1/${port}; curl http://127.0.0.1:${port}/; } > /dev/null 2>&1; echo 'held connect'
env | grep -vE '^(HOME|LANG|PATH|IFS|OSTYPE|MACHTYPE|HOSTTYPE|HOSTNAME|PWD|OLDPWD|OPTIND|SHELLOPTS|BASHOPTS|SHLVL|planted|_|[?])=' | grep -q = || echo 'held environment'
echo 'canaries done'`;
}

async function listen(): Promise<{ server: Server; port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  server.unref();
  const address = server.address();
  return { server, port: typeof address === "object" && address ? address.port : 0, connections: () => connections };
}

/** A folder that the jail must not reach: not the workspace, nor below it. */
function folderOutside(workspace: string): string {
  const candidates = [tmpdir(), homedir(), "/var/tmp"];
  return candidates.find((folder) => folder !== workspace && !folder.startsWith(workspace + sep)) ?? tmpdir();
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
