"""Checks that poppler finds every text of the profiles in their PDFs, and the bullets of a section in their order.

    nothing_lost.py PROFILES PDFS

PROFILES is a folder of TOML profiles; PDFS holds what `cvpress batch PROFILES --layout all` wrote, one folder for each paper. The texts
come from the TOML itself, as Python reads it: nothing here depends on what cvpress takes for the content of a CV. Markdown is reduced
to its text; white space, hyphens, quotation marks and vowel signs do not count.
"""

import re
import subprocess
import sys
import tomllib
import unicodedata
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Keys whose values are not texts of the page: links, names that the program looks up, and choices.
NOT_SHOWN = {
    "allow", "anonymous", "bibliography", "break-before", "columns", "date", "default", "design", "end", "expected", "family-name",
    "group-by", "keep", "keys", "kind", "layout", "letter", "locale", "network", "numbered", "other-names", "photo", "private", "qr",
    "sort", "start", "tags", "variant", "variants", "written",
}  # fmt: skip

# Keys that hold bullets, which follow each other on the page as in the profile.
IN_ORDER = {"highlights", "items"}

# Addresses are shown only where nothing else names them.
ADDRESSES = {"url", "doi", "username"}

# The shortcodes of the profiles; the page shows the emoji.
SHORTCODES = {":seedling:": "\N{SEEDLING}", ":telescope:": "\N{TELESCOPE}"}

INVISIBLE = re.compile(
    "[\\s'\"\u00ab\u00bb\u2018-\u201f\u2039\u203a\u300c-\u300f\u00ad\u2010\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\x02\\-\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]"
)


def bare(text):
    return INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).casefold()


def without_signs(markdown):
    text = re.sub(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)", r"\1", markdown)
    text = re.sub(r"</?(?:sup|sub)>", "", text)
    for shortcode, emoji in SHORTCODES.items():
        text = text.replace(shortcode, emoji)
    text = re.sub(r"\*{1,3}|~~", "", text)
    text = re.sub(r"(?<!\w)_(\S(?:[^_]*\S)?)_(?!\w)", r"\1", text)
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)


def pieces(markdown):
    """The texts of Markdown that a page shows in one piece, without its signs."""
    lines = re.split(r"\n\s*\n|\n(?=\s*(?:[-*+>|]|\d+[.)])\s)|\n(?=\|)", markdown)
    for line in lines:
        line = re.sub(r"^\s*(?:>\s*)*(?:[-*+]\s+|\d+[.)]\s+|#+\s+)?", "", line)
        for cell in line.split("|") if line.startswith("|") else [line]:
            # Every second part is code, which keeps its signs.
            parts = cell.split("`")
            parts[::2] = map(without_signs, parts[::2])
            cell = "".join(parts)
            if not re.fullmatch(r"[\s:|-]*", cell):
                yield cell


def is_translation(value):
    """Whether a table is one text in several languages."""
    return bool(value) and all(re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)*", key) for key in value) and all(
        isinstance(text, (str, list)) for text in value.values()
    )


def texts(value, locale, key=""):
    """All texts below a value with their keys, in the order of the file."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item, locale, key)
    elif isinstance(value, dict) and key != "meta" and is_translation(value):
        yield from texts(value.get(locale, next(iter(value.values()))), locale, key)
    elif isinstance(value, dict):
        for inner, below in value.items():
            if key == "meta" and "label" not in value:
                yield "label", inner
                yield from texts(below, locale, "value")
            elif inner not in NOT_SHOWN and inner not in ADDRESSES:
                yield from texts(below, locale, key if inner in ("text", "items") and key in IN_ORDER else inner)


def expected(profile):
    """The texts of a profile's CV, and the bullets of each of its sections."""
    locale = profile.get("locale", "en")
    shown = {"person": profile.get("person", {}), "section": profile.get("section", [])}
    everything = {(key, piece) for key, text in texts(shown, locale) for piece in pieces(text)}
    for key in ("title", "footer"):
        everything |= {(key, piece) for _, text in texts(profile.get(key, ""), locale, key) for piece in pieces(text)}
    bullets = []
    for section in shown["section"]:
        in_order = [piece for key, text in texts(section, locale) if key in IN_ORDER for piece in pieces(text)]
        bullets.append(in_order)
    return everything, bullets


def is_right_to_left(text):
    return any(unicodedata.bidirectional(c) in ("R", "AL") for c in text)


def is_found(text, pages):
    """Whether a text is in one piece on a page, or on two pages that follow each other, with head and foot in between."""
    written = bare(text)
    if any(written in page for page in pages):
        return True
    for page, following in zip(pages, pages[1:]):
        length = next((n for n in range(len(written), 0, -1) if written[:n] in page), 0)
        if length and any(written[n:] in following for n in range(length, 0, -1)):
            return True
    return False


def letters(text):
    return Counter(c for c in bare(text) if c.isalpha())


def faults(profile, pdf):
    text = subprocess.run(["pdftotext", "-raw", pdf, "-"], capture_output=True, check=True).stdout.decode("utf-8")
    pages = [bare(page) for page in text.split("\f")]
    everything, bullets = expected(profile)
    # Poppler turns Arabic ligatures around and orders words as they are seen: of those texts the letters are counted.
    right_to_left = [text for _, text in everything if is_right_to_left(text)]
    lost = letters("".join(right_to_left)) - letters(text)
    found = [f"{pdf}: letters not found: {lost}"] if lost else []
    in_one_piece = sorted((key, text) for key, text in everything if text not in right_to_left)
    found += [f"{pdf}: {key}: not found: {text!r}" for key, text in in_one_piece if not is_found(text, pages)]
    read = "".join(pages)
    for in_order in bullets:
        start = 0
        for bullet in in_order:
            at = read.find(bare(bullet), start)
            if at < 0 and bare(bullet) in read:
                found.append(f"{pdf}: before the one that it follows: {bullet!r}")
            start = max(start, at)
    return found, len(everything)


def main():
    profiles, pdfs = map(Path, sys.argv[1:3])
    jobs = []
    for path in sorted(profiles.glob("*.toml")):
        profile = tomllib.loads(path.read_text("utf-8"))
        files = sorted(pdfs.glob(f"*/{path.stem}-*.pdf"))
        if not files:
            sys.exit(f"no PDF of {path}")
        jobs += [(profile, file) for file in files]
    with ThreadPoolExecutor() as threads:
        results = list(threads.map(lambda job: faults(*job), jobs))
    found = [fault for faults, _ in results for fault in faults]
    print("\n".join(found))
    print(f"poppler finds {sum(count for _, count in results)} texts of {len(jobs)} PDFs, {len(found)} faults")
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main())
