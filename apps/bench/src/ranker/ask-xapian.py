"""Builds a Xapian index over pages and asks it queries; prints times of its own CPU as JSON.

Input: one line of JSON with "queries" (lists of words), "hits", "runs" and "folder", then one line of JSON a page, a string.
"""

import json
import sys
import time

import xapian

task = json.loads(sys.stdin.readline())
pages = [json.loads(line) for line in sys.stdin]
stemmer = xapian.Stem("english")


def build(pages, folder):
    database = xapian.WritableDatabase(folder, xapian.DB_CREATE_OR_OVERWRITE)
    generator = xapian.TermGenerator()
    generator.set_stemmer(stemmer)
    generator.set_stemming_strategy(xapian.TermGenerator.STEM_ALL)
    for text in pages:
        document = xapian.Document()
        generator.set_document(document)
        # Counts without positions: the others keep none either.
        generator.index_text_without_positions(text)
        database.add_document(document)
    database.commit()
    return database


def search(database, words):
    terms = [stemmer(word) for word in words]
    enquire = xapian.Enquire(database)
    enquire.set_weighting_scheme(xapian.BM25Weight(1.2, 0, 1, 0.75, 0))
    enquire.set_query(xapian.Query(xapian.Query.OP_OR, [xapian.Query(term) for term in terms]))
    return [match.docid for match in enquire.get_mset(0, task["hits"])]


started = time.process_time()
database = build(pages, task["folder"])
build_ms = (time.process_time() - started) * 1000

least = [float("inf")] * len(task["queries"])
found = 0
for _ in range(task["runs"] + 1):
    for number, words in enumerate(task["queries"]):
        started = time.process_time()
        found += len(search(database, words))
        least[number] = min(least[number], (time.process_time() - started) * 1000)

print(json.dumps({"version": xapian.version_string(), "buildCpuMs": build_ms, "queryMs": least, "found": found}))
