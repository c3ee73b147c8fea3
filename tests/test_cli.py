"The command line as a process of its own: what it prints may be cut off by whoever reads it."
import subprocess
import sys

import pytest
from conftest import ROOT

COMMAND = [sys.executable, '-c', 'import sys; from clfcompare.report.cli import main; sys.exit(main())']


@pytest.mark.parametrize('words', ['datasets', 'compare --help', 'compare results.csv --measure error --better lower'])
def test_a_reader_that_stops_early(words, env, tmp_path):
    "As in `clfcompare datasets | head -1`: nothing is said about it, and it is no failure."
    rows = [f'd{i},{10 + i % 7},{12 + i % 5},{11 + i % 3}' for i in range(30)]
    (tmp_path / 'results.csv').write_text('\n'.join(['dataset,svm,knn,tree', *rows]))
    child = subprocess.Popen(COMMAND + words.split(), cwd=tmp_path, env=env | {'PYTHONPATH': str(ROOT)}, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child.stdout.close()
    assert child.stderr.read() == '' and child.wait(60) == 0
    child.stderr.close()


def test_the_table_of_data_sets(env):
    "Shape, classes, where it comes from, cached or not; then source and licence of each."
    child = subprocess.run([*COMMAND, 'datasets'], cwd=ROOT, env=env, capture_output=True, text=True)
    head, srbct, *_ = child.stdout.splitlines()
    assert child.returncode == 0 and head.split() == ['name', 'n', 'features', 'classes', 'where', 'cached', 'verified']
    assert srbct.split() == ['srbct', '83', '2308', '4', 'embedded', 'yes', 'yes']
    assert '\n14_Tumors: Ramaswamy et al. 2001;' in child.stdout and child.stdout.count('Licence:') == 25
    assert max(map(len, child.stdout.splitlines())) <= 100
