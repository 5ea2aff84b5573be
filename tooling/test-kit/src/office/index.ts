export { writePdf, type PdfBlock, type PdfOptions } from "./pdf.ts";
export { writeDocx, type WordBlock, type WordOptions, type WordRevision, type WordRun, type WordText } from "./docx.ts";
export {
  columnName,
  writeXlsx,
  type WorkbookCell,
  type WorkbookOptions,
  type WorkbookSheet,
  type WorkbookValue,
} from "./xlsx.ts";
export { writePptx, type Slide, type SlidesOptions } from "./pptx.ts";
export { writeEml, type Mail } from "./eml.ts";
