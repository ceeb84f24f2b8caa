"""Checks with two independent programs that PDFs conform to PDF/A-2a and PDF/UA-1: page-validation and outloud, both from PyPI.

    standards.py PDF...
"""

import subprocess
import sys
from pathlib import Path

import page


def is_mistaken(failure):
    """What page-validation finds in files that are right.

    It takes a carriage return at the end of a compressed stream for the end of the line, where qpdf finds no fault; and it reads no
    default width out of the private dictionaries of a CID-keyed font, where fontTools finds that of `/W`.
    """
    is_width = "GLYPH-WIDTH" in failure.rule_id and "CIDFontType0C" in failure.message and " width 0.000 " in failure.message
    return failure.rule_id.endswith("-STREAM-LENGTH-001") or is_width


def main():
    files, found = sys.argv[1:], 0
    for path in files:
        for profile in ("ua1", "2a"):
            for failure in page.validate_pdf(path, profile=page.ValidationProfile(profile)).failures:
                if not is_mistaken(failure):
                    print(f"{path}: {failure.rule_id}: {failure.message}")
                    found += 1
    outloud = Path(sys.executable).with_name("outloud")
    said = subprocess.run([outloud, "-q", "--layer", "conformance", *files], capture_output=True, text=True)
    if said.returncode != 0:
        print(said.stdout + said.stderr)
        found += 1
    print(f"{len(files)} files keep PDF/A-2a and PDF/UA-1" if found == 0 else f"{found} faults")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
