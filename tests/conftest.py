"What the tests share: the tree, its notebooks, and a clean environment for child processes."
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def notebooks():
    "Every notebook of the tree."
    found = sorted((ROOT / 'nbs').rglob('*.ipynb'))
    return [path for path in found if not any(part.startswith(('.', '_')) for part in path.relative_to(ROOT).parts)]


def name(path):
    "A path as a reader knows it, from the root of the tree."
    return path.relative_to(ROOT).as_posix()


def pytest_addoption(parser):
    parser.addoption('--slow', action='store_true', help='run the cells marked `#| slow` too')


@pytest.fixture
def slow(request):
    return request.config.getoption('--slow')


@pytest.fixture
def env(tmp_path):
    """The environment of a child process. Without IN_TEST, which nbdev's test_nb leaves behind and which turns nbdev_export into
    an empty act; without the user's own IPython; one thread, as the tests themselves run side by side."""
    kept = {key: value for key, value in os.environ.items() if key not in ('IN_TEST', 'MPLBACKEND')}
    threads = dict.fromkeys(('OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'MKL_NUM_THREADS'), '1')
    return {**kept, **threads, 'IPYTHONDIR': str(tmp_path / 'ipython')}
