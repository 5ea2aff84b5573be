import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it, vi } from "vitest";
import { HarnessError } from "../harness-error.ts";
import { createBubblewrapSandbox } from "./bubblewrap.ts";
import { createNoSandbox } from "./none.ts";
import { createVirtualSandbox } from "./virtual.ts";

const BWRAP = "/usr/bin/bwrap";
const isTracerHere = existsSync("/usr/bin/strace");
const isJailHere = process.platform === "linux" && existsSync(BWRAP);

/** A stand-in for the launcher: a bash script whose `"$@"` is bubblewrap's argument list. */
function launcher(body: string): string {
  const path = join(temporaryFolder("launcher"), "bwrap");
  writeFileSync(path, `#!/bin/bash\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe.skipIf(!isJailHere)(`bubblewrap${isJailHere ? "" : " (skipped: install bubblewrap)"}`, () => {
  it("holds back every canary and then runs commands on the workspace", async () => {
    const workspace = temporaryFolder("workspace");
    writeFileSync(join(workspace, "in.txt"), "sixty six\n");
    const sandbox = createBubblewrapSandbox({ workspace });
    expect(await sandbox.probe()).toEqual({
      proven: true,
      details: [
        "read outside: held back",
        "write outside: held back",
        "connect out: held back",
        "foreign environment: held back",
      ],
    });
    const outcome = await sandbox.run({ command: "cat in.txt > out.txt; wc -w < out.txt; exit 3", timeoutMs: 20_000 });
    expect(outcome).toEqual({ exitCode: 3, output: "2\n", truncated: false, timedOut: false });
    expect(readFileSync(join(workspace, "out.txt"), "utf8")).toBe("sixty six\n");
  });

  it.skipIf(!isTracerHere)("says which files a command opened, when asked to", async () => {
    const workspace = temporaryFolder("workspace");
    writeFileSync(join(workspace, "数 <a>.txt"), "sixty six\n");
    writeFileSync(join(workspace, "b.txt"), "b\n");
    symlinkSync("b.txt", join(workspace, "link"));
    const sandbox = createBubblewrapSandbox({ workspace, traceFiles: true });
    expect((await sandbox.probe()).details).toContain("file tracing: works");
    const outcome = await sandbox.run({
      command: `cat "数 <a>.txt" link > out.txt; ls . missing; cat /etc/passwd; echo forged >&3; (exit 3)`,
      timeoutMs: 20_000,
    });
    expect(outcome.exitCode).toBe(3);
    expect([...outcome.opened!].toSorted()).toEqual(["b.txt", "数 <a>.txt"]);
    expect(outcome.output).toContain("3: Bad file descriptor");
    const python = await sandbox.run({
      argv: ["python3", "-"],
      input: "print(open('b.txt').read())",
      timeoutMs: 20_000,
    });
    expect([...python.opened!]).toEqual(["b.txt"]);
    const late = await sandbox.run({ command: "cat b.txt; sleep 30", timeoutMs: 500 });
    expect(late.timedOut).toBe(true);
    expect(late.opened).toBeUndefined();
  });

  it("runs commands untraced and says why where tracing does not work", async () => {
    const workspace = temporaryFolder("workspace");
    for (const tracer of ["/nonexistent/strace", "/bin/false"]) {
      const sandbox = createBubblewrapSandbox({ workspace, traceFiles: true, tracer });
      const { proven, details } = await sandbox.probe();
      expect(proven).toBe(true);
      expect(details.at(-1)).toContain("file tracing: not available");
      expect(await sandbox.run({ command: "echo ran", timeoutMs: 20_000 })).toEqual({
        exitCode: 0,
        output: "ran\n",
        truncated: false,
        timedOut: false,
      });
    }
  });

  it("shows no key of the host to any process inside", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-canary-0123456789");
    try {
      const sandbox = createBubblewrapSandbox({ workspace: temporaryFolder("workspace") });
      const { output } = await sandbox.run({
        command: "cat /proc/[0-9]*/environ | tr '\\0' '\\n'; env",
        timeoutMs: 20_000,
      });
      expect(output).toContain("HOME=/tmp");
      expect(output).not.toContain("sk-canary");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("leaves the user's .git alone, and follows no link out of the workspace", async () => {
    const workspace = temporaryFolder("workspace");
    mkdirSync(join(workspace, ".git"));
    const outside = temporaryFolder("outside");
    writeFileSync(join(outside, "secret.txt"), "kept");
    const sandbox = createBubblewrapSandbox({ workspace });
    const { output } = await sandbox.run({
      command: `echo x > .git/config; ln -s ${outside}/secret.txt link; cat link; echo y > link; ls .git`,
      timeoutMs: 20_000,
    });
    expect(output).toContain("Read-only file system");
    expect(output).not.toContain("kept");
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe("kept");
  });

  it("shows a folder at a place of its own, and lets nothing be changed there or in a sealed folder", async () => {
    const [workspace, skills] = [temporaryFolder("workspace"), temporaryFolder("skills")];
    writeFileSync(join(skills, "SKILL.md"), "how to\n");
    for (const folder of ["a.pdf_parsed", "late_parsed"]) mkdirSync(join(workspace, folder));
    writeFileSync(join(workspace, "a.pdf_parsed/page_1.md"), "one\n");
    const sealed: string[] = [join(workspace, "a.pdf_parsed"), join(workspace, "gone_parsed")];
    const sandbox = createBubblewrapSandbox({
      workspace,
      mounts: [{ source: skills, target: "/skills" }],
      sealed: () => sealed,
    });
    const attack = (path: string) =>
      `chmod -R 777 ${path}; echo x > ${path}/x; for f in ${path}/*; do echo x > $f; rm -f $f; done; rm -rf ${path}; mv ${path} other`;
    const { output } = await sandbox.run({
      command: `cat /skills/SKILL.md a.pdf_parsed/page_1.md; { ${attack("/skills")}; ${attack("a.pdf_parsed")}; } 2>/dev/null; ls /skills a.pdf_parsed`,
      timeoutMs: 20_000,
    });
    expect(output).toBe("how to\none\n/skills:\nSKILL.md\n\na.pdf_parsed:\npage_1.md\n");
    expect(readFileSync(join(skills, "SKILL.md"), "utf8")).toBe("how to\n");
    expect(readFileSync(join(workspace, "a.pdf_parsed/page_1.md"), "utf8")).toBe("one\n");
    sealed.push(join(workspace, "late_parsed"));
    await sandbox.run({ command: "touch late_parsed/x b.txt", timeoutMs: 20_000 });
    expect([existsSync(join(workspace, "late_parsed/x")), existsSync(join(workspace, "b.txt"))]).toEqual([false, true]);
  });

  it.each([
    ["runs the command without a jail", `while [ "$1" != -- ]; do shift; done; shift; exec "$@"`],
    ["leaves the network on", `exec ${BWRAP} "\${@/--new-session/--share-net}"`],
    ["is itself started with a key in its environment", `OPENAI_API_KEY=sk-1 exec ${BWRAP} "$@"`],
    ["binds the whole disk", `args=("$@"); exec ${BWRAP} --bind / / "\${args[@]/--tmpfs/--dir}"`],
    ["does nothing at all", `exit 0`],
    ["may make no user namespace", `echo "bwrap: No permissions to create new namespace" >&2; exit 1`],
  ])("refuses when the launcher %s", async (_what, body) => {
    const workspace = temporaryFolder("workspace");
    const sandbox = createBubblewrapSandbox({ workspace, program: launcher(body) });
    const { proven } = await sandbox.probe();
    expect(proven).toBe(false);
    await expect(sandbox.run({ command: "echo ran > ran.txt", timeoutMs: 20_000 })).rejects.toSatisfy(
      (error) => HarnessError.isInstance(error) && error.code === "SANDBOX_UNPROVEN",
    );
    expect(existsSync(join(workspace, "ran.txt"))).toBe(false);
  });

  it("ends a command at its time, with everything it started", async () => {
    const workspace = temporaryFolder("workspace");
    const sandbox = createBubblewrapSandbox({ workspace });
    await sandbox.probe();
    const outcome = await sandbox.run({ command: "(sleep 1; touch late.txt) & sleep 30", timeoutMs: 300 });
    expect(outcome).toMatchObject({ timedOut: true, exitCode: 137 });
    await sleep(1_500);
    expect(existsSync(join(workspace, "late.txt"))).toBe(false);
  });

  it.each([
    ["processes", "for i in $(seq 60); do sleep 20 & done; wait", { processes: 20 }],
    ["memory", `python3 -c 'x = bytearray(400000000); import time; time.sleep(20)'`, { memoryBytes: 100_000_000 }],
    ["output", "yes", { outputBytes: 1_000 }],
  ])("ends a command that exceeds its %s, and says so", async (name, command, limits) => {
    const sandbox = createBubblewrapSandbox({ workspace: temporaryFolder("workspace") });
    const outcome = await sandbox.run({ command, timeoutMs: 20_000, limits });
    // Only root is exempt from the kernel's own process limit; for others it strikes before the watch does.
    const isKernelFirst = name === "processes" && outcome.output.includes("Resource temporarily unavailable");
    if (!isKernelFirst) expect(outcome.limit ?? "").toContain(name);
    expect(outcome.timedOut).toBe(false);
  });
});

describe("a missing launcher", () => {
  it("is a refusal with the way out, never a fallback", async () => {
    const workspace = temporaryFolder("workspace");
    const sandbox = createBubblewrapSandbox({ workspace, program: "/nonexistent/bwrap" });
    await expect(sandbox.run({ command: "touch ran.txt", timeoutMs: 1_000 })).rejects.toThrow(/Install bubblewrap/);
    expect(existsSync(join(workspace, "ran.txt"))).toBe(false);
  });
});

describe("the virtual shell", () => {
  it("is a refusal with the way out where its library is missing, or is not where packages lie", async () => {
    const workspace = temporaryFolder("workspace");
    const elsewhere = join(temporaryFolder("library"), "index.mjs");
    writeFileSync(elsewhere, `import { writeFileSync } from "node:fs"; writeFileSync("ran.txt", "ran");`);
    for (const library of ["@runningtab/not-installed", elsewhere]) {
      const sandbox = createVirtualSandbox({ workspace, library });
      const { proven, details } = await sandbox.probe();
      expect([proven, details[0]]).toEqual([false, expect.stringContaining("no shell")]);
      await expect(sandbox.run({ command: "touch ran.txt", timeoutMs: 20_000 })).rejects.toThrow(/npm install/);
    }
    expect(existsSync(join(workspace, "ran.txt"))).toBe(false);
  });

  it("shows folders at places of their own, and lets nothing be changed there or in a sealed folder", async () => {
    const [workspace, skills] = [temporaryFolder("workspace"), temporaryFolder("skills")];
    writeFileSync(join(skills, "SKILL.md"), "how to\n");
    mkdirSync(join(workspace, "docs/a.pdf_parsed"), { recursive: true });
    writeFileSync(join(workspace, "docs/a.pdf_parsed/page_1.md"), "one\n");
    const sandbox = createVirtualSandbox({
      workspace,
      mounts: [{ source: skills, target: "/skills" }],
      sealed: () => [join(workspace, "docs/a.pdf_parsed")],
    });
    const attack = (path: string) =>
      `chmod 777 ${path}/*; echo x > ${path}/x; rm -rf ${path}; mv ${path} other; cp ${path}/* .; sed -i s/o/x/ ${path}/*`;
    const { output, exitCode } = await sandbox.run({
      command: `{ ${attack("/skills")}; ${attack("docs/a.pdf_parsed")}; rm -rf docs; mv docs moved; }; cat /skills/SKILL.md docs/a.pdf_parsed/page_1.md`,
      timeoutMs: 20_000,
    });
    expect(output).toContain("\nhow to\none\n");
    expect(output).toContain("cannot move 'docs'");
    expect(output).toContain("not written (EROFS: read-only file system");
    expect(exitCode).toBe(1);
    expect(readFileSync(join(skills, "SKILL.md"), "utf8")).toBe("how to\n");
    expect(readFileSync(join(workspace, "docs/a.pdf_parsed/page_1.md"), "utf8")).toBe("one\n");
  });

  it("ends a command that holds too much memory, and says so", async () => {
    const sandbox = createVirtualSandbox({ workspace: temporaryFolder("workspace") });
    const outcome = await sandbox.run({
      command: `a=(); for i in {1..400}; do a+=("$(printf '%01000000d' $i)"); done; echo whole`,
      timeoutMs: 60_000,
      limits: { memoryBytes: 120_000_000 },
    });
    expect(outcome.output).not.toContain("whole");
    expect(outcome.limit ?? outcome.output).toMatch(/memory|limit/);
    expect(outcome.timedOut).toBe(false);
  });
});

describe("no sandbox", () => {
  it("never calls itself proven, and passes no key on", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "sk-canary-0123456789");
    try {
      const sandbox = createNoSandbox({ workspace: temporaryFolder("workspace") });
      expect((await sandbox.probe()).proven).toBe(false);
      const { output } = await sandbox.run({ command: "env; pwd", timeoutMs: 20_000 });
      expect(output).toContain("PATH=");
      expect(output).not.toContain("sk-canary");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("keeps the first and the last part of a long output", async () => {
    const sandbox = createNoSandbox({ workspace: temporaryFolder("workspace"), limits: { outputBytes: 1_000 } });
    const { output, truncated } = await sandbox.run({ command: "seq 1 5000", timeoutMs: 20_000 });
    expect(truncated).toBe(true);
    expect(output.startsWith("1\n2\n3\n")).toBe(true);
    expect(output.endsWith("4999\n5000\n")).toBe(true);
    expect(output).toMatch(/\[\d+ bytes of output dropped here\]/);
  });

  it("ends background children with the command", async () => {
    const sandbox = createNoSandbox({ workspace: temporaryFolder("workspace") });
    const outcome = await sandbox.run({ command: "sleep 25 & echo started; exit 4", timeoutMs: 20_000 });
    expect(outcome).toMatchObject({ exitCode: 4, output: "started\n", timedOut: false });
  });

  it("rejects with the reason when aborted", async () => {
    const sandbox = createNoSandbox({ workspace: temporaryFolder("workspace") });
    const controller = new AbortController();
    const running = sandbox.run({ command: "sleep 30", timeoutMs: 60_000, signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
  });
});
