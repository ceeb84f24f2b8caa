"""Render TOML profiles as print-ready CVs.

    import cvpress

    pdf = cvpress.render({"person": {"name": "Ada Ruiz"}}, layout="compact")

The functions can be called from several threads at once, and other threads run while a document is
rendered. They open no files but those that a caller names, and need no network.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Optional, Union

from . import _cvpress

__all__ = [
    "Diagnostic",
    "InternalError",
    "Layout",
    "ProfileError",
    "__version__",
    "check",
    "layouts",
    "render",
    "render_pages",
]

__version__: str = _cvpress.VERSION

Format = Literal["pdf", "png", "svg", "docx", "html", "md", "txt", "json"]
PageFormat = Literal["png", "svg"]

#: The text of a profile in TOML, the same as a mapping, or the path of a file.
Profile = Union[str, Mapping[str, Any], "os.PathLike[str]"]

#: The files that a profile names: their content by their paths in the profile, or a folder.
Files = Union[Mapping[str, bytes], str, "os.PathLike[str]"]

#: The values of layout options, as on the command line with ``--set``.
Options = Mapping[str, Union[str, int, float, bool]]


@dataclass(frozen=True)
class Diagnostic:
    """An error, a warning or a note about a profile."""

    #: ``"error"``, ``"warning"`` or ``"note"``.
    severity: str
    #: The name of the rule. ``cvpress explain RULE`` describes it.
    rule: str
    message: str
    #: The file of the place: the name of the profile, or that of a bibliography.
    file: Optional[str]
    #: The line of the place, from 1.
    line: Optional[int]
    #: The column of the place in characters, from 1.
    column: Optional[int]
    #: The start and the end of the place in the text of the file, in characters from 0.
    span: Optional[tuple[int, int]]
    #: What to do.
    hints: tuple[str, ...]
    #: The message with the lines of the file, as the program shows it.
    text: str = field(repr=False)

    @property
    def hint(self) -> Optional[str]:
        """The hints in one text."""
        return "; ".join(self.hints) or None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Layout:
    """A layout."""

    name: str
    purpose: str
    #: The papers, the default first.
    papers: tuple[str, ...]
    #: The names of its options.
    options: tuple[str, ...]


class ProfileError(ValueError):
    """A profile cannot be rendered."""

    #: All problems of the profile, warnings too, in the order of their places.
    diagnostics: tuple[Diagnostic, ...]
    #: The text that the places refer to.
    profile: str

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic], profile: str) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)
        self.profile = profile

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), self.diagnostics, self.profile))


class InternalError(RuntimeError):
    """cvpress has a bug. Please report it with the profile."""


def render(
    profile: Profile,
    *,
    format: Format = "pdf",
    page: Optional[int] = None,
    layout: Optional[str] = None,
    edition: Optional[str] = None,
    paper: Optional[str] = None,
    fit: Union[int, str, None] = None,
    options: Optional[Options] = None,
    variant: Optional[str] = None,
    locale: Optional[str] = None,
    locale_fallback: bool = False,
    public: bool = False,
    anonymous: bool = False,
    letter: bool = False,
    ppi: Optional[float] = None,
    files: Optional[Files] = None,
    deny: Sequence[str] = (),
    max_pages: int = 100,
    name: Optional[str] = None,
) -> bytes:
    """Return a CV, or with ``letter`` its cover letter, as the bytes of a file.

    ``page`` selects a page, from 1, of the formats ``"png"`` and ``"svg"``, which have a file for
    each; ``render_pages`` returns all of them. The other arguments are the options of
    ``cvpress render``, and ``name`` is the profile's name in messages.

    Raise ``ProfileError`` if the profile cannot be rendered, and ``ValueError`` for an argument that
    is wrong.
    """
    request = _request(
        profile,
        files,
        name,
        fit,
        options,
        deny,
        format=format,
        layout=layout,
        edition=edition,
        paper=paper,
        variant=variant,
        locale=locale,
        locale_fallback=locale_fallback,
        public=public,
        anonymous=anonymous,
        letter=letter,
        ppi=ppi,
        max_pages=max_pages,
    )
    if page is not None and format not in ("png", "svg"):
        raise ValueError(f"`page` is for the formats `png` and `svg`, not `{format}`")
    rendered, _ = _result(_cvpress.render(request), request)
    if len(rendered) == 1 and page is None:
        return rendered[0]
    count = f"{len(rendered)} pages" if len(rendered) > 1 else "1 page"
    if page is None:
        raise ValueError(f"the document has {count}: name one with `page`, or use `render_pages`")
    if not 1 <= page <= len(rendered):
        raise ValueError(f"there is no page {page}: the document has {count}")
    return rendered[page - 1]


def render_pages(
    profile: Profile,
    *,
    format: PageFormat = "png",
    layout: Optional[str] = None,
    edition: Optional[str] = None,
    paper: Optional[str] = None,
    fit: Union[int, str, None] = None,
    options: Optional[Options] = None,
    variant: Optional[str] = None,
    locale: Optional[str] = None,
    locale_fallback: bool = False,
    public: bool = False,
    anonymous: bool = False,
    letter: bool = False,
    ppi: Optional[float] = None,
    files: Optional[Files] = None,
    deny: Sequence[str] = (),
    max_pages: int = 100,
    name: Optional[str] = None,
) -> list[bytes]:
    """Return each page of a document as an image. The arguments are those of ``render``."""
    request = _request(
        profile,
        files,
        name,
        fit,
        options,
        deny,
        format=format,
        layout=layout,
        edition=edition,
        paper=paper,
        variant=variant,
        locale=locale,
        locale_fallback=locale_fallback,
        public=public,
        anonymous=anonymous,
        letter=letter,
        ppi=ppi,
        max_pages=max_pages,
    )
    if format not in ("png", "svg"):
        raise ValueError(f"expected the format `png` or `svg`, not `{format}`")
    pages, _ = _result(_cvpress.render(request), request)
    return pages


def check(
    profile: Profile,
    *,
    layout: Optional[str] = None,
    edition: Optional[str] = None,
    paper: Optional[str] = None,
    fit: Union[int, str, None] = None,
    options: Optional[Options] = None,
    variant: Optional[str] = None,
    locale: Optional[str] = None,
    locale_fallback: bool = False,
    public: bool = False,
    anonymous: bool = False,
    files: Optional[Files] = None,
    deny: Sequence[str] = (),
    max_pages: int = 100,
    name: Optional[str] = None,
    notes: bool = False,
) -> list[Diagnostic]:
    """Return all problems of a profile and of its documents, as ``cvpress check`` reports them.

    Without ``variant`` and ``locale``, all variants and languages are checked, and the letters. With
    ``notes``, the list has notes, too.
    """
    request = _request(
        profile,
        files,
        name,
        fit,
        options,
        deny,
        format="pdf",
        layout=layout,
        edition=edition,
        paper=paper,
        variant=variant,
        locale=locale,
        locale_fallback=locale_fallback,
        public=public,
        anonymous=anonymous,
        letter=False,
        ppi=None,
        max_pages=max_pages,
    )
    _, diagnostics = _result(_cvpress.check(request, notes), request)
    return diagnostics


def layouts() -> list[Layout]:
    """Return the layouts, sorted by name."""
    return [
        Layout(
            name=found["name"],
            purpose=found["purpose"],
            papers=tuple(found["papers"]),
            options=tuple(found["options"]),
        )
        for found in _cvpress.layouts()
    ]


def _request(
    profile: Profile,
    files: Optional[Files],
    name: Optional[str],
    fit: Union[int, str, None],
    options: Optional[Options],
    deny: Sequence[str],
    **others: Any,
) -> dict[str, Any]:
    """Return the arguments of a call as the extension module takes them."""
    folder: Optional[str] = None
    if isinstance(profile, str):
        if "\n" not in profile and profile.endswith(".toml"):
            raise ValueError(
                f"a string is the text of a profile; for the file, pass `pathlib.Path({profile!r})`"
            )
        text = profile
    elif isinstance(profile, os.PathLike):
        path = Path(profile)
        text = path.read_text(encoding="utf-8-sig")
        name = str(path) if name is None else name
        folder = str(path.parent)
    else:
        text = _cvpress.to_toml(profile)
    in_memory: Optional[dict[str, bytes]] = None
    if isinstance(files, Mapping):
        folder, in_memory = None, {key: bytes(content) for key, content in files.items()}
    elif files is not None:
        folder = os.fspath(files)
    return {
        "text": text,
        "name": "profile.toml" if name is None else name,
        "folder": folder,
        "files": in_memory,
        "fit": None if fit is None else str(fit),
        "options": [(key, _option(value)) for key, value in (options or {}).items()],
        "deny": [deny] if isinstance(deny, str) else list(deny),
        **others,
    }


def _option(value: Union[str, int, float, bool]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _result(answer: _cvpress.Answer, request: dict[str, Any]) -> tuple[list[bytes], list[Diagnostic]]:
    """Return the files and the diagnostics of a call, or raise its error."""
    diagnostics = [
        Diagnostic(
            severity=found["severity"],
            rule=found["rule"],
            message=found["message"],
            file=found["file"],
            line=found["line"],
            column=found["column"],
            span=found["span"],
            hints=tuple(found["hints"]),
            text=found["text"],
        )
        for found in answer["diagnostics"]
    ]
    error = answer["error"]
    if error is None:
        return answer["files"], diagnostics
    if answer["internal"]:
        raise InternalError(error)
    raise ProfileError(error, diagnostics, request["text"])
