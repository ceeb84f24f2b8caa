"""Has qpdf, through pikepdf, read files for a print shop as strictly as it can.

    press.py PDF...
"""

import sys

import pikepdf


def main():
    found = 0
    for path in sys.argv[1:]:
        with pikepdf.open(path) as document:
            faults = [*document.check_pdf_syntax(), *document.get_warnings()]
            faults += [f"object {number} is a gap" for number, what in enumerate(document.objects) if number and what is None]
            for fault in faults:
                print(f"{path}: {fault}")
                found += 1
    print(f"{len(sys.argv) - 1} files for a print shop are sound" if found == 0 else f"{found} faults")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
