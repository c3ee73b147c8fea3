"Killed at any moment (kill -9) and started again, an experiment gives what it would have given undisturbed."
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from clfcompare.experiment.store import read_store
from conftest import ROOT
from small_experiment import FITS, TRIALS, check_same, done, experiment

pytestmark = pytest.mark.skipif(not hasattr(os, 'fork'), reason='needs fork and SIGKILL')


def python(code, *words, env, **options):
    "Start a child process that knows small_experiment."
    paths = os.pathsep.join([str(ROOT / 'tests'), env.get('PYTHONPATH', '')])
    command = [sys.executable, '-c', f'import sys, small_experiment as s; {code}', *map(str, words)]
    return subprocess.Popen(command, env={**env, 'PYTHONPATH': paths}, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


@pytest.fixture(scope='module')
def undisturbed():
    return experiment().run(progress=False)


def test_the_experiment_has_what_is_to_be_tested(undisturbed):
    runs = undisturbed.runs
    assert len(runs) == FITS and 0 < len(undisturbed.failed) < 20 and set(undisturbed.failed['algorithm']) == {'sulky'}
    assert runs.loc[runs['shortcut'].notna(), ['dataset', 'algorithm']].drop_duplicates().values.tolist() == [['wine', 'knn']]
    assert runs['warnings'].str.contains('slept').sum() == 20 and runs['warnings'].str.contains('400').sum() == 20


def test_killed_again_and_again(undisturbed, env, tmp_path):
    path = tmp_path / 'results.sqlite'
    child = python('s.killed(sys.argv[1], 12, pause=0.03)', path, env=env)
    out, err = child.communicate(timeout=300)
    assert child.returncode == 0, err
    ends, ok = json.loads(out), FITS + TRIALS - len(undisturbed.failed)
    counts = [count for _, count in ends]
    assert counts == sorted(counts) and counts[-1] <= ok # nothing is ever lost
    assert sum(was_killed and count < ok for was_killed, count in ends) >= 2 and any(0 < count for count in counts), ends
    before = read_store(path).query("status == 'ok' and kind == 'fit'")
    resumed = experiment(pause=0.03).run(store=path, progress=False)
    check_same(resumed, undisturbed)
    key = ['dataset', 'algorithm', 'repeat', 'fold']
    kept = resumed.runs.set_index(key)['fit_time']
    assert [kept[tuple(row[k] for k in key)] for _, row in before.iterrows()] == before['fit_time'].tolist() # not run again
    assert done(path) == ok
    assert [entry.name for entry in tmp_path.iterdir()] == ['results.sqlite']


@pytest.mark.parametrize('records', [7, 58], ids=['while tuning', 'while fitting'])
def test_killed_with_two_workers(records, undisturbed, env, tmp_path):
    path = tmp_path / 'results.sqlite'
    child = python('s.whole(sys.argv[1], n_jobs=2, records=int(sys.argv[2]))', path, records, env=env, start_new_session=True)
    child.wait(timeout=300)
    os.killpg(child.pid, signal.SIGTERM) # its workers would wait some minutes for more to do
    child.communicate()
    assert child.returncode == -signal.SIGKILL and len(read_store(path)) == records
    check_same(experiment().run(store=path, progress=False), undisturbed)
    assert done(path) == FITS + TRIALS - len(undisturbed.failed)


def test_interrupted_by_the_user(undisturbed, env, tmp_path):
    "Ctrl-C ends it, with one worker or two; what was done is kept."
    for n_jobs in (1, 2):
        path = tmp_path / f'{n_jobs}.sqlite'
        child = python('s.whole(sys.argv[1], n_jobs=int(sys.argv[2]), pause=0.2)', path, n_jobs, env=env, start_new_session=True)
        until = time.monotonic() + 120
        while not (path.exists() and path.stat().st_size and len(read_store(path)) > 21) and time.monotonic() < until: time.sleep(0.02)
        os.killpg(child.pid, signal.SIGINT) # as a terminal does: to all of them
        _, err = child.communicate(timeout=60)
        assert child.returncode != 0 and 'KeyboardInterrupt' in err.splitlines()[-1], err
        assert 21 < len(read_store(path)) < FITS + TRIALS
