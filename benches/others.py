"""Times whole commands against other tools', and batches against each other, as benches/README.md tells.

    python3.12 benches/others.py [tools] [fit] [batch] [memory] [soak]
    FERROCV=~/.cargo/bin/ferrocv python3.12 benches/others.py tools     with `cargo install ferrocv`, too

Needs `cargo build --release` and `cargo bench --bench render --no-run`. RenderCV and the Python binding of Typst come from PyPI, into a
folder that is deleted. The sides take turns, so that whatever else the machine does slows down both; a figure is the median.
"""

import base64
import hashlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CVPRESS = ROOT / "target/release/cvpress"
# The tool and its features; the releases that were measured.
PACKAGES = ["rendercv[full]==2.8", "typst==0.15.0"]
ROUNDS = 15


def quiet(*command, cwd=None, stdin=None):
    return subprocess.run(list(map(str, command)), cwd=cwd, input=stdin, check=True, capture_output=True)


def timed(*command, cwd=None):
    began = time.perf_counter()
    quiet(*command, cwd=cwd)
    return time.perf_counter() - began


def in_turns(sides, rounds=ROUNDS):
    """The seconds of each side, the median and the least."""
    for side in sides:
        side()
    return [(statistics.median(times), min(times)) for times in zip(*[[side() for side in sides] for _ in range(rounds)])]


def tools(folder):
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv/bin/python"
    quiet(python, "-m", "pip", "install", "-q", *PACKAGES)
    # The same template, data and fonts.
    bench = max((ROOT / "target/release/deps").glob("render-*[0-9a-f]"), key=os.path.getmtime)
    quiet(bench, "--files", folder / "world")
    compile_it = (
        "import typst; typst.compile('templates/compact/template.typ', output='cv.pdf', root='.', "
        f"font_paths=[{str(ROOT / 'fonts')!r}], ignore_system_fonts=True, pdf_standards=['a-2a', 'ua-1'])"
    )
    sample = folder / "rendercv"
    sample.mkdir()
    rendercv = folder / "venv/bin/rendercv"
    quiet(rendercv, "new", "Ada Example", cwd=sample)
    only_pdf = ["--dont-generate-html", "--dont-generate-markdown", "--dont-generate-png"]
    code = "import json, sys, ruamel.yaml; print(json.dumps(ruamel.yaml.YAML(typ='safe').load(sys.stdin), default=str))"
    yaml = quiet(python, "-c", code, stdin=(sample / "Ada_Example_CV.yaml").read_bytes()).stdout
    (sample / "same.toml").write_text(in_toml(json.loads(yaml)["cv"]), "utf-8")

    def ours(profile):
        return timed(CVPRESS, "render", profile, "-l", "compact", "-o", folder / "cv.pdf", "--set", "fit=off")

    def binding():
        return timed(python, "-c", compile_it, cwd=folder / "world")

    def rendercv_sample():
        # It asks the net for a package of icons, once.
        return timed(rendercv, "render", "Ada_Example_CV.yaml", *only_pdf, cwd=sample)

    (sample / "same.json").write_text(json.dumps(in_json_resume(json.loads(yaml)["cv"])), "utf-8")

    def ferrocv():
        return timed(os.environ["FERROCV"], "render", sample / "same.json", "-o", folder / "ferrocv.pdf")

    others = [
        ("the same by Typst from PyPI", ROOT / "profiles/compact-engineer.toml", binding),
        ("RenderCV, its own sample", sample / "same.toml", rendercv_sample),
    ]
    if "FERROCV" in os.environ:
        others.append(("ferrocv, the sample of RenderCV", sample / "same.toml", ferrocv))
    for what, profile, other in others:
        mine, theirs = in_turns([lambda: ours(profile), other])
        times = [f"{median * 1e3:.0f} ms ({least * 1e3:.0f} at least)" for median, least in (mine, theirs)]
        ratios = [f"{theirs[0] / mine[0]:.1f}", f"{theirs[1] / mine[1]:.1f}"]
        print(f"cvpress, {profile.stem} in compact: {times[0]}; {what}: {times[1]}; {' and '.join(ratios)} times", flush=True)


def in_toml(cv):
    """RenderCV's sample as a profile: its words in our keys."""
    own = {"education": "education", "experience": "experience", "projects": "project", "publications": "publication", "skills": "skill"}
    keys = {
        "company": "organization", "start_date": "start", "end_date": "end", "journal": "venue", "details": "keywords",
        "label": "name", "bullet": "text", "number": "text", "reversed_number": "text",
    }

    def line(key, value):
        # A string of JSON is one of TOML.
        return f"{key} = {json.dumps(value)}\n" if value else ""

    out = "[person]\n" + "".join(line(key, cv.get(key)) for key in ("name", "headline", "location", "email", "phone"))
    out += line("url", cv.get("website"))
    links = ", ".join(f"{{ network = {json.dumps(link['network'].lower())}, username = {json.dumps(link['username'])} }}" for link in cv["social_networks"])
    out += f"links = [{links}]\n"
    for title, entries in cv["sections"].items():
        kind = own.get(title, "list")
        out += f"[[section]]\nkind = {json.dumps(kind)}\n" + ("" if title in own else line("title", title.replace("_", " ")))
        if all(isinstance(entry, str) for entry in entries):
            out += line("highlights", entries)
            continue
        for entry in entries:
            out += "[[section.entry]]\n"
            for key, value in entry.items():
                if key == "details":
                    value = value.split(", ")
                elif key == "name" and value.startswith("["):
                    value, _, url = value.strip("[)").partition("](")
                    out += line("url", url)
                out += line(keys.get(key, key), value)
    return out


def in_json_resume(cv):
    """RenderCV's sample as JSON Resume, as far as that has a place for it."""
    sections = cv["sections"]
    keys = {
        "company": "name", "institution": "institution", "position": "position", "area": "area", "degree": "studyType",
        "start_date": "startDate", "end_date": "endDate", "location": "location", "highlights": "highlights", "summary": "description",
        "name": "name", "title": "name", "journal": "publisher", "date": "releaseDate", "label": "name",
    }

    def entries(title):
        # What has not ended has no end.
        kept = lambda key, value: key in keys and value and value != "present"
        return [{keys[key]: value for key, value in entry.items() if kept(key, value)} for entry in sections[title]]

    return {
        "basics": {
            "name": cv["name"], "email": cv["email"], "url": cv["website"], "location": {"city": cv["location"]},
            "summary": " ".join(sections["Welcome to RenderCV"]),
            "profiles": [{"network": link["network"], "username": link["username"]} for link in cv["social_networks"]],
        },
        "work": entries("experience"),
        "education": [{"courses": entry.pop("highlights", []), **entry} for entry in entries("education")],
        "projects": entries("projects"),
        "publications": [
            {**entry, "summary": ", ".join(whole["authors"])} for entry, whole in zip(entries("publications"), sections["publications"])
        ],
        "awards": [{"title": entry["bullet"]} for entry in sections["selected_honors"]],
        "skills": [{"name": entry["label"], "keywords": entry["details"].split(", ")} for entry in sections["skills"]],
        "certificates": [{"name": entry["number"]} for entry in sections["patents"]],
        "interests": [{"name": entry["reversed_number"]} for entry in sections["invited_talks"]],
    }


def fit(folder):
    """Whole processes: one that makes a CV fit, against one that sets it once."""
    for stem, layout, goal in [
        ("compact-engineer", "compact", "1"),
        ("readme-developer", "vita", "1"),
        ("homepage-researcher", "vita", "1"),
        ("compact-engineer", "ats", "1"),
        ("portfolio-engineer", "compact", "auto"),
    ]:
        def rendered(goal):
            return timed(CVPRESS, "render", ROOT / f"profiles/{stem}.toml", "-l", layout, "-o", folder / "cv.pdf", "--fit", goal)

        (fitted, _), (once, _) = in_turns([lambda: rendered(goal), lambda: rendered("off")])
        print(f"fit = {goal}, {stem} in {layout}: {fitted * 1e3:.0f} ms, set once {once * 1e3:.0f} ms, {fitted / once:.1f} times")


def copies(folder, count):
    """So many profiles out of those that are shipped, no two with the same sentences."""
    folder.mkdir()
    shipped = sorted((ROOT / "profiles").glob("*.toml"))
    for path in (ROOT / "profiles").iterdir():
        if path.suffix != ".toml":
            shutil.copy(path, folder)
    for number in range(count):
        path = shipped[number % len(shipped)]
        text = path.read_text("utf-8")
        for word in ("a", "and", "of", "the", "to", "with"):
            text = text.replace(f" {word} ", f" {word} {number} ")
        (folder / f"{path.stem}-{number}.toml").write_text(text, "utf-8")


def batch(folder):
    count = int(os.environ.get("BATCH", "1000"))
    copies(folder / "many", count)

    def rendered(jobs):
        return timed(CVPRESS, "batch", folder / "many", "--output", folder / "out", "--jobs", jobs, "--force", "-q", "--fit", "off")

    one, two = rendered(1), rendered(2)
    print(f"a batch of {count}: {count / one:.1f} CVs a second with one job, {count / two:.1f} with two, {one / two:.2f} times")
    again = timed(CVPRESS, "batch", folder / "many", "--output", folder / "out", "--jobs", 2, "-q", "--fit", "off")
    print(f"the same again, nothing changed: {again * 1e3:.0f} ms")


def memory(folder):
    peaks = []
    for count in (500, 5000):
        copies(folder / f"of-{count}", count)
        code = (
            "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, capture_output=True);"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        )
        command = [CVPRESS, "batch", folder / f"of-{count}", "--output", folder / f"out-{count}", "-q", "-l", "ats", "--fit", "off"]
        peaks.append(int(quiet(sys.executable, "-c", code, *command).stdout) / 1024)
    few, many = peaks
    print(f"the largest process of a batch of 500: {few:.0f} MB, of 5000: {many:.0f} MB, {many / few:.2f} times")


def soak(folder):
    """Many renders one after the other; no byte may differ between the first and the last of the same profile."""
    count = int(os.environ.get("SOAK", "20000"))
    shipped = sorted((ROOT / "profiles").glob("*.toml"))
    job = {"layout": "ats", "fit": "off"}
    jobs = "".join(json.dumps({"id": number, "profile": str(shipped[number % len(shipped)]), **job}) + "\n" for number in range(count))
    process = subprocess.Popen([CVPRESS, "stream", "--jobs", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    (folder / "jobs").write_text(jobs, "utf-8")
    feeder = subprocess.Popen(["cat", folder / "jobs"], stdout=process.stdin)
    process.stdin.close()
    first, sizes = {}, []
    for number, line in enumerate(process.stdout):
        answer = json.loads(line)
        digest = hashlib.sha256(base64.b64decode(answer["pdf"])).hexdigest()
        profile = shipped[number % len(shipped)].stem
        assert first.setdefault(profile, digest) == digest, f"{profile} differs in the render {number}"
        if number % (count // 10) == count // 20:
            sizes.append(largest(process.pid))
    feeder.wait()
    assert process.wait() == 0 and number == count - 1
    print(f"{count} renders, no byte differs; memory in the middle of each tenth, MB: {', '.join(f'{size:.0f}' for size in sizes)}")


def largest(parent):
    """The memory in use by the largest child of a process, in MB."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    pids = [parent, *children] + [child for task in Path(f"/proc/{parent}/task").iterdir() for child in (task / "children").read_text().split()]
    # One that has just ended uses none.
    sizes = [re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()) for pid in pids]
    return max(int(size[1]) for size in sizes if size) / 1024


def main():
    wanted = sys.argv[1:] or ["tools", "fit", "batch", "memory", "soak"]
    for name in wanted:
        with tempfile.TemporaryDirectory() as folder:
            {"tools": tools, "fit": fit, "batch": batch, "memory": memory, "soak": soak}[name](Path(folder))


if __name__ == "__main__":
    main()
