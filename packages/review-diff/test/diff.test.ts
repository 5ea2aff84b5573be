import { describe, expect, it } from "vitest";
import { diff, type DiffFormat, type DiffInput, ReviewDiffError } from "@runningtab/review-diff";
import { documentSide, sheetPart, textSide, workbook } from "./sides.ts";

function failing(path: string): DiffInput {
  return {
    path,
    bytes: Buffer.from("PK\x03\x04 broken"),
    // oxlint-disable-next-line require-yield
    async *parts() {
      throw new Error("the archive is cut off");
    },
  };
}

describe("diff", () => {
  it("chooses the format by what the sides bring", async () => {
    const formats = await Promise.all([
      diff(workbook(sheetPart([["a"]])), workbook(sheetPart([["b"]]))),
      diff(textSide("a"), textSide("b")),
      diff(documentSide("a"), documentSide("b")),
      diff(textSide("a\0", "x.bin"), textSide("b\0", "x.bin")),
    ]);
    expect(formats.map(({ format }) => format)).toEqual(["spreadsheet", "text", "blocks", "binary"]);
  });

  it("falls back to bytes when a version cannot be read, and says why", async () => {
    const result = await diff(failing("a.xlsx"), workbook(sheetPart([["b"]])));
    expect(result).toMatchObject({ format: "binary", equal: false });
    expect(result.notes[0]).toBe("The spreadsheet comparison was not possible (the archive is cut off).");
    const same = await diff(failing("a.docx"), failing("a.docx"));
    expect(same).toMatchObject({ format: "binary", equal: true });
  });

  it("falls back when a workbook's view has no sheet at all", async () => {
    const result = await diff(workbook(), workbook({ type: "loss", kind: "macros", count: 1 }));
    expect(result.notes.join(" ")).toContain("has a sheet");
  });

  it("says that bytes differ where the content does not", async () => {
    const [one, other] = [workbook(sheetPart([["a"]])), workbook(sheetPart([["a"]]))];
    const result = await diff(
      { ...one, bytes: Buffer.from("PK\x03\x04one") },
      { ...other, bytes: Buffer.from("PK\x03\x04two") },
    );
    expect(result.equal).toBe(true);
    expect(result.notes).toEqual(["The bytes differ, but nothing that this comparison looks at."]);
  });

  it("asks a caller's formats first", async () => {
    const custom: DiffFormat = {
      specVersion: 1,
      name: "custom",
      accepts: () => true,
      diff: async (_, { path }) => ({
        format: "custom",
        path,
        equal: true,
        changes: [],
        summary: "no changes",
        notes: [],
        truncated: false,
      }),
    };
    expect((await diff(textSide("a"), textSide("b"), { formats: [custom] })).format).toBe("custom");
  });

  it("cuts off at the limit of changes, visibly", async () => {
    const numbers = (from: number): string =>
      Array.from({ length: 40 }, (_, index) => `${index}\n${index % 2 === 0 ? "" : from}`).join("\n");
    const result = await diff(textSide(numbers(1)), textSide(numbers(2)), { maxChanges: 3 });
    expect(result).toMatchObject({ truncated: true, equal: false });
    expect(result.changes).toHaveLength(3);
    expect(result.notes.join()).toMatch(/\d+ more changes were left out: the limit is 3/);
  });

  it("rejects with the reason of the signal, and never falls back then", async () => {
    const reason = new Error("closed");
    await expect(diff(textSide("a"), textSide("b"), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const slow: DiffInput = {
      path: "a.xlsx",
      async *parts() {
        controller.abort(reason);
        yield sheetPart([["a"]]);
      },
    };
    await expect(diff(slow, slow, { signal: controller.signal })).rejects.toBe(reason);
  });

  it("refuses a limit that makes no sense", async () => {
    const refused = diff(textSide("a"), textSide("b"), { maxChanges: 0 });
    await expect(refused).rejects.toSatisfy(
      (error) => ReviewDiffError.isInstance(error) && error.code === "option-invalid",
    );
  });
});
