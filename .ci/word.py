"""Checks that other programs find every text of the profiles in their Word documents, in order, with its structure and language.

    word.py PROFILES DOCUMENTS

PROFILES is a folder of TOML profiles; DOCUMENTS holds what `cvpress batch PROFILES --locale all --format docx` and
`cvpress letter` wrote: `NAME.docx`, `NAME-LOCALE.docx` and `NAME-letter.docx`. python-docx reads the structure. LibreOffice
makes PDFs, whose texts poppler reads, and flat OpenDocument files, which have the direction and the language of each paragraph.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import docx
from docx.table import Table
from nothing_lost import bare, expected, faults, letters, pieces, texts

# The languages of the shipped profiles that say how text runs, with what LibreOffice calls them.
LANGUAGES = {
    "ar": ("rl-tb", "language-complex", "ar"),
    "ja": ("lr-tb", "language-asian", "ja"),
    "zh": ("lr-tb", "language-asian", "zh"),
    "en": ("lr-tb", "language", "en"),
}

ODF = {
    "fo": "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "style": "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
}

FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>{}</dir></fontconfig>
"""


def convert(files, kind, folder):
    """Opens all files in LibreOffice, and saves them in another format with the fonts of this repository."""
    fonts = Path(folder, "fonts.conf")
    fonts.write_text(FONTS.format(Path("fonts").resolve()))
    environment = os.environ | {"FONTCONFIG_FILE": str(fonts), "HOME": str(folder)}
    command = ["soffice", f"-env:UserInstallation=file://{folder}/office", "--headless", "--convert-to", kind, "--outdir", folder]
    subprocess.run([*command, *files], check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=200)


def lines(document):
    """The texts of paragraphs and cells, in their order."""
    for part in document.iter_inner_content():
        if isinstance(part, Table):
            yield from (cell.text for row in part.rows for cell in row.cells)
        else:
            yield part.text


def addresses(value):
    """The addresses of web pages that a profile names for readers."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "url" and isinstance(inner, str):
                yield inner
            elif key not in ("letter", "variant", "design", "sources"):
                yield from addresses(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from addresses(inner)


def structure_faults(profile, document):
    """Whether headings, links and properties are what the profile says."""
    levels = [int(p.style.name[-1]) for p in document.paragraphs if p.style.name.startswith("Heading")]
    jumps = [pair for pair in zip([0, *levels], levels) if pair[1] > pair[0] + 1]
    if jumps:
        yield f"levels of headings jump: {jumps}"
    linked = {h.address.rstrip("/") for p in document.paragraphs for h in p.hyperlinks}
    for address in set(addresses(profile)):
        if address.rstrip("/") not in linked:
            yield f"no link to {address}"
    titles = [p.text for p in document.paragraphs if p.style.name == "Title"]
    name = profile.get("person", {}).get("name")
    name = name if isinstance(name, str) else None
    if name and not any(bare(name) in bare(title) for title in titles):
        yield f"{name!r} is not the title"
    properties = document.core_properties
    if not properties.title:
        yield "no title among the properties"
    if name and properties.author != name:
        yield f"the author is {properties.author!r}"
    if properties.language.split("-")[0] != profile.get("locale", "en").split("-")[0]:
        yield f"the language is {properties.language!r}"


def text_faults(profile, document):
    """Whether python-docx finds all texts, and bullets in their order."""
    everything, bullets = expected(profile)
    read = bare("\n".join(lines(document)))
    for key, text in sorted(everything):
        if bare(text) not in read:
            yield f"{key}: not found: {text!r}"
    for in_order in bullets:
        start = 0
        for bullet in in_order:
            at = read.find(bare(bullet), start)
            if at < 0:
                yield f"not in its order: {bullet!r}"
            start = max(start, at)


def letter_faults(profile, document):
    letter = {key: value for key, value in profile["letter"].items() if key not in ("signature", "date")}
    read = bare("\n".join(lines(document)))
    found = [piece for _, text in texts(letter, profile.get("locale", "en")) for piece in pieces(text)]
    return [f"letter: not found: {text!r}" for text in found if bare(text) not in read]


def language_faults(profile, flat):
    """Whether LibreOffice has the direction and the language of a document."""
    language = profile.get("locale", "en").split("-")[0]
    if language not in LANGUAGES:
        return
    direction, attribute, name = LANGUAGES[language]
    root = ElementTree.parse(flat).getroot()
    space = "fo" if attribute == "language" else "style"
    defaults = root.findall(".//style:default-style[@style:family='paragraph']/style:text-properties", ODF)
    languages = {node.get(f"{{{ODF[space]}}}{attribute}") for node in defaults}
    if languages != {name}:
        yield f"{attribute} is {languages}, not {name}"
    styles = {style.get(f"{{{ODF['style']}}}name"): style for style in root.iter(f"{{{ODF['style']}}}style")}

    def mode(style):
        while style is not None:
            for node in style.findall("style:paragraph-properties", ODF):
                if found := node.get(f"{{{ODF['style']}}}writing-mode"):
                    return found
            style = styles.get(style.get(f"{{{ODF['style']}}}parent-style-name"))
        return "lr-tb"

    body = root.find("office:body", ODF)
    for tag in ("p", "h"):
        for paragraph in body.iter(f"{{{ODF['text']}}}{tag}"):
            text = "".join(paragraph.itertext())
            found = mode(styles.get(paragraph.get(f"{{{ODF['text']}}}style-name")))
            if text.strip() and found.replace("page", "lr-tb") != direction:
                yield f"runs {found}, not {direction}: {text!r}"


def page_faults(profile, pdf):
    """Whether poppler finds all texts in a PDF. From right to left, it reads signs next to numbers in the order of the page."""
    if LANGUAGES.get(profile.get("locale", "en"), LANGUAGES["en"])[0] == "lr-tb":
        return faults(profile, pdf)[0]
    text = subprocess.run(["pdftotext", "-raw", pdf, "-"], capture_output=True, check=True).stdout.decode("utf-8")
    lost = letters("".join(text for _, text in expected(profile)[0])) - letters(text)
    return [f"letters not found in the PDF: {lost}"] if lost else []


def profile_of(profiles, path):
    """The profile of a document, in the language of its name."""
    stems = [p.stem for p in profiles.glob("*.toml") if path.stem == p.stem or path.stem.startswith(f"{p.stem}-")]
    stem = max(stems, key=len)
    profile = tomllib.loads((profiles / f"{stem}.toml").read_text("utf-8"))
    locale = path.stem[len(stem) + 1 :]
    if locale and locale != "letter":
        profile["locale"] = locale
    return profile, locale == "letter"


def main():
    profiles, documents = map(Path, sys.argv[1:3])
    files = sorted(documents.glob("*.docx"))
    if not files:
        sys.exit(f"no documents in {documents}")
    found = []
    with tempfile.TemporaryDirectory() as folder:
        convert(files, "pdf", folder)
        convert(files, "fodt", folder)
        for path in files:
            profile, is_letter = profile_of(profiles, path)
            document = docx.Document(path)
            converted = Path(folder, path.name)
            own = list(language_faults(profile, converted.with_suffix(".fodt")))
            if is_letter:
                own += letter_faults(profile, document)
            else:
                own += [*text_faults(profile, document), *structure_faults(profile, document)]
                own += page_faults(profile, converted.with_suffix(".pdf"))
            found += [f"{path.name}: {fault}" for fault in own]
    print("\n".join(found))
    print(f"python-docx, LibreOffice and poppler read {len(files)} Word documents, {len(found)} faults")
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main())
