"""Checks that independent readers find every text of the profiles in the files without pages, in order.

    text_formats.py CVPRESS PROFILES OUT

Renders each profile as HTML, Markdown and plain text into OUT. html5lib reads the pages as a browser does, markdown-it the Markdown
as GitHub does. The texts come from the TOML itself, as Python reads it, with the rules of nothing_lost.py: nothing here depends on
what cvpress takes for the content of a CV.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import html5lib
import nothing_lost
from markdown_it import MarkdownIt

BLOCKS = {"p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "pre", "br", "tr", "blockquote", "section", "article"}
UNSEEN = {"style", "script", "title"}


def page_text(html):
    """The text of a page, with a line for each block."""
    tree = html5lib.parse(html, namespaceHTMLElements=False)

    def of(element):
        if element.tag in UNSEEN or not isinstance(element.tag, str):
            return ""
        inner = (element.text or "") + "".join(of(child) + (child.tail or "") for child in element)
        return f"\n{inner}\n" if element.tag in BLOCKS else inner

    return of(tree)


def markdown_text(markdown):
    return page_text(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(markdown))


def plain_text(text):
    """Plain text without signs of quotations and struck-out text, and addresses of links."""
    text = re.sub(r"^> ", "", text, flags=re.M)
    return re.sub(r"\s<[a-z]+:[^<>\s]*>|\s<[^<>\s]+@[^<>\s]+>", "", text).replace("~~", "")


READERS = {"html": page_text, "md": markdown_text, "txt": plain_text}


def faults(profile, name, text):
    read = nothing_lost.bare(text)
    everything, bullets = nothing_lost.expected(profile)
    found = [f"{name}: {key}: not found: {piece!r}" for key, piece in sorted(everything) if nothing_lost.bare(piece) not in read]
    for in_order in bullets:
        start = 0
        for bullet in in_order:
            at = read.find(nothing_lost.bare(bullet), start)
            if at < 0 and nothing_lost.bare(bullet) in read:
                found.append(f"{name}: before the one that it follows: {bullet!r}")
            start = max(start, at)
    return found, len(everything)


def main():
    cvpress, profiles, out = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    found, count, files = [], 0, 0
    for path in sorted(profiles.glob("*.toml")):
        profile = tomllib.loads(path.read_text("utf-8"))
        target = out / f"{path.stem}.html"
        subprocess.run([cvpress, "render", path, "--format", ",".join(READERS), "-o", target], check=True, capture_output=True)
        for extension, reader in READERS.items():
            file = target.with_suffix(f".{extension}")
            lost, texts = faults(profile, file.name, reader(file.read_text("utf-8")))
            found += lost
            count += texts
            files += 1
    print("\n".join(found))
    print(f"other readers find {count} texts of {files} files, {len(found)} faults")
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main())
