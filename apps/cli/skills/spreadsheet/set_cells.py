"""Sets cells of an XLSX and leaves everything else of the file as it is: styles, charts, other sheets.

    python3 set_cells.py IN.xlsx OUT.xlsx 'Sheet!B2=1500' 'Sheet!B3==SUM(B1:B2)' 'Sheet!A4=text' ['Sheet!A5=']

A number stays a number, what begins with = after the first = is a formula, nothing empties the cell, all else is text
(also after ', as in "Sheet!A1='007"). A cell keeps its style. Programs compute the workbook anew when they open it.
"""

import re
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr, unescape

NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
ENTITIES = {"&quot;": '"', "&apos;": "'"}


def attributes(tag):
    found = re.findall(r"""([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""", tag)
    return {name: unescape(double or single, ENTITIES) for name, double, single in found}


def column_number(reference):
    number = 0
    for letter in re.match(r"[A-Z]+", reference).group():
        number = number * 26 + ord(letter) - 64
    return number


def parse(argument):
    found = re.fullmatch(r"(?:'([^']+)'|([^!']+))!\$?([A-Za-z]{1,3})\$?([1-9]\d*)=(.*)", argument, re.DOTALL)
    if not found:
        sys.exit(f"{argument!r} is no cell and value. Write them as 'Sheet!B2=1500'.")
    quoted, plain, column, row, value = found.groups()
    return quoted or plain, column.upper() + row, value


def cell_xml(prefix, reference, style, value):
    head = f"<{prefix}c r=\"{reference}\"" + (f" s={quoteattr(style)}" if style is not None else "")
    if value == "":
        return head + "/>" if style is not None else ""
    if value.startswith("="):
        return f"{head}><{prefix}f>{escape(value[1:])}</{prefix}f></{prefix}c>"
    if NUMBER.fullmatch(value):
        return f"{head}><{prefix}v>{value}</{prefix}v></{prefix}c>"
    text = value[1:] if value.startswith("'") else value
    body = f"<{prefix}is><{prefix}t xml:space=\"preserve\">{escape(text)}</{prefix}t></{prefix}is>"
    return f'{head} t="inlineStr">{body}</{prefix}c>'


def set_in_row(body, prefix, reference, value):
    """A row's cells with one of them set."""
    cell = re.compile(rf"<{prefix}c\b[^>]*?(?:/>|>.*?</{prefix}c>)", re.DOTALL)
    for found in cell.finditer(body):
        known = attributes(re.match(r"[^>]*", found.group()).group())
        if "r" not in known:
            sys.exit("The cells of this workbook carry no names. Save it once in an office program.")
        if known["r"] == reference:
            if re.search(rf'<{prefix}f\b[^>]*\bref=', found.group()):
                sys.exit(f"{reference} holds a formula that other cells share. Set those first, or another cell.")
            return body[: found.start()] + cell_xml(prefix, reference, known.get("s"), value) + body[found.end() :]
        if column_number(known["r"]) > column_number(reference):
            return body[: found.start()] + cell_xml(prefix, reference, None, value) + body[found.start() :]
    return body + cell_xml(prefix, reference, None, value)


def set_cell(sheet, reference, value):
    found = re.search(r"<(\w+:)?sheetData\b[^>]*?(/?)>", sheet)
    if not found:
        sys.exit("This sheet holds no cells, but a chart or a dialog.")
    prefix = found.group(1) or ""
    if found.group(2):
        sheet = f"{sheet[: found.start()]}<{prefix}sheetData></{prefix}sheetData>{sheet[found.end() :]}"
    number = int(re.search(r"\d+", reference).group())
    row = re.compile(rf"<{prefix}row\b([^>]*?)(?:/>|>(.*?)</{prefix}row>)", re.DOTALL)
    place = sheet.index(f"</{prefix}sheetData>")
    for found in row.finditer(sheet):
        here = int(attributes(found.group(1)).get("r", "0"))
        if here == 0:
            sys.exit("The rows of this workbook carry no numbers. Save it once in an office program.")
        if here == number:
            body = set_in_row(found.group(2) or "", prefix, reference, value)
            made = f"<{prefix}row{found.group(1)}>{body}</{prefix}row>"
            return sheet[: found.start()] + made + sheet[found.end() :]
        if here > number:
            place = found.start()
            break
    made = f'<{prefix}row r="{number}">{cell_xml(prefix, reference, None, value)}</{prefix}row>'
    return sheet[:place] + made + sheet[place:]


def computed_anew(workbook):
    """The workbook's part with the wish that values be computed when it is opened."""
    found = re.search(r"<(\w+:)?calcPr\b([^>]*?)/?>", workbook)
    if found:
        kept = re.sub(r'\s+fullCalcOnLoad="[^"]*"', "", found.group(2))
        made = f'<{found.group(1) or ""}calcPr{kept} fullCalcOnLoad="1"/>'
        end = found.end() if found.group().endswith("/>") else workbook.index(">", workbook.index("</", found.end())) + 1
        return workbook[: found.start()] + made + workbook[end:]
    ends = [re.search(rf"</(\w+:)?{name}>", workbook) for name in ("definedNames", "externalReferences", "sheets")]
    last = next(end for end in ends if end)
    return f'{workbook[: last.end()]}<{last.group(1) or ""}calcPr fullCalcOnLoad="1"/>{workbook[last.end() :]}'


def sheet_parts(parts):
    """The part of each sheet by the sheet's name."""
    workbook, relations = parts["xl/workbook.xml"], parts["xl/_rels/workbook.xml.rels"]
    targets = {}
    for tag in re.findall(r"<(?:\w+:)?Relationship\b[^>]*>", relations):
        known = attributes(tag)
        target = known["Target"]
        targets[known["Id"]] = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    sheets = [attributes(tag) for tag in re.findall(r"<(?:\w+:)?sheet\b[^>]*>", workbook)]
    return {sheet["name"]: targets[next(value for name, value in sheet.items() if name.endswith(":id"))] for sheet in sheets}


def main(arguments):
    if len(arguments) < 3:
        sys.exit(__doc__)
    source, target, *changes = arguments
    with zipfile.ZipFile(source) as package:
        contents = [(info, package.read(info)) for info in package.infolist()]
    parts = {info.filename: data.decode("utf-8") for info, data in contents if re.search(r"\.(xml|rels)$", info.filename)}
    sheets = sheet_parts(parts)
    for name, reference, value in map(parse, changes):
        if name not in sheets:
            sys.exit(f"There is no sheet {name}. There are: {', '.join(sheets)}.")
        # The range in use is optional, and would be wrong for a new cell.
        sheet = re.sub(r"<(\w+:)?dimension\b[^>]*/>", "", parts[sheets[name]], count=1)
        parts[sheets[name]] = set_cell(sheet, reference, value)
    parts["xl/workbook.xml"] = computed_anew(parts["xl/workbook.xml"])
    # The order in which cells were computed: made anew by whoever opens the workbook.
    for name in ("[Content_Types].xml", "xl/_rels/workbook.xml.rels"):
        parts[name] = re.sub(r"<(?:\w+:)?(?:Override|Relationship)\b[^>]*calcChain\.xml[^>]*/>", "", parts[name])
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for info, data in contents:
            if info.filename != "xl/calcChain.xml":
                package.writestr(info, parts[info.filename].encode("utf-8") if info.filename in parts else data)
    print(f"{len(changes)} cell{'' if len(changes) == 1 else 's'} set")


main(sys.argv[1:])
