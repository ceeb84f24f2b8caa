"""Tests of the Python package, for `.ci/run python`."""

import datetime
import io
import json
import os
import pickle
import subprocess
import sys
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import cvpress
from cvpress import _cvpress

PROFILES = Path(__file__).resolve().parents[2] / "profiles"

TEXT = """
[person]
name = "Ada Ruiz"

[[section]]
kind = "experience"

[[section.entry]]
organization = "Example Robotics"
position     = "Engineer"
start        = "2024-03"
end          = "present"
highlights   = ["Built a robot"]
"""

MAPPING = {
    "person": {"name": "Ada Ruiz", "headline": None},
    "section": [
        {
            "kind": "experience",
            "entry": [
                {
                    "organization": "Example Robotics",
                    "position": "Engineer",
                    "start": "2024-03",
                    "end": "present",
                    "highlights": ["Built a robot"],
                }
            ],
        }
    ],
}

# 1 × 1 pixel.
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c636868680000030401814bd3d2100000000049454e44ae426082"
)

BIB = b"@article{a, title = {On robots}, author = {Ruiz, Ada}, journal = {J}, year = {2024}}"


def texts(profile: cvpress.Profile, **options: object) -> str:
    """Return a CV as plain text."""
    return cvpress.render(profile, format="txt", **options).decode()  # type: ignore[arg-type]


def test_every_format_is_rendered() -> None:
    assert cvpress.render(TEXT).startswith(b"%PDF-")
    assert cvpress.render(TEXT, format="png").startswith(b"\x89PNG")
    assert cvpress.render(TEXT, format="svg").startswith(b"<svg")
    docx = zipfile.ZipFile(io.BytesIO(cvpress.render(TEXT, format="docx")))
    assert b"Example Robotics" in docx.read("word/document.xml")
    for format in ("html", "md", "txt", "json"):
        assert "Example Robotics" in cvpress.render(TEXT, format=format).decode(), format
    assert json.loads(cvpress.render(TEXT, format="json"))["basics"]["name"] == "Ada Ruiz"


def test_mapping_is_the_same_profile() -> None:
    assert cvpress.render(MAPPING) == cvpress.render(TEXT)
    assert cvpress.render(MappingProxyType(MAPPING)) == cvpress.render(TEXT)


def test_dates_of_the_standard_library_are_dates_of_a_profile() -> None:
    dated = {**MAPPING, "date": datetime.date(2026, 3, 14)}
    assert cvpress.render(dated) == cvpress.render({**MAPPING, "date": "2026-03-14"})


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ({"person": {"name": object()}}, "`person.name` is of type `object`"),
        ({"section": [{"entry": [{"start": {1, 2}}]}]}, "`section[0].entry[0].start` is of type `set`"),
        ({"person": {"photo": b"a"}}, "`person.photo` is of type `bytes`"),
        ([{"person": {"name": "a"}}], "the profile is of type `list`, not a mapping"),
        (None, "the profile is of type `NoneType`, not a mapping"),
        ({"person": {1: "a"}}, "a key of `person` is of type `int`, not a string"),
    ],
)
def test_value_without_a_form_in_toml_is_named(profile: Any, message: str) -> None:
    with pytest.raises(TypeError) as error:
        cvpress.render(profile)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("value", "message"),
    [(1 << 70, "`person.name` is too large a number"), ("\ud800", "`person.name` is text with half of a character")],
)
def test_value_that_toml_cannot_have_is_named(value: object, message: str) -> None:
    with pytest.raises(ValueError) as error:
        cvpress.render({"person": {"name": value}})
    assert str(error.value) == message


def test_mapping_in_itself_is_an_error() -> None:
    person: dict[str, object] = {"name": "Ada"}
    person["person"] = person
    with pytest.raises(ValueError, match="nested too deep"):
        cvpress.render({"person": person})


def test_errors_have_diagnostics() -> None:
    with pytest.raises(cvpress.ProfileError) as raised:
        cvpress.render('[person]\nname = "Zoë"\nhedline = "é"\n', name="zoë.toml")
    error = raised.value
    assert isinstance(error, ValueError)
    [found] = [found for found in error.diagnostics if found.severity == "error"]
    assert (found.rule, found.file) == ("unknown-key", "zoë.toml")
    assert (found.line, found.column) == (3, 1)
    assert found.span is not None
    assert error.profile[slice(*found.span)] == "hedline"
    assert found.hint is not None and "headline" in found.hint
    assert "hedline" in found.message
    # The text of the error shows the place.
    assert "zoë.toml:3:1" in str(error) and '3 | hedline = "é"' in str(error)
    assert str(found) in str(error)


def test_errors_can_be_sent_to_other_processes() -> None:
    with pytest.raises(cvpress.ProfileError) as raised:
        cvpress.render({"person": {"nam": "Ada"}})
    copy = pickle.loads(pickle.dumps(raised.value))
    assert str(copy) == str(raised.value)
    assert copy.diagnostics == raised.value.diagnostics
    assert "nam" in copy.profile


def test_check_returns_all_problems() -> None:
    assert [found for found in cvpress.check(TEXT) if found.severity == "error"] == []
    found = cvpress.check({"person": {"nam": "Ada", "emial": "x"}})
    assert {problem.rule for problem in found} >= {"unknown-key"}
    assert sum(problem.rule == "unknown-key" for problem in found) == 2
    severities = {problem.severity for problem in cvpress.check(TEXT, notes=True)}
    assert severities <= {"warning", "note"}


def test_denied_warnings_are_errors() -> None:
    profile = {**MAPPING, "locale": "is"}
    assert cvpress.render(profile)
    for deny in (["unknown-locale"], ["warnings"], "warnings"):
        with pytest.raises(cvpress.ProfileError):
            cvpress.render(profile, deny=deny)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layout": "compakt"}, "unknown layout `compakt`; did you mean `compact`?"),
        ({"format": "doc"}, "unknown format `doc`; expected `pdf`"),
        ({"paper": "a3"}, "unknown paper `a3`; expected `a4`"),
        ({"fit": "many"}, "invalid number of pages `many`"),
        ({"edition": "1999"}, "unknown edition `1999`; expected `2026`"),
        ({"options": {"acent": "#000"}}, "no layout has the option `acent`"),
        ({"variant": "all"}, "a call renders one document"),
        ({"letter": True, "anonymous": True}, "letters are signed"),
        ({"locale": "no such language"}, "invalid language `no such language`"),
        ({"format": "png", "ppi": float("nan")}, "invalid `ppi` NaN; expected pixels per inch, from 1 to 2400"),
        ({"format": "png", "ppi": 0}, "invalid `ppi` 0"),
        ({"deny": ["toml-syntax"]}, "`deny` has `toml-syntax`; expected `warnings`"),
        ({"max_pages": -1}, "`max_pages`: "),
        ({"page": 1}, "`page` is for the formats `png` and `svg`"),
        ({"format": "png", "page": 2}, "there is no page 2: the document has 1 page"),
        ({"format": "png", "page": 0}, "there is no page 0"),
    ],
)
def test_wrong_argument_is_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as error:
        cvpress.render(TEXT, **options)  # type: ignore[arg-type]
    assert not isinstance(error.value, cvpress.ProfileError)
    assert message in str(error.value)


def test_path_in_a_string_is_not_a_profile() -> None:
    with pytest.raises(ValueError, match="pathlib.Path"):
        cvpress.render("ada.toml")


def test_options_are_those_of_the_command_line() -> None:
    default = cvpress.render(TEXT)
    for options in (
        {"layout": "sidebar"},
        {"paper": "us-letter"},
        {"options": {"accent": "#123456"}},
        {"options": {"mono": True, "density": 0.96}},
        {"locale": "de"},
    ):
        assert cvpress.render(TEXT, **options) != default, options
    example = PROFILES / "example.toml"
    assert len({cvpress.render(example, fit=fit) for fit in ("off", 2)}) == 2
    assert cvpress.render(TEXT, edition="2026") == default
    pictures = {cvpress.render(TEXT, format="png", ppi=ppi) for ppi in (50, 60, None)}
    assert len(pictures) == 3
    private = {**MAPPING, "private": ["email"]}
    private["person"] = {"name": "Ada Ruiz", "email": "ada@example.org"}
    assert "ada@example.org" in texts(private)
    assert "ada@example.org" not in texts(private, public=True)
    assert "Ruiz" not in texts(private, anonymous=True)
    variants = {**MAPPING, "variant": {"short": {"title": "Short"}}, "title": "Long"}
    assert cvpress.render(variants, variant="short") != cvpress.render(variants)


def test_pages_are_images() -> None:
    profile = PROFILES / "narrative-engineer.toml"
    pages = cvpress.render_pages(profile, ppi=30)
    assert len(pages) > 1 and all(page.startswith(b"\x89PNG") for page in pages)
    assert cvpress.render(profile, format="png", ppi=30, page=2) == pages[1]
    with pytest.raises(ValueError, match="name one with `page`, or use `render_pages`"):
        cvpress.render(profile, format="png", ppi=30)
    assert len(cvpress.render_pages(profile, format="svg")) == len(pages)


def test_letter_is_rendered() -> None:
    example = PROFILES / "example.toml"
    letter = texts(example, letter=True)
    assert letter != texts(example)
    with pytest.raises(cvpress.ProfileError):
        cvpress.render(TEXT, letter=True)


WITH_FILES = {
    "person": {"name": "Ada Ruiz", "photo": "images/ada.png"},
    "section": [{"bibliography": "papers.bib"}],
}


def test_files_are_in_memory_or_in_a_folder(tmp_path: Path) -> None:
    files = {"images/ada.png": PNG, "papers.bib": BIB}
    in_memory = cvpress.render(WITH_FILES, files=files)
    assert "On robots" in texts(WITH_FILES, files=files)
    (tmp_path / "images").mkdir()
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    assert cvpress.render(WITH_FILES, files=tmp_path) == in_memory
    assert cvpress.render(WITH_FILES, files=str(tmp_path)) == in_memory
    profile = tmp_path / "ada.toml"
    profile.write_text(_cvpress.to_toml(WITH_FILES))
    assert cvpress.render(profile) == in_memory


def test_profile_reads_no_files_that_are_not_given(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(PNG)
    (tmp_path / "in").mkdir()
    for photo, files in [
        (str(tmp_path / "secret.png"), None),
        (str(tmp_path / "secret.png"), {"a.png": PNG}),
        ("../secret.png", tmp_path / "in"),
        ("secret.png", {"a.png": PNG}),
    ]:
        profile = {"person": {"name": "Ada", "photo": photo}}
        with pytest.raises(cvpress.ProfileError) as error:
            cvpress.render(profile, files=files)
        rules = {found.rule for found in error.value.diagnostics}
        assert rules <= {"photo-outside", "photo-missing"}, (photo, rules)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count open files in other ways")
def test_nothing_is_opened_while_rendering(tmp_path: Path) -> None:
    code = """
import resource, cvpress
cvpress.render({"person": {"name": "warm"}})
resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
files = {"a.png": %r, "b.bib": %r}
profile = {"person": {"name": "Ada", "photo": "a.png"}, "section": [{"bibliography": "b.bib"}]}
for format in ("pdf", "svg", "docx", "html", "json"):
    assert cvpress.render(profile, files=files, format=format)
""" % (PNG, BIB)
    # No file can be opened once no descriptor is left.
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)


def test_layouts_are_listed() -> None:
    found = {layout.name: layout for layout in cvpress.layouts()}
    assert len(found) >= 12
    assert found["compact"].papers[0] == "a4"
    assert {"accent", "density"} <= set(found["compact"].options)
    assert found["compact"].purpose


def test_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert cvpress.__version__ == version("cvpress")


def test_threads_render_the_same_bytes() -> None:
    expected = {name: cvpress.render(TEXT, layout=name) for name in ("compact", "vita", "sidebar")}
    jobs = [name for name in expected for _ in range(6)]
    with ThreadPoolExecutor(8) as pool:
        results = pool.map(lambda name: (name, cvpress.render(TEXT, layout=name)), jobs)
    assert all(expected[name] == pdf for name, pdf in results)


def test_other_threads_run_while_a_document_is_rendered() -> None:
    steps = 0
    is_done = threading.Event()

    def count() -> None:
        nonlocal steps
        while not is_done.wait(0.001):
            steps += 1

    counter = threading.Thread(target=count)
    counter.start()
    try:
        for _ in range(100):
            before = steps
            cvpress.render(PROFILES / "example.toml")
            # A thread that waits for the lock of the interpreter makes at most one step after it.
            if steps > before + 3:
                return
    finally:
        is_done.set()
        counter.join()
    pytest.fail("no other thread ran while a document was rendered")


def _render_in_child(_: int) -> bytes:
    return cvpress.render(TEXT)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_forked_processes_render() -> None:
    # A server may load cvpress, and even use it, before it forks its workers.
    expected = cvpress.render(TEXT)
    with get_context("fork").Pool(2) as pool:
        assert pool.map(_render_in_child, range(4), chunksize=1) == [expected] * 4


@pytest.mark.skipif(
    not hasattr(_cvpress, "panic_while_rendering"), reason="only in builds for development"
)
def test_panic_is_an_exception() -> None:
    answer = _cvpress.panic_while_rendering()  # type: ignore[attr-defined]
    with pytest.raises(cvpress.InternalError, match="a fault"):
        cvpress._result(answer, {"text": ""})
    assert cvpress.render(TEXT)
