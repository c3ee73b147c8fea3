"What the tests share: the tree, its notebooks, and a clean environment for child processes."

import gc
import os
from pathlib import Path

import clfcompare
import pytest

ROOT = Path(__file__).resolve().parent.parent

PUBLIC = sorted({*clfcompare.__all__, *clfcompare._SPACE} - {"__version__"})


def named(name):
    "A public name, at the top of the package or in one of its namespaces."
    return clfcompare._load(name)


def notebooks():
    "Every notebook of the tree."
    found = sorted((ROOT / "nbs").rglob("*.ipynb"))
    return [
        path
        for path in found
        if not any(part.startswith((".", "_")) for part in path.relative_to(ROOT).parts)
    ]


def name(path):
    "A path as a reader knows it, from the root of the tree."
    return path.relative_to(ROOT).as_posix()


def pytest_addoption(parser):
    parser.addoption(
        "--slow",
        action="store_true",
        help="run the cells marked `#| slow` too, and the tests marked slow",
    )
    parser.addoption(
        "--no-shown",
        action="store_true",
        help="do not compare what notebooks show (for other versions of what they import)",
    )


# What takes longest comes first and is handed out one by one, so that no worker is left with it at
# the end.
LONG_FILES = [
    "test_notebooks",
    "test_dask",
    "test_crash_resume",
    "test_workers",
    "test_shortcuts",
    "test_store",
    "test_in_step",
    "test_cases",
    "test_cli",
]
LONG_NOTEBOOKS = [
    "27_bayes",
    "31_simulate",
    "32_planning",
    "00_downloads",
    "24_multivariate",
    "25_multivariate_groups",
    "21_engine",
    "00_rowspace",
    "05_estimation",
    "03_shortcuts",
    "29_checks",
    "12_many_on_many",
    "03_ripper",
    "01_datasets",
    "09_selection_bias",
    "02_designs",
    "06_components",
]


def place(item):
    """Where a test comes: by its file (whose tests stay together, as they share fixtures), of
    notebooks the longest first.
    """

    def rank(names, text):
        return [*(name in text for name in names), True].index(True)

    return rank(LONG_FILES, item.path.stem), rank(LONG_NOTEBOOKS, item.name)


def pytest_collection_finish():
    gc.freeze()  # what is loaded by now stays, so the collector need not look at it again and again


def pytest_collection_modifyitems(config, items):
    items.sort(key=place)
    if config.getoption("--slow"):
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="slow: `make test-all` runs it"))


@pytest.fixture
def slow(request):
    "Were the slow tests asked for?"
    return request.config.getoption("--slow")


@pytest.fixture
def env(tmp_path):
    """The environment of a child process. Without IN_TEST, which nbdev's test_nb leaves behind and
    which turns nbdev_export into an empty act; without the user's own IPython; one thread where
    nothing else is asked for, as the tests themselves run side by side."""
    kept = {key: value for key, value in os.environ.items() if key not in ("IN_TEST", "MPLBACKEND")}
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**threads, **kept, "IPYTHONDIR": str(tmp_path / "ipython")}
