"""Counts the instructions of whole commands with callgrind, and compares them with the committed table, `benches/instructions.txt`.

    python3 benches/instructions.py                     # print the counts beside the committed ones
    python3 benches/instructions.py --check             # and fail if one has grown by more than 3 %
    python3 benches/instructions.py --update            # and write them to the table
    python3 benches/instructions.py --only vita         # only the rows whose names have this text
    python3 benches/instructions.py --growth            # how the counts grow from 200 entries to 2,000
    python3 benches/instructions.py --growth --check    # and fail if one grows more than tenfold

Needs Valgrind, and a program: `target/release/cvpress`, or the one that `--program` names. A count is that of a new process with one
thread, from its start to the files on disk, in millions. It hardly depends on the machine or on what else runs there, but on the build:
the table has a column for the release build and one for the development build.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "benches/instructions.txt"
BUILDS = ["release", "debug"]
# The growth of a count that fails a check.
ALLOWED = 1.03

ONE_PAGE = "compact-engineer"
MANY_PAGES = "portfolio-engineer"
# Page goals that the search has to work for: the profile, the layout, the pages.
FITS = [
    (ONE_PAGE, "compact", 1),
    ("readme-developer", "vita", 1),
    # Three pages instead of four as designed.
    ("bibliography-researcher", "vita", 3),
    ("bibliography-researcher", "vita", "auto"),
    # Six pages, which do not fit: the search ends with advice.
    (MANY_PAGES, "compact", 4),
    (MANY_PAGES, "compact", "auto"),
]


# The numbers of entries between which growth is measured, and how much a count may grow at most.
FEW, MANY = 200, 2000
LINEAR = MANY / FEW
HEAD = 'date = "2026"\nlayout = "compact"\n[design]\nfit = "off"\n[person]\nname = "Mira Okafor"\n'


def jobs(number):
    yield '[[section]]\nkind = "experience"\n'
    for at in range(number):
        yield f'[[section.entry]]\norganization = "Example {at}"\nposition = "Clerk {at}"\nstart = "2020-01"\nend = "2021-02"\n'
        yield f'highlights = ["Did the thing number {at} with care."]\n'


def projects(number):
    yield '[[section]]\nkind = "project"\n'
    for at in range(number):
        yield f'[[section.entry]]\nname = "Project {at}"\nurl = "https://example.org/p{at}"\n'
        yield f'summary = "See [the page {at}](https://example.net/q{at})."\n'


def addresses(number):
    yield '[[section]]\nkind = "text"\nbody = "' + " ".join(f"https://example.org/a{at}" for at in range(number)) + '"\n'


def links(number):
    yield '[[section]]\nkind = "text"\nbody = "' + " ".join(f"[page {at}](https://example.org/a{at})" for at in range(number)) + '"\n'


def skills(number):
    yield '[[section]]\nkind = "skill"\n[[section.entry]]\nname = "Tools"\nkeywords = [' + ", ".join(f'"tool {at}"' for at in range(number)) + "]\n"


def bullets(number):
    yield '[[section]]\nkind = "list"\nhighlights = [' + ", ".join(f'"Bullet number {at} is here."' for at in range(number)) + "]\n"


GROWING = [jobs, projects, addresses, links, skills, bullets]


def growth(program, only):
    """Shows how the counts of `render` and `check` grow with a profile, and returns the names of those that grow too fast."""
    failed = []
    for kind in GROWING:
        for task in "render", "check":
            name = f"{task} {kind.__name__}"
            if only not in name:
                continue
            counts = []
            for number in FEW, MANY:
                with tempfile.TemporaryDirectory() as folder:
                    profile = Path(folder) / "cv.toml"
                    profile.write_text(HEAD + "".join(kind(number)))
                    counts.append(count(program, [task, profile]))
            ratio = counts[1] / counts[0]
            print(f"{name:42} {counts[0]:>9.1f} {counts[1]:>9.1f} {ratio:>8.2f}", flush=True)
            if ratio > LINEAR:
                failed.append(name)
    return failed


def render(profile, layout, fit):
    return ["render", ROOT / f"profiles/{profile}.toml", "--layout", layout, "--fit", str(fit)]


def rows():
    """The name and the arguments of each row."""
    layouts = sorted(path.parent.name for path in ROOT.glob("templates/*/layout.toml"))
    yield "start", ["--version"]
    for profile in ONE_PAGE, MANY_PAGES:
        for layout in layouts:
            yield f"render {profile} {layout}", render(profile, layout, "off")
    once = set()
    for profile, layout, pages in FITS:
        if profile not in (ONE_PAGE, MANY_PAGES) and (profile, layout) not in once:
            once.add((profile, layout))
            yield f"render {profile} {layout}", render(profile, layout, "off")
        yield f"fit-{pages} {profile} {layout}", render(profile, layout, pages)


def count(program, arguments):
    """The instructions of a command, in millions."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *arguments]
        if arguments[0] == "render":
            command += ["--output", Path(folder) / "cv.pdf"]
        environment = {"PATH": os.environ["PATH"], "RAYON_NUM_THREADS": "1", "SOURCE_DATE_EPOCH": "1700000000"}
        # Under Valgrind, everything takes fifty times as long and far more memory.
        environment |= {"CVPRESS_TIMEOUT": "off", "CVPRESS_MAX_MEMORY": "off"}
        ran = subprocess.run(list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True)
    counted = re.search(r"Collected : (\d+)", ran.stderr)
    if ran.returncode or not counted:
        sys.exit(f"cannot count `{' '.join(map(str, command))}`:\n{ran.stderr}")
    return int(counted[1]) / 1e6


def with_summaries(counts):
    """Adds the means of the layouts, and the ratios of fitted CVs to the same ones typeset once."""
    rows = dict(counts)
    for profile in ONE_PAGE, MANY_PAGES:
        of_layouts = [figure for name, figure in counts.items() if name.startswith(f"render {profile} ")]
        if len(of_layouts) > 1:
            rows[f"mean {profile}"] = sum(of_layouts) / len(of_layouts)
    for name, figure in counts.items():
        if name.startswith("fit-"):
            once = counts.get("render " + name.split(" ", 1)[1])
            if once:
                rows["ratio " + name] = figure / once
    return rows


def read_table():
    """The figures of each build by the names of the rows; none if there is no table."""
    table = {build: {} for build in BUILDS}
    if TABLE.exists():
        for line in TABLE.read_text().splitlines():
            if line and not line.startswith("#"):
                *name, release, debug = line.split()
                for build, figure in zip(BUILDS, [release, debug]):
                    if figure != "-":
                        table[build][" ".join(name)] = float(figure)
    return table


def write_table(table):
    names = list(dict.fromkeys(name for build in BUILDS for name in table[build]))
    width = max(map(len, names))
    lines = [
        "# Millions of instructions, counted by benches/instructions.py: of the release build, and of the development build.",
        "# `start` is `cvpress --version`; `ratio` is that of a fitted CV to the same one typeset once.",
        "#",
        f"# {'row':{width - 2}} {'release':>9} {'debug':>9}",
    ]
    for name in names:
        figures = [shown(name, table[build].get(name)) for build in BUILDS]
        lines.append(f"{name:{width}} {figures[0]:>9} {figures[1]:>9}")
    TABLE.write_text("\n".join(lines) + "\n")


def shown(name, figure):
    if figure is None:
        return "-"
    return f"{figure:.2f}" if name.startswith("ratio ") else f"{figure:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=ROOT / "target/release/cvpress")
    parser.add_argument("--only", default="", metavar="TEXT")
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--check", action="store_true")
    task.add_argument("--update", action="store_true")
    parser.add_argument("--growth", action="store_true")
    args = parser.parse_args()
    program = args.program.resolve()
    if not program.exists():
        sys.exit(f"no program `{program}`; `cargo build --release` builds it")
    if args.growth:
        failed = growth(program, args.only)
        if args.check and failed:
            sys.exit(f"with {LINEAR:.0f} times the entries, {', '.join(failed)} takes more than {LINEAR:.0f} times the instructions")
        return
    build = "release" if program.parent.name == "release" else "debug"

    chosen = {name: arguments for name, arguments in rows() if args.only in name}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = dict(zip(chosen, pool.map(lambda arguments: count(program, arguments), chosen.values())))
    found = with_summaries(counts)
    table = read_table()
    known = table[build]
    failed = []
    for name, figure in found.items():
        before = known.get(name)
        change = f"{figure / before - 1:+7.1%}" if before else "new"
        print(f"{name:42} {shown(name, figure):>9} {shown(name, before):>9} {change:>8}")
        # Means and ratios follow from the counts.
        if name in counts and (not before or figure > before * ALLOWED):
            failed.append(name)
    if not args.only:
        failed += [name for name in known if name not in found]
    if args.update:
        known = {name: figure for name, figure in known.items() if args.only and name not in found}
        table[build] = {**known, **found}
        write_table(table)
    if args.check and failed:
        sys.exit(
            f"the counts of {', '.join(failed)} are not those of `benches/instructions.txt`, or have grown by more than 3 %; "
            "if that is right, run `python3 benches/instructions.py --update`"
        )


if __name__ == "__main__":
    main()
