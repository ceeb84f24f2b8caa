"""The script of the GitHub Action, which shows names and messages that others write."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "packaging" / "action" / "render.py"


def test_names_are_code_whatever_signs_they_have() -> None:
    spec = importlib.util.spec_from_file_location("render", SCRIPT)
    assert spec is not None and spec.loader is not None
    render = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(render)
    report = {
        "profile": "x`@octocat`|[a](b).toml",
        "errors": 0,
        "warnings": 0,
        "rendered": [{"file": "out/<img>.pdf", "pages": 1, "fill": 0.5}],
        "failed": [],
    }
    row = render.table([report], "").splitlines()[-1]
    assert not set("`@[<>") & set(row.replace("<code>", "").replace("</code>", ""))
    assert row.count("|") == 6


@pytest.mark.skipif(os.name == "nt", reason="names of files have no line feeds there")
def test_names_of_files_are_no_commands_of_a_workflow(tmp_path: Path) -> None:
    name = "a\n::stop-commands::x.toml"
    program = tmp_path / "bin" / "cvpress"
    program.parent.mkdir()
    report = json.dumps(
        {"kind": "profile", "profile": f"profiles/{name}", "errors": 0, "warnings": 0, "rendered": [], "failed": [], "problems": []}
    )
    program.write_text(f"#!{sys.executable}\nprint({report!r})\nprint('::add-mask::a')\n")
    program.chmod(0o755)
    (tmp_path / "profiles").mkdir()
    environment = os.environ | {
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "PROFILES": "profiles",
        "OUTPUT": "out",
        "SUMMARY": str(tmp_path / "summary.md"),
    }
    run = subprocess.run(
        [sys.executable, SCRIPT], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    first, *rest = run.stdout.splitlines()
    assert first.startswith("::stop-commands::")
    end = f"::{first.rpartition(':')[2]}::"
    assert [line for line in rest if line.startswith("::")].index(end) == len([line for line in rest if line.startswith("::")]) - 1
    environment["PROFILES"] = "linked"
    (tmp_path / "linked").symlink_to("/")
    refused = subprocess.run(
        [sys.executable, SCRIPT], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True, check=False
    )
    assert refused.returncode == 1
    assert "linked leads out of the repository" in refused.stdout
