import { hashBytesSync } from "@runningtab/content-hash/node";
import { diffManifests, type Manifest, type ManifestEntry } from "@runningtab/staged-workspace";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

function entryOf(path: string, content: string, mode = 0o644): ManifestEntry {
  const bytes = new TextEncoder().encode(content);
  return { path, hash: hashBytesSync(bytes), size: bytes.length, mode, modifiedAtMs: 0 };
}
const manifestOf = (...entries: readonly ManifestEntry[]): Manifest =>
  new Map(entries.map((entry) => [entry.path, entry]));
const brief = (before: Manifest, after: Manifest) =>
  diffManifests(before, after).map((change) =>
    change.kind === "move" ? `move ${change.from} > ${change.path}` : `${change.kind} ${change.path}`,
  );

describe("the difference of two manifests", () => {
  it("names each kind of change, in path order", () => {
    const before = manifestOf(
      entryOf("a", "1"),
      entryOf("b", "2"),
      entryOf("c", "3"),
      entryOf("d", "4"),
      entryOf("e", "5"),
    );
    const after = manifestOf(
      entryOf("a", "1"),
      entryOf("b", "two"),
      entryOf("c", "3", 0o755),
      entryOf("folder/d", "4"),
      entryOf("new", "6"),
    );
    expect(brief(before, after)).toEqual(["modify b", "mode c", "delete e", "move d > folder/d", "create new"]);
  });

  it("carries the entries of both sides", () => {
    const [before, after] = [entryOf("a", "1"), entryOf("b", "1", 0o600)];
    expect(diffManifests(manifestOf(before), manifestOf(after))).toEqual([
      { kind: "move", path: "b", from: "a", before, after },
    ]);
  });

  it("pairs moves of equal files by their names first", () => {
    const before = manifestOf(entryOf("in/x.txt", "same"), entryOf("in/y.txt", "same"));
    const after = manifestOf(entryOf("out/a.txt", "same"), entryOf("out/x.txt", "same"), entryOf("out/z.txt", "same"));
    expect(brief(before, after)).toEqual([
      "move in/y.txt > out/a.txt",
      "move in/x.txt > out/x.txt",
      "create out/z.txt",
    ]);
  });

  it("takes a copy for a new file, and an empty file never for a moved one", () => {
    expect(brief(manifestOf(entryOf("a", "1")), manifestOf(entryOf("a", "1"), entryOf("b", "1")))).toEqual([
      "create b",
    ]);
    expect(brief(manifestOf(entryOf("a", "")), manifestOf(entryOf("b", "")))).toEqual(["delete a", "create b"]);
  });

  it("orders by code points, not by UTF-16 units", () => {
    const names = ["\u{1f600}", "\uff01", "z"];
    const after = manifestOf(...names.map((name, index) => entryOf(name, String(index))));
    expect(diffManifests(new Map(), after).map(({ path }) => path)).toEqual(["z", "\uff01", "\u{1f600}"]);
  });

  it("turns any manifest into any other", () => {
    const someManifest = fc
      .uniqueArray(
        fc.tuple(fc.constantFrom(..."abcdefg"), fc.constantFrom("", "1", "2"), fc.constantFrom(0o644, 0o755)),
        {
          selector: ([path]) => path,
        },
      )
      .map((rows) => manifestOf(...rows.map(([path, content, mode]) => entryOf(path, content, mode))));
    fc.assert(
      fc.property(someManifest, someManifest, (before, after) => {
        const result = new Map(before);
        const changes = diffManifests(before, after);
        for (const change of changes) {
          if (change.kind === "delete") result.delete(change.path);
          if (change.kind === "move") result.delete(change.from);
        }
        for (const change of changes) if (change.kind !== "delete") result.set(change.path, change.after);
        expect(new Map([...result].toSorted())).toEqual(new Map([...after].toSorted()));
      }),
    );
  });
});
