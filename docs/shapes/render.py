"""Renders the pictures of docs/gallery.md: each layout with half a page of content, with one page, and with several.

    pip install pillow
    python3 docs/shapes/render.py target/debug/cvpress

The pictures are PNG files of at most 60 kB, with a palette.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageOps

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
SHAPES = {
    "half": FOLDER / "half.toml",
    "page": ROOT / "profiles/sidebar-consultant.toml",
    "long": ROOT / "profiles/narrative-engineer.toml",
}
PPI = 60
LARGEST = 60_000
EDGE = "#c8c8c8"
GAP = 6


def pages(program, profile, layout, ppi):
    """The pages of a profile, each with a line around it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "render", profile, "--layout", layout, "--paper", "a4", "--format", "png", "--ppi", ppi, "--quiet"]
        subprocess.run([*map(str, command), "--output", folder + "/"], check=True)
        for path in sorted(Path(folder).glob("*.png"), key=lambda path: (len(path.name), path.name)):
            yield ImageOps.expand(Image.open(path).convert("RGB"), 1, EDGE)


def picture(program, shape, layout):
    """The first page, or the first four pages of several at half the size."""
    if shape != "long":
        return next(pages(program, SHAPES[shape], layout, PPI))
    drawn = list(pages(program, SHAPES[shape], layout, PPI // 2))[:4]
    width, height = drawn[0].size
    sheet = Image.new("RGB", (2 * width + GAP, 2 * height + GAP), "white")
    for number, page in enumerate(drawn):
        sheet.paste(page, (number % 2 * (width + GAP), number // 2 * (height + GAP)))
    return sheet


def main():
    program = Path(sys.argv[1]).resolve()
    layouts = sorted(path.parent.name for path in ROOT.glob("templates/*/layout.toml"))
    for layout in layouts:
        for shape in SHAPES:
            path = FOLDER / f"{layout}-{shape}.png"
            drawn = picture(program, shape, layout)
            for colors in (48, 32, 24, 16, 12):
                drawn.quantize(colors, dither=Image.Dither.NONE).save(path, optimize=True)
                if path.stat().st_size <= LARGEST:
                    break


if __name__ == "__main__":
    main()
