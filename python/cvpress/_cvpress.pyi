from typing import Any, Optional, TypedDict

VERSION: str

class DiagnosticEntry(TypedDict):
    severity: str
    rule: str
    message: str
    file: Optional[str]
    line: Optional[int]
    column: Optional[int]
    span: Optional[tuple[int, int]]
    hints: list[str]
    text: str

class Answer(TypedDict):
    files: list[bytes]
    diagnostics: list[DiagnosticEntry]
    error: Optional[str]
    internal: bool

class LayoutEntry(TypedDict):
    name: str
    purpose: str
    papers: list[str]
    options: list[str]

def render(request: dict[str, Any]) -> Answer: ...
def check(request: dict[str, Any], notes: bool) -> Answer: ...
def layouts() -> list[LayoutEntry]: ...
def to_toml(profile: object) -> str: ...
def run(command: list[str], arguments: list[str]) -> int: ...
