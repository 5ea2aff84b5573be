import { mkdirSync, statSync, symlinkSync } from "node:fs";
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
});
