"""Edits profiles at random in a running `cvpress edit`, and fails if the server stops or a byte of the file is lost.

    python3 .ci/preview_fuzz.py target/debug/cvpress                     # 40 rounds, two minutes
    python3 .ci/preview_fuzz.py target/debug/cvpress --rounds 1200       # about an hour
    python3 .ci/preview_fuzz.py target/debug/cvpress --seed 7 --rounds 1

In each round, 100 random edits arrive in a burst: typing, cutting, pasting, TOML that is broken and mended, and edits by command. Between them the
text is saved, and other programs write the file. After each save the file equals what was sent; a save over a change that was made elsewhere is
refused and leaves the file as it is. After each round the server shows a text that is valid again.

    python3 .ci/preview_fuzz.py target/debug/cvpress --memory 1000       # edits, with the memory after every fifth of them

The memory after the last edit is at most SLACK times that after the first fifth.
"""

import argparse
import random
import shutil
import sys
import tempfile
from pathlib import Path

from preview_server import Server

ROOT = Path(__file__).resolve().parent.parent
PROFILES = ["compact-engineer", "example", "arabic-engineer", "japanese-designer", "variants-engineer", "bibliography-researcher"]
BURST = 100
# The server sends a heartbeat every 15 seconds.
BEATS = 12
# Memory of the allocator and of caches of fonts comes and goes.
SLACK = 1.25
PIECES = ['"', "'", '"""', "[", "]", "[[section]]\n", "[[skill]]\n", "{", "}", "=", "\n", "#", ",", ".", "\\", "\u0000", "é", "成泽", "😀", "\u202e", "\r\n", "**",
          "`", "$x$", "#read('a')", "<script>", "layout = 'no-such'\n", "[design]\nsize = -1\n", "x" * 5000, "\ufeff"]


class Failure(Exception):
    pass


def expect(is_true, message):
    if not is_true:
        raise Failure(message)


def mutated(text, chance):
    """Returns a text after one random edit."""
    start = chance.randrange(len(text) + 1)
    end = min(len(text), start + chance.choice([0, 0, 1, 2, 20, 400]))
    piece = chance.choice([*PIECES, "", "", text[start:end] * 2, text[end:end + 200]])
    return text[:start] + piece + text[end:]


def command(text, chance):
    """Returns a random edit by command."""
    path = ["section", chance.randrange(6)]
    if chance.random() < 0.6:
        path += [chance.choice(["entry", "subsection", "highlights"]), chance.randrange(4)]
    if chance.random() < 0.4:
        path += ["highlights", chance.randrange(4)]
    what = {"section": "section", "subsection": "section", "entry": "entry", "highlights": "bullet"}[path[-2]]
    return chance.choice([
        {"kind": "move", "path": path, "to": chance.randrange(5)},
        {"kind": "remove", "path": path},
        {"kind": "add", "what": what, "at": path, "template": chance.choice(["skill", "news", "text", "no-such"])},
        {"kind": "set-option", "layout": chance.choice([None, "compact", "vita"]), "name": chance.choice(["density", "accent", "x y"]),
         "value": chance.choice([None, 0.97, "#123456", "\"\n[person]\n", True])},
        {"kind": "set-layout", "layout": chance.choice(["compact", "ats", "vita", "no-such"])},
    ])


class Round:
    """A profile that is edited in a burst."""

    def __init__(self, program, name, seed):
        self.chance = random.Random(seed)
        self.folder = Path(tempfile.mkdtemp(prefix="cvpress-fuzz-"))
        for file in (ROOT / "profiles").iterdir():
            shutil.copy(file, self.folder)
        self.file = self.folder / f"{name}.toml"
        self.valid = self.file.read_text()
        if seed % 4 == 0:
            # As Windows writes it; the page does not see the byte order mark.
            self.valid = self.valid.replace("\n", "\r\n")
            self.file.write_bytes(b"\xef\xbb\xbf" + self.valid.encode())
        self.text = self.valid
        self.server = Server(program, str(self.file))
        _, answer = self.server.request("GET", "/profile")
        expect(answer["text"] == self.valid, "the server reads another text")
        self.etag = answer["etag"]

    def run(self):
        for _ in range(BURST):
            action = self.chance.random()
            if action < 0.7:
                self.text = self.valid if self.chance.random() < 0.1 else mutated(self.text, self.chance)
                answer = self.draft()
                # Most drafts are replaced by the next one before they are rendered.
                if "source" in answer and self.chance.random() < 0.2:
                    self.await_state(answer["source"])
            elif action < 0.85:
                self.edit()
            elif action < 0.93:
                self.save()
            elif action < 0.97:
                self.change_on_disk()
            else:
                self.view()
            expect(self.server.is_running(), "the server has stopped")
        self.text = self.valid
        self.save()
        self.draft()
        self.await_text()

    def draft(self):
        status, answer = self.server.request("POST", "/draft", {"text": self.text})
        expect(status in (202, 413), f"a draft is answered with {status}: {answer}")
        return answer

    def edit(self):
        status, answer = self.server.request("POST", "/edit", {"text": self.text, "edit": command(self.text, self.chance)})
        expect(status in (200, 422), f"an edit is answered with {status}: {answer}")
        if status == 200:
            self.text = answer["text"]
            expect(0 <= answer["start"] <= answer["end"], "the selection is not in the text")
        status, _ = self.server.request("POST", "/outline", {"text": self.text})
        expect(status in (200, 422), f"an outline is answered with {status}")

    def save(self):
        before = self.file.read_bytes()
        status, answer = self.server.request("PUT", "/profile", {"text": self.text}, If_Match=f'"{self.etag}"')
        after = self.file.read_bytes()
        if status == 200:
            expect(after in (self.text.encode(), b"\xef\xbb\xbf" + self.text.encode()), "the file is not what was saved")
            self.etag = answer["etag"]
        else:
            expect(status == 409, f"a save is answered with {status}: {answer}")
            expect(after == before, "a refused save has changed the file")
            # The author takes the version on the disk as known, and saves again.
            self.etag = answer["etag"]
            self.save()

    def change_on_disk(self):
        other = f"{mutated(self.valid, self.chance)}\n# {self.chance.random()}\n".encode()
        self.file.write_bytes(other)
        status, answer = self.server.request("PUT", "/profile", {"text": self.text + "# mine"}, If_Match=f'"{self.etag}"')
        expect(status == 409, f"a save over a change is answered with {status}")
        expect(self.file.read_bytes() == other, "a save has overwritten a change")
        self.etag = answer["etag"]

    def view(self):
        change = self.chance.choice([{"layout": "ats"}, {"layout": None}, {"overrides": {"density": 0.9}}, {"overrides": None}, {"letter": True}, {"letter": False}])
        status, answer = self.server.request("POST", "/view", change)
        expect(status in (202, 400), f"a change of the view is answered with {status}: {answer}")

    def await_text(self):
        """Waits until the pages are those of the text, which is valid."""
        self.server.request("POST", "/view", {"letter": False, "layout": None, "overrides": None})
        self.await_state(self.draft()["source"], lambda state: not state["stale"] and state["pages"])

    def await_state(self, source, is_wanted=lambda state: True):
        """Waits for a state of a text."""
        beats = 0
        for name, state in self.server.events():
            if name == "state" and state["source"] == source and is_wanted(state):
                return
            beats += name == "heartbeat"
            expect(beats < BEATS, "the pages of the last text do not come")
        raise Failure("the events have ended")

    def close(self):
        self.server.stop()
        shutil.rmtree(self.folder)


def measure(program, edits):
    """Makes edits that each give new pages, and compares the memory."""
    test = Round(program, "compact-engineer", 0)
    events = test.server.events()
    after = []
    try:
        for number in range(1, edits + 1):
            test.text = test.valid.replace('name = "', f'name = "{number} ', 1)
            source = test.draft()["source"]
            while not any(name == "state" and state["source"] == source for name, state in [next(events)]):
                pass
            if number % (edits // 5) == 0:
                after.append(test.server.memory())
                print(f"{number} edits: {after[-1]:.0f} MB", flush=True)
    finally:
        test.close()
    expect(after[-1] <= after[0] * SLACK, "memory grows with the edits")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, metavar="EDITS")
    arguments = parser.parse_args()
    if arguments.memory:
        try:
            measure(arguments.program, arguments.memory)
        except Failure as failure:
            sys.exit(str(failure))
        return
    for seed in range(arguments.seed, arguments.seed + arguments.rounds):
        test = Round(arguments.program, PROFILES[seed % len(PROFILES)], seed)
        try:
            test.run()
        except Exception as failure:
            sys.exit(f"seed {seed}: {failure}")
        finally:
            test.close()
        print(f"seed {seed}: {test.file.stem}", flush=True)


if __name__ == "__main__":
    main()
