#!/usr/bin/env python3
"""Renders and checks the profiles of a repository for the GitHub Action in `action.yml`.

Shows each message at its line in the pull request, and writes a table of the CVs and their pages to
the file `SUMMARY`. All settings are environment variables.
"""

import json
import os
import re
import secrets
import shlex
import subprocess
import sys
from pathlib import Path

# The comment is found again by this line.
MARK = "<!-- cvpress -->"
LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def escaped(text: str, also: str = "") -> str:
    """Escapes text for a command of a workflow."""
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def annotation(message: dict) -> str:
    """Returns the command that shows a message at its place."""
    place = message.get("place")
    properties = {"title": f"cvpress {message['rule']}"}
    if place:
        properties |= {
            "file": place["file"],
            "line": place["line"],
            "col": place["column"],
            "endLine": place["end_line"],
            "endColumn": place["end_column"],
        }
    text = "\n".join([message["message"], *(f"help: {hint}" for hint in message["hints"])])
    where = ",".join(f"{key}={escaped(str(value), ',:')}" for key, value in properties.items())
    return f"::{LEVELS[message['severity']]} {where}::{escaped(text)}"


def run(*arguments: str) -> subprocess.CompletedProcess:
    """Runs cvpress with its messages as JSON."""
    command = ["cvpress", *arguments]
    print(f"[command]{shlex.join(command)}", flush=True)
    return subprocess.run([*command, "--message-format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def json_lines(text: str) -> list[dict]:
    """Returns the lines that are JSON objects; the others go to the log."""
    objects = []
    for line in text.splitlines():
        if line.startswith("{"):
            objects.append(json.loads(line))
        elif line.strip():
            print(line)
    return objects


def code(text: str) -> str:
    """Returns a name as code in Markdown, whatever signs it has."""
    return "<code>" + re.sub(r"[^A-Za-z0-9/. -]", lambda sign: f"&#{ord(sign[0])};", text) + "</code>"


def table(reports: list[dict], revision: str) -> str:
    """Returns the table of all CVs."""
    rows, files, pages = [], 0, 0
    for report in sorted(reports, key=lambda report: report["profile"]):
        profile = code(report["profile"])
        problems = ", ".join(
            f"{count} {noun if count == 1 else noun + 's'}"
            for count, noun in ((report["errors"], "error"), (report["warnings"], "warning"))
            if count
        )
        for rendered in report["rendered"]:
            count, fill = rendered.get("pages"), rendered.get("fill")
            files, pages = files + 1, pages + (count or 0)
            last = "" if fill is None else f"{round(100 * fill)} %"
            rows.append(" | ".join((profile, code(rendered["file"]), str(count or ""), last, problems)))
        rows += [" | ".join((profile, "**failed**", "", "", problems)) for _ in report["failed"]]
    head = [
        MARK,
        f"**{files} {'file' if files == 1 else 'files'}, {pages} {'page' if pages == 1 else 'pages'}**",
        "",
        "| profile | file | pages | last page filled | problems |",
        "|---|---|--:|--:|---|",
    ]
    foot = ["", f"Rendered by cvpress for {revision}."] if revision else []
    return "\n".join(head + [f"| {row} |" for row in rows] + foot) + "\n"


def main() -> int:
    folder, output = os.environ["PROFILES"], os.environ["OUTPUT"]
    # Names of files and messages of programs may look like commands of a workflow.
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}")
    if not Path(folder).resolve().is_relative_to(Path.cwd()):
        print(f"::{token}::\n::error title=cvpress::{escaped(folder)} leads out of the repository")
        Path(os.environ["SUMMARY"]).write_text(table([], os.environ.get("REVISION", "")), encoding="utf-8")
        return 1
    options = shlex.split(os.environ.get("OPTIONS", ""))
    batch = run("batch", folder, "--output", output, "--force", "--report", "json", *options)
    reports = [line for line in json_lines(batch.stdout) if line["kind"] == "profile"]
    messages, failed = json_lines(batch.stderr), batch.returncode
    if os.environ.get("CHECK", "true") == "true" and reports:
        # Layouts and languages are those of the options; those for files are not of `check`.
        profiles = [report["profile"] for report in reports]
        check = run("check", *profiles, "--report", "json", *shlex.split(os.environ.get("CHECK_OPTIONS", "")))
        checked = {verdict["profile"]: verdict for verdict in json_lines(check.stdout)}
        # What it says apart from the profiles, such as a wrong option, is on standard error alone.
        messages += json_lines(check.stderr)
        messages += [problem for verdict in checked.values() for problem in verdict["problems"]]
        for report in reports:
            report |= {key: max(report[key], checked.get(report["profile"], report)[key]) for key in ("errors", "warnings")}
        failed = failed or check.returncode
    print(f"::{token}::")
    for line in dict.fromkeys(map(annotation, messages)):
        print(line)
    text = table(reports, os.environ.get("REVISION", ""))
    Path(os.environ["SUMMARY"]).write_text(text, encoding="utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(main())
