"""Checks files of a release for which no registry has a linter: packaging.py WINGET FILE...

WINGET is a folder with the manifest of winget. The other files are workflows and actions, whose
scripts shellcheck reads.
"""

import re
import subprocess
import sys
from pathlib import Path

import yaml

# Fields that the schemas 1.10.0 of winget require, and those that the manifest has besides.
WINGET = {
    "version": ({"DefaultLocale"}, set()),
    "installer": (
        {"Installers"},
        {"InstallerType", "NestedInstallerType", "NestedInstallerFiles", "Commands"},
    ),
    "defaultLocale": (
        {"PackageLocale", "Publisher", "PackageName", "License", "ShortDescription"},
        {"PublisherUrl", "PackageUrl", "LicenseUrl", "ReleaseNotesUrl", "Tags"},
    ),
}
OF_ALL = {"PackageIdentifier", "PackageVersion", "ManifestType", "ManifestVersion"}


def check_winget(folder: Path) -> None:
    manifests = {(manifest := yaml.safe_load(path.read_text()))["ManifestType"]: manifest for path in folder.iterdir()}
    assert manifests.keys() == WINGET.keys(), manifests.keys()
    for kind, (required, optional) in WINGET.items():
        fields = manifests[kind].keys()
        assert OF_ALL | required <= fields <= OF_ALL | required | optional, (kind, fields)
        assert manifests[kind]["ManifestVersion"] == "1.10.0", kind
        assert manifests[kind]["PackageVersion"] == manifests["version"]["PackageVersion"], kind
    (installer,) = manifests["installer"]["Installers"]
    assert installer.keys() == {"Architecture", "InstallerUrl", "InstallerSha256"}, installer
    assert re.fullmatch("[0-9a-f]{64}", installer["InstallerSha256"]), installer
    (program,) = manifests["installer"]["NestedInstallerFiles"]
    top = Path(installer["InstallerUrl"]).name.removesuffix(".zip")
    assert program["RelativeFilePath"] == rf"{top}\cvpress.exe", program


def scripts(value: object):
    """Yields the scripts of a workflow or an action."""
    if isinstance(value, dict):
        if isinstance(value.get("run"), str):
            yield value["run"]
        value = list(value.values())
    if isinstance(value, list):
        for member in value:
            yield from scripts(member)


def check_scripts(path: Path) -> None:
    for script in scripts(yaml.safe_load(path.read_text())):
        # Names that the service puts in. It stops at the first error.
        script = re.sub(r"\$\{\{.*?\}\}", "x", script)
        command = ("shellcheck", "--shell", "bash", "--exclude", "SC2012,SC2164", "-")
        run = subprocess.run(command, input=script, text=True, capture_output=True)
        assert run.returncode == 0, f"{path}:\n{script}\n{run.stdout}"


check_winget(Path(sys.argv[1]))
for name in sys.argv[2:]:
    check_scripts(Path(name))
