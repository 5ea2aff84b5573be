import { chmodSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { resolveRoot, stateFolderOf } from "./state-folder.ts";

describe("stateFolderOf", () => {
  it("is one private folder a workspace, the same for the same folder however it is reached", () => {
    const state = temporaryFolder("state");
    const root = temporaryFolder("workspace");
    symlinkSync(root, join(state, "link"));
    const folder = stateFolderOf(resolveRoot(root), state, {});
    expect(stateFolderOf(resolveRoot(join(state, "link")), state, {})).toBe(folder);
    expect(stateFolderOf(temporaryFolder("other"), state, {})).not.toBe(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("lies in the XDG state home by default", () => {
    const home = temporaryFolder("xdg");
    const folder = stateFolderOf(temporaryFolder("workspace"), undefined, { XDG_STATE_HOME: home });
    expect(folder.startsWith(join(home, "runningtab", "workspaces"))).toBe(true);
  });

  it("is refused inside the workspace, also behind a link and before it exists", () => {
    const root = temporaryFolder("workspace");
    const elsewhere = temporaryFolder("elsewhere");
    mkdirSync(join(root, "inner"));
    symlinkSync(join(root, "inner"), join(elsewhere, "link"));
    for (const state of [root, join(root, "state", "deep"), join(elsewhere, "link", "new")]) {
      expect(() => stateFolderOf(root, state, {})).toThrow(/lies inside the workspace/);
    }
    expect(() => stateFolderOf(root, `${root}-sibling`, {})).not.toThrow();
  });

  it("is refused where no folder can be made, and says why", () => {
    const root = temporaryFolder("workspace");
    expect(() => stateFolderOf(root, "/dev/null", {})).toThrow(/a file stands where it needs a folder.*--state DIR/);
    expect(() => stateFolderOf(root, "/dev/null/deep", {})).toThrow(/a file stands where it needs a folder/);
  });

  it.runIf(process.platform === "linux")("is refused at once where making folders would never end", () => {
    expect(() => stateFolderOf(temporaryFolder("workspace"), "/proc/foo/bar", {})).toThrow(/cannot be used/);
  });

  it("keeps the mode of a folder that was there before", () => {
    const state = temporaryFolder("state");
    chmodSync(state, 0o755);
    stateFolderOf(temporaryFolder("workspace"), state, {});
    expect(statSync(state).mode & 0o777).toBe(0o755);
  });
});
