"The same experiment on a cluster of two processes; one of them is killed on the way."
import dataclasses
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from clfcompare import ClfCompareError
from clfcompare.experiment.store import Store, read_store
from sklearn.naive_bayes import GaussianNB
from small_experiment import FITS, TRIALS, check_same, done, experiment


@pytest.fixture(autouse=True)
def only_when_there_is_time(slow):
    if not slow: pytest.skip('starts a cluster and kills its workers, which needs an idle machine: make test-all runs it')


distributed = pytest.importorskip('distributed')


@pytest.fixture(scope='module')
def undisturbed():
    return experiment().run(progress=False)


@pytest.fixture
def client():
    with distributed.LocalCluster(n_workers=2, processes=True, host='127.0.0.1', dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client: yield client


def kill_when(path, least, victims):
    "Wait until a store holds some records, then kill workers by their numbers."
    until = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size and len(read_store(path)) >= least) and time.monotonic() < until: time.sleep(0.02)
    for number in victims: os.kill(number, signal.SIGKILL)


def start(*words):
    watcher = threading.Thread(target=kill_when, args=words)
    watcher.start()
    return watcher


@pytest.mark.skipif(not hasattr(signal, 'SIGKILL'), reason='needs SIGKILL')
def test_a_worker_is_killed_and_the_tables_are_the_same(client, undisturbed, tmp_path):
    path, numbers = tmp_path / 'results.sqlite', list(client.run(os.getpid).values())
    watcher = start(path, 30, numbers[:1])
    outcome = experiment().run(store=path, backend='dask', progress=False)
    watcher.join()
    check_same(outcome, undisturbed)
    assert done(path) == FITS + TRIALS - len(undisturbed.failed)
    # All workers die, and the data with them: they are sent again.
    path, numbers = tmp_path / 'again.sqlite', list(client.run(os.getpid).values())
    assert len(numbers) >= 1
    watcher = start(path, 5, numbers)
    check_same(experiment().run(store=path, backend='dask', progress=False), undisturbed)
    watcher.join()
    # What a cluster has done need not be done again at home.
    check_same(experiment().run(store=path, progress=False), undisturbed)


def test_workers_of_several_threads_do_one_fit_at_a_time(undisturbed):
    with distributed.LocalCluster(n_workers=1, threads_per_worker=4, processes=False, dashboard_address=None) as cluster:
        with distributed.Client(cluster): check_same(experiment().run(backend='dask', n_jobs=3, progress=False), undisturbed)


def test_without_a_client_the_two_lines_are_shown(tmp_path):
    path = tmp_path / 'none.sqlite'
    with pytest.raises(ClfCompareError) as told: experiment().run(store=path, backend='dask', progress=False)
    lines = [line.split('#')[0].strip() for line in str(told.value).splitlines() if line.startswith('    ')]
    assert lines == ['from dask.distributed import Client', 'client = Client()'] and not path.exists()
    for line in lines: compile(line, 'shown', 'exec')


def test_dask_is_imported_only_when_asked_for(env):
    code = ('import sys; from clfcompare import Experiment, k_fold; from sklearn.naive_bayes import GaussianNB; import numpy as np\n'
            'X, y = np.random.default_rng(1).normal(size=(30, 2)), np.arange(30) % 2\n'
            'Experiment(datasets={"a": (X, y)}, algorithms={"b": GaussianNB()}, design=k_fold(3)).run(store={}, progress=False)\n'
            'sys.exit("dask" in sys.modules or "distributed" in sys.modules)')
    assert subprocess.run([sys.executable, '-c', code], env=env).returncode == 0


class Stranger(GaussianNB):
    "A learner that no other process can have."
    def __reduce__(self): return at_home, (os.getpid(),)


def at_home(number):
    if number != os.getpid(): raise ModuleNotFoundError("No module named 'strange'")
    return Stranger()


def test_a_learner_that_the_workers_do_not_have(client, tmp_path):
    "The error says so, and the store can be used at once."
    path = tmp_path / 'results.sqlite'
    strange = dataclasses.replace(experiment(), algorithms={'stranger': Stranger()})
    with pytest.raises(ClfCompareError, match="workers must be able to run.*strange"):
        strange.run(store=path, backend='dask', progress=False)
    with Store(path) as store: assert store.known([]) == {}
