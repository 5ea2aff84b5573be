"""Replaces passages in a DOCX or PPTX and leaves everything else of the file as it is.

    python3 replace_text.py IN OUT OLD NEW [OLD NEW ...]

A passage is found within one paragraph, also where its formatting changes half-way; what takes its place has the
formatting of its first character. Ends with 1, and writes nothing, when a passage does not occur.
"""

import re
import sys
import zipfile
from xml.sax.saxutils import escape, unescape

ENTITIES = {"&quot;": '"', "&apos;": "'"}
PARTS = re.compile(
    r"word/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml"
    r"|ppt/(slides/slide|notesSlides/notesSlide|comments/comment)\d+\.xml"
)


def replace_in_paragraph(texts, pairs, counts):
    """The pieces of one paragraph's text after all replacements; as many as before."""
    for old, new in pairs:
        at = "".join(texts).find(old)
        while at >= 0:
            counts[old] += 1
            texts = cut(texts, at, len(old), new)
            at = "".join(texts).find(old, at + len(new))
    return texts


def cut(texts, at, length, new):
    """`length` characters from `at` on taken out of the pieces, `new` put where they began."""
    result, start, is_placed = [], 0, False
    for text in texts:
        begin = min(max(at - start, 0), len(text))
        end = min(max(at + length - start, 0), len(text))
        holds_begin = not is_placed and start <= at < start + len(text)
        result.append(text[:begin] + (new if holds_begin else "") + text[end:])
        is_placed = is_placed or holds_begin
        start += len(text)
    return result


def replace_in_part(xml, prefix, pairs, counts):
    token = re.compile(rf"</?{prefix}:p(?:[ >]|/>)|(<{prefix}:t(?: [^>]*)?>)([^<]*)(</{prefix}:t>)")
    spans, paragraphs = [], [[]]
    for found in token.finditer(xml):
        if found.group(1) is None:
            paragraphs.append([])
        else:
            paragraphs[-1].append(len(spans))
            spans.append(found)
    changed = {}
    for places in paragraphs:
        texts = [unescape(spans[place].group(2), ENTITIES) for place in places]
        for place, before, after in zip(places, texts, replace_in_paragraph(texts, pairs, counts)):
            if before != after:
                changed[place] = after
    pieces, end = [], 0
    for place, text in sorted(changed.items()):
        found = spans[place]
        start_tag = found.group(1)
        if prefix == "w" and "xml:space" not in start_tag:
            start_tag = start_tag[:-1] + ' xml:space="preserve">'
        pieces += [xml[end : found.start()], start_tag, escape(text), found.group(3)]
        end = found.end()
    return "".join(pieces) + xml[end:]


def main(arguments):
    if len(arguments) < 4 or len(arguments) % 2 != 0:
        sys.exit(__doc__)
    source, target, *words = arguments
    pairs = list(zip(words[::2], words[1::2]))
    if any(old == "" for old, _ in pairs):
        sys.exit("An empty passage occurs everywhere. Say what is to be replaced.")
    counts = {old: 0 for old, _ in pairs}
    with zipfile.ZipFile(source) as package:
        parts = [(info, package.read(info)) for info in package.infolist()]
    written = []
    for info, content in parts:
        if PARTS.fullmatch(info.filename):
            prefix = "w" if info.filename.startswith("word/") else "a"
            content = replace_in_part(content.decode("utf-8"), prefix, pairs, counts).encode("utf-8")
        written.append((info, content))
    missing = [old for old, count in counts.items() if count == 0]
    if missing:
        sys.exit("Nothing was written. Not found in one paragraph: " + "; ".join(missing))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for info, content in written:
            package.writestr(info, content)
    for old, count in counts.items():
        print(f"{count} x {old}")


main(sys.argv[1:])
