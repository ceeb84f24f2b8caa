"""Times a live preview: from the write of the profile to the event that announces the new pages.

    python3 benches/preview.py [target/release/cvpress]

For a CV of one page and one of four, each write changes one word of the name or of a bullet. The client runs on the same machine and reads the
stream of events as the page does.
"""

import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / ".ci"))

from preview_server import Server  # noqa: E402

WRITES = 20
# Profiles with a layout in which they have one page and four.
CASES = [("compact-engineer", "compact"), ("narrative-engineer", "narrative")]


def measure(program, name, layout):
    """Returns the number of pages, and the milliseconds after each write."""
    with tempfile.TemporaryDirectory() as folder:
        for file in (ROOT / "profiles").iterdir():
            shutil.copy(file, folder)
        profile = Path(folder) / f"{name}.toml"
        text = profile.read_text()
        server = Server(program, str(profile), "--layout", layout, command="preview")
        events = server.events()

        def state(is_wanted):
            return next(state for kind, state in events if kind == "state" and is_wanted(state))

        seen = state(lambda state: state["pages"])
        times = []
        for number in range(WRITES):
            # What `check` says comes after the pages, and takes the processor as well.
            next(kind for kind, _ in events if kind == "findings")
            changed = text.replace('name = "', f'name = "{number} ', 1)
            began = time.perf_counter()
            profile.write_text(changed)
            before = seen["pages"]
            seen = state(lambda state: state["pages"] != before)
            times.append((time.perf_counter() - began) * 1000)
        server.stop()
        return len(seen["pages"]), times


def main():
    program = sys.argv[1] if sys.argv[1:] else str(ROOT / "target/release/cvpress")
    print("| | pages | median, ms | least, ms | most, ms |\n| --- | ---: | ---: | ---: | ---: |")
    for name, layout in CASES:
        pages, times = measure(program, name, layout)
        print(f"| {name} in {layout} | {pages} | {statistics.median(times):.0f} | {min(times):.0f} | {max(times):.0f} |")


if __name__ == "__main__":
    main()
