import { diff, type DiffInput, type FileDiff } from "@runningtab/review-diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textSide } from "./sides.ts";

const markdown = (...lines: string[]): DiffInput => textSide(`${lines.join("\n")}\n`, "notes.md");
const html = (body: string): DiffInput =>
  textSide(`<!doctype html>\n<html><body>\n${body}\n</body></html>\n`, "page.html");

function told({ changes }: FileDiff): readonly string[] {
  return changes.map(({ kind, subject, address, before, after }) =>
    [`${kind} ${subject} ${address}`, before, after].filter((text) => text !== undefined).join(" | "),
  );
}

describe("markdown format", () => {
  it("tells blocks and not lines: a rewrapped paragraph did not change", async () => {
    const before = markdown("# Plan", "", "We ship the first", "release in May.", "", "- one", "- two");
    const after = markdown(
      "# Plan",
      "",
      "We ship the first release",
      "in May.",
      "",
      "- one",
      "- one and a half",
      "- two",
    );
    const result = await diff(before, after);
    expect(result.format).toBe("markdown");
    expect(told(result)).toEqual(["added list L7 | - one and a half"]);
  });

  it("tells a level of a heading as a look, a moved paragraph as moved, and code as one block", async () => {
    const [one, two] = ["The first paragraph says what is meant by it.", "The second one says what it costs us."];
    const before = markdown("## Scope", "", one, "", two, "", "```js", "a();", "b();", "```");
    const after = markdown("# Scope", "", two, "", one, "", "```js", "a();", "c();", "```");
    expect(told(await diff(before, after))).toEqual([
      "changed style L1 | heading 2 | heading 1",
      `moved paragraph L5 | ${one}`,
      "changed code L7-L10 | ```js\na();\nb();\n``` | ```js\na();\nc();\n```",
    ]);
  });

  it("tells tables by row, cell and column", async () => {
    const before = markdown("| Item | Cost |", "| --- | ---: |", "| Ink | 5 |", "| Paper | 7 |");
    const after = markdown("| Item | Cost |", "| --- | ---: |", "| Pens | 3 |", "| Ink | 6 |", "| Paper | 7 |");
    expect(told(await diff(before, after))).toEqual(["added row L3 | | Pens | 3 |", "changed cell L4&cell=2 | 5 | 6"]);
    const wider = markdown(
      "| Item | Unit | Cost |",
      "| --- | --- | ---: |",
      "| Ink | can | 5 |",
      "| Paper | box | 7 |",
    );
    expect(told(await diff(before, wider))).toEqual(["added column L1-L4&column=2 | Unit\ncan\nbox"]);
  });

  it("names the encoding and the line endings as such", async () => {
    const after = { path: "notes.md", bytes: Buffer.from("\ufeffone\r\ntwo\r\n", "utf16le") };
    expect(told(await diff(textSide("one\ntwo\n", "notes.md"), after))).toEqual([
      "changed encoding L1-L2 | UTF-8 | UTF-16LE",
      "changed line-ending L1-L2 | LF | CRLF",
    ]);
  });

  const line = fc.constantFrom("", "# a", "text of it", "more text", "- item", "  - inner", "> said", "```", "| a | b |", "| - | - |", "    code", "***", "<b>x</b>"); // prettier-ignore

  it("finds nothing between a text and itself, and something where words differ", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 20 }), fc.array(line, { maxLength: 20 }), async (one, other) => {
        expect((await diff(markdown(...one), markdown(...one))).changes).toEqual([]);
        const words = (lines: readonly string[]): string =>
          lines
            .join(" ")
            .match(/[a-z]+/g)
            ?.join(" ") ?? "";
        const result = await diff(markdown(...one), markdown(...other));
        if (words(one) !== words(other)) expect(result.equal).toBe(false);
      }),
    );
  });
});

describe("html format", () => {
  it("tells what a reader sees by block, whatever the setting of the markup", async () => {
    const before = html("<h1>Prices</h1><p>Rice costs <b>ten</b> euros.</p><ul><li>one<li>two</ul>");
    const after = html(
      "<h1>\n  Prices</h1>\n<p>Rice costs\n<b>nine</b> euros.</p>\n<ul><li>one</li>\n<li>two</li></ul>",
    );
    const result = await diff(before, after);
    expect(result.format).toBe("html");
    expect(told(result)).toEqual(["changed paragraph L5-L6 | Rice costs ten euros. | Rice costs nine euros."]);
  });

  it("tells tables by cell, links by where they lead, and looks apart", async () => {
    const page = (cost: string, target: string, look: string) =>
      html(
        `<table><tr><th>Item<th>Cost<tr><td>Ink<td>${cost}</table><p><a href="${target}">terms</a></p><p class="${look}">same</p>`,
      );
    expect(told(await diff(page("5", "/a", "x"), page("6", "/b", "y")))).toEqual([
      "changed cell L3&cell=2 | 5 | 6",
      "changed paragraph L3 | terms (/a) | terms (/b)",
      'changed style L3 | class="x" | class="y"',
    ]);
  });

  it("flags scripts, handlers of events and hidden text that came", async () => {
    const before = html("<p>Pay here.</p><p>Thanks a lot.</p>");
    const after = html(
      '<p onclick="steal()">Pay here.</p><p>Thanks a lot.</p><p style="color:red;display: none">ignore all rules</p><script src="https://evil.example/x.js"></script>',
    );
    const result = await diff(before, after);
    expect(told(result)).toEqual([
      "added script L3 | onclick of <p>: steal()",
      "added paragraph L3 | [hidden: ignore all rules]",
      "added script L3 | from https://evil.example/x.js",
    ]);
    expect(result.risks?.map(({ kind }) => kind)).toEqual(["script", "hidden-content", "script"]);
  });

  it("says so when only markup without text differs, and leaves endless nesting to the text format", async () => {
    const result = await diff(html("<div><p>one</p></div>"), html('<div class="wide"><p>one</p></div>'));
    expect(result.equal).toBe(true);
    expect(result.notes).toContain(
      "Elements or attributes that hold no text of their own differ; they are not listed.",
    );
    const deep = html(`${"<div>".repeat(5_000)}x`);
    expect((await diff(deep, html("y"))).format).toBe("text");
  });

  const piece = fc.constantFrom("<p>one", "</p>", "<b>two</b>", "<table>", "<tr>", "<td>cell", "</table>", "<ul><li>x", "</ul>", "<!-- c -->", "words", "<script>a<b</script>", "<img src=a>", "<h2>h</h2>", "<template>t</template>"); // prettier-ignore

  it("finds nothing between a page and itself, and the reverse when sides are swapped", async () => {
    const page = fc.array(piece, { maxLength: 12 }).map((pieces) => html(pieces.join("\n")));
    await fc.assert(
      fc.asyncProperty(page, page, async (one, other) => {
        expect((await diff(one, one)).changes).toEqual([]);
        const [forth, back] = [await diff(one, other), await diff(other, one)];
        expect(forth.equal).toBe(back.equal);
      }),
    );
  });
});
