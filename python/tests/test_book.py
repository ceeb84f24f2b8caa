"""Runs the examples of `docs/python.md`."""

import io
import json
import re
from pathlib import Path
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"


def blocks() -> list[tuple[str, str]]:
    """Return the blocks of the page, each with its language."""
    return re.findall(r"^```(\w+)[ \w]*\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def run_page(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Run all examples in one module, and compare what they show with the blocks after them."""
    names: dict[str, Any] = {}
    shown = ""
    for language, text in blocks():
        if language == "python":
            exec(compile(text, str(PAGE), "exec"), names)
            shown = capsys.readouterr().out
        elif language == "text":
            assert text.rstrip() in shown, shown
    return names


def post(application: Any, body: object, query: str = "") -> tuple[str, dict[str, str], bytes]:
    content = json.dumps(body).encode()
    environ: dict[str, Any] = {}
    setup_testing_defaults(environ)
    environ |= {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/cv",
        "QUERY_STRING": query,
        "CONTENT_LENGTH": str(len(content)),
        "wsgi.input": io.BytesIO(content),
    }
    answer: dict[str, Any] = {}

    def start_response(status: str, headers: list[tuple[str, str]]) -> None:
        answer.update(status=status, headers=dict(headers))

    body_of_answer = b"".join(application(environ, start_response))
    return answer["status"], answer["headers"], body_of_answer


def test_examples_of_the_book_run(capsys: pytest.CaptureFixture[str]) -> None:
    application = run_page(capsys)["application"]
    person = {"person": {"name": "Ada Ruiz"}}
    status, headers, body = post(application, person, "layout=vita")
    assert status == "200 OK" and headers["Content-Type"] == "application/pdf"
    assert body.startswith(b"%PDF-") and body != post(application, person)[2]
    status, _, body = post(application, {"person": {"nam": "Ada"}})
    assert status.startswith("422")
    assert "unknown-key" in {problem["rule"] for problem in json.loads(body)}
    status, _, body = post(application, person, "layout=unknown")
    assert status.startswith("400") and b"unknown layout" in body
