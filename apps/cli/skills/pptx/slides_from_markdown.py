"""Makes a presentation (PPTX, 16:9) from Markdown, without any library besides Python.

    python3 slides_from_markdown.py IN.md OUT.pptx

`# Title` begins a title slide (lines below it are its subtitle), `## Title` a slide. On a slide: list items, nested by two
spaces; plain lines; one table of `| a | b |` rows; lines after `Notes:` are the speaker's notes. **Bold** is kept.
"""

import re
import sys
import zipfile
from xml.sax.saxutils import escape

DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SPACES = f'xmlns:a="{DRAWING}" xmlns:r="{RELATIONS}" xmlns:p="{SLIDES}"'
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
# The style that programs give to a new table.
TABLE_STYLE = "{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"
LEFT, WIDTH = 838200, 10515600
TITLE_BOX, BODY_BOX = (LEFT, 365125, WIDTH, 1325563), (LEFT, 1825625, WIDTH, 4351338)
FIRST_TITLE, FIRST_BODY = (LEFT, 2130425, WIDTH, 1470025), (LEFT, 3886200, WIDTH, 1752600)


def slides_of(text):
    slides = []
    for line in text.split("\n"):
        heading = re.match(r"(#{1,2})\s+(.*)", line)
        item = re.match(r"(\s*)(?:[-*+]|\d+[.)])\s+(.*)", line)
        if heading:
            slides.append({"first": heading.group(1) == "#", "title": heading.group(2), "lines": [], "rows": [], "notes": None})
        elif line.strip() == "":
            continue
        elif not slides:
            sys.exit("The first line that is not empty has to begin with # or ##.")
        elif slides[-1]["notes"] is not None:
            slides[-1]["notes"].append(line.strip())
        elif line.strip() == "Notes:":
            slides[-1]["notes"] = []
        elif line.lstrip().startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
                slides[-1]["rows"].append(cells)
        elif item:
            slides[-1]["lines"].append((min(len(item.group(1)) // 2, 8), True, item.group(2)))
        else:
            slides[-1]["lines"].append((0, False, line.strip()))
    return slides


NO_BULLET = '<a:pPr marL="0" indent="0"><a:buNone/></a:pPr>'
BULLET = '<a:buFont typeface="Arial"/><a:buChar char="\u2022"/>'


def runs(text):
    """A text with its **bold** stretches."""
    made = ""
    for index, piece in enumerate(re.split(r"\*\*(.+?)\*\*", text)):
        weight = ' b="1"' if index % 2 else ""
        if piece:
            made += f'<a:r><a:rPr lang="en-US"{weight}/><a:t>{escape(piece)}</a:t></a:r>'
    return made


def paragraph(text, level, is_item):
    kind = f'<a:pPr lvl="{level}"/>' if is_item else NO_BULLET
    return f"<a:p>{kind}{runs(text)}</a:p>"


def box(place):
    return '<a:off x="{}" y="{}"/><a:ext cx="{}" cy="{}"/>'.format(*place)


def shape(number, name, holder, place, body):
    where = f"<a:xfrm>{box(place)}</a:xfrm>" if place else ""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
        f"<p:nvPr><p:ph {holder}/></p:nvPr></p:nvSpPr><p:spPr>{where}</p:spPr>"
        f"<p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/>{body or '<a:p/>'}</p:txBody></p:sp>"
    )


def table(number, rows, place):
    columns = max(len(row) for row in rows)
    width, height = place[2] // columns, 370840
    cell = lambda text: f"<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p>{runs(text)}</a:p></a:txBody><a:tcPr/></a:tc>"
    lines = "".join(
        f'<a:tr h="{height}">{"".join(cell(text) for text in row + [""] * (columns - len(row)))}</a:tr>' for row in rows
    )
    grid = f'<a:gridCol w="{width}"/>' * columns
    return (
        f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="{number}" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/>'
        f"</p:nvGraphicFramePr><p:xfrm>{box((place[0], place[1], width * columns, height * len(rows)))}</p:xfrm>"
        f'<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1" bandRow="1">'
        f"<a:tableStyleId>{TABLE_STYLE}</a:tableStyleId></a:tblPr>"
        f"<a:tblGrid>{grid}</a:tblGrid>{lines}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )


def tree(shapes):
    group = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
    return f"<p:cSld><p:spTree>{group}{shapes}</p:spTree></p:cSld>"


def slide_xml(slide):
    kinds = ('type="ctrTitle"', 'type="subTitle" idx="1"') if slide["first"] else ('type="title"', 'idx="1"')
    shapes = shape(2, "Title", kinds[0], None, f"<a:p>{runs(slide['title'])}</a:p>")
    lines = "".join(paragraph(text, level, is_item) for level, is_item, text in slide["lines"])
    if lines or not slide["rows"]:
        room = None
        if slide["rows"] and not slide["first"]:
            room = BODY_BOX[:3] + (BODY_BOX[3] // 2,)
        shapes += shape(3, "Content", kinds[1], room, lines)
    if slide["rows"]:
        top = BODY_BOX[1] + (BODY_BOX[3] // 2 if lines else 0)
        shapes += table(4, slide["rows"], (LEFT, top, WIDTH, 0))
    return f"{HEAD}<p:sld {SPACES}>{tree(shapes)}</p:sld>"


def notes_xml(lines):
    body = "".join(f"<a:p>{runs(line)}</a:p>" for line in lines)
    shapes = shape(2, "Notes", 'type="body" idx="1"', None, body)
    return f"{HEAD}<p:notes {SPACES}>{tree(shapes)}</p:notes>"


def relations(*targets):
    entries = "".join(
        f'<Relationship Id="rId{number}" Type="{RELATIONS}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'{HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{entries}</Relationships>'


def text_style(name, size, bullet):
    levels = ""
    for level in range(1, 10 if bullet else 2):
        indent = f'marL="{457200 * level - 228600}" indent="-228600"' if bullet else 'marL="0" indent="0"'
        levels += (
            f'<a:lvl{level}pPr {indent}>{BULLET if bullet else "<a:buNone/>"}'
            f'<a:defRPr sz="{max(size - 200 * (level - 1), 1400)}"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill>'
            f'<a:latin typeface="+mn-lt"/></a:defRPr></a:lvl{level}pPr>'
        )
    return f"<p:{name}>{levels}</p:{name}>"


COLORS = "dk1:000000 lt1:FFFFFF dk2:44546A lt2:E7E6E6 accent1:4472C4 accent2:ED7D31 accent3:A5A5A5 accent4:FFC000 accent5:5B9BD5 accent6:70AD47 hlink:0563C1 folHlink:954F72"


def theme_xml():
    colors = "".join('<a:{0}><a:srgbClr val="{1}"/></a:{0}>'.format(*pair.split(":")) for pair in COLORS.split())
    font = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>'
    fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    line = f'<a:ln w="6350">{fill}</a:ln>'
    effect = "<a:effectStyle><a:effectLst/></a:effectStyle>"
    return (
        f'{HEAD}<a:theme xmlns:a="{DRAWING}" name="Plain"><a:themeElements><a:clrScheme name="Plain">{colors}</a:clrScheme>'
        f'<a:fontScheme name="Plain"><a:majorFont>{font}</a:majorFont><a:minorFont>{font}</a:minorFont></a:fontScheme>'
        f'<a:fmtScheme name="Plain"><a:fillStyleLst>{fill * 3}</a:fillStyleLst><a:lnStyleLst>{line * 3}</a:lnStyleLst>'
        f"<a:effectStyleLst>{effect * 3}</a:effectStyleLst><a:bgFillStyleLst>{fill * 3}</a:bgFillStyleLst></a:fmtScheme>"
        "</a:themeElements></a:theme>"
    )


def master_xml(kind):
    colors = 'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" ' + " ".join(
        f'{name}="{name}"' for name in "accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink".split()
    )
    if kind == "notesMaster":
        shapes = shape(2, "Notes", 'type="body" idx="1"', (685800, 4400550, 5486400, 3600450), "")
        return f"{HEAD}<p:notesMaster {SPACES}>{tree(shapes)}<p:clrMap {colors}/></p:notesMaster>"
    shapes = shape(2, "Title", 'type="title"', TITLE_BOX, "") + shape(3, "Content", 'type="body" idx="1"', BODY_BOX, "")
    styles = text_style("titleStyle", 4000, False) + text_style("bodyStyle", 2800, True) + text_style("otherStyle", 1800, False)
    layouts = '<p:sldLayoutId id="2147483649" r:id="rId1"/><p:sldLayoutId id="2147483650" r:id="rId2"/>'
    return (
        f"{HEAD}<p:sldMaster {SPACES}>{tree(shapes)}<p:clrMap {colors}/><p:sldLayoutIdLst>{layouts}</p:sldLayoutIdLst>"
        f"<p:txStyles>{styles}</p:txStyles></p:sldMaster>"
    )


def layout_xml(kind, shapes):
    return f'{HEAD}<p:sldLayout {SPACES} type="{kind}">{tree(shapes)}</p:sldLayout>'


def parts_of(slides):
    count = len(slides)
    titles = shape(2, "Title", 'type="ctrTitle"', FIRST_TITLE, "") + shape(3, "Subtitle", 'type="subTitle" idx="1"', FIRST_BODY, "")
    contents = shape(2, "Title", 'type="title"', None, "") + shape(3, "Content", 'idx="1"', None, "")
    has_notes = any(slide["notes"] for slide in slides)
    ids = "".join(f'<p:sldId id="{256 + index}" r:id="rId{index + 2}"/>' for index in range(count))
    notes_list = f'<p:notesMasterIdLst><p:notesMasterId r:id="rId{count + 2}"/></p:notesMasterIdLst>' if has_notes else ""
    top = [("slideMaster", "slideMasters/slideMaster1.xml")]
    top += [("slide", f"slides/slide{index + 1}.xml") for index in range(count)]
    top += [("notesMaster", "notesMasters/notesMaster1.xml")] if has_notes else []
    top += [("tableStyles", "tableStyles.xml"), ("theme", "theme/theme1.xml")]
    parts = {
        "_rels/.rels": relations(("officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f'{HEAD}<p:presentation {SPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/>'
        f"</p:sldMasterIdLst>{notes_list}<p:sldIdLst>{ids}</p:sldIdLst>"
        '<p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations(*top),
        "ppt/tableStyles.xml": f'{HEAD}<a:tblStyleLst xmlns:a="{DRAWING}" def="{TABLE_STYLE}"/>',
        "ppt/theme/theme1.xml": theme_xml(),
        "ppt/slideMasters/slideMaster1.xml": master_xml("slideMaster"),
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": relations(
            ("slideLayout", "../slideLayouts/slideLayout1.xml"),
            ("slideLayout", "../slideLayouts/slideLayout2.xml"),
            ("theme", "../theme/theme1.xml"),
        ),
        "ppt/slideLayouts/slideLayout1.xml": layout_xml("title", titles),
        "ppt/slideLayouts/slideLayout2.xml": layout_xml("obj", contents),
    }
    for number in (1, 2):
        parts[f"ppt/slideLayouts/_rels/slideLayout{number}.xml.rels"] = relations(("slideMaster", "../slideMasters/slideMaster1.xml"))
    if has_notes:
        parts["ppt/notesMasters/notesMaster1.xml"] = master_xml("notesMaster")
        parts["ppt/notesMasters/_rels/notesMaster1.xml.rels"] = relations(("theme", "../theme/theme2.xml"))
        parts["ppt/theme/theme2.xml"] = theme_xml()
    for number, slide in enumerate(slides, 1):
        parts[f"ppt/slides/slide{number}.xml"] = slide_xml(slide)
        of_slide = [("slideLayout", f"../slideLayouts/slideLayout{1 if slide['first'] else 2}.xml")]
        if slide["notes"]:
            parts[f"ppt/notesSlides/notesSlide{number}.xml"] = notes_xml(slide["notes"])
            parts[f"ppt/notesSlides/_rels/notesSlide{number}.xml.rels"] = relations(
                ("notesMaster", "../notesMasters/notesMaster1.xml"), ("slide", f"../slides/slide{number}.xml")
            )
            of_slide.append(("notesSlide", f"../notesSlides/notesSlide{number}.xml"))
        parts[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(*of_slide)
    return {"[Content_Types].xml": content_types(parts), **parts}


def content_types(parts):
    prefix = "application/vnd.openxmlformats-officedocument."
    kinds = {"presentation": f"{prefix}presentationml.presentation.main+xml", "theme": f"{prefix}theme+xml"}
    entries = ""
    for name in parts:
        kind = re.sub(r"\d*\.xml$", "", name.split("/")[-1])
        if name.endswith(".xml"):
            entries += f'<Override PartName="/{name}" ContentType="{kinds.get(kind, f"{prefix}presentationml.{kind}+xml")}"/>'
    return (
        f'{HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{entries}</Types>'
    )


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    with open(arguments[0], encoding="utf-8") as source:
        slides = slides_of(source.read())
    if not slides:
        sys.exit("Nothing was written: there is no line that begins with # or ##.")
    with zipfile.ZipFile(arguments[1], "w", zipfile.ZIP_DEFLATED) as package:
        for name, xml in parts_of(slides).items():
            package.writestr(name, xml)
    print(f"{len(slides)} slide{'' if len(slides) == 1 else 's'}")


main(sys.argv[1:])
