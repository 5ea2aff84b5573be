import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { hashBytes, hashFile } from "@runningtab/content-hash";
import { hashFileSync, hashOpenFile, hashOpenFileSync } from "@runningtab/content-hash/node";
import { describeWithData, temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it, vi } from "vitest";

const CHUNK_BYTES = 256 * 1024;

describe("hashing files", () => {
  it.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 3 * CHUNK_BYTES + 7])(
    "gives the hash of the %i bytes it holds",
    async (size) => {
      const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8)) & 0xff);
      const path = join(temporaryFolder(), "file");
      writeFileSync(path, bytes);
      const expected = { hash: await hashBytes(bytes), size };
      expect(await hashFile(path)).toEqual(expected);
      expect(hashFileSync(path)).toEqual(expected);
    },
  );

  it("hashes an open file from its start and tells the state that the hash belongs to", async () => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, "some bytes");
    const expected = hashFileSync(path);
    const file = await open(path);
    await file.read(new Uint8Array(4), 0, 4, null);
    const asynchronous = await hashOpenFile(file, path);
    const synchronous = hashOpenFileSync(file.fd, path);
    await file.close();
    expect(asynchronous).toMatchObject(expected);
    expect(synchronous).toEqual(asynchronous);
    expect(asynchronous.stats.mtimeNs).toBe(statSync(path, { bigint: true }).mtimeNs);
  });

  it("follows a link to its file", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "target");
    symlinkSync("file", join(folder, "link"));
    expect(await hashFile(join(folder, "link"))).toEqual(await hashFile(join(folder, "file")));
  });

  it("says that a path is missing, with the system's code", async () => {
    const path = join(temporaryFolder(), "missing");
    const expected = { code: "READ_FAILED", data: { path, systemCode: "ENOENT" } };
    await expect(hashFile(path)).rejects.toMatchObject(expected);
    expect(() => hashFileSync(path)).toThrow(expect.objectContaining(expected));
  });

  it("refuses a folder, and a named pipe without waiting for its writer", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "folder"));
    const paths = [join(folder, "folder")];
    if (process.platform !== "win32") {
      execFileSync("mkfifo", [join(folder, "pipe")]);
      paths.push(join(folder, "pipe"));
    }
    for (const path of paths) {
      await expect(hashFile(path)).rejects.toMatchObject({ code: "NOT_A_FILE", data: { path } });
      expect(() => hashFileSync(path)).toThrow(expect.objectContaining({ code: "NOT_A_FILE" }));
    }
  });

  it("reads anew a file that changed once while it was read", async () => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, new Uint8Array(8 * CHUNK_BYTES));
    const pending = hashFile(path);
    await new Promise((resolve) => setImmediate(resolve));
    appendFileSync(path, "more");
    expect(await pending).toEqual(hashFileSync(path));
  });

  it("gives up on a file that never stands still", async () => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, new Uint8Array(32 * CHUNK_BYTES));
    const done = new AbortController();
    const writer = (async () => {
      while (!done.signal.aborted) {
        appendFileSync(path, "x");
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const outcome = await hashFile(path).catch((error: unknown) => error);
    done.abort();
    await writer;
    expect(outcome).toMatchObject({ code: "FILE_CHANGING", data: { path, attempts: 3 } });
  });

  it("stops with the signal's reason", async () => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, new Uint8Array(64 * CHUNK_BYTES));
    const reason = new Error("enough");
    await expect(hashFile(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const pending = hashFile(path, { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(pending).rejects.toBe(reason);
  });

  it("says that a runtime without files cannot open one", async () => {
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
    const outcome = await hashFile("a.txt").catch((error: unknown) => error);
    vi.restoreAllMocks();
    expect(outcome).toMatchObject({ code: "NO_FILE_SYSTEM", data: { path: "a.txt" } });
  });
});

describeWithData("hashing real documents", (folder) => {
  const documents = () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .toSorted()
      .slice(0, 40);

  it.runIf(process.platform === "linux")("agrees with sha256sum", async () => {
    for (const path of documents()) {
      const expected = `sha256:${execFileSync("sha256sum", ["--", path], { encoding: "utf8" }).replace(/^\\/, "").slice(0, 64)}`;
      expect(hashFileSync(path)).toEqual({ hash: expected, size: statSync(path).size });
      expect((await hashFile(path)).hash).toBe(expected);
    }
  });
});
