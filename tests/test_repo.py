"The repository as a whole: nothing of one machine in it, and one version everywhere."

import json
import os
import re
import subprocess
import sys
from configparser import ConfigParser
from importlib.metadata import entry_points, version
from pathlib import Path

import clfcompare
import pytest
import yaml
from conftest import ROOT, name, notebooks

sys.path.append(str(ROOT / "tools"))
import ignored

# Put together from pieces, so that this file does not find itself.
MACHINE = re.compile(
    "|".join(
        [
            *(f"(?<![\\w.])/{folder}/" for folder in ("work", "root", "tmp", "opt")),
            *(f"(?<![\\w.])/{folder}/[a-z]" for folder in ("home", "Users")),
            r"[A-Z]:\\+" + "Users",
            "pypi" + r"\.org",
            "python" + "hosted",
            "anaconda" + r"\.org",
            "npm" + r"js\.(?:org|com)",
        ]
    )
)
IMAGE = re.compile(
    r'"image/(?:png|jpeg)": "[^"]*"|data:[\w/+-]+;base64,[\w+/=]+'
)  # random letters, which may spell anything
CONFIG = ConfigParser(delimiters=["="])
CONFIG.read(ROOT / "settings.ini", encoding="utf-8")
SETTINGS = CONFIG["DEFAULT"]


def texts():
    "Every text file of the tree and what it says."
    for folder, folders, names in os.walk(ROOT):
        skipped = ignored.left_out(folder, [*folders, *names])  # .git is a file in a worktree
        folders[:] = [each for each in folders if each not in skipped]
        for path in (Path(folder) / each for each in names if each not in skipped):
            try:
                yield path, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def test_no_file_names_a_machine_or_a_registry():
    found = [
        f"{name(path)}: {hit[0]}"
        for path, text in texts()
        for hit in MACHINE.finditer(IMAGE.sub("", text))
    ]
    assert not found


def test_the_check_sees_what_it_looks_for():
    seen = [
        "/" + "work/main",
        '"/' + "home/me",
        "https://" + "pypi" + ".org/simple",
        'File "/' + 'root/x.py"',
    ]
    assert all(MACHINE.search(text) for text in seen)
    assert not [
        text
        for text in ("how they /work", "docs/work/x", "a/root/b", "/homework")
        if MACHINE.search(text)
    ]


def test_notebooks_are_small():
    assert not [name(path) for path in notebooks() if path.stat().st_size > 600_000]


def test_one_version_everywhere():
    said = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)[1]
    assert {SETTINGS["version"], said, version("clfcompare")} == {clfcompare.__version__}
    assert f"## {SETTINGS['version']}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_command_is_installed():
    [command] = [
        each for each in entry_points(group="console_scripts") if each.name == "clfcompare"
    ]
    assert command.value == SETTINGS["console_scripts"].partition("=")[2]


def test_every_folder_of_code_is_a_package():
    assert not [
        name(path)
        for path in (ROOT / "clfcompare").rglob("*.py")
        if not (path.parent / "__init__.py").exists()
    ]


def test_pyproject_says_how_to_build_and_no_more():
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    assert len(lines) == 3 and lines[0] == "[build-system]"


def test_the_linter_has_nothing_to_say(env):
    child = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "clfcompare", "tests", "tools", "setup.py"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
    )
    assert child.returncode == 0, child.stdout + child.stderr


def test_links_of_notebooks_and_texts_lead_to_files():
    """Links within the repository; those to elsewhere are looked at by their form
    (tests/test_site.py).
    """
    missing = []
    for path in [
        *ROOT.glob("nbs/**/*.ipynb"),
        *ROOT.glob("*.md"),
        *ROOT.glob("bench/*.md"),
        *ROOT.glob("docs/*.md"),
    ]:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".ipynb":
            text = "\n".join(
                "".join(cell["source"])
                for cell in json.loads(text)["cells"]
                if cell["cell_type"] == "markdown"
            )
        text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)\s#]+\.(?:ipynb|md|py|png|svg|csv|toml))[^)]*\)", text):
            if "://" not in target and not (path.parent / target).exists():
                missing.append(f"{path.relative_to(ROOT)}: {target}")
    assert not missing


def targets(text):
    "The targets that a text of commands makes, and its other commands."
    words = [line.split() for line in text.splitlines() if line.strip()]
    made_ = {each[-1] for each in words if each[0] == "make"}
    return made_, {" ".join(each) for each in words if each[0] != "make"}


def test_what_a_forge_and_a_commit_run_can_be_run_by_hand():
    """Their steps are .ci/run and targets of the Makefile, which no machine of a forge is needed
    for.
    """
    known = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())["jobs"]
    steps = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    asked, others = targets("\n".join(steps))
    assert asked == {"pythons"} and others == {"bash .ci/run"}
    systems = {each.partition("-")[0] for each in jobs["test"]["strategy"]["matrix"]["system"]}
    assert systems == {"ubuntu", "macos", "windows"}
    [local] = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    hooks, others = targets("\n".join(hook["entry"] for hook in local["hooks"]))
    assert local["repo"] == "local" and hooks == {"export", "format", "lint"} and not others
    steps = (ROOT / ".ci/run").read_text()
    in_ci = re.findall(r"^make --no-print-directory ([a-z-]+)", steps, re.MULTILINE)
    assert {"setup", "lint", "test", "machines"} <= set(in_ci) and ".venv" not in steps
    assert {*asked, *hooks, *in_ci} <= known


def test_make_clean_takes_what_is_made_and_nothing_else(tmp_path):
    folders = [line for line in (ROOT / ".gitignore").read_text().split() if line.endswith("/")]
    kept = {"_cases", "_levels", ".ipynb_checkpoints", "mine", "nbs"}
    for folder in {each.strip("/").replace("*", "x") for each in folders} | kept:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "file").touch()
    (tmp_path / "nbs/__pycache__").mkdir()
    for file in ("Makefile", ".gitignore"):
        (tmp_path / file).write_text((ROOT / file).read_text())
    (tmp_path / "demo.html").touch()
    subprocess.run(["make", "clean"], cwd=tmp_path, check=True, capture_output=True)
    left = {each.name for each in tmp_path.iterdir()}
    assert left == {*kept, "Makefile", ".gitignore", "demo.html"}
    assert [each.name for each in (tmp_path / "nbs").iterdir()] == ["file"]


@pytest.mark.parametrize("page", ["README.md", "docs/site/index.md"])
def test_a_front_page_installs_from_the_clone(page):
    "The package is in no index: who types its name gets nothing, or what somebody else put there."
    told = re.findall(r"pip install (\S+)", (ROOT / page).read_text(encoding="utf-8"))
    assert told == ["."]
