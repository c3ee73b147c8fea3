"""Every explorer is moved by its keys in Chromium, on the pages of the site and in JupyterLab: see
tools/explorers_check.mjs. Both homes must show the same, step by step, and each step takes less
than 100 ms."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import threading
import time
import tomllib
import urllib.error
import urllib.request
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest
from clfcompare.explore.frame import NAMES
from conftest import ROOT

sys.path.append(str(ROOT / "tools"))
import site_pages
import site_tables

DEPS = Path(os.environ.get("SITE_DEPS", ROOT / "_site_deps"))
SHOWN = tomllib.loads((ROOT / "docs/site/explorers.toml").read_text(encoding="utf-8"))["explorer"]
SHOTS = os.environ.get("EXPLORER_SHOTS")  # a folder for pictures to look at


def test_each_stands_on_the_site_and_in_its_lecture():
    assert [one["name"] for one in SHOWN] and {one["name"] for one in SHOWN} == set(NAMES)
    for one in SHOWN:
        text = (ROOT / "nbs" / f"{site_tables.numbered(one['lecture'])}.ipynb").read_text(
            encoding="utf-8"
        )
        sources = ["".join(cell["source"]) for cell in json.loads(text)["cells"]]
        cells = [source for source in sources if not source.startswith("#| hide")]
        [at] = [
            i for i, source in enumerate(cells) if f"cc.explore.explore_{one['name']}(" in source
        ]
        assert "**Predict.**" in cells[at - 1] and "**Try.**" in cells[at + 1], one["name"]
        assert one["question"].endswith("?") and len(one["try"]) > 100
        assert f'data-explorer=\\"{one["name"]}\\"' in text, (
            "the notebook does not carry the explorer"
        )


def lacking(*modules):
    "What these tests need and this machine does not have."
    for module in modules:
        if find_spec(module) is None:
            return f"{module} is not installed"
    missing = [
        each for each in ("mathjax", "node_modules/playwright-core") if not (DEPS / each).exists()
    ]
    if missing:
        return f"{' and '.join(missing)} not fetched: make docs-check"
    if not shutil.which("node"):
        return "Node.js is not installed"
    names = ("chromium", "chromium-browser", "google-chrome")
    return (
        None
        if os.environ.get("CHROMIUM") or any(map(shutil.which, names))
        else "Chromium is not installed"
    )


def moved(*words):
    "What the driver saw: page -> explorer -> its steps. Nothing must be wrong."
    shots = ["--shots", SHOTS] if SHOTS else []
    command = ["node", "tools/explorers_check.mjs", DEPS, *words, *shots]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr[-4000:]
    seen = json.loads(done.stdout)
    assert all(
        one["slowest"] < 100 and one["spoken"] and one["steps"]
        for page in seen.values()
        for one in page.values()
    )
    return seen


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def served():
    "Serves a folder, and ends the server with the test."
    servers = []

    def start(folder):
        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{servers[-1].server_port}"

    yield start
    for server in servers:
        server.shutdown()


def small_site(folder):
    "The pages of the site that show an explorer, as Sphinx makes them."
    lectures = [site_tables.numbered(one["lecture"]) for one in SHOWN]
    names = [
        "explorers/index",
        *dict.fromkeys(lectures),
        *(site_tables.numbered(f"explore/{one['name']}") for one in SHOWN),
    ]
    made = site_pages.build()
    kept = {f"{name}{ending}" for name in names for ending in (".md", ".ipynb")} | {
        "conf.py",
        "references.bib",
    }
    for path, content in made.items():
        if path in kept or path.startswith(("_static/", "_templates/")):
            site_pages.put(folder / "src" / path, content)
    (folder / "src/_extra").mkdir()
    shutil.copytree(DEPS / "mathjax", folder / "src/_static/mathjax")
    (folder / "src/index.md").write_text(
        "# Pages\n\n```{toctree}\n" + "\n".join(f"/{name}" for name in names) + "\n```\n"
    )
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", folder / "src", folder / "site"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return names


@pytest.mark.slow
def test_they_move_on_the_site(tmp_path, served):
    if reason := lacking("sphinx", "myst_nb", "pydata_sphinx_theme"):
        pytest.skip(reason)
    names, base = small_site(tmp_path), served(tmp_path / "site")
    seen = moved(*(f"{base}/{name}.html" for name in names))
    lectures = [one["lecture"] for one in SHOWN]
    assert [len(page) for page in seen.values()] == [
        len(SHOWN),
        *map(lectures.count, dict.fromkeys(lectures)),
        *[1] * len(SHOWN),
    ]


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture
def lab(tmp_path):
    "JupyterLab on a notebook with all explorers; its address."
    if reason := lacking("jupyterlab", "anywidget", "ipykernel"):
        pytest.skip(reason)
    calls = [
        nbformat.v4.new_code_cell(f"import clfcompare as cc\ncc.explore.explore_{one['name']}()")
        for one in SHOWN
    ]
    kernel = dict(kernelspec=dict(name="python3", language="python", display_name="Python 3"))
    nbformat.write(nbformat.v4.new_notebook(cells=calls, metadata=kernel), tmp_path / "all.ipynb")
    port, token = free_port(), secrets.token_hex(8)
    options = dict(
        port=port,
        ServerApp__root_dir=tmp_path,
        IdentityProvider__token=token,
        LabApp__expose_app_in_browser=True,
        LabApp__check_for_updates_class="jupyterlab.NeverCheckForUpdate",
    )
    words = [f"--{key.replace('__', '.')}={value}" for key, value in options.items()]
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", *words]
    folders = (
        "IPYTHONDIR",
        "JUPYTER_CONFIG_DIR",
        "JUPYTER_RUNTIME_DIR",
        "JUPYTERLAB_SETTINGS_DIR",
        "JUPYTERLAB_WORKSPACES_DIR",
    )
    own = {key: str(tmp_path / key.lower()) for key in folders}
    with open(tmp_path / "lab.log", "w") as log:
        server = subprocess.Popen(
            command,
            cwd=tmp_path,
            env=os.environ | own | {"PYTHONPATH": str(ROOT)},
            stdout=log,
            stderr=log,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{address}/api/status?token={token}", timeout=5).close()
            except (urllib.error.URLError, OSError):
                time.sleep(0.5)
            else:
                break
        else:
            pytest.fail((tmp_path / "lab.log").read_text()[-2000:])
        yield f"{address}/lab/tree/all.ipynb?token={token}"
    finally:
        server.terminate()
        server.wait(30)


@pytest.mark.slow
def test_they_move_in_jupyterlab_as_on_a_page(tmp_path, lab, served):
    import clfcompare as cc

    [there] = moved("--lab", lab).values()
    for one in SHOWN:
        getattr(cc.explore, f"explore_{one['name']}")().save(tmp_path / f"{one['name']}.html")
    base = served(tmp_path)
    pages = moved(*(f"{base}/{one['name']}.html" for one in SHOWN)).values()
    here = [step for page in pages for one in page.values() for step in one["steps"]]
    steps = [step for one in there.values() for step in one["steps"]]
    differ = [
        (a["control"], a["words"], b["words"])
        for a, b in zip(here, steps)
        if (a["words"], a["boxes"]) != (b["words"], b["boxes"])
    ]
    assert len(here) == len(steps) and not differ
