"""Tests of the program `cvpress` that the package installs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Optional
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

#: The script that pip installs.
SCRIPT = str(Path(sys.executable).with_name("cvpress"))

#: How to start the program.
COMMANDS = [[SCRIPT], [sys.executable, "-m", "cvpress"]]

#: A module of the standard library that the package imports, in a folder of a stranger.
HOSTILE = 'raise SystemExit("imported from the current folder")\n'


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test have a folder of its own."""
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("CVPRESS_") or name == "SOURCE_DATE_EPOCH":
            monkeypatch.delenv(name)


def run(*arguments: str, text: str = "", command: Optional[list[str]] = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*(command or [SCRIPT]), *arguments], input=text, capture_output=True, text=True)


def succeeds(*arguments: str, command: Optional[list[str]] = None) -> str:
    ended = run(*arguments, command=command)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.parametrize("command", COMMANDS, ids=["script", "module"])
def test_a_first_cv(command: list[str]) -> None:
    succeeds("new", "ada", command=command)
    succeeds("render", "ada.toml", command=command)
    [pdf] = Path("out").iterdir()
    assert pdf.read_bytes().startswith(b"%PDF-")


def test_a_file_on_standard_output_is_whole() -> None:
    succeeds("new", "ada")
    succeeds("render", "ada.toml", "--output", "ada.pdf")
    ended = subprocess.run([SCRIPT, "render", "ada.toml", "--output", "-"], capture_output=True)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == Path("ada.pdf").read_bytes()


def test_exit_codes() -> None:
    failed = run("render", "missing.toml")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert "there is no file `missing.toml`" in failed.stderr
    wrong = run("render", "--unknown")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "'--unknown'" in wrong.stderr
    assert succeeds("--version").startswith("cvpress ")


def test_standard_input_is_read() -> None:
    ended = run("render", "-", "--format", "txt", "--output", "-", text='[person]\nname = "Ada Ruiz"\n')
    assert ended.returncode == 0, ended.stderr
    assert "Ada Ruiz" in ended.stdout


def test_batch_starts_workers_that_import_nothing_from_the_current_folder() -> None:
    for name in ("ada", "grace"):
        succeeds("new", name)
    for module in ("cvpress", "dataclasses", "signal"):
        Path(f"{module}.py").write_text(HOSTILE)
    out = succeeds("batch", ".", "--jobs", "2", "--layout", "ats,compact", "--output", "many")
    assert len(list(Path("many").glob("*.pdf"))) == 4, out


def test_files_that_are_left_at_a_limit_are_rendered_in_another_process() -> None:
    # No profile has so little time, and each ends its process.
    for name in ("ada", "grace"):
        succeeds("new", name)
    ended = run("render", "ada.toml", "grace.toml", "--timeout", "0.001")
    assert ended.returncode == 1
    assert ended.stderr.count("exceeds the time limit") == 2, ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_preview_shows_the_cv_until_an_interrupt() -> None:
    succeeds("new", "ada")
    started = [SCRIPT, "preview", "--no-open", "ada.toml"]
    # The group gets the signal, as of a terminal.
    with subprocess.Popen(started, stdout=subprocess.PIPE, text=True, start_new_session=True) as preview:
        # A process that hangs ends without the test.
        guard = threading.Timer(300, preview.kill)
        guard.start()
        try:
            assert preview.stdout is not None
            url = preview.stdout.readline().strip()
            with build_opener(HTTPCookieProcessor(CookieJar())).open(url, timeout=60) as page:
                assert b"<html" in page.read()
            os.killpg(preview.pid, signal.SIGINT)
            assert preview.wait() == 0
        finally:
            preview.kill()
            guard.cancel()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_an_interrupt_ends_a_command_that_waits() -> None:
    with subprocess.Popen(
        [SCRIPT, "stream"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as stream:
        guard = threading.Timer(300, stream.kill)
        guard.start()
        try:
            assert stream.stdin is not None and stream.stdout is not None
            stream.stdin.write('{"id": 1}\n')
            stream.stdin.flush()
            assert '"ok":false' in stream.stdout.readline()
            stream.send_signal(signal.SIGINT)
            assert stream.wait() == -signal.SIGINT
        finally:
            stream.kill()
            guard.cancel()
