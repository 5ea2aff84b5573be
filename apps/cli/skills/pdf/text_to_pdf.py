"""Makes a plain PDF (A4) from Markdown or text, without any program or library besides Python.

    python3 text_to_pdf.py IN.md OUT.pdf

Headings, paragraphs, list items and tables (in a fixed-width font). Letters of Western European languages only; others
end with 1, since they would come out as question marks: make a DOCX and convert it instead.
"""

import re
import sys

WIDTH, HEIGHT, MARGIN = 595, 842, 64
SIZES = {1: 20, 2: 15, 3: 12}
BODY, FIXED = 10.5, 8.5
# Widths of the characters 32 to 126 in Helvetica, in thousandths of the size (Adobe's metrics of the font).
HELVETICA = [int(width) for width in (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584"
).split()]


def width_of(text, size, is_fixed):
    if is_fixed:
        return len(text) * 0.6 * size
    # Accented letters are about as wide as an average one.
    return sum(HELVETICA[ord(one) - 32] if 32 <= ord(one) < 127 else 600 for one in text) * size / 1000


def wrapped(text, size, room, is_fixed):
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, size, is_fixed) > room:
            yield line
            longer = word
        while width_of(longer, size, is_fixed) > room and len(longer) > 1:
            fits = max(1, int(room / (size * 0.6)))
            yield longer[:fits]
            longer = longer[fits:]
        line = longer
    yield line


def rows_of(lines):
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    columns = max(len(row) for row in rows)
    rows = [row + [""] * (columns - len(row)) for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(columns)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]


def blocks_of(text):
    """(font, size, indent, space above, text) for each block."""
    for chunk in re.split(r"\n\s*\n", text.replace("\t", "    ")):
        lines = [line for line in chunk.split("\n") if line.strip()]
        if lines and all(line.lstrip().startswith("|") for line in lines):
            for index, row in enumerate(rows_of(lines)):
                yield "F3", FIXED, 0, 8 if index == 0 else 0, row
            continue
        paragraph = []
        for line in lines + ["#"]:
            heading = re.match(r"(#{1,6})\s+(.*)", line)
            item = re.match(r"(\s*)(?:[-*+]|(\d+[.)]))\s+(.*)", line)
            if (heading or item or line == "#") and paragraph:
                yield "F1", BODY, 0, 8, " ".join(paragraph)
                paragraph = []
            if heading:
                size = SIZES.get(len(heading.group(1)), BODY)
                yield "F2", size, 0, size, heading.group(2)
            elif item:
                yield "F1", BODY, 12 + 6 * len(item.group(1)), 3, f"{item.group(2) or chr(0x2022)} {item.group(3)}"
            elif line != "#":
                paragraph.append(line.strip())


def pages_of(text):
    pages, left = [[]], HEIGHT - 2 * MARGIN
    for font, size, indent, above, words in blocks_of(text):
        plain = re.sub(r"(\*\*|__|`)(.+?)\1", r"\2", words)
        room = WIDTH - 2 * MARGIN - indent
        for index, line in enumerate(wrapped(plain, size, room, font == "F3")):
            needed = size * 1.35 + (above if index == 0 and pages[-1] else 0)
            if needed > left:
                pages.append([])
                left, needed = HEIGHT - 2 * MARGIN, size * 1.35
            left -= needed
            pages[-1].append((font, size, MARGIN + indent, MARGIN + left, line))
    return pages


def escaped(line):
    return line.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def pdf_of(pages):
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    for name in ("Helvetica", "Helvetica-Bold", "Courier"):
        objects.append(f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode())
    kids = []
    for lines in pages:
        stream = b"".join(
            f"BT /{font} {size} Tf {x:.1f} {y:.1f} Td (".encode() + escaped(line) + b") Tj ET\n"
            for font, size, x, y, line in lines
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n".encode() + stream + b"endstream")
        content = len(objects)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {content} 0 R "
            "/Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> >>".encode()
        )
        kids.append(len(objects))
    names = " ".join(f"{kid} 0 R" for kid in kids)
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{names}] >>".encode()
    out, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    with open(arguments[0], encoding="utf-8") as source:
        text = source.read()
    foreign = sorted({one for one in text if one not in "\n\t" and not fits(one)})
    if foreign:
        sys.exit("Nothing was written. These characters have no place in the PDF's fonts: " + " ".join(foreign[:20]))
    pages = pages_of(text)
    with open(arguments[1], "wb") as target:
        target.write(pdf_of(pages))
    print(f"{len(pages)} page{'' if len(pages) == 1 else 's'}")


def fits(character):
    try:
        return len(character.encode("cp1252")) == 1
    except UnicodeEncodeError:
        return False


main(sys.argv[1:])
