import { renderParts } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/notebook";
import { describe, expect, it } from "vitest";
import { ofType, partsOf } from "../../test/parts-of.ts";
import { placeText } from "../documents/place-text.ts";
import type { ParsedPart } from "../parts.ts";

const code = (source: unknown, outputs: readonly unknown[] = []): unknown => ({ cell_type: "code", source, outputs });
const markdown = (source: unknown): unknown => ({ cell_type: "markdown", source });

async function parse(...cells: readonly unknown[]): Promise<readonly ParsedPart[]> {
  const notebook = { nbformat: 4, nbformat_minor: 5, metadata: { language_info: { name: "julia" } }, cells };
  return partsOf(parser, JSON.stringify(notebook));
}

function shown(parts: readonly ParsedPart[]): string {
  return renderParts(parts)
    .map(({ text }) => text)
    .join("\n\n");
}

function losses(parts: readonly ParsedPart[]): Readonly<Record<string, number>> {
  return Object.fromEntries(ofType(parts, "loss").map(({ kind, count }) => [kind, count]));
}

describe("notebooks", () => {
  it("show Markdown as it stands, code and its outputs fenced, each cell at its address", async () => {
    const parts = await parse(
      markdown(["# Costs\n", "as agreed"]),
      code("print(```a```)", [
        { output_type: "stream", text: ["one\n", "two\n"] },
        { output_type: "execute_result", data: { "text/plain": "3", "text/html": "<b>3</b>" } },
      ]),
      code(""),
      markdown("end"),
    );
    expect(shown(parts)).toBe(
      "# Costs\nas agreed\n\n````julia\nprint(```a```)\n````\n\n```output\none\ntwo\n```\n\n```output\n3\n```\n\nend",
    );
    expect(renderParts(parts).map(({ address }) => address)).toEqual(["cell=1-4"]);
    expect(placeText("cell=2", parts)).toMatchObject({ text: expect.stringContaining("two") });
    expect(placeText("cell=2&output=2", parts)).toMatchObject({ text: "```output\n3\n```" });
    expect(ofType(parts, "metadata")[0]?.values).toEqual({
      title: "Costs",
      nbformat: "4.5",
      cells: 4,
      cellTypes: { markdown: 2, code: 2 },
      language: "julia",
    });
    expect(losses(parts)).toEqual({});
  });

  it("show errors without colours and tables of HTML as text, and count images and what has no text", async () => {
    const parts = await parse(
      code("f()", [
        { output_type: "error", ename: "KeyError", evalue: "'x'", traceback: ["\u001b[31mKeyError\u001b[0m: 'x'"] },
      ]),
      code("t", [
        {
          output_type: "display_data",
          data: { "text/plain": "<Table>", "text/html": "<table><tr><td>a<td>1</table><script>1</script>" },
        },
        { output_type: "display_data", data: { "image/png": "iVBOR" } },
        { output_type: "display_data", data: { "application/vnd.widget": {} } },
      ]),
    );
    expect(shown(parts)).toContain("```output\nKeyError: 'x'\n```");
    expect(shown(parts)).toContain("| a | 1 |");
    expect(losses(parts)).toEqual({ images: 1, "outputs-not-shown": 1 });
  });

  it("read the older versions, with worksheets, headings and lines without ends", async () => {
    const old = {
      nbformat: 2,
      worksheets: [
        {
          cells: [
            { cell_type: "heading", level: 2, source: ["Plan"] },
            {
              cell_type: "code",
              language: "python",
              input: ["a", "b"],
              outputs: [{ output_type: "pyout", text: ["7"] }],
            },
          ],
        },
      ],
    };
    expect(shown(await partsOf(parser, JSON.stringify(old)))).toBe(
      "## Plan\n\n```python\na\nb\n```\n\n```output\n7\n```",
    );
  });

  it("show what is no notebook as text, and say why", async () => {
    for (const text of ['{"cells": [', '{"__proto__": {"cells": []}}', "[1]"]) {
      const parts = await partsOf(parser, text);
      expect(shown(parts)).toBe(text);
      expect(losses(parts)).toEqual({ "malformed-notebook": 1 });
    }
    expect(losses(await parse())).toEqual({ "no-text": 1 });
  });
});
