"Every notebook runs from top to bottom. Each is run in a child process, so that none can lean on what another left behind."
import subprocess
import sys

import pytest
from conftest import ROOT, name, notebooks

CHILD = '''
import sys
from pathlib import Path
from nbdev.test import test_nb
passed, _ = test_nb(Path(sys.argv[1]), skip_flags=sys.argv[2:])
sys.exit(not passed)
'''


def run(path, env, *, skip):
    "Run a notebook but for the cells with one of these directives."
    return subprocess.run([sys.executable, '-c', CHILD, str(path), *skip], cwd=ROOT, env=env, capture_output=True, text=True)


@pytest.mark.parametrize('path', notebooks(), ids=name)
def test_notebook(path, env, slow):
    child = run(path, env, skip=[] if slow else ['slow'])
    assert child.returncode == 0, child.stderr


@pytest.mark.parametrize(('source', 'skip', 'passes'), [
    ('1 / 0', [], False),
    ('#| eval: false\n1 / 0', [], True),
    ('#| slow\n1 / 0', ['slow'], True),
    ('#| slow\n1 / 0', [], False),
])
def test_a_failing_cell_is_seen_and_directives_are_honoured(source, skip, passes, env, tmp_path):
    import nbformat.v4 as v4
    path = tmp_path / 'made.ipynb'
    path.write_text(v4.writes(v4.new_notebook(cells=[v4.new_code_cell(source)])))
    assert (run(path, env, skip=skip).returncode == 0) is passes
