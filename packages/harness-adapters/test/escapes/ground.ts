import { type ChildProcess, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { homedir, hostname, networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";

export const SECRET = "canary-4711-secret";
/** More than this is not written by any attempt that is held to its limits, in bytes. */
const MOST_BYTES = 25_000_000;
export const VARIABLE = "RUNNINGTAB_CANARY_KEY";

/** What lies around a workspace for an escape to find, and how it is seen that one was. */
export interface Ground {
  readonly workspace: string;
  /** A folder beside it with `secret`, whose content is {@link SECRET}. */
  readonly outside: string;
  readonly planted: string;
  /** A file with the secret in the user's home. */
  readonly atHome: string;
  /** Stands for the state folder, where the tab's own files lie. */
  readonly state: string;
  readonly port: number;
  readonly udpPort: number;
  /** An address of this machine that is not loopback; loopback where it has none. */
  readonly address: string;
  readonly socket: string;
  /** Name of an abstract socket, without its leading NUL. */
  readonly abstract: string;
  /** A process of the host that signals could end. */
  readonly victim: number;
  /** Which canaries were met since the last call, in words. */
  escapes(output: string): readonly string[];
  close(): void;
}

export async function prepareGround(): Promise<Ground> {
  const base = join(realpathSync(tmpdir()), `runningtab-escapes-${process.pid}`);
  rmSync(base, { recursive: true, force: true });
  const [workspace, outside, state] = ["workspace", "outside", "state"].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [join(workspace, ".git/hooks"), join(workspace, "docs"), outside, state])
    mkdirSync(folder, { recursive: true });
  const planted = join(outside, "secret");
  const atHome = join(homedir(), `.runningtab-canary-${process.pid}`);
  writeFileSync(planted, SECRET);
  writeFileSync(atHome, SECRET);
  writeFileSync(join(workspace, ".git/config"), "kept");
  writeFileSync(join(workspace, "a.txt"), "a\n");
  symlinkSync(planted, join(workspace, "soft-before"));
  linkSync(planted, join(workspace, "hard-before"));

  let hits = 0;
  const listen = (server: ReturnType<typeof createServer>, where: object) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(where, resolve);
    });
  const hit = () => createServer((socket) => void (hits++, socket.destroy()));
  const tcp = hit();
  await listen(tcp, { port: 0, host: "0.0.0.0" });
  const socket = join(outside, "socket");
  const unix = hit();
  await listen(unix, { path: socket });
  const abstract = `runningtab-canary-${process.pid}`;
  const abstractServer = hit();
  await listen(abstractServer, { path: `\0${abstract}` });
  const udp = createSocket("udp4", () => void hits++);
  await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
  let victim = startVictim();
  const before = { outside: listOf(outside), state: listOf(state), hostname: hostname() };
  const address = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === "IPv4" && !one.internal)?.address;

  return {
    workspace,
    outside,
    planted,
    atHome,
    state,
    port: (tcp.address() as { port: number }).port,
    udpPort: udp.address().port,
    address: address ?? "127.0.0.1",
    socket,
    abstract,
    get victim() {
      return victim.pid!;
    },
    escapes(output) {
      const found = [
        ...(output.includes(SECRET) ? ["the secret was read"] : []),
        ...(readFileSync(planted, "utf8") === SECRET ? [] : ["the planted file was changed"]),
        ...(readFileSync(atHome, "utf8") === SECRET ? [] : ["the file at home was changed"]),
        ...(listOf(outside) === before.outside ? [] : ["the folder outside was changed"]),
        ...(listOf(state) === before.state ? [] : ["the state folder was changed"]),
        ...(readFileSync(join(workspace, ".git/config"), "utf8") === "kept" ? [] : [".git/config was changed"]),
        ...(readdirSync(join(workspace, ".git/hooks")).length === 0 ? [] : ["a git hook was planted"]),
        ...(hits === 0 ? [] : ["a socket of the host was met"]),
        ...(victim.exitCode === null && victim.signalCode === null ? [] : ["a process of the host was ended"]),
        ...(hostname() === before.hostname ? [] : ["the host was renamed"]),
        ...(existsSync(join(workspace, "late")) ? ["a process outlived its command"] : []),
        ...(sizeOf(workspace) < MOST_BYTES ? [] : ["the disk was filled"]),
        ...(existsSync("/usr/.runningtab-canary") ? ["the system was written"] : []),
      ];
      // For the next row all is as it was.
      hits = 0;
      if (found.length > 0) {
        for (const name of readdirSync(outside)) {
          if (name !== "secret" && name !== "socket") rmSync(join(outside, name), { recursive: true });
        }
        for (const folder of [state, join(workspace, ".git/hooks")]) {
          for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
        }
        writeFileSync(planted, SECRET);
        writeFileSync(atHome, SECRET);
        writeFileSync(join(workspace, ".git/config"), "kept");
        rmSync(join(workspace, "late"), { force: true });
        rmSync("/usr/.runningtab-canary", { force: true });
        if (victim.exitCode !== null || victim.signalCode !== null) victim = startVictim();
      }
      const kept = new Set([".git", "docs", "a.txt", "soft-before", "hard-before"]);
      for (const name of readdirSync(workspace)) {
        if (!kept.has(name)) rmSync(join(workspace, name), { recursive: true, force: true });
      }
      if (lstatSync(join(workspace, "docs"), { throwIfNoEntry: false })?.isDirectory() !== true) {
        rmSync(join(workspace, "docs"), { force: true });
        mkdirSync(join(workspace, "docs"));
      }
      return found;
    },
    close() {
      for (const server of [tcp, unix, abstractServer]) server.close();
      udp.close();
      victim.kill("SIGKILL");
      rmSync(base, { recursive: true, force: true });
      rmSync(atHome, { force: true });
    },
  };
}

function startVictim(): ChildProcess {
  return spawn("sleep", ["600"], { stdio: "ignore", env: { [VARIABLE]: SECRET } });
}

function sizeOf(folder: string): number {
  return readdirSync(folder)
    .map((name) => lstatSync(join(folder, name)).size)
    .reduce((sum, size) => sum + size, 0);
}

function listOf(folder: string): string {
  return readdirSync(folder, { recursive: true })
    .map((name) => `${String(name)} ${statSync(join(folder, String(name))).mode}`)
    .toSorted()
    .join("\n");
}
