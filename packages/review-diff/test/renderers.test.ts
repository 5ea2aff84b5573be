import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { diff, type FileDiff, renderDiff, renderWorkspaceDiff, ReviewDiffError } from "@runningtab/review-diff";
import { createTerminalRenderer } from "@runningtab/review-diff/renderers/terminal";
import { sheetPart, textSide, workbook } from "./sides.ts";

const HOSTILE =
  "\u001b]0;pwned\u0007\u001b[2J\u009b31m\u202egnp.exe\r\n```\n# heading <img src=x onerror=alert(1)> [link](javascript:x)";

function hostileDiff(): FileDiff {
  return {
    format: "text",
    path: `evil${HOSTILE}.txt`,
    equal: false,
    changes: [
      { id: "1", kind: "changed", subject: "line", address: `L1${HOSTILE}`, before: "x", after: HOSTILE },
      {
        id: "2",
        kind: "changed",
        subject: "line",
        address: "L9",
        before: "a b",
        after: "a c",
        spans: [
          { kind: "same", text: "a " },
          { kind: "removed", text: `b\u001b[0m` },
          { kind: "added", text: "c" },
        ],
      },
    ],
    summary: HOSTILE,
    notes: [HOSTILE],
    truncated: false,
  };
}

describe("terminal renderer", () => {
  it("shows each change with its address, its sides and the words that changed", async () => {
    const result = await diff(textSide("Cost is 5 EUR\nkeep\n"), textSide("Cost is 6 EUR\nkeep\nnew\n"));
    expect(renderDiff(result, "terminal")).toBe(
      [
        "notes.txt (text) 1 line changed, 1 line added",
        "~ L1 line changed",
        "  - Cost is [-5-] EUR",
        "  + Cost is {+6+} EUR",
        "+ L3 line added",
        "  + new",
        "",
      ].join("\n"),
    );
  });

  it("lets no character of the content act on the terminal", () => {
    for (const color of [false, true]) {
      const text = createTerminalRenderer({ color }).render(hostileDiff());
      // eslint-disable-next-line no-control-regex
      const ours = text.replace(/\u001b\[(?:0|1|2|31|32)m/g, color ? "" : "$&");
      expect(ours).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(text).toContain("\\x1b]0;pwned\\x07");
      expect(text).toContain("\\u202e");
    }
  });
});

describe("Markdown renderer", () => {
  it("keeps content inside fences that it cannot close, and adds no markup", () => {
    const text = renderDiff(hostileDiff(), "markdown");
    expect(text).toContain("````diff");
    const outside = text.replace(/^(`{3,})diff\n[\s\S]*?^\1$/gm, "");
    expect(outside).not.toMatch(/<|^#(?!## )|\[link\]\(/m);
    expect(outside.split("\n").filter((line) => line.startsWith("#"))).toHaveLength(1);
  });
});

describe("HTML renderer", () => {
  const OWN_TAGS =
    "a bdi body code del details div figcaption figure h1 h2 h3 head header html i input ins label li main meta ol p pre section span style summary table tbody td th thead title tr ul wbr".split(
      " ",
    );

  /** The tags and attributes of a page, which content can add to only when it was not escaped. */
  function markupOf(html: string): { readonly tags: ReadonlySet<string>; readonly attributes: ReadonlySet<string> } {
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name = ""]) => name);
    const attributes = [...html.matchAll(/<[^>]*>/g)].flatMap(([tag]) =>
      [...tag.matchAll(/\s([a-z-]+)="/gi)].map(([, name = ""]) => name),
    );
    return { tags: new Set(tags), attributes: new Set(attributes) };
  }
  const OWN_ATTRIBUTES = new Set(
    "aria-hidden aria-label charset class content dir href http-equiv id lang name role scope type".split(" "),
  );

  function expectOnlyOwnMarkup(html: string): void {
    const { tags, attributes } = markupOf(html);
    expect([...tags].filter((tag) => !OWN_TAGS.includes(tag) && tag !== "doctype")).toEqual([]);
    expect([...attributes].filter((attribute) => !OWN_ATTRIBUTES.has(attribute))).toEqual([]);
    expect([...html.matchAll(/href="([^"]*)"/g)].every(([, target = ""]) => /^#(?:f\d+-)?c\d+$/.test(target))).toBe(
      true,
    );
    // eslint-disable-next-line no-control-regex
    expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  }

  it("is one page whose only markup is its own, whatever the content", () => {
    const html = renderDiff(hostileDiff(), "html");
    expectOnlyOwnMarkup(html);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  });

  it("lets no payload escape, wherever in a diff it stands", () => {
    const payloads = [
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "</pre></figure><svg/onload=alert(1)>",
      "</title><script>alert(1)</script>",
      "</style><script>alert(1)</script>",
      "' autofocus onfocus=alert(1) x='",
      "<a href=javascript:alert(1)>x</a>",
      "--><!--",
      "<![CDATA[x]]>",
      "&lt;script&gt;&#60;b&#62;",
      "\u202e\u0000\u001b[31m<b>",
      "<iframe srcdoc='<script>alert(1)</script>'>",
      '<meta http-equiv="refresh" content="0;url=//evil.test">',
      "<base href=//evil.test>",
    ];
    const kinds = ["added", "removed", "changed", "moved", "renamed"] as const;
    const subjects = ["row", "column", "cell", "formula", "paragraph", "line", "slide", "value"];
    for (const payload of payloads) {
      const changes = kinds.flatMap((kind, one) =>
        subjects.map((subject, other) => ({
          id: payload,
          kind,
          subject: other % 2 === 0 ? subject : payload,
          address: `sheet=${payload}&cell=A1`,
          from: payload,
          ...(kind !== "added" && { before: one % 2 === 0 ? payload : `${payload}\n${payload}` }),
          ...(kind !== "removed" && { after: payload }),
          ...(kind === "changed" && {
            spans: (["same", "removed", "added"] as const).map((span) => ({ kind: span, text: payload })),
          }),
          ...(subject === "row" && { cells: [payload, payload] }),
          effect: { before: payload, after: payload },
        })),
      );
      const file: FileDiff = {
        format: payload,
        path: payload,
        equal: false,
        changes,
        summary: payload,
        notes: [payload],
        truncated: true,
        risks: [{ kind: payload, address: `sheet=${payload}&cell=A1`, detail: payload }],
      };
      expectOnlyOwnMarkup(renderDiff(file, "html"));
      const workspace = renderWorkspaceDiff(
        {
          equal: false,
          files: [
            { kind: "changed", path: payload, summary: payload, diff: file },
            { kind: "renamed", path: payload, from: payload, summary: payload },
          ],
          unchanged: 0,
          summary: payload,
          notes: [payload],
        },
        "html",
      );
      expectOnlyOwnMarkup(workspace);
    }
  });

  it("allows by its policy exactly the style that it carries", () => {
    const html = renderDiff(hostileDiff(), "html");
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(html).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
  });

  it("marks the words that changed on each side", async () => {
    const html = renderDiff(await diff(textSide("Cost is 5 EUR\n"), textSide("Cost is 6 EUR\n")), "html");
    expect(html).toContain("Cost is <del>5</del> EUR");
    expect(html).toContain("Cost is <ins>6</ins> EUR");
  });

  it("keeps a newline that stands first in a text", () => {
    const change = { id: "1", kind: "added", subject: "cell", address: "cell=1", after: "\nx" } as const;
    const html = renderDiff({ ...hostileDiff(), changes: [change] }, "html");
    expect(html).toContain('<pre dir="auto">\n\nx</pre>');
  });

  it("shows a row under its columns, an edited formula with what it shows, and counts the kinds", async () => {
    const before = [["Net", 100], ["Tax", { shown: "20", raw: 20, formula: "B1*0.2" }]]; // prettier-ignore
    const after = [["Net", 100], ["New", 5], ["Tax", { shown: "25", raw: 25, formula: "B1*0.25" }]]; // prettier-ignore
    const html = renderDiff(await diff(workbook(sheetPart(before)), workbook(sheetPart(after))), "html");
    expect(html).toContain('<th scope="col">A</th><th scope="col">B</th>');
    expect(html).toContain('<td dir="auto">New</td><td dir="auto">5</td>');
    expect(html).toContain('shows <del>20</del> <span class="to">→</span> <ins>25</ins>');
    expect(html).toContain("1 added</label>");
    expect(html).toContain('<h2 class="group"><bdi>Budget</bdi></h2>');
    expect(html).toContain("<bdi>A2:B2</bdi>");
  });
});

describe("JSON renderer", () => {
  it("gives exactly the promised shape", async () => {
    const result = await diff(workbook(sheetPart([["k", 1]])), workbook(sheetPart([["k", 2]])));
    expect(JSON.parse(renderDiff(result, "json"))).toEqual({
      format: "spreadsheet",
      equal: false,
      changes: [{ kind: "changed", address: "sheet=Budget&cell=B1", before: "1", after: "2" }],
      notes: [],
    });
    expect(renderDiff(hostileDiff(), "json")).not.toMatch(/[\u0000-\u001f]/);
  });
});

describe("renderDiff", () => {
  it("takes a caller's renderer, and says which there are when the name is unknown", () => {
    const renderers = [{ name: "count", render: ({ changes }: FileDiff) => String(changes.length) }];
    expect(renderDiff(hostileDiff(), "count", { renderers })).toBe("2");
    expect(() => renderDiff(hostileDiff(), "pdf")).toThrow(/terminal, markdown, html, json/);
    try {
      renderDiff(hostileDiff(), "pdf");
    } catch (error) {
      expect(ReviewDiffError.isInstance(error) && error.code).toBe("renderer-unknown");
    }
  });
});
