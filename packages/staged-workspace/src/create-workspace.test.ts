import { execFileSync, fork } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ContentHash, hashBytes } from "@runningtab/content-hash";
import { createWorkspace, type Workspace, type WorkspaceOptions } from "@runningtab/staged-workspace";
import { describeWithData, temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it, onTestFinished } from "vitest";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes);
const brief = (changes: ReturnType<Workspace["changesSinceBaseline"]>) =>
  changes.map((change) =>
    change.kind === "move" ? `move ${change.from} > ${change.path}` : `${change.kind} ${change.path}`,
  );

interface Place {
  readonly root: string;
  readonly stateFolder: string;
  open(options?: Partial<WorkspaceOptions>): Promise<Workspace>;
}

/** A workspace folder with these files, and a state folder that is yet to be made beside it. */
function somePlace(files: Readonly<Record<string, string>> = {}): Place {
  const base = temporaryFolder();
  const [root, stateFolder] = [join(base, "root"), join(base, "state", "workspace")];
  mkdirSync(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, stateFolder, open: (options) => createWorkspace({ root, stateFolder, ...options }) };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted();
}

describe("a workspace", () => {
  it("finds what shell commands and scripts did, and keeps the versions at opening", async () => {
    const { root, open } = somePlace({ "a.txt": "one\n", "notes/b.txt": "two\n" });
    const workspace = await open();
    execFileSync("sed", ["-i", "s/one/1/", "a.txt"], { cwd: root });
    execFileSync(process.execPath, ["-e", 'fs.writeFileSync("b.xlsx", Buffer.of(80, 75, 3, 4))'], { cwd: root });
    execFileSync("mv", ["notes/b.txt", "notes/c.txt"], { cwd: root });
    const { changes, skipped } = await workspace.scan();
    expect(brief(changes)).toEqual(["modify a.txt", "create b.xlsx", "move notes/b.txt > notes/c.txt"]);
    expect(skipped).toEqual([]);
    expect(workspace.changesSinceBaseline()).toEqual(changes);
    expect(textOf(await workspace.baselineBytes("a.txt"))).toBe("one\n");
    expect(textOf(await workspace.baselineBytes("notes/b.txt"))).toBe("two\n");
    expect(await workspace.baselineBytes("b.xlsx")).toBeUndefined();
  });

  it("says what is there and was not read, without what is ignored", async () => {
    const { root, open } = somePlace({ "a.txt": "one\n", "node_modules/x.js": "" });
    const workspace = await open();
    symlinkSync("a.txt", join(root, "link"));
    await workspace.scan();
    expect(workspace.unread).toEqual([{ path: "link", reason: "a symbolic link, not followed" }]);
  });

  it("reports changes once, and the difference to the opening until it is gone", async () => {
    const { root, open } = somePlace({ "a.txt": "one" });
    const workspace = await open();
    expect(workspace.changesSinceBaseline()).toEqual([]);
    writeFileSync(join(root, "a.txt"), "two");
    expect(brief((await workspace.scan()).changes)).toEqual(["modify a.txt"]);
    expect((await workspace.scan()).changes).toEqual([]);
    expect(brief(workspace.changesSinceBaseline())).toEqual(["modify a.txt"]);
    writeFileSync(join(root, "a.txt"), "one");
    expect(brief((await workspace.scan()).changes)).toEqual(["modify a.txt"]);
    expect(workspace.changesSinceBaseline()).toEqual([]);
  });

  it("goes on where an earlier process with the same state folder stopped", async () => {
    const { root, open } = somePlace({ "a.txt": "one", "b.txt": "two" });
    const first = await open();
    writeFileSync(join(root, "a.txt"), "changed while open");
    await first.scan();
    await first.close();
    rmSync(join(root, "b.txt"));
    const second = await open();
    expect(second.baseline).toEqual(first.baseline);
    expect(second.manifest).toEqual(first.manifest);
    expect(brief(second.changesSinceBaseline())).toEqual(["modify a.txt"]);
    expect(brief((await second.scan()).changes)).toEqual(["delete b.txt"]);
    expect(brief(second.changesSinceBaseline())).toEqual(["modify a.txt", "delete b.txt"]);
    expect(textOf(await second.baselineBytes("b.txt"))).toBe("two");
  });

  it("settles on one baseline when several processes open a new state folder at once", async () => {
    const { root, stateFolder } = somePlace({ "a.txt": "one", "b.txt": "two" });
    const program = fileURLToPath(new URL("../test/fixtures/open-and-print.ts", import.meta.url));
    const outputs = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = fork(program, [root, stateFolder], {
          execArgv: ["--conditions=@runningtab/source"],
          env: { ...process.env, NODE_OPTIONS: "" },
        });
        return new Promise((resolve, reject) => {
          child.once("message", resolve);
          child.once("exit", (code) => reject(new Error(`The child exited with ${code} before it answered.`)));
        });
      }),
    );
    const workspace = await createWorkspace({ root, stateFolder });
    expect(outputs).toEqual(outputs.map(() => [...workspace.baseline.values()]));
    expect(workspace.baseline.size).toBe(2);
  });

  it("marks rewrites that change nothing a reader sees, asking once about each pair of versions", async () => {
    const { root, open } = somePlace({ "a.docx": "body|saved 1", "b.docx": "body|saved 1" });
    const asked: string[] = [];
    const contents = new Map<ContentHash, string>();
    for (const text of ["body|saved 1", "body|saved 2", "other|saved 2"])
      contents.set(await hashBytes(bytesOf(text)), text);
    const body = (hash: ContentHash) => contents.get(hash)!.split("|")[0];
    const workspace = await open({
      sameContent: async (before, after, bytesOf) => {
        const textOf = async (hash: ContentHash) => new TextDecoder().decode(await bytesOf(hash));
        asked.push(`${await textOf(before)} > ${await textOf(after)}`);
        return body(before) === body(after);
      },
    });
    writeFileSync(join(root, "a.docx"), "body|saved 2");
    writeFileSync(join(root, "b.docx"), "other|saved 2");
    const { changes } = await workspace.scan();
    expect(changes).toMatchObject([{ path: "a.docx", containerOnly: true }, { path: "b.docx" }]);
    expect(changes[1]).not.toHaveProperty("containerOnly");
    expect(workspace.changesSinceBaseline()).toEqual(changes);
    expect(asked).toEqual(["body|saved 1 > body|saved 2", "body|saved 1 > other|saved 2"]);
  });

  it("leaves everything as it was when a scan is aborted", async () => {
    const { root, open } = somePlace({ "a.txt": "one" });
    const workspace = await open();
    writeFileSync(join(root, "a.txt"), "two");
    const reason = new Error("enough");
    await expect(workspace.scan({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(workspace.changesSinceBaseline()).toEqual([]);
    expect(brief((await workspace.scan()).changes)).toEqual(["modify a.txt"]);
  });

  it("works in a nested repository without touching it", async () => {
    const { root, open } = somePlace({ "project/a.txt": "one" });
    execFileSync("git", ["init", "-q", "project"], { cwd: root });
    const gitFiles = () =>
      filesBelow(join(root, "project/.git")).map((path) => [
        path,
        readFileSync(join(root, "project/.git", path)).toString("hex"),
      ]);
    const before = gitFiles();
    const workspace = await open();
    await workspace.write("project/a.txt", bytesOf("two"));
    const { changes, skipped } = await workspace.scan();
    expect(brief(changes)).toEqual(["modify project/a.txt"]);
    expect(skipped).toEqual([]);
    await expect(workspace.read("project/.git/config")).rejects.toMatchObject({ data: { reason: "git" } });
    expect(gitFiles()).toEqual(before);
  });

  it("refuses every call after it was closed", async () => {
    const workspace = await somePlace().open();
    await workspace.close();
    await expect(workspace.scan()).rejects.toMatchObject({ code: "CLOSED" });
    await expect(workspace.read("a")).rejects.toMatchObject({ code: "CLOSED" });
    await expect(workspace.write("a", bytesOf(""))).rejects.toMatchObject({ code: "CLOSED" });
    await expect(workspace.baselineBytes("a")).rejects.toMatchObject({ code: "CLOSED" });
    expect(() => workspace.changesSinceBaseline()).toThrow(expect.objectContaining({ code: "CLOSED" }));
  });
});

describe("the state folder of a workspace", () => {
  it.skipIf(process.platform === "win32")("is private, with copies that are no hard links", async () => {
    const { root, stateFolder, open } = somePlace({ "a.txt": "one", "same.txt": "one", "b.txt": "two" });
    chmodSync(join(root, "a.txt"), 0o666);
    const workspace = await open();
    await workspace.scan();
    const files = filesBelow(stateFolder);
    expect(files.filter((path) => path.startsWith("blobs/"))).toHaveLength(2);
    expect(files.filter((path) => !path.startsWith("blobs/"))).toEqual(["baseline", "scan-log"]);
    for (const path of files) {
      const { mode, nlink } = statSync(join(stateFolder, path));
      expect([path, mode & 0o777, nlink]).toEqual([path, 0o600, 1]);
    }
    for (const path of ["", "blobs", ...readdirSync(join(stateFolder, "blobs")).map((name) => `blobs/${name}`)]) {
      expect([path, statSync(join(stateFolder, path)).mode & 0o777]).toEqual([path, 0o700]);
    }
    appendFileSync(join(root, "a.txt"), " and more");
    expect(textOf(await workspace.baselineBytes("a.txt"))).toBe("one");
  });

  it("keeps no content of secrets and of what exceeds the limits, and says so", async () => {
    const files = {
      ".env": "KEY=seeded-secret",
      "a-small": "12",
      "b-large": "1234567",
      "c-last": "123",
      "d-copy": "12",
    };
    const { stateFolder, open } = somePlace(files);
    const workspace = await open({ baselineLimits: { maxFileBytes: 5, maxTotalBytes: 4 } });
    expect(workspace.baselineGaps).toEqual([
      { path: ".env", reason: "taken for a secret by its name" },
      { path: "b-large", reason: "larger than 5 bytes" },
      { path: "c-last", reason: "the files before it reached 4 bytes together" },
    ]);
    for (const { path } of workspace.baselineGaps) expect(await workspace.baselineBytes(path)).toBeUndefined();
    expect(textOf(await workspace.baselineBytes("d-copy"))).toBe("12");
    expect(workspace.baseline.get(".env")?.hash).toBe(await hashBytes(bytesOf("KEY=seeded-secret")));
    for (const path of filesBelow(stateFolder)) {
      expect(readFileSync(join(stateFolder, path), "utf8")).not.toContain("seeded-secret");
    }
    await workspace.close();
    expect((await open()).baselineGaps).toEqual(workspace.baselineGaps);
  });

  it("must lie apart from the workspace, and a refused place stays as it was", async () => {
    const { root, open } = somePlace({ "a.txt": "one" });
    symlinkSync(".", join(root, "..", "alias"));
    for (const stateFolder of [
      root,
      join(root, "state"),
      join(root, "..", "alias", "root", "state"),
      join(root, ".."),
    ]) {
      await expect(open({ stateFolder })).rejects.toMatchObject({ code: "STATE_REFUSED" });
    }
    expect(readdirSync(root)).toEqual(["a.txt"]);
    const sibling = `${root}-state`;
    await expect(open({ stateFolder: sibling })).resolves.toBeDefined();
  });

  it.skipIf(process.platform === "win32")(
    "is refused when others may write to it, and closed to their eyes otherwise",
    async () => {
      const { stateFolder, open } = somePlace();
      mkdirSync(stateFolder, { recursive: true });
      chmodSync(stateFolder, 0o777);
      await expect(open()).rejects.toMatchObject({ code: "STATE_REFUSED" });
      chmodSync(stateFolder, 0o755);
      await open();
      expect(statSync(stateFolder).mode & 0o777).toBe(0o700);
    },
  );

  it("serves one root", async () => {
    const { root, stateFolder, open } = somePlace({ "a.txt": "one" });
    await (await open()).close();
    mkdirSync(`${root}-other`);
    await expect(createWorkspace({ root: `${root}-other`, stateFolder })).rejects.toMatchObject({
      code: "STATE_REFUSED",
    });
  });

  it("says that the baseline is damaged, whichever byte it is", async () => {
    const { stateFolder, open } = somePlace({ "a.txt": "one" });
    await (await open()).close();
    const path = join(stateFolder, "baseline");
    const whole = readFileSync(path);
    for (const offset of [0, 12, 20, 60, 95, Math.floor(whole.length / 2), whole.length - 1]) {
      const damaged = Buffer.from(whole);
      damaged[offset]! ^= 1;
      writeFileSync(path, damaged);
      await expect(open(), `offset ${offset}`).rejects.toMatchObject({ code: "STATE_CORRUPT", data: { path } });
    }
    writeFileSync(path, whole.subarray(0, -5));
    await expect(open()).rejects.toMatchObject({ code: "STATE_CORRUPT" });
    writeFileSync(path, whole.toString().replace("runningtab-baseline 2", "runningtab-baseline 9"));
    await expect(open()).rejects.toThrow("It is of version 9, this is 2.");
  });

  it("reports changes since the baseline when the record of the last scan is damaged", async () => {
    const { root, stateFolder, open } = somePlace({ "a.txt": "one" });
    const first = await open();
    writeFileSync(join(root, "a.txt"), "two");
    await first.scan();
    await first.close();
    const path = join(stateFolder, "scan-log");
    writeFileSync(path, readFileSync(path, "utf8").replace("a.txt", "b.txt"));
    const second = await open();
    expect(brief((await second.scan()).changes)).toEqual(["modify a.txt"]);
  });

  it("goes on from the last scan, however much it found and whatever was torn before it", async () => {
    const { root, stateFolder, open } = somePlace({ "a.txt": "one", "gone.txt": "two" });
    const first = await open();
    writeFileSync(join(root, "a.txt"), "another");
    rmSync(join(root, "gone.txt"));
    await first.scan();
    const log = readFileSync(join(stateFolder, "scan-log"));
    // A crash in the middle of a line.
    writeFileSync(join(stateFolder, "scan-log"), Buffer.concat([log, log.subarray(0, 50)]));
    writeFileSync(join(root, "new.txt"), "three");
    await first.scan();
    const second = await open();
    expect([...second.manifest.keys()]).toEqual(["a.txt", "new.txt"]);
    expect((await second.scan()).changes).toEqual([]);

    for (let index = 0; index < 1001; index++) writeFileSync(join(root, `${index}`), `${index}`);
    await second.scan();
    expect(existsSync(join(stateFolder, "scan"))).toBe(true);
    expect(existsSync(join(stateFolder, "scan-log"))).toBe(false);
    const third = await open();
    expect(third.manifest).toEqual(second.manifest);
    expect((await third.scan()).changes).toEqual([]);
    appendFileSync(join(stateFolder, "scan"), " ");
    expect(brief((await (await open()).scan()).changes)).toHaveLength(1004);
  });

  it("shows no damaged copy as the version at opening", async () => {
    const { stateFolder, open } = somePlace({ "a.txt": "one" });
    const workspace = await open();
    const copy = filesBelow(stateFolder).find((path) => path.startsWith("blobs/"))!;
    writeFileSync(join(stateFolder, copy), "eno");
    await expect(workspace.baselineBytes("a.txt")).rejects.toMatchObject({ code: "STATE_CORRUPT" });
  });
});

describe("reading a file", () => {
  it("gives its bytes now with their hash, and nothing when it is gone", async () => {
    const { root, open } = somePlace({ "a.txt": "one", "f/b.bin": "\0\u00ff" });
    const workspace = await open();
    writeFileSync(join(root, "a.txt"), "two");
    expect(await workspace.read("a.txt")).toEqual({ bytes: bytesOf("two"), hash: await hashBytes(bytesOf("two")) });
    expect(textOf((await workspace.read("./f//b.bin"))?.bytes)).toBe("\0\u00ff");
    expect(await workspace.read("missing.txt")).toBeUndefined();
    expect(await workspace.read("missing/folder/x")).toBeUndefined();
  });

  it("follows a link inside the workspace and none out of it", async () => {
    const { root, open } = somePlace({ "a.txt": "one" });
    writeFileSync(join(root, "..", "outside.txt"), "secret");
    symlinkSync("a.txt", join(root, "inside"));
    symlinkSync("../outside.txt", join(root, "out"));
    const workspace = await open();
    expect(textOf((await workspace.read("inside"))?.bytes)).toBe("one");
    await expect(workspace.read("out")).rejects.toMatchObject({ code: "PATH_REFUSED", data: { reason: "link-out" } });
  });

  it("refuses folders and named pipes without waiting", async () => {
    const { root, open } = somePlace({ "f/a.txt": "one" });
    execFileSync("mkfifo", [join(root, "pipe")]);
    const workspace = await open();
    for (const path of ["", "f", "pipe"]) {
      await expect(workspace.read(path)).rejects.toMatchObject({ code: "NOT_A_FILE" });
      await expect(workspace.write(path, bytesOf("x"))).rejects.toMatchObject({ code: "NOT_A_FILE" });
    }
  });

  it("pairs bytes and hash although a writer goes on and on", async () => {
    const { root, open } = somePlace({ "a.txt": "A".repeat(100_000) });
    const workspace = await open();
    const hashes = new Map([
      ["A", await hashBytes(bytesOf("A".repeat(100_000)))],
      ["B", await hashBytes(bytesOf("B".repeat(100_000)))],
    ]);
    for (let round = 0; round < 100; round++) {
      const pending = workspace.read("a.txt").catch((error: unknown) => error);
      writeFileSync(join(root, "a.txt"), (round % 2 === 0 ? "B" : "A").repeat(100_000));
      const found = (await pending) as { bytes: Uint8Array; hash: ContentHash };
      expect(found.hash).toBe(hashes.get(textOf(found.bytes.subarray(0, 1))!));
    }
  });
});

describe("writing a file", () => {
  it("creates it with its folders, and replaces it", async () => {
    const { root, open } = somePlace();
    const workspace = await open();
    const one = await workspace.write("out/deep/report.md", bytesOf("one"));
    expect(one).toEqual({ status: "written", hash: await hashBytes(bytesOf("one")) });
    await workspace.write("out/deep/report.md", bytesOf("two"));
    expect(readFileSync(join(root, "out/deep/report.md"), "utf8")).toBe("two");
    expect(readdirSync(join(root, "out/deep"))).toEqual(["report.md"]);
    expect(brief((await workspace.scan()).changes)).toEqual(["create out/deep/report.md"]);
  });

  it("refuses to replace another version than the expected one", async () => {
    const { root, open } = somePlace({ "a.txt": "one" });
    const workspace = await open();
    const { hash } = (await workspace.read("a.txt"))!;
    writeFileSync(join(root, "a.txt"), "someone else's");
    const found = await hashBytes(bytesOf("someone else's"));
    expect(await workspace.write("a.txt", bytesOf("mine"), { expectedHash: hash })).toEqual({
      status: "conflict",
      found,
    });
    expect(await workspace.write("a.txt", bytesOf("mine"), { expectedHash: null })).toEqual({
      status: "conflict",
      found,
    });
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("someone else's");
    expect(await workspace.write("a.txt", bytesOf("mine"), { expectedHash: found })).toMatchObject({
      status: "written",
    });
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("mine");
  });

  it("reports a file that is gone, and makes no folders for it", async () => {
    const { root, open } = somePlace();
    const workspace = await open();
    const expectedHash = await hashBytes(bytesOf("one"));
    for (const path of ["a.txt", "f/a.txt"]) {
      expect(await workspace.write(path, bytesOf("x"), { expectedHash })).toEqual({
        status: "conflict",
        found: undefined,
      });
    }
    expect(readdirSync(root)).toEqual([]);
    expect(await workspace.write("f/a.txt", bytesOf("x"), { expectedHash: null })).toMatchObject({ status: "written" });
  });

  it("lets one of several writers win that expect the same version", async () => {
    const workspace = await somePlace({ "a.txt": "one" }).open();
    const { hash } = (await workspace.read("a.txt"))!;
    const outcomes = await Promise.all(
      ["x", "y", "z"].map((text) => workspace.write("a.txt", bytesOf(text), { expectedHash: hash })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["written", "conflict", "conflict"]);
    expect(textOf((await workspace.read("a.txt"))?.bytes)).toBe("x");
  });

  it.skipIf(process.platform === "win32")("keeps the mode of the file", async () => {
    const { root, open } = somePlace({ "run.sh": "#!/bin/sh\n" });
    chmodSync(join(root, "run.sh"), 0o750);
    const workspace = await open();
    await workspace.write("run.sh", bytesOf("#!/bin/sh\nexit 1\n"));
    expect(statSync(join(root, "run.sh")).mode & 0o7777).toBe(0o750);
  });

  it("notes that other names of the file keep the version before", async () => {
    const { root, open } = somePlace({ "a.txt": "one" });
    linkSync(join(root, "a.txt"), join(root, "..", "elsewhere.txt"));
    const workspace = await open();
    expect(await workspace.write("a.txt", bytesOf("two"))).toMatchObject({
      status: "written",
      notes: ["the file had 1 more name (hard links), which keep the version before"],
    });
    expect(readFileSync(join(root, "..", "elsewhere.txt"), "utf8")).toBe("one");
  });

  it("writes through a link inside the workspace and leaves the link", async () => {
    const { root, open } = somePlace({ "real/a.txt": "one" });
    symlinkSync("real", join(root, "link"));
    const workspace = await open();
    await workspace.write("link/a.txt", bytesOf("two"));
    await workspace.write("link/new.txt", bytesOf("new"));
    expect(readFileSync(join(root, "real/a.txt"), "utf8")).toBe("two");
    expect(readFileSync(join(root, "real/new.txt"), "utf8")).toBe("new");
    expect(readlinkSync(join(root, "link"))).toBe("real");
  });

  it("writes nothing outside through a linked folder, nor into a sibling with the same beginning", async () => {
    const { root, open } = somePlace();
    const outside = join(root, "..", "outside");
    mkdirSync(outside);
    mkdirSync(`${root}_secret`);
    symlinkSync(outside, join(root, "link"));
    symlinkSync(join(outside, "new.txt"), join(root, "file-link"));
    const workspace = await open();
    for (const path of [
      "link/new.txt",
      "link/deep/new.txt",
      "file-link",
      "../root_secret/x",
      "/etc/x",
      ".git/hooks/x",
      "a\\..\\x",
    ]) {
      await expect(workspace.write(path, bytesOf("x")), path).rejects.toMatchObject({ code: "PATH_REFUSED" });
    }
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(`${root}_secret`)).toEqual([]);
    expect(existsSync(join(root, ".git"))).toBe(false);
  });

  it.runIf(process.platform === "linux")(
    "never leaves the root while a folder is exchanged for a link over and over",
    async () => {
      const { root, open } = somePlace({ "f/a.txt": "inside" });
      const outside = join(root, "..", "outside");
      mkdirSync(outside);
      writeFileSync(join(outside, "a.txt"), "outside");
      const workspace = await open();
      const program = fileURLToPath(new URL("../test/fixtures/exchange-folder.ts", import.meta.url));
      const child = fork(program, [root, outside], { env: { ...process.env, NODE_OPTIONS: "" } });
      await new Promise((resolve) => child.once("message", resolve));
      onTestFinished(() => void child.kill());
      let [writes, reads] = [0, 0];
      for (let round = 0; round < 120; round++) {
        const written = await workspace.write(`f/new-${round}.txt`, bytesOf("x")).catch(() => undefined);
        const read = await workspace.read("f/a.txt").catch(() => undefined);
        if (written !== undefined) writes++;
        if (read !== undefined) {
          reads++;
          expect(textOf(read.bytes)).toBe("inside");
        }
        await workspace.scan().catch(() => undefined);
        expect(workspace.manifest.get("f/a.txt")?.size ?? "inside".length).toBe("inside".length);
      }
      expect(child.exitCode).toBeNull();
      child.kill();
      expect(readdirSync(outside)).toEqual(["a.txt"]);
      expect(writes + reads).toBeGreaterThan(0);
    },
  );

  it("leaves a whole version behind when its process is killed, and what it had begun out of the manifest", async () => {
    const { root, stateFolder, open } = somePlace({ "a.bin": "" });
    const program = fileURLToPath(new URL("../test/fixtures/write-forever.ts", import.meta.url));
    for (let round = 0; round < 5; round++) {
      const child = fork(program, [root, stateFolder], {
        execArgv: ["--conditions=@runningtab/source"],
        env: { ...process.env, NODE_OPTIONS: "" },
      });
      await new Promise((resolve) => child.once("message", resolve));
      await new Promise((resolve) => setTimeout(resolve, round * 7));
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("exit", resolve));
      const bytes = readFileSync(join(root, "a.bin"));
      expect(bytes.length).toBe(2 * 1024 * 1024);
      expect(bytes.every((byte) => byte === bytes[0])).toBe(true);
    }
    const workspace = await open();
    await workspace.scan();
    expect([...workspace.manifest.keys()]).toEqual(["a.bin"]);
  });

  it("leaves the file as it was when the disk refuses", async () => {
    const { root, open } = somePlace({ "a.txt": "one" });
    const workspace = await open();
    renameSync(root, `${root}-gone`);
    await expect(workspace.write("a.txt", bytesOf("two"))).rejects.toMatchObject({ code: "WRITE_FAILED" });
    expect(filesBelow(`${root}-gone`)).toEqual(["a.txt"]);
    expect(readFileSync(join(`${root}-gone`, "a.txt"), "utf8")).toBe("one");
  });
});

describeWithData("a workspace over real documents", (folder) => {
  it("gives back every document as it was at opening", async () => {
    const workspace = await createWorkspace({
      root: join(folder, "office-files"),
      stateFolder: join(temporaryFolder(), "state"),
    });
    expect(workspace.baseline.size).toBeGreaterThan(5);
    for (const [path, { hash }] of workspace.baseline) {
      expect(await hashBytes((await workspace.baselineBytes(path))!)).toBe(hash);
    }
    expect((await workspace.scan()).changes).toEqual([]);
  });
});
