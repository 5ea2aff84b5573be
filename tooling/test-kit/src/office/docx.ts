import {
  contentTypes,
  coreProperties,
  escapeXml,
  packageRelations,
  relations,
  xmlHead,
  zipParts,
} from "./zip-parts.ts";

export interface WordRevision {
  readonly kind: "inserted" | "deleted" | "moved-from" | "moved-to";
  readonly author: string;
  /** ISO 8601; default the one time of all made files. */
  readonly date?: string;
}

export interface WordRun {
  readonly text: string;
  readonly bold?: true;
  /** A tracked change: not yet accepted, so the file holds both readings. */
  readonly revision?: WordRevision;
  /** A comment in the margin, anchored at this run. */
  readonly comment?: { readonly author: string; readonly text: string };
  /** A footnote, its mark right after this run. */
  readonly footnote?: string;
}

/** A bare string is one plain run. */
export type WordText = string | readonly (string | WordRun)[];

export type WordBlock =
  | { readonly type: "heading"; readonly level?: 1 | 2 | 3; readonly text: WordText }
  | { readonly type: "paragraph"; readonly text: WordText }
  | { readonly type: "list"; readonly ordered?: true; readonly items: readonly WordText[] }
  | { readonly type: "table"; readonly rows: readonly (readonly WordText[])[] };

export interface WordOptions {
  readonly blocks: readonly WordBlock[];
  readonly title?: string;
  readonly author?: string;
  /** One line at the top of every page. */
  readonly header?: string;
}

const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const defaultDate = "2024-01-02T03:04:06Z";

/** A Word document (WordprocessingML) with headings, lists, tables, tracked changes, comments, footnotes and a header. */
export function writeDocx(options: WordOptions): Uint8Array {
  const notes = new WordNotes();
  const body = options.blocks.map((block) => blockXml(block, notes)).join("");
  const section = options.header === undefined ? "" : `<w:headerReference w:type="default" r:id="rId5"/>`;
  const types: Record<string, string> = { "/word/document.xml": wordType("document.main") };
  const parts: Record<string, string> = {
    "_rels/.rels": packageRelations("word/document.xml"),
    "docProps/core.xml": coreProperties(options),
    "word/document.xml": wordPart(
      "document",
      `<w:body>${body}<w:sectPr>${section}<w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body>`,
    ),
  };
  const links: { id: string; type: string; target: string }[] = [];
  const addPart = (id: string, name: string, root: string, inside: string): void => {
    links.push({ id, type: `${office}/${name.replace(/\d+$/, "")}`, target: `${name}.xml` });
    parts[`word/${name}.xml`] = wordPart(root, inside);
    types[`/word/${name}.xml`] = wordType(name.replace(/\d+$/, ""));
  };
  addPart("rId1", "styles", "styles", stylesXml);
  addPart("rId2", "numbering", "numbering", numberingXml);
  if (notes.comments.length > 0) addPart("rId3", "comments", "comments", notes.comments.join(""));
  if (notes.footnotes.length > 0)
    addPart("rId4", "footnotes", "footnotes", footnoteSeparators + notes.footnotes.join(""));
  if (options.header !== undefined) addPart("rId5", "header1", "hdr", `<w:p>${runXml({ text: options.header })}</w:p>`);
  parts["word/_rels/document.xml.rels"] = relations(links);
  parts["[Content_Types].xml"] = contentTypes(types);
  return zipParts(parts);
}

function wordPart(root: string, inside: string): string {
  return `${xmlHead}<w:${root} xmlns:w="${word}" xmlns:r="${office}">${inside}</w:${root}>`;
}

/** Comments, footnotes and revision numbers, collected while the body is written. */
class WordNotes {
  readonly comments: string[] = [];
  readonly footnotes: string[] = [];
  #revision = 100;

  nextRevision(): number {
    return this.#revision++;
  }
}

function blockXml(block: WordBlock, notes: WordNotes): string {
  switch (block.type) {
    case "heading":
      return paragraphXml(block.text, notes, `<w:pStyle w:val="Heading${block.level ?? 1}"/>`);
    case "paragraph":
      return paragraphXml(block.text, notes);
    case "list": {
      const numbering = `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${block.ordered ? 2 : 1}"/></w:numPr>`;
      return block.items.map((item) => paragraphXml(item, notes, numbering)).join("");
    }
    case "table": {
      const columns = Math.max(...block.rows.map((row) => row.length));
      const grid = `<w:tblGrid>${'<w:gridCol w:w="2400"/>'.repeat(columns)}</w:tblGrid>`;
      const rows = block.rows.map(
        (row) => `<w:tr>${row.map((cell) => `<w:tc><w:tcPr/>${paragraphXml(cell, notes)}</w:tc>`).join("")}</w:tr>`,
      );
      return `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/></w:tblPr>${grid}${rows.join("")}</w:tbl>`;
    }
    default:
      return block satisfies never;
  }
}

function paragraphXml(text: WordText, notes: WordNotes, properties = ""): string {
  const runs = (typeof text === "string" ? [text] : text).map((run) => (typeof run === "string" ? { text: run } : run));
  const style = properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`;
  return `<w:p>${style}${runs.map((run) => annotatedRun(run, notes)).join("")}</w:p>`;
}

const REVISION_TAGS = {
  inserted: "w:ins",
  deleted: "w:del",
  "moved-from": "w:moveFrom",
  "moved-to": "w:moveTo",
} as const;

function annotatedRun(run: WordRun, notes: WordNotes): string {
  let xml = runXml(run);
  if (run.revision !== undefined) {
    const { kind, author, date = defaultDate } = run.revision;
    const tag = REVISION_TAGS[kind];
    xml = `<${tag} w:id="${notes.nextRevision()}" w:author="${escapeXml(author)}" w:date="${date}">${xml}</${tag}>`;
  }
  if (run.comment !== undefined) {
    const id = notes.comments.length;
    const { author, text } = run.comment;
    notes.comments.push(
      `<w:comment w:id="${id}" w:author="${escapeXml(author)}" w:date="${defaultDate}"><w:p>${runXml({ text })}</w:p></w:comment>`,
    );
    xml = `<w:commentRangeStart w:id="${id}"/>${xml}<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
  }
  if (run.footnote !== undefined) {
    // 0 and 1 are the separators that every footnotes part starts with.
    const id = notes.footnotes.length + 2;
    notes.footnotes.push(`<w:footnote w:id="${id}"><w:p>${runXml({ text: run.footnote })}</w:p></w:footnote>`);
    xml += `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
  }
  return xml;
}

function runXml(run: WordRun): string {
  const properties = run.bold ? "<w:rPr><w:b/></w:rPr>" : "";
  const tag = run.revision?.kind === "deleted" ? "w:delText" : "w:t";
  return `<w:r>${properties}<${tag} xml:space="preserve">${escapeXml(run.text)}</${tag}></w:r>`;
}

function wordType(name: string): string {
  return `application/vnd.openxmlformats-officedocument.wordprocessingml.${name}+xml`;
}

const footnoteSeparators =
  '<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>' +
  '<w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>';

const stylesXml =
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
  [1, 2, 3]
    .map(
      (level) =>
        `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/>` +
        `<w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${36 - 4 * level}"/></w:rPr></w:style>`,
    )
    .join("") +
  '<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/></w:style>';

const numberingXml = ["bullet", "decimal"]
  .map(
    (format, index) =>
      `<w:abstractNum w:abstractNumId="${index}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/>` +
      `<w:lvlText w:val="${format === "bullet" ? "•" : "%1."}"/></w:lvl></w:abstractNum>`,
  )
  .concat([1, 2].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id - 1}"/></w:num>`))
  .join("");
