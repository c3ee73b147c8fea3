"""What is built for others: its metadata, its files, and that it works when it is installed away
from this tree.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from email import message_from_string
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import ROOT
from test_repo import SETTINGS

sys.path += [str(ROOT), str(ROOT / "tools")]
import ignored
import pythons
import setup as build_script

WITHOUT = ("__pycache__", "_modidx.py", ".ipynb_checkpoints")


def run(*command, cwd, env=None, ok=True):
    "What a child process prints; it must end well."
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=env, capture_output=True, text=True
    )
    assert not ok or done.returncode == 0, (
        f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    )
    return done


def tracked(folder):
    "The files of a folder that belong to the package, from the root of the tree."
    found = [
        path.relative_to(ROOT) for path in sorted((ROOT / folder).rglob("*")) if path.is_file()
    ]
    return {
        path.as_posix()
        for path in found
        if not set(path.parts) & set(WITHOUT) and not path.name.endswith((".pyc", ".tmp"))
    }


# Without a network


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    "The metadata, and the list of files of a source distribution, as setuptools writes them."
    folder = tmp_path_factory.mktemp("described")
    run(sys.executable, "setup.py", "-q", "egg_info", "--egg-base", folder, cwd=ROOT)
    made = folder / "clfcompare.egg-info"
    return made, message_from_string((made / "PKG-INFO").read_text(encoding="utf-8"))


def test_the_metadata_say_what_the_settings_say(described):
    _, said = described
    assert (said["Name"], said["Version"], said["Summary"]) == (
        SETTINGS["lib_name"],
        SETTINGS["version"],
        SETTINGS["description"],
    )
    assert (
        said["License-Expression"] == "Apache-2.0"
        and said["License-File"] == "LICENSE"
        and said["Requires-Python"] == ">=3.11"
    )
    assert set(said.get_all("Requires-Dist")) >= set(SETTINGS["requirements"].split())
    assert set(said.get_all("Provides-Extra")) == {
        "dev",
        "docs",
        "cluster",
        "course",
        "explore",
        "parquet",
    }
    assert len(said.get_all("Requires-Dist")) == sum(
        len(SETTINGS[key].split()) for key in SETTINGS if key.endswith("requirements")
    )


def test_the_metadata_lead_somewhere(described):
    _, said = described
    urls = dict(line.split(", ") for line in said.get_all("Project-URL"))
    assert (
        urls.keys() == {"Homepage", "Documentation", "Source", "Changelog", "Issues"}
        and len(set(urls.values())) == 4
    )
    assert all(
        url.startswith((SETTINGS["git_url"], SETTINGS["doc_host"])) and "%" not in url
        for url in urls.values()
    )
    versions = [
        line.rpartition(" :: ")[2]
        for line in said.get_all("Classifier")
        if re.search(r":: 3\.\d", line)
    ]
    assert versions == SETTINGS["python_versions"].split() and versions[0] == SETTINGS["min_python"]
    assert "Operating System :: OS Independent" in said.get_all("Classifier")


def test_the_page_of_the_package_has_no_link_that_works_only_here(described):
    _, said = described
    text = said.get_payload()
    targets = re.findall(r"\]\(([^)]+)\)", text)
    assert (
        len(targets)
        == len(re.findall(r"\]\(", (ROOT / "README.md").read_text(encoding="utf-8")))
        > 20
    )
    assert not [target for target in targets if not target.startswith(("https://", "#"))]
    local = [
        re.fullmatch(re.escape(SETTINGS["git_url"]) + r"/(raw|blob)/main/([^#]+)(#.*)?", target)
        for target in targets
    ]
    assert all((ROOT / link[2]).exists() for link in local if link), (
        "a link to a file that is not there"
    )
    pictures = re.findall(
        r"!\[.*?\]\((docs/.*?)\)", (ROOT / "README.md").read_text(encoding="utf-8")
    )
    assert [link[2] for link in local if link and link[1] == "raw"] == pictures


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("[a](b/c.md)", "[a]({0}/blob/main/b/c.md)"),
        ("![a b](c.png) and [d](e)", "![a b]({0}/raw/main/c.png) and [d]({0}/blob/main/e)"),
        ("[![badge](b.svg)](c.md)", "[![badge]({0}/raw/main/b.svg)]({0}/blob/main/c.md)"),
        (
            "[a](https://b.org) [c](#d) [e](mailto:f) [g](/h)",
            "[a](https://b.org) [c](#d) [e](mailto:f) [g](/h)",
        ),
    ],
)
def test_links_are_made_absolute(text, made):
    assert build_script.absolute(text) == made.format(SETTINGS["git_url"])


def test_entry_points_lead_to_something(described):
    points = re.findall(
        r"^\S+ = ([\w.]+):(\w+)$", (described[0] / "entry_points.txt").read_text(), re.MULTILINE
    )
    assert points and all(
        find_spec(module) and f"def {name}(" in Path(find_spec(module).origin).read_text()
        for module, name in points
    )
    assert "_modidx" not in (described[0] / "entry_points.txt").read_text()


def test_the_source_distribution_is_complete(described):
    files = set((described[0] / "SOURCES.txt").read_text(encoding="utf-8").splitlines())
    wanted = set().union(*map(tracked, ("clfcompare", "nbs", "tests", "tools", "docs")))
    assert len(wanted) > 200 and not wanted - files
    assert (
        set(
            "settings.ini setup.py pyproject.toml README.md LICENSE CHANGELOG.md CITATION.cff Makefile pytest.ini".split()
        )
        <= files
    )
    assert not [file for file in files if set(Path(file).parts) & set(WITHOUT)]


def test_every_python_is_tried_with_both_choices_of_packages(monkeypatch, capsys):
    tried = []

    def check(version, choice, tests):
        tried.append((version, choice, *tests))
        if (version, choice) == ("3.12", "oldest"):
            raise pythons.Failed("much was said\nand this at last")

    monkeypatch.setattr(pythons, "check", check)
    monkeypatch.setattr(pythons, "build", lambda: None)
    assert pythons.main(["--tests", "a.py"]) is True
    versions = SETTINGS["python_versions"].split()
    assert tried == [(v, c, "a.py") for v in versions for c in ("oldest", "newest")]
    said = capsys.readouterr().out.strip().splitlines()[-len(tried) :]
    assert [line.endswith(": passed") for line in said].count(False) == 1
    assert said[2] == "Python 3.12, oldest packages: FAILED: and this at last"
    tried.clear()
    assert pythons.main(["--only", "3.13"]) is False
    assert tried == [("3.13", "oldest"), ("3.13", "newest")]


def test_a_python_that_is_not_to_be_had_is_said_with_what_brings_it(monkeypatch):
    def run(*command):
        raise pythons.Failed("no interpreter found")

    monkeypatch.setattr(pythons, "run", run)
    with pytest.raises(pythons.Failed, match=r"uv python install 3\.14$"):
        pythons.check("3.14", "newest", [])


# With a package registry


@pytest.fixture(scope="session")
def registry(tmp_path_factory):
    "Skip where no package can be fetched."
    folder = tmp_path_factory.mktemp("registry")
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "--no-deps",
        "--no-cache-dir",
        "-d",
        folder,
        "setuptools>=77",
    ]
    done = run(*command, cwd=folder, ok=False)
    if done.returncode:
        pytest.skip("needs a package registry, and none is reached: offline")


@pytest.fixture(scope="session")
def built(registry, tmp_path_factory):
    "A source distribution, the wheel made from it, and a wheel made from the tree."
    folder = tmp_path_factory.mktemp("built")
    copy = shutil.copytree(ROOT, folder / "copy", ignore=ignored.left_out)
    (copy / "clfcompare/_modidx.py").write_text(
        "d = {}  # as nbdev_export leaves it in a checkout\n"
    )
    run(sys.executable, "-m", "build", "--outdir", folder / "dist", copy, cwd=folder)
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder / "tree", copy, cwd=folder)
    return folder


def contents(wheel):
    "Name -> bytes of the files in a wheel."
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.slow
def test_source_distribution_and_tree_make_the_same_wheel(built):
    [one], [two] = (built / "dist").glob("*.whl"), (built / "tree").glob("*.whl")
    a, b = contents(one), contents(two)
    assert {
        "clfcompare/py.typed",
        "clfcompare/__init__.pyi",
        "clfcompare/explore/frame.js",
    } <= a.keys()  # a checkout has them anyway
    assert a == b and one.name == two.name
    package = {name for name in a if ".dist-info/" not in name}
    assert package == tracked("clfcompare") and [
        name for name in a if name.endswith("licenses/LICENSE")
    ]
    [archive] = (built / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert (
        tracked("clfcompare")
        | tracked("nbs")
        | {"settings.ini", "LICENSE", "CHANGELOG.md", "CITATION.cff"}
        <= names
    )


@pytest.mark.slow
def test_the_page_of_the_package_can_be_shown(built):
    run(sys.executable, "-m", "twine", "check", "--strict", *(built / "dist").iterdir(), cwd=built)


class Installed:
    "An environment of its own, in which nothing of this tree can be seen."

    def __init__(self, folder, *requirements):
        venv.create(folder / "venv", with_pip=True)
        self.folder, self.python = folder, folder / "venv/bin/python"
        self.env = {
            key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "IN_TEST")
        } | {"MPLBACKEND": "Agg"}
        run(self.python, "-m", "pip", "install", "-q", *requirements, cwd=folder, env=self.env)

    def __call__(self, *command):
        return run(*command, cwd=self.folder, env=self.env).stdout

    def code(self, text):
        return self(self.python, "-c", text)

    def command(self, words):
        return self(self.python.with_name("clfcompare"), *words.split())


@pytest.fixture(scope="module")
def fresh(built, tmp_path_factory):
    return Installed(tmp_path_factory.mktemp("fresh"), *(built / "dist").glob("*.whl"))


@pytest.mark.slow
def test_what_is_installed_is_the_wheel(fresh):
    place, version = fresh.code(
        "import clfcompare; print(clfcompare.__file__, clfcompare.__version__)"
    ).split()
    assert Path(place).is_relative_to(fresh.folder) and version == SETTINGS["version"]
    assert str(ROOT) not in fresh.code("import sys; print(sys.path)")
    if "--version" in fresh.command("--help"):
        assert version in fresh.command("--version").split()


@pytest.mark.slow
def test_the_quick_start_runs(fresh):
    said = " ".join(fresh.code(pythons.readme_code()).split())
    shown = re.findall(r"\n\n((?:    .+\n)+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(shown) >= 2 and all(" ".join(text.split()) in said for text in shown)


@pytest.mark.slow
def test_the_command_runs(fresh):
    (fresh.folder / "results.csv").write_text(
        "dataset,svm,knn\n" + "".join(f"d{i},{0.1 + i / 100},{0.13 + i / 90}\n" for i in range(12))
    )
    fresh.command("demo")
    said = fresh.command("compare results.csv --measure error --better lower --html report.html")
    assert "12 data sets" in said and "svm" in said
    pages = [
        (fresh.folder / page).read_text(encoding="utf-8") for page in ("demo.html", "report.html")
    ]
    assert all("</html>" in page for page in pages) and "srbct" in fresh.command("datasets")


@pytest.mark.slow
def test_all_data_are_there(fresh):
    outcomes, results, sets = json.loads(
        fresh.code("""
import clfcompare as cc, json
outcomes = cc.data.available_outcomes()
for name in outcomes: assert all(len(table) for table in cc.load_outcome(name).tables.values())
results = list(cc.data.available_results()["name"])
for name in results: assert len(cc.load_results(name))
sets = cc.data.available_datasets()
sets = list(sets.loc[sets["where"] == "embedded", "name"])
for name in sets: assert len(cc.load_dataset(name).y)
print(json.dumps([outcomes, results, sets]))
""")
    )
    assert (
        set(outcomes)
        == {path.name for path in (ROOT / "clfcompare/data/outcomes").iterdir() if path.is_dir()}
        and len(outcomes) > 5
    )
    assert len(results) >= 3 and {"srbct", "donors"} <= set(sets)
