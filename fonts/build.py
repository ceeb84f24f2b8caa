#!/usr/bin/env python3
"""Makes every font file in this folder from the packages pinned in sources.toml.

    python3 fonts/build.py            make all files anew
    python3 fonts/build.py --check    make them in memory, compare with the folder

Needs Python 3.11, apt-get and dpkg-deb (Debian 12), npm and pip. fontTools is
one of the pinned packages and is imported straight from its wheel, so neither a
virtual environment nor an installed fontTools changes the result.
"""

import argparse
import bz2
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cvpress-fonts"
# A test of the project makes the index.
NOT_MADE_HERE = {"README.md", "build.py", "sources.toml", "index.postcard"}
# The crates of the packs.
OF_A_CRATE = {"Cargo.toml", "lib.rs"}
US_ENGLISH = 0x409
# The first block of CJK; nothing before it is special to East Asia.
EAST_ASIAN = 0x2E80


def archive(name, package):
    """Path of the package's archive, fetched by its registry's own client when it is not cached."""
    version = package["version"]
    match package["registry"]:
        case "debian":
            file = f"{name}_{version.replace(':', '%3a')}_all.deb"
            command = ["apt-get", "download", f"{name}={version}"]
        case "npm":
            file = f"{name.lstrip('@').replace('/', '-')}-{version}.tgz"
            command = ["npm", "pack", f"{name}@{version}"]
        case "pypi":
            file = f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
            command = [sys.executable, "-m", "pip", "download", "--no-deps",
                       "--only-binary=:all:", "--platform=any", f"{name}=={version}"]
        case registry:
            sys.exit(f"{name}: unknown registry {registry}")
    path = CACHE / file
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(command, cwd=CACHE, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode or not path.exists():
            sys.exit(f"{' '.join(command)} did not bring {file}:\n{done.stdout}")
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != package["sha256"]:
        sys.exit(f"{path}: sha256 is {found}, sources.toml says {package['sha256']}")
    return path


def extract(path, wanted):
    """Contents of the wanted members of an archive."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as whole:
            return {member: whole.read(member) for member in wanted}
    if path.suffix == ".deb":
        listing = subprocess.run(["dpkg-deb", "--fsys-tarfile", path],
                                 check=True, stdout=subprocess.PIPE).stdout
        whole = tarfile.open(fileobj=io.BytesIO(listing))
    else:
        whole = tarfile.open(path)
    with whole:
        contents = {}
        for member in whole:
            inner = member.name.removeprefix("./")
            if inner in wanted:
                contents[inner] = whole.extractfile(member).read()
    if lost := wanted - contents.keys():
        sys.exit(f"{path} has no {', '.join(sorted(lost))}")
    return contents


def code_points(ranges):
    """{0x3000, 0x3001, ...} of "3000-303F 20AC"."""
    points = set()
    for part in ranges.split():
        first, _, last = part.partition("-")
        points.update(range(int(first, 16), int(last or first, 16) + 1))
    return points


def charset(encoding):
    """What two bytes of an encoding stand for, but for its rows of private use."""
    points = set()
    for first in range(0x81, 0xFF):
        for second in range(0x40, 0xFF):
            try:
                points.update(map(ord, bytes([first, second]).decode(encoding)))
            except UnicodeDecodeError:
                pass
    return points - set(range(0xE000, 0xF900))


def with_property(name, unihan):
    """The characters that have a property in one of Unihan's files."""
    lines = (line for text in unihan for line in bz2.decompress(text).decode().splitlines())
    return {int(line.split("\t")[0][2:], 16) for line in lines
            if line.startswith("U+") and f"\t{name}\t" in line}


def subset(font, unicodes, features):
    from fontTools import subset
    options = subset.Options(
        hinting=False, layout_features=features, name_IDs=["*"], name_languages=[US_ENGLISH],
        notdef_outline=True, glyph_names=False,
        # It would be used only where uharfbuzz happens to be installed, with other bytes.
        harfbuzz_repacker=False,
    )
    if not features:
        options.drop_tables += ["GDEF", "GPOS", "GSUB", "MATH"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)


def rename(font, family, style):
    postscript = f"{family.replace(' ', '')}-{style}"
    full = f"{family} {style}"
    table = font["name"]
    # 16 to 25 would carry the old family past the new one.
    table.names = [r for r in table.names if r.nameID < 16 and r.langID == US_ENGLISH]
    version = table.getDebugName(5).partition(";")[0]
    for identifier, text in {1: family, 2: style, 3: f"{version};{postscript}", 4: full,
                             5: f"{version};altered for cvpress", 6: postscript}.items():
        table.setName(text, identifier, 3, 1, US_ENGLISH)
    if "CFF " in font:
        cff = font["CFF "].cff
        former, cff.fontNames = cff.fontNames[0], [postscript]
        top = cff.topDictIndex[0]
        top.FullName, top.FamilyName = full, family
        for part in top.FDArray:
            part.FontName = part.FontName.replace(former, postscript)


def use_localised_forms(font, script, language):
    """Makes the forms that `locl` gives this language the default ones."""
    gsub = font["GSUB"].table
    systems = {(s.ScriptTag, r.LangSysTag): r.LangSys
               for s in gsub.ScriptList.ScriptRecord for r in s.Script.LangSysRecord}
    features = [gsub.FeatureList.FeatureRecord[i] for i in systems[script, language].FeatureIndex]
    for feature in features:
        if feature.FeatureTag != "locl":
            continue
        for lookup in feature.Feature.LookupListIndex:
            for table in gsub.LookupList.Lookup[lookup].SubTable:
                forms = getattr(table, "ExtSubTable", table).mapping
                for cmap in font["cmap"].tables:
                    cmap.cmap = {u: forms.get(g, g) for u, g in cmap.cmap.items()}


def saved(font):
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def east_asian_face(recipe, contents):
    from fontTools.ttLib import TTFont
    font = TTFont(io.BytesIO(contents[recipe["file"]]), fontNumber=recipe["face"],
                  recalcTimestamp=False, lazy=True)
    standard = set().union(*map(charset, recipe["charsets"]))
    named = {ord(character) for character in recipe.get("characters", "")}
    for name in recipe.get("properties", []):
        named |= with_property(name, [contents[file] for file in recipe["unihan"]])
    # Other families have the Latin, Greek and Cyrillic letters and the signs that a standard lists.
    required = named | {point for point in standard if point >= EAST_ASIAN}
    if absent := required - font.getBestCmap().keys():
        sys.exit(f"{recipe['file']} lacks {''.join(map(chr, sorted(absent)))}")
    # Keeping `locl` itself would keep the twins of every character for the other languages.
    use_localised_forms(font, "hani", recipe["language"])
    unicodes = standard | named | code_points(recipe["common"]) | code_points(recipe.get("ranges", ""))
    subset(font, unicodes, recipe["features"])
    rename(font, recipe["family"], recipe["style"])
    return saved(font)


def east_asian_faces(east_asian, contents):
    """{path in this folder: contents}: every face for every pack."""
    recipes = {}
    for pack, recipe in east_asian["packs"].items():
        for face in east_asian["faces"]:
            family = f"{face['family']} {pack.upper()}"
            target = (f"{pack}/{family.lower().replace(' ', '-')}/"
                      f"{family.replace(' ', '')}-{face['style']}.otf")
            recipes[target] = east_asian | recipe | face | {"family": family}
    wanted = east_asian["unihan"]
    with ProcessPoolExecutor() as pool:
        made = {target: pool.submit(east_asian_face, recipe,
                                    {file: contents[file] for file in [recipe["file"], *wanted]})
                for target, recipe in recipes.items()}
        return {target: face.result() for target, face in made.items()}


def symbols_face(recipe, contents):
    from fontTools.merge import Merger
    from fontTools.ttLib import TTFont
    claimed, parts, notices, revised = set(), [], [], 0
    for part in recipe["parts"]:
        font = TTFont(io.BytesIO(contents[part["file"]]), recalcTimestamp=False)
        notices.append(font["name"].getDebugName(0))
        revised = max(revised, font["head"].modified)
        unicodes = code_points(part["ranges"]) - claimed
        claimed |= unicodes & font.getBestCmap().keys()
        subset(font, unicodes, [])
        parts.append(io.BytesIO(saved(font)))
    font = Merger().merge(parts)
    font.recalcTimestamp = False
    # The merger stamps the time of the run.
    font["head"].created = font["head"].modified = revised
    font["post"].formatType = 3
    font["name"].setName("\n".join(dict.fromkeys(notices)), 0, 3, 1, US_ENGLISH)
    rename(font, recipe["family"], recipe["style"])
    return saved(font)


def licence(faces, debian_copyright):
    """OFL text for faces whose package has none of their own: their notices, then the stanza of
    Debian's copyright file that holds the whole licence."""
    from fontTools.ttLib import TTFont
    notices = dict.fromkeys(
        line for face in faces
        for line in TTFont(io.BytesIO(face), lazy=True)["name"].getDebugName(0).splitlines())
    stanza = debian_copyright.decode().split("\nLicense: SIL-1.1\n")[-1].split("\n\n")[0]
    body = "\n".join(line[1:].removeprefix(".") for line in stanza.splitlines())
    return "\n".join([
        *notices, "",
        "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
        "This license is copied below.", "", body, "",
    ]).encode()


def build():
    """{path in this folder: contents}"""
    sources = tomllib.loads((HERE / "sources.toml").read_text())
    sys.path.insert(0, str(archive("fonttools", sources["package"]["fonttools"])))
    files, inputs = {}, {}
    for name, package in sources["package"].items():
        wanted = package.get("files", {})
        members = set(wanted.values()) | set(package.get("inputs", []))
        if not members:
            continue
        contents = extract(archive(name, package), members)
        files |= {target: contents[member] for target, member in wanted.items()}
        inputs |= contents
    files |= east_asian_faces(sources["east-asian"], inputs)
    symbols = sources["symbols"]
    files[symbols["target"]] = symbols_face(symbols, inputs)

    for folder in {Path(target).parent for target in files}:
        own = {target: data for target, data in files.items() if Path(target).parent == folder}
        if not any(target.endswith(".txt") for target in own):
            files[str(folder / "OFL.txt")] = licence(
                [own[target] for target in sorted(own)], inputs[sources["ofl"]])
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true",
                        help="write nothing; fail if the folder differs from what would be made")
    check = parser.parse_args().check

    files = build()
    present = {path.relative_to(HERE).as_posix() for path in HERE.rglob("*")
               if path.is_file() and path.name not in OF_A_CRATE
               and "__pycache__" not in path.parts} - NOT_MADE_HERE
    stray = sorted(present - files.keys())
    changed = sorted(target for target, data in files.items()
                     if target not in present or (HERE / target).read_bytes() != data)
    if check:
        for target in stray:
            print(f"not made by build.py: {target}")
        for target in changed:
            print(f"differs: {target}")
        if not stray and not changed:
            print(f"{len(files)} files are as made by build.py")
        return bool(stray or changed)
    for target in stray:
        (HERE / target).unlink()
    for target in changed:
        (HERE / target).parent.mkdir(parents=True, exist_ok=True)
        (HERE / target).write_bytes(files[target])
    print(f"{len(files)} files, {sum(map(len, files.values())) / 1e6:.2f} MB; "
          f"{len(changed)} written, {len(stray)} removed")


if __name__ == "__main__":
    sys.exit(main())
