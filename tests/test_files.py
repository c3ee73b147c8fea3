"On a disk that is full, the file that was there stays, and no stump is left."
import subprocess
import sys

import pytest
from conftest import ROOT

CODE = """
import resource, sys
from pathlib import Path
import numpy as np, pandas as pd
import clfcompare as cc
from clfcompare.core.files import write_file
from clfcompare.experiment.outcomes import save_outcome
from clfcompare.report.cli import main

table = pd.DataFrame(np.random.default_rng(4).random((30, 3)), columns=['svm', 'knn', 'tree'], index=[f'd{i}' for i in range(30)])
table.rename_axis('dataset').to_csv('results.csv')
scores = cc.scores_from_wide(table, measure='error', better='lower')
large = pd.DataFrame({'x': np.random.default_rng(5).random(400)})
asked = ['compare', 'results.csv', '--measure', 'error', '--better', 'lower']
writes = {
    'page': lambda path: cc.compare(scores).to_html(path),
    'bytes': lambda path: write_file(path, bytes(900)),
    'outcome': lambda path: save_outcome(path.name, {'scores': scores, 'large': large}, path.parent),
    'html': lambda path: main([*asked, '--html', str(path)]),
    'latex': lambda path: main([*asked, '--latex', str(path)]),
}
for name in writes:
    place = Path(name, 'there')
    place.parent.mkdir()
    if name == 'outcome':
        place.mkdir()
        place = place / 'about.json'
    place.write_text('what was there')
resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700)) # from now on, no file may grow beyond 700 bytes
for name, write in writes.items():
    try: found = write(Path(name, 'there'))
    except OSError as error: found = error.strerror
    print(name, found)
"""


def test_a_full_disk(env, tmp_path):
    "A report, an outcome, a page and a LaTeX file of the command line."
    pytest.importorskip('resource')
    child = subprocess.run([sys.executable, '-c', CODE], cwd=tmp_path, env=env | {'PYTHONPATH': str(ROOT)}, capture_output=True, text=True)
    told = dict(line.split(' ', 1) for line in child.stdout.splitlines())
    assert told == dict(page='File too large', bytes='File too large', outcome='File too large', html='1', latex='1'), child.stderr
    assert child.stderr.count('File too large') == 2
    for name in told:
        place = tmp_path / name / 'there'
        assert [path.name for path in place.parent.iterdir()] == ['there'] # no draft either
        assert (place / 'about.json' if name == 'outcome' else place).read_text() == 'what was there'
