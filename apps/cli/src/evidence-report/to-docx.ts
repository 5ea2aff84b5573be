import type { Paragraph } from "docx";
import { countsLine, statusWord } from "../requirement-counts.ts";
import { escapeControls } from "../terminal.ts";
import type { EvidenceReport, ReportedEntry, ReportedRequirement, ReportedSource } from "./evidence-report.ts";
import { entryLine, freshnessLine, lossesLine, shortHash, VERDICT } from "./report-words.ts";

/** A Word document: a heading for each requirement, below it what was stated and what it rests on. */
export async function evidenceDocx(report: EvidenceReport): Promise<Uint8Array> {
  const { Document, HeadingLevel, Packer, Paragraph, TextRun } = await import("docx");

  const heading = (text: string, level: "HEADING_1" | "HEADING_2"): Paragraph =>
    new Paragraph({ heading: HeadingLevel[level], children: [new TextRun(clean(text))] });
  /** `label: text`, with the line breaks of the text. */
  const line = (label: string, text: string, indent = 0): Paragraph => {
    const [first = "", ...others] = clean(text).split("\n");
    return new Paragraph({
      indent: { left: indent },
      spacing: { after: 60 },
      children: [
        new TextRun({ text: `${label}: `, bold: true }),
        new TextRun(first),
        ...others.map((other) => new TextRun({ text: other, break: 1 })),
      ],
    });
  };

  const sourceLines = (source: ReportedSource): Paragraph[] => {
    const { address, hash } = source;
    const version = hash === undefined ? "" : `, version ${shortHash(hash)}`;
    const losses = lossesLine(source);
    return [
      line("Source", `${address}${version}, ${freshnessLine(source)}`, 360),
      ...(losses === undefined ? [] : [line("Left out or decided", losses, 720)]),
    ];
  };
  const entryLines = (entry: ReportedEntry): Paragraph[] => [
    line("Evidence", entryLine(entry)),
    ...entry.sources.flatMap(sourceLines),
    ...(entry.excerpt === "" ? [] : [line("It said", entry.excerpt, 360)]),
  ];
  const section = (requirement: ReportedRequirement): Paragraph[] => {
    const { id, text, value, quote, verdict, note, reason, evidence } = requirement;
    return [
      heading(`${id} ${text}`, "HEADING_2"),
      line("Status", statusWord(requirement)),
      ...(value === undefined ? [] : [line("Value", value)]),
      ...(quote === undefined ? [] : [line("Quote", quote)]),
      ...(verdict === undefined ? [] : [line("Verdict", VERDICT[verdict])]),
      ...(note === undefined ? [] : [line("Note", note)]),
      ...(reason === undefined
        ? []
        : [line(statusWord(requirement) === "computed" ? "Result" : "Unavailable", reason)]),
      ...evidence.flatMap(entryLines),
    ];
  };

  const document = new Document({
    sections: [
      {
        children: [
          heading(`Evidence of ${report.task}`, "HEADING_1"),
          line("Requirements", countsLine(report.counts)),
          ...(report.text === "" ? [] : [line("Task", report.text)]),
          ...report.requirements.flatMap(section),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}

/** XML knows neither the controls that terminals do nor half of a surrogate pair. */
function clean(text: string): string {
  return escapeControls(text)
    .toWellFormed()
    .replaceAll(/[\ufffe\uffff]/g, "");
}
