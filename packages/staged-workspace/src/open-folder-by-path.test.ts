import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace } from "@runningtab/staged-workspace";
import { temporaryFolder } from "@runningtab/test-kit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasDescriptorPaths, openFolder } from "./open-folder.ts";

const bytes = new TextEncoder().encode("two");

/** The module looks at the platform once, at first use; test files do not share modules. */
describe("on a system without descriptor paths", () => {
  const { platform } = process;
  beforeEach(() => void Object.defineProperty(process, "platform", { value: "darwin" }));
  afterEach(() => void Object.defineProperty(process, "platform", { value: platform }));

  it("scans, reads and writes by path", async () => {
    const base = temporaryFolder();
    const root = join(base, "root");
    mkdirSync(join(root, "f"), { recursive: true });
    writeFileSync(join(root, "f", "a.txt"), "one");
    const workspace = await createWorkspace({ root, stateFolder: join(base, "state") });
    expect(hasDescriptorPaths()).toBe(false);
    expect(await workspace.write("f/a.txt", bytes)).toMatchObject({ status: "written" });
    expect(await workspace.write("new/deep/b.txt", bytes, { expectedHash: null })).toMatchObject({ status: "written" });
    expect((await workspace.read("new/deep/b.txt"))?.bytes).toEqual(bytes);
    expect((await workspace.scan()).changes).toMatchObject([
      { kind: "modify", path: "f/a.txt" },
      { kind: "create", path: "new/deep/b.txt" },
    ]);
    expect(Buffer.from((await workspace.baselineBytes("f/a.txt"))!).toString()).toBe("one");
  });

  it("refuses a folder that is a link by now", () => {
    const base = temporaryFolder();
    mkdirSync(join(base, "outside"));
    mkdirSync(join(base, "root"));
    symlinkSync("../outside", join(base, "root", "f"));
    expect(() => openFolder(join(base, "root"), ["f"])).toThrow(
      expect.objectContaining({ code: "PATH_REFUSED", data: { path: "f", reason: "exchanged" } }),
    );
  });
});
