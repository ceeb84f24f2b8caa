"""Compares the text that other programs extract from the PDFs with the profiles, as a Markdown table.

    extractors.py VERDICTS PDFS PAGE [--write]

VERDICTS is what `cvpress check --report json` wrote, PDFS the folder that `cvpress batch` wrote to, PAGE the table. With `--write` the
page is written again; without, the run fails where a share is lower than the page says. Each program gives text in the order of the
content where it can. White space, hyphens and vowel signs do not count.
"""

import bisect
import json
import os
import re
import subprocess
import sys
import unicodedata
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pdfminer.high_level
import pymupdf
import pypdf


def ran(*command):
    return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")


def tagged_text(path):
    """The text of the tags, in their order."""
    lines = (line.strip() for line in ran("pdfinfo", "-struct-text", path).splitlines())
    return "\n".join(line[1:-1] for line in lines if line.startswith('"'))


def pymupdf_text(path):
    with pymupdf.open(path) as document:
        return "\n".join(page.get_text() for page in document)


PROGRAMS = {
    "poppler": lambda path: ran("pdftotext", "-raw", path, "-"),
    "poppler, by position": lambda path: ran("pdftotext", path, "-"),
    "poppler, tags": tagged_text,
    "MuPDF": lambda path: ran("mutool", "draw", "-q", "-F", "txt", path),
    "pdfminer.six": lambda path: pdfminer.high_level.extract_text(path),
    "pypdf": lambda path: "\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages),
    "PyMuPDF": pymupdf_text,
}
# pdf.js comes from npm; the folder that it is installed in is that of PDFJS.
PDFJS = """
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { readFileSync } from "node:fs";
const file = await getDocument({ data: new Uint8Array(readFileSync(process.argv.at(-1))), verbosity: 0 }).promise;
for (let page = 1; page <= file.numPages; page++) {
    const { items } = await (await file.getPage(page)).getTextContent();
    console.log(items.map(({ str, hasEOL }) => str + (hasEOL ? "\\n" : "")).join(""));
}
"""


def pdf_js_text(path):
    node = ["node", "--input-type=module", "--eval", PDFJS, "--", str(Path(path).resolve())]
    return subprocess.run(node, capture_output=True, check=True, cwd=os.environ["PDFJS"]).stdout.decode("utf-8", "replace")


# Scripts in which what a program reads depends on more than the order of the content.
SCRIPTS = PROGRAMS | {"pdf.js": pdf_js_text}
LOST = re.compile(
    "[\\s\u00ad\u2010\u200b\u200c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\x02\\-"
    "\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]"
)


def bare(text):
    # Some programs give letters and their accents apart, or forms of presentation.
    return LOST.sub("", unicodedata.normalize("NFKC", text))


# Another release of a program may read a text or two in another order, which is not an error here.
SLACK = 0.5

# Of a text that stands in many places, so many are looked at: short ones, such as a year, are nearly everywhere.
MOST_PLACES = 80


def places(written, text):
    """Where a text begins, as it is written or in capitals."""
    spellings = {bare(written), bare(written.upper())} - {""}
    return sorted({match.start() for s in spellings for match in re.finditer(re.escape(s), text)})


def longest_rise(rows):
    """The longest series of rows, each a list of places, in which a place can be chosen later than that of the row before."""
    ends, last = [], []
    for row, options in enumerate(rows):
        # From the last place to the first, so that a row does not follow itself.
        for place in reversed(options[:MOST_PLACES]):
            at = bisect.bisect_left(ends, place)
            node = (row, place, last[at - 1] if at else None)
            ends[at:at + 1], last[at:at + 1] = [place], [node]
    rise, node = {}, last[-1] if last else None
    while node:
        row, place, node = node
        rise[row] = place
    return rise


def behind_each_other(groups, text):
    """How many texts are found when each group is looked for behind the one before it."""
    start, count = 0, 0
    for group in groups:
        end = start
        for written in group:
            spellings = [bare(written), bare(written.upper())]
            ends = [at + len(s) for s in spellings if (at := text.find(s, start)) >= 0]
            count += bool(ends)
            end = max(end, min(ends, default=start))
        start = end
    return count


def found(groups, text):
    """How many texts are found in order, and how many anywhere.

    In order is the longest series that is read one after the other: a text that stands elsewhere counts against itself, and not
    against all that it comes before or after. The texts of a group, such as a line with a date, may follow each other as they like.
    """
    texts = [(group, places(written, text)) for group, written_ones in enumerate(groups) for written in written_ones]
    rise = longest_rise([options for _, options in texts])
    first, last = {}, {}
    for row, place in rise.items():
        group = texts[row][0]
        first[group] = min(place, first.get(group, place))
        last[group] = max(place, last.get(group, place))
    in_order = 0
    for row, (group, options) in enumerate(texts):
        if row in rise:
            in_order += 1
            continue
        before = max((place for other, place in last.items() if other < group), default=-1)
        after = min((place for other, place in first.items() if other > group), default=len(text))
        in_order += any(before < place < after for place in options)
    # Of several longest series, the one above may lead a text of the next group before one of this; then this is longer.
    in_order = max(in_order, behind_each_other(groups, text))
    return in_order, sum(bool(options) for _, options in texts)


def is_script(name):
    return name.startswith(("script-", "arabic-"))


def measured(job):
    name, layout, groups, path = job
    shares, spaces = {}, set()
    for program, read in (SCRIPTS if is_script(name) else PROGRAMS).items():
        text = read(path)
        shares[program] = found(groups, bare(text))
        # Programs take no-break and wide spaces for letters of the words beside them.
        if set(text) & set("\u00a0\u2060\u3000"):
            spaces.add(program)
    return name, layout, sum(map(len, groups)), shares, spaces


def percent(part, whole):
    # Down, so that 100 means all.
    return int(1000 * part / whole) / 10


def table(results, key, programs=PROGRAMS):
    """Rows by layout or by profile: the share found in order, and where more is found in another order, that as well."""
    sums = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
    for name, layout, texts, shares, _ in results:
        for program, (in_order, anywhere) in shares.items():
            cell = sums[layout if key == "layout" else name][program]
            for at, number in enumerate((in_order, anywhere, texts)):
                cell[at] += number
    lines = [f"| {key} | " + " | ".join(programs) + " |", "|---|" + "---:|" * len(programs)]
    for row in sorted(sums):
        cells = []
        for program in programs:
            in_order, anywhere, texts = sums[row][program]
            shown = f"{percent(in_order, texts):g}"
            if anywhere > in_order:
                shown += f" ({percent(anywhere, texts):g})"
            cells.append(shown)
        lines.append(f"| `{row}` | " + " | ".join(cells) + " |")
    return lines


def shares_of(page):
    """The shares on a page, by row and column."""
    shares, header = {}, []
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            shares.update({(cells[0], column): float(cell.split()[0]) for column, cell in zip(header, cells[1:])})
        elif line.startswith("| ") and not line.startswith("|--"):
            header = cells[1:]
    return shares


def proved():
    """That what is counted is what is meant."""
    assert bare("Hello, dead-letter \u5c71\u0301") == "Hello,deadletter\u5c71\u0301"
    groups = [["one"], ["two", "Date"], ["three"], ["four"]]
    assert found(groups, "oneDateTWOthreefour") == (4 + 1, 5)
    assert found(groups, "onetwothreefourDate") == (4, 5)
    assert found(groups, "onethreetwofour") == (3, 4)
    assert found(groups, "fourthreetwoone") == (1, 4)
    assert found(groups, "") == (0, 0)


def main():
    proved()
    verdicts, folder, page = map(Path, sys.argv[1:4])
    jobs = []
    profiles = map(json.loads, verdicts.read_text("utf-8").splitlines())
    for verdict in (document for profile in profiles for document in profile["documents"]):
        # Letters are plain paragraphs: what is asked here is about lines and columns.
        if verdict["name"].endswith("-letter"):
            continue
        path = folder / f"{verdict['name']}-{verdict['layout']}.pdf"
        jobs.append((verdict["name"], verdict["layout"], verdict["groups"], str(path)))
    with ProcessPoolExecutor() as workers:
        results = list(workers.map(measured, jobs))
    odd = [f"{name} in {layout}: {', '.join(sorted(spaces))}" for name, layout, _, _, spaces in results if spaces]
    if odd:
        print("spaces other than plain ones in", *odd, sep="\n  ")
        return 1
    scripts = [result for result in results if is_script(result[0])]
    others = [result for result in results if not is_script(result[0])]
    known = page.read_text("utf-8") if page.exists() else ""
    before, _, after = known.partition("<!-- tables -->\n")
    _, _, after = after.partition("<!-- end of tables -->\n")
    tables = ["", *table(others, "layout"), "", *table(others, "profile"), "", *table(scripts, "script", SCRIPTS), ""]
    text = f"{before}<!-- tables -->\n" + "\n".join(tables) + f"\n<!-- end of tables -->\n{after}"
    if "--write" in sys.argv:
        page.write_text(text, "utf-8")
        return 0
    old, new = shares_of(known), shares_of(text)
    worse = [(key, share, new.get(key, 0)) for key, share in old.items() if new.get(key, 0) < share - SLACK]
    for (row, column), share, now in worse:
        print(f"{column} finds {now} % of {row} in order, and found {share} %")
    if worse or not old:
        return 1
    print("\n".join(tables))
    return 0


if __name__ == "__main__":
    sys.exit(main())
