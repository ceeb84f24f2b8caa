"""What the scripts of this folder share: the version, the targets and the names of archives."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The targets of a release. `.github/workflows/release.yml` builds an archive for each.
TARGETS = (
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-musl",
)


def version() -> str:
    """Returns the version of the program."""
    return tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["package"]["version"]


def archive_name(target: str) -> str:
    """Returns the file name of the archive for a target."""
    extension = "zip" if "windows" in target else "tar.gz"
    return f"cvpress-{version()}-{target}.{extension}"
