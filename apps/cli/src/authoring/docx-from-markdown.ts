import type { Paragraph, ParagraphChild, Table } from "docx";
import { type Inline, inlines, markdownBlocks, type MarkdownBlock } from "./markdown-blocks.ts";

const NUMBERING = "numbered";
const CODE_FONT = "Courier New";

/** A Word document with the headings, lists, tables, quotes, code and links of the Markdown. */
export async function docxFromMarkdown(markdown: string): Promise<Uint8Array> {
  const docx = await import("docx");
  const headings = [
    docx.HeadingLevel.HEADING_1,
    docx.HeadingLevel.HEADING_2,
    docx.HeadingLevel.HEADING_3,
    docx.HeadingLevel.HEADING_4,
    docx.HeadingLevel.HEADING_5,
    docx.HeadingLevel.HEADING_6,
  ];

  const runs = (pieces: readonly Inline[]): ParagraphChild[] => pieces.map(run);
  const run = ({ text, bold, italic, code, link }: Inline): ParagraphChild => {
    const textRun = new docx.TextRun({
      text: withoutControls(text),
      ...(bold && { bold }),
      ...(italic && { italics: true }),
      ...(code && { font: CODE_FONT }),
      ...(link && { style: "Hyperlink" }),
    });
    // Only web links are live; other targets would be resolved on the reader's machine.
    return link !== undefined && /^https?:\/\//.test(link)
      ? new docx.ExternalHyperlink({ link, children: [textRun] })
      : textRun;
  };

  const table = (rows: readonly (readonly string[])[]): Table => {
    const width = Math.max(1, ...rows.map((row) => row.length));
    return new docx.Table({
      width: { size: 100, type: docx.WidthType.PERCENTAGE },
      rows: rows.map(
        (row, index) =>
          new docx.TableRow({
            tableHeader: index === 0,
            children: Array.from({ length: width }, (_, column) => {
              const lines = (row[column] ?? "").split("\n");
              const emphasise = (piece: Inline): Inline => (index === 0 ? { ...piece, bold: true } : piece);
              return new docx.TableCell({
                children: lines.map((line) => new docx.Paragraph({ children: runs(inlines(line).map(emphasise)) })),
              });
            }),
          }),
      ),
    });
  };

  const elements = (block: MarkdownBlock): (Paragraph | Table)[] => {
    switch (block.type) {
      case "heading":
        return [new docx.Paragraph({ heading: headings[block.level - 1]!, children: runs(block.inlines) })];
      case "paragraph":
        return [new docx.Paragraph({ children: runs(block.inlines), spacing: { after: 120 } })];
      case "item": {
        const place = block.ordered
          ? { numbering: { reference: NUMBERING, level: block.depth } }
          : { bullet: { level: block.depth } };
        return [new docx.Paragraph({ ...place, children: runs(block.inlines) })];
      }
      case "quote":
        return [new docx.Paragraph({ indent: { left: 480 }, children: runs(block.inlines) })];
      case "code":
        return block.lines.map(
          (line) =>
            new docx.Paragraph({ children: [new docx.TextRun({ text: withoutControls(line), font: CODE_FONT })] }),
        );
      case "table":
        // Word joins tables that touch: a paragraph keeps them apart.
        return [table(block.rows), new docx.Paragraph({})];
      case "rule":
        return [new docx.Paragraph({ thematicBreak: true })];
      default:
        return block satisfies never;
    }
  };

  const document = new docx.Document({
    numbering: {
      config: [
        {
          reference: NUMBERING,
          levels: Array.from({ length: 9 }, (_, level) => ({
            level,
            format: docx.LevelFormat.DECIMAL,
            text: `%${level + 1}.`,
            style: { paragraph: { indent: { left: 480 * (level + 1), hanging: 360 } } },
          })),
        },
      ],
    },
    sections: [{ children: markdownBlocks(markdown).flatMap(elements) }],
  });
  return new Uint8Array(await docx.Packer.toBuffer(document));
}

/** XML 1.0 forbids most controls: a document that holds one does not open. */
function withoutControls(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}
