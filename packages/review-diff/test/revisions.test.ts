import type { Revision, Run } from "@runningtab/parsed-cache";
import { diff, type FileDiff } from "@runningtab/review-diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockPart, partsSide } from "./sides.ts";

const ann = { author: "Ann", date: "2026-01-05T10:00:00Z" };
const deleted = (text: string): Run => ({ text, revision: { kind: "deleted", ...ann } });
const inserted = (text: string): Run => ({ text, revision: { kind: "inserted", ...ann } });

/** A document of one paragraph between two that stay. */
function contract(...runs: readonly (Run | string)[]) {
  const middle = runs.map((run) => (typeof run === "string" ? { text: run } : run));
  return partsSide("contract.docx", [
    blockPart("paragraph=1", "The parties agree as follows."),
    ...(middle.length > 0 ? [blockPart("paragraph=2", middle)] : []),
    blockPart(`paragraph=${middle.length > 0 ? 3 : 2}`, "Signed in Vienna."),
  ]);
}

const PLAIN = contract("Term is twelve months");
const TRACKED = contract("Term is ", deleted("twelve"), inserted("twenty-four"), " months");
const ACCEPTED = contract("Term is twenty-four months");

function told({ changes }: FileDiff): readonly string[] {
  return changes.map(({ kind, subject, before, after }) =>
    [`${kind} ${subject}`, before, after].filter((text) => text !== undefined).join(" | "),
  );
}

describe("tracked changes", () => {
  it("are told as proposed, with who proposed them, and not as changes of the text (C03)", async () => {
    const result = await diff(PLAIN, TRACKED);
    expect(told(result)).toEqual([
      "added revision | deletion by Ann: twelve",
      "added revision | insertion by Ann: twenty-four",
    ]);
    expect(result.changes[0]?.revision).toEqual({ state: "proposed", kind: "deleted", text: "twelve", ...ann });
    expect(result.summary).toBe("2 revisions proposed");
  });

  it("are told as accepted or rejected when they are gone", async () => {
    const accepted = await diff(TRACKED, ACCEPTED);
    expect(told(accepted)).toEqual([
      "changed revision | deletion by Ann: twelve | accepted",
      "changed revision | insertion by Ann: twenty-four | accepted",
    ]);
    expect(accepted.summary).toBe("2 revisions accepted");
    const rejected = await diff(TRACKED, PLAIN);
    expect(told(rejected)).toEqual([
      "changed revision | deletion by Ann: twelve | rejected",
      "changed revision | insertion by Ann: twenty-four | rejected",
    ]);
    expect(rejected.summary).toBe("2 revisions rejected");
  });

  it("are told apart from what else was written, without being tracked", async () => {
    const after = contract("The term is ", deleted("twelve"), inserted("twenty-four"), " months");
    expect(told(await diff(TRACKED, after))).toEqual([
      "changed paragraph | Term is [-twelve-]{+twenty-four+} months | The term is [-twelve-]{+twenty-four+} months",
    ]);
    const both = contract("Term is twelve long ", inserted("calendar "), "months");
    expect(told(await diff(PLAIN, both))).toEqual([
      "added revision | insertion by Ann: calendar ",
      "changed paragraph | Term is twelve {+calendar +}months | Term is twelve long {+calendar +}months",
    ]);
  });

  it("of a whole paragraph come and go with it", async () => {
    const [none, proposed, kept] = [contract(), contract(inserted("A new clause.")), contract("A new clause.")];
    expect(told(await diff(none, proposed))).toEqual(["added revision | insertion by Ann: A new clause."]);
    expect(told(await diff(proposed, none))).toEqual(["changed revision | insertion by Ann: A new clause. | rejected"]);
    expect(told(await diff(proposed, kept))).toEqual(["changed revision | insertion by Ann: A new clause. | accepted"]);
    const gone = contract(deleted("A new clause."));
    expect(told(await diff(kept, gone))).toEqual(["added revision | deletion by Ann: A new clause."]);
    expect(told(await diff(gone, none))).toEqual(["changed revision | deletion by Ann: A new clause. | accepted"]);
    expect(told(await diff(gone, kept))).toEqual(["changed revision | deletion by Ann: A new clause. | rejected"]);
  });

  it("that another author is named for are one change", async () => {
    const byBob: Run = { text: "twelve", revision: { kind: "deleted", author: "Bob" } };
    const [before, after] = [contract("Term ", deleted("twelve")), contract("Term ", byBob)];
    expect(told(await diff(before, after))).toEqual([
      `changed revision | deletion by Ann: twelve (${ann.date}) | deletion by Bob: twelve`,
    ]);
  });

  const word = fc.constantFrom("alpha ", "beta ", "gamma ", "delta ", "one ", "two ");
  const revision = fc.constantFrom<(Revision | undefined)[]>(
    undefined,
    { kind: "inserted", author: "Ann" },
    { kind: "deleted", author: "Bob" },
  );
  const runs = fc.array(
    fc.record({ text: word, revision }).map(({ text, revision: of }): Run => ({ text, ...(of && { revision: of }) })),
    { minLength: 1, maxLength: 12 },
  );

  it("are nothing between a document and itself, and something between others", async () => {
    const marked = (all: readonly Run[]): string =>
      all.map(({ text, revision: of }) => [...text.trim()].map((letter) => `${letter}${of?.kind ?? ""}`).join()).join();
    await fc.assert(
      fc.asyncProperty(runs, runs, async (one, other) => {
        expect((await diff(contract(...one), contract(...one))).changes).toEqual([]);
        const { equal } = await diff(contract(...one), contract(...other));
        expect(equal).toBe(marked(one) === marked(other));
      }),
    );
  });

  it("that are all accepted tell no other change", async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (before) => {
        const after = before.filter(({ revision: of }) => of?.kind !== "deleted").map(({ text }): Run => ({ text }));
        const { changes } = await diff(contract("Start ", ...before), contract("Start ", ...after));
        for (const { subject } of changes) expect(subject).toBe("revision");
      }),
    );
  });
});
