"""Holds what other programs read of the PDFs against what stands in the profiles, as a Markdown table.

    extractors.py VERDICTS PDFS PAGE [--write]

VERDICTS is what `cvpress check --report json` wrote, PDFS the folder that `cvpress batch` wrote to, PAGE the table. With `--write` the
page is written anew; without, the run fails where a share is lower than the page says. Each program gives text in the order of the
content where it can. A text is found in order by the same rule as in `src/verify/order.rs`: groups follow one another, white space,
hyphens and vowel signs do not count.
"""

import json
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


def pymupdf_text(path):
    with pymupdf.open(path) as document:
        return "\n".join(page.get_text() for page in document)


PROGRAMS = {
    "poppler": lambda path: ran("pdftotext", "-raw", path, "-"),
    "poppler, by position": lambda path: ran("pdftotext", path, "-"),
    "MuPDF": lambda path: ran("mutool", "draw", "-q", "-F", "txt", path),
    "pdfminer.six": lambda path: pdfminer.high_level.extract_text(path),
    "pypdf": lambda path: "\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages),
    "PyMuPDF": pymupdf_text,
}
LOST = re.compile(
    "[\\s\u00ad\u2010\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\x02-"
    "\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]"
)


def bare(text):
    # Some programs give letters and their accents apart, or forms of presentation.
    return LOST.sub("", unicodedata.normalize("NFKC", text))


def found(groups, text):
    """How many texts are found in order, and how many anywhere."""
    start, in_order, anywhere = 0, 0, 0
    for group in groups:
        end = start
        for written in group:
            spellings = [bare(written), bare(written.upper())]
            ends = [at + len(s) for s in spellings if (at := text.find(s, start)) >= 0]
            if ends:
                in_order += 1
                end = max(end, min(ends))
            anywhere += bool(ends) or any(s in text for s in spellings)
        start = end
    return in_order, anywhere


def measured(job):
    name, layout, groups, path = job
    shares = {}
    for program, read in PROGRAMS.items():
        shares[program] = found(groups, bare(read(path)))
    return name, layout, sum(map(len, groups)), shares


def percent(part, whole):
    # Down, so that 100 means all.
    return int(1000 * part / whole) / 10


def table(results, key):
    """Rows by layout or by profile: the share found in order, and where more is found in another order, that as well."""
    sums = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
    for name, layout, texts, shares in results:
        for program, (in_order, anywhere) in shares.items():
            cell = sums[layout if key == "layout" else name][program]
            for at, number in enumerate((in_order, anywhere, texts)):
                cell[at] += number
    lines = [f"| {key} | " + " | ".join(PROGRAMS) + " |", "|---|" + "---:|" * len(PROGRAMS)]
    for row in sorted(sums):
        cells = []
        for program in PROGRAMS:
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


def main():
    verdicts, folder, page = map(Path, sys.argv[1:4])
    jobs = []
    for line in verdicts.read_text("utf-8").splitlines():
        verdict = json.loads(line)
        path = folder / f"{verdict['name']}-{verdict['layout']}.pdf"
        jobs.append((verdict["name"], verdict["layout"], verdict["groups"], str(path)))
    with ProcessPoolExecutor() as workers:
        results = list(workers.map(measured, jobs))
    # What runs from right to left is shown by each program in its own way.
    right_to_left = [result for result in results if result[0].startswith("arabic-")]
    others = [result for result in results if result not in right_to_left]
    known = page.read_text("utf-8") if page.exists() else ""
    before, _, after = known.partition("<!-- tables -->\n")
    _, _, after = after.partition("<!-- end of tables -->\n")
    tables = ["", *table(others, "layout"), "", *table(results, "profile"), ""]
    text = f"{before}<!-- tables -->\n" + "\n".join(tables) + f"\n<!-- end of tables -->\n{after}"
    if "--write" in sys.argv:
        page.write_text(text, "utf-8")
        return 0
    old, new = shares_of(known), shares_of(text)
    worse = [(key, share, new.get(key, 0)) for key, share in old.items() if new.get(key, 0) < share]
    for (row, column), share, now in worse:
        print(f"{column} finds {now} % of {row} in order, and found {share} %")
    if worse or not old:
        return 1
    print("\n".join(tables))
    return 0


if __name__ == "__main__":
    sys.exit(main())
