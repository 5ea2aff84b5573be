import {
  contentTypes,
  coreProperties,
  escapeXml,
  packageRelations,
  relations,
  xmlHead,
  zipParts,
} from "./zip-parts.ts";

export interface Slide {
  readonly title: string;
  readonly bullets?: readonly string[];
  readonly table?: readonly (readonly string[])[];
}

export interface SlidesOptions {
  readonly slides: readonly Slide[];
  readonly title?: string;
  readonly author?: string;
}

const drawing = "http://schemas.openxmlformats.org/drawingml/2006/main";
const presentation = "http://schemas.openxmlformats.org/presentationml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const spaces = `xmlns:a="${drawing}" xmlns:r="${office}" xmlns:p="${presentation}"`;
const slideType = (name: string): string => `application/vnd.openxmlformats-officedocument.presentationml.${name}+xml`;

/** A presentation (PresentationML): a title, bullets and a table per slide, on one plain master and layout. */
export function writePptx(options: SlidesOptions): Uint8Array {
  const count = options.slides.length;
  const parts: Record<string, string> = {
    "_rels/.rels": packageRelations("ppt/presentation.xml"),
    "docProps/core.xml": coreProperties(options),
    "ppt/presentation.xml":
      `${xmlHead}<p:presentation ${spaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId${count + 1}"/></p:sldMasterIdLst>` +
      `<p:sldIdLst>${options.slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join("")}</p:sldIdLst>` +
      `<p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations([
      ...options.slides.map((_, index) => relation(index + 1, "slide", `slides/slide${index + 1}.xml`)),
      relation(count + 1, "slideMaster", "slideMasters/slideMaster1.xml"),
    ]),
    "ppt/slideMasters/slideMaster1.xml":
      `${xmlHead}<p:sldMaster ${spaces}><p:cSld>${shapeTree("")}</p:cSld>` +
      `<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>` +
      `<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    "ppt/slideMasters/_rels/slideMaster1.xml.rels": relations([
      relation(1, "slideLayout", "../slideLayouts/slideLayout1.xml"),
      relation(2, "theme", "../theme/theme1.xml"),
    ]),
    "ppt/slideLayouts/slideLayout1.xml": `${xmlHead}<p:sldLayout ${spaces}><p:cSld>${shapeTree("")}</p:cSld></p:sldLayout>`,
    "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relations([
      relation(1, "slideMaster", "../slideMasters/slideMaster1.xml"),
    ]),
    "ppt/theme/theme1.xml": themeXml,
  };
  const types: Record<string, string> = {
    "/ppt/presentation.xml": slideType("presentation.main"),
    "/ppt/slideMasters/slideMaster1.xml": slideType("slideMaster"),
    "/ppt/slideLayouts/slideLayout1.xml": slideType("slideLayout"),
    "/ppt/theme/theme1.xml": "application/vnd.openxmlformats-officedocument.theme+xml",
  };
  options.slides.forEach((slide, index) => {
    const name = `ppt/slides/slide${index + 1}.xml`;
    parts[name] = `${xmlHead}<p:sld ${spaces}><p:cSld>${shapeTree(slideShapes(slide))}</p:cSld></p:sld>`;
    parts[`ppt/slides/_rels/slide${index + 1}.xml.rels`] = relations([
      relation(1, "slideLayout", "../slideLayouts/slideLayout1.xml"),
    ]);
    types[`/${name}`] = slideType("slide");
  });
  return zipParts({ ...parts, "[Content_Types].xml": contentTypes(types) });
}

function relation(number: number, type: string, target: string): { id: string; type: string; target: string } {
  return { id: `rId${number}`, type: `${office}/${type}`, target };
}

function slideShapes(slide: Slide): string {
  const title = textShape(2, "Title", '<p:ph type="title"/>', 365_125, [slide.title]);
  const body = slide.bullets === undefined ? "" : textShape(3, "Content", '<p:ph idx="1"/>', 1_825_625, slide.bullets);
  return title + body + (slide.table === undefined ? "" : tableFrame(slide.table));
}

function shapeTree(shapes: string): string {
  return `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree>`;
}

function textShape(id: number, name: string, placeholder: string, top: number, lines: readonly string[]): string {
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>` +
    `<p:spPr><a:xfrm><a:off x="838200" y="${top}"/><a:ext cx="10515600" cy="1325563"/></a:xfrm></p:spPr>` +
    `<p:txBody><a:bodyPr/>${lines.map(paragraph).join("")}</p:txBody></p:sp>`
  );
}

function paragraph(text: string): string {
  return `<a:p><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p>`;
}

function tableCells(row: readonly string[]): string {
  return row.map((cell) => `<a:tc><a:txBody><a:bodyPr/>${paragraph(cell)}</a:txBody><a:tcPr/></a:tc>`).join("");
}

function tableFrame(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const grid = '<a:gridCol w="2400000"/>'.repeat(columns);
  return (
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>` +
    `<p:xfrm><a:off x="838200" y="3429000"/><a:ext cx="10515600" cy="1800000"/></p:xfrm>` +
    `<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1"/>` +
    `<a:tblGrid>${grid}</a:tblGrid>${rows.map((row) => `<a:tr h="370840">${tableCells(row)}</a:tr>`).join("")}` +
    `</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
  );
}

const themeColours = [
  "dk1",
  "lt1",
  "dk2",
  "lt2",
  "accent1",
  "accent2",
  "accent3",
  "accent4",
  "accent5",
  "accent6",
  "hlink",
  "folHlink",
]
  .map(
    (name, index) =>
      `<a:${name}><a:srgbClr val="${(index * 0x111111 + 0x202020).toString(16).padStart(6, "0").toUpperCase()}"/></a:${name}>`,
  )
  .join("");
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const themeXml =
  `${xmlHead}<a:theme xmlns:a="${drawing}" name="Plain"><a:themeElements><a:clrScheme name="Plain">${themeColours}</a:clrScheme>` +
  `<a:fontScheme name="Plain"><a:majorFont><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:majorFont>` +
  `<a:minorFont><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:minorFont></a:fontScheme>` +
  `<a:fmtScheme name="Plain"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst>` +
  `<a:lnStyleLst>${`<a:ln w="6350">${fill}</a:ln>`.repeat(3)}</a:lnStyleLst>` +
  `<a:effectStyleLst>${"<a:effectStyle><a:effectLst/></a:effectStyle>".repeat(3)}</a:effectStyleLst>` +
  `<a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
