import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createStagedWorkspace, type StagedWorkspace, WorkspaceError } from "@runningtab/staged-workspace";
import { temporaryFolder } from "@runningtab/test-kit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Of a staged workspace: all that people and agents are told. */
async function told(workspace: StagedWorkspace): Promise<unknown> {
  const operations = await workspace.operations();
  const versions = operations.flatMap(({ edit }) => ("after" in edit ? [edit.after.hash] : []));
  const contents = await Promise.all(versions.map((hash) => workspace.version(hash)));
  const { diff, plan, conflicts } = await workspace.reduction();
  return { operations, contents, diff, plan, conflicts, accepted: [...workspace.baseline] };
}

/** A workspace with history: promoted, staged and large enough to be compressed. */
async function prepare(): Promise<{ readonly place: string; readonly whole: unknown }> {
  const place = temporaryFolder("damage");
  const [root, stateFolder] = [join(place, "root"), join(place, "state")];
  mkdirSync(root);
  writeFileSync(join(root, "a.md"), "first\n");
  writeFileSync(join(root, "long.md"), "a line that is written again and again\n".repeat(300));
  const workspace = await createStagedWorkspace({ root, stateFolder });
  writeFileSync(join(workspace.root, "a.md"), "second\n");
  await workspace.sync({ turn: 1 });
  await workspace.promote();
  writeFileSync(join(workspace.root, "long.md"), "another line, written as often\n".repeat(300));
  writeFileSync(join(workspace.root, "b.md"), "new\n");
  await workspace.sync({ turn: 2 });
  await workspace.close();
  const again = await createStagedWorkspace({ root, stateFolder });
  const whole = await told(again);
  await again.close();
  return { place, whole };
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile() && statSync(join(folder, path)).size > 0)
    .toSorted();
}

describe("a state folder with one bit flipped", () => {
  it("is refused, or reported by verify with what can be recovered, or tells all that it told before", async () => {
    const { place, whole } = await prepare();
    const state = join(place, "state");
    const kept = join(place, "kept");
    cpSync(state, kept, { recursive: true, preserveTimestamps: true });
    // The folder that is worked in is no state: what changes there is an edit.
    const files = filesBelow(kept).filter((path) => !path.startsWith("branches/main/files/"));
    const outcomes = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), fc.nat(), async (file, at) => {
        cpSync(kept, state, { recursive: true, preserveTimestamps: true, force: true });
        const bytes = readFileSync(join(kept, file));
        const bit = at % (bytes.length * 8);
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        writeFileSync(join(state, file), bytes);
        const outcome = await openAndVerify(place, whole);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }),
      { numRuns: 150 },
    );
    // It would say nothing if each were the same.
    expect([...outcomes.keys()].toSorted()).toEqual(["found", "refused", "unharmed"]);
  }, 240_000);
});

async function openAndVerify(place: string, whole: unknown): Promise<"refused" | "found" | "unharmed"> {
  let workspace: StagedWorkspace | undefined;
  try {
    workspace = await createStagedWorkspace({ root: join(place, "root"), stateFolder: join(place, "state") });
    const { journal, versions } = await workspace.verify();
    if (journal.damage !== undefined) return "found";
    for (const { found, recovery } of versions) expect([found, recovery]).toEqual([found, expect.any(String)]);
    if (versions.length > 0) return "found";
    expect(await told(workspace)).toEqual(whole);
    return "unharmed";
  } catch (error) {
    if (!WorkspaceError.isInstance(error)) throw error;
    const codes = ["STATE_CORRUPT", "STATE_REFUSED", "JOURNAL_NEWER", "JOURNAL_IO", "PATH_REFUSED", "VERSION_NOT_KEPT"];
    expect(codes).toContain(error.code);
    return "refused";
  } finally {
    await workspace?.close();
  }
}
