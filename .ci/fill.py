"""Measures how full the pages of generated CVs are: 20 lengths in every layout on both papers, without options.

    python3 .ci/fill.py target/debug/cvpress docs/fill.md            # compare with the page of the book
    python3 .ci/fill.py target/debug/cvpress docs/fill.md --write    # and write it

The fill is that of the last page, from the upper margin to the last line, as `pdftotext -bbox` finds it. It fails if a page ends badly without
a warning, if the program reports another fill than the file has, or if the page of the book has another number of pages or a fill that is off by
more than two percent.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENTRIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 23, 26, 30, 34, 40]
PAPERS = {"a4": "A4", "us-letter": "US Letter"}
HEIGHTS = {"a4": 297 / 25.4 * 72, "us-letter": 11 * 72}
WIDEST_MARGIN = 20 / 25.4 * 72
NARROW_MARGIN = 13 / 25.4 * 72
# Percent by which the page of the book may be off.
SLACK = 2
SYLLABLES = "ba ce dil fo gan hul ik jor ka len mi nor os pel qua ri sun tor ul ven wes yo zan".split()


class Words:
    """Invented words, the same on every machine."""

    def __init__(self, seed):
        self.state = seed

    def below(self, end):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % end

    def word(self):
        return "".join(SYLLABLES[self.below(len(SYLLABLES))] for _ in range(1 + self.below(4)))

    def text(self, least, most):
        text = " ".join(self.word() for _ in range(least + self.below(most - least + 1)))
        return text[0].upper() + text[1:]


def profile(entries):
    """A CV with this number of positions."""
    words = Words(entries)
    lines = [
        'date = "2026-01"\n[person]\nname = "Ada Example"',
        f'headline = "{words.text(2, 4)}"\nemail = "ada@example.org"\nphone = "+44 20 7946 0000"\nlocation = "London"',
        f'[[section]]\nkind = "text"\ntitle = "Profile"\nbody = "{words.text(14, 22)}. {words.text(12, 18)}."',
        '[[section]]\nkind = "experience"',
    ]
    for number in range(entries):
        year = 2025 - number
        bullets = ", ".join(f'"{words.text(6, 24)}."' for _ in range(1 + words.below(4)))
        lines.append(
            f'[[section.entry]]\norganization = "{words.text(1, 2)}"\nposition = "{words.text(1, 3)}"\nlocation = "{words.text(1, 1)}"\n'
            f'start = "{year - 1}-03"\nend = "{year}-02"\nhighlights = [{bullets}]'
        )
    lines.append('[[section]]\nkind = "education"')
    for number in range(1 + entries // 8):
        lines.append(
            f'[[section.entry]]\ninstitution = "{words.text(2, 3)}"\ndegree = "{words.text(2, 4)}"\n'
            f'start = "{1999 - 4 * number}-09"\nend = "{2003 - 4 * number}-06"'
        )
    lines.append('[[section]]\nkind = "skill"')
    for _ in range(min(6, 2 + entries // 3)):
        keywords = ", ".join(f'"{words.text(1, 2)}"' for _ in range(4 + words.below(6)))
        lines.append(f'[[section.entry]]\nname = "{words.text(1, 1)}"\nkeywords = [{keywords}]')
    return "\n".join(lines) + "\n"


def margins(layout, factor):
    """The upper and the lower margin, in pt. No page goal narrows them further than `NARROW_MARGIN`."""
    options = tomllib.loads((ROOT / f"templates/{layout}/layout.toml").read_text())["option"]
    lengths = [float(options[name]["default"].removesuffix("mm")) / 25.4 * 72 for name in ("margin-top", "margin-bottom")]
    return [min(max(length * factor, min(length, NARROW_MARGIN)), max(WIDEST_MARGIN, length)) for length in lengths]


def measured(path, paper, layout, factor):
    """The number of pages, and the fill of the last."""
    pages = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, text=True, check=True).stdout.split("<page ")[1:]
    top, bottom = margins(layout, factor)
    end = HEIGHTS[paper] - bottom
    ends = [float(y) for y in re.findall(r'yMax="([\d.]+)"', pages[-1])]
    # The foot of a page is below the text area.
    last = max((y for y in ends if y <= end + 3), default=top)
    return len(pages), (last - top) / (end - top)


def measure(program, path, layout, paper, folder):
    """One cell: its text, and what is wrong with it."""
    file = Path(folder) / f"{path.stem}-{layout}-{paper}.pdf"
    command = [program, "render", path, "--layout", layout, "--paper", paper, "--output", file, "--report", "json"]
    ran = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if ran.returncode:
        sys.exit(ran.stderr)
    report = json.loads(ran.stdout.splitlines()[-1])
    warned = "short-page" in ran.stderr or "short-last-page" in ran.stderr
    pages, fill = measured(file, paper, layout, report.get("margins", 1))
    said = report["fill"]
    faults = []
    # A page that was saved by tightening may be full to its edge.
    is_tight = min(report.get(name, 1) for name in ("density", "spacing", "margins")) < 1
    fullest = 1.001 if is_tight else 0.975
    good = 0.875 <= said < fullest if pages == 1 else said >= 0.395
    if pages != report["pages"] or abs(fill - said) > 0.05:
        faults.append(f"the report says {report['pages']} pages and {said:.0%}, the file has {pages} and {fill:.0%}")
    if not good and not warned:
        faults.append(f"{pages} pages, {said:.0%} full, without a warning")
    text = f"{said:.0%}".replace("%", "") + ("*" if warned else "")
    return (text if pages == 1 else f"{pages}: {text}"), [f"{file.stem}: {fault}" for fault in faults]


def cells(page):
    """The pages and the fill of each cell of the tables, with a mark where there is a warning."""
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if re.match(r"\| \d", line)]
    return [(pages or "1:", int(fill), star) for row in rows for pages, fill, star in re.findall(r"(\d+:)? ?(\d+)(\*?)", "|".join(row[1:]))]


def differ(page, text):
    """Whether the measured tables are not those of the page of the book."""
    old, new = cells(page), cells(text)
    return len(old) != len(new) or any(
        a[0] != b[0] or a[2] != b[2] or abs(a[1] - b[1]) > SLACK for a, b in zip(old, new)
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("page", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    program = args.program.resolve()
    layouts = sorted(path.parent.name for path in ROOT.glob("templates/*/layout.toml"))
    faults = []
    text = [
        "# Fill, measured\n",
        "CVs of 20 lengths, with 1 to 40 positions of invented words, in every layout on both papers, without\n"
        "options. A cell is the fill of the page in percent; of several pages, their number and the fill of the\n"
        "last. A star marks a warning that counts the lines to add or to cut. `.ci/run fill` measures the\n"
        "files with poppler and checks this page; `.ci/fill.py` with `--write` updates it.\n",
    ]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        paths = []
        for entries in ENTRIES:
            paths.append(Path(folder) / f"cv{entries}.toml")
            paths[-1].write_text(profile(entries))
        for paper, name in PAPERS.items():
            text += [f"## {name}\n", f"| positions | {' | '.join(layouts)} |", "|---:" * (1 + len(layouts)) + "|"]
            for entries, path in zip(ENTRIES, paths):
                cells = list(pool.map(lambda layout: measure(program, path, layout, paper, folder), layouts))
                text.append(f"| {entries} | {' | '.join(cell for cell, _ in cells)} |")
                faults += [fault for _, wrong in cells for fault in wrong]
            text.append("")
    text = "\n".join(text)
    if faults:
        sys.exit("\n".join(faults))
    if args.write:
        args.page.write_text(text)
    elif differ(args.page.read_text(), text):
        sys.exit(f"{args.page} is out of date; run this with --write")


if __name__ == "__main__":
    main()
