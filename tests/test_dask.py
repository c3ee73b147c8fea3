"The same experiment on a cluster of two processes; one of them is killed on the way, then all."

import contextlib
import dataclasses
import multiprocessing.forkserver
import os
import signal
import subprocess
import sys
import types

import numpy as np
import pytest
from clfcompare import ClfCompareError, Experiment, five_by_two, k_fold, tuned
from clfcompare.experiment import fitting
from clfcompare.experiment.store import Store
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from small_experiment import FITS, TRIALS, check_hostile, check_same, done, experiment, hostile

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")


@pytest.fixture(scope="module")
def undisturbed():
    return experiment().run(progress=False)


@pytest.fixture(scope="module")
def two_processes():
    """A client of a cluster. Its processes come from a server that has the packages loaded, so
    that a new one is there at once.
    """
    multiprocessing.forkserver.set_forkserver_preload(
        ["distributed", "clfcompare.experiment.fitting", "sklearn.ensemble"]
    )
    multiprocessing.forkserver.ensure_running()
    here = {"host": "127.0.0.1", "dashboard_address": ":0"}
    with dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}):
        cluster = distributed.LocalCluster(
            n_workers=2, processes=True, threads_per_worker=1, **here
        )
        with distributed.Client(cluster, set_as_default=False) as client:
            yield client
        with contextlib.suppress(KeyError):
            cluster.close()  # which may look for the address of a worker that was killed


@pytest.fixture
def client(two_processes):
    "The active client, with both workers there."
    two_processes.wait_for_workers(2, timeout=120)
    with two_processes.as_current():
        yield two_processes


def kill_after(count, victims, monkeypatch):
    """Have processes killed as soon as a store was given so many records; a list that tells
    whether it has happened.
    """
    keep, told = Store.keep, []

    def keep_and_kill(self, definition, record):
        keep(self, definition, record)
        told.append(len(told) + 1)
        if len(told) == count:
            for number in victims:
                os.kill(number, signal.SIGKILL)

    monkeypatch.setattr(Store, "keep", keep_and_kill)
    return told


def workers(client):
    "The process numbers of the workers."
    return list(client.run(os.getpid).values())


needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")


@needs_kill
@pytest.mark.parametrize(
    ("count", "share"),
    [
        pytest.param(9, 1, id="one while tuning"),
        pytest.param(31, 2, id="all while fitting", marks=pytest.mark.slow),
    ],
)
def test_workers_are_killed_and_the_tables_are_the_same(
    count, share, client, undisturbed, tmp_path, monkeypatch
):
    "One worker: the other goes on. All, and the data with them: the data are sent again."
    path, before = tmp_path / "results.sqlite", workers(client)
    told = kill_after(count, before[:share], monkeypatch)
    outcome = experiment().run(store=path, backend="dask", progress=False)
    check_same(outcome, undisturbed)
    assert len(told) == FITS + TRIALS > count and done(path) == len(told) - len(undisturbed.failed)
    assert not set(before[:share]) & set(workers(client))
    # What a cluster has done need not be done again at home.
    check_same(experiment().run(store=path, progress=False), undisturbed)
    assert len(told) == FITS + TRIALS + len(undisturbed.failed)


def test_the_data_travel_once_and_fits_have_one_thread(client, monkeypatch):
    "Tasks hold no data; a fit sees one BLAS thread."

    class Threads(GaussianNB):
        def fit(self, X, y):
            from threadpoolctl import threadpool_info

            self.seen_ = max((pool["num_threads"] for pool in threadpool_info()), default=1)
            if self.seen_ != 1:
                raise RuntimeError(f"{self.seen_} threads")
            return super().fit(X, y)

    sent, parcels, scatter, submit = [], [], client.scatter, client.submit
    monkeypatch.setattr(
        client, "scatter", lambda data, **how: sent.append(data) or scatter(data, **how)
    )
    monkeypatch.setattr(
        client,
        "submit",
        lambda f, parcel, *rest, **how: parcels.append(parcel) or submit(f, parcel, *rest, **how),
    )
    X, y = np.random.default_rng(3).normal(size=(90, 700)), np.arange(90) % 2
    outcome = Experiment(
        datasets={"wide": (X, y), "narrow": (X[:, :5], y)},
        algorithms={"threads": Threads(), "bayes": GaussianNB()},
        design=k_fold(6),
    ).run(backend="dask", progress=False)
    assert len(outcome.failed) == 0, outcome.failed["error"][0]
    assert [data[0][0].shape for data in sent] == [X.shape, (90, 5)] and len(parcels) == 12
    assert max(map(len, parcels)) < 9000 < X.nbytes / 50
    sent.clear()
    Experiment(
        datasets={"wide": (X, y)},
        algorithms={"tree": tuned(DecisionTreeClassifier(), {"max_depth": [1, 2]})},
        design=five_by_two(),
    ).run(backend="dask", progress=False)
    assert len(sent) == 1  # for tuning and for the fits


def test_workers_of_several_threads_do_one_fit_at_a_time(undisturbed):
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=4, processes=False, dashboard_address=":0"
    ) as cluster:
        with distributed.Client(cluster):
            check_same(experiment().run(backend="dask", n_jobs=3, progress=False), undisturbed)


class Stranger(GaussianNB):
    "A learner that no other process can have."

    def __reduce__(self):
        return at_home, (os.getpid(),)


def at_home(number):
    if number != os.getpid():
        raise ModuleNotFoundError("No module named 'strange'")
    return Stranger()


def test_a_learner_that_the_workers_do_not_have(client, tmp_path):
    "The error says so, and the store can be used at once."
    path = tmp_path / "results.sqlite"
    strange = dataclasses.replace(experiment(), algorithms={"stranger": Stranger()})
    with pytest.raises(ClfCompareError, match="workers must be able to run.*strange"):
        strange.run(store=path, backend="dask", progress=False)
    with Store(path) as store:
        assert store.known([]) == {}


def test_fits_that_are_lost_are_rows(client):
    "They end a process that the worker has for them, and not the worker."
    before = workers(client)
    check_hostile(hostile().run(backend="dask", time_limit=3, progress=False))
    assert workers(client) == before


def lost():
    raise distributed.CancelledError("forgotten")


@pytest.mark.parametrize(
    "future",
    [
        types.SimpleNamespace(status="lost"),
        types.SimpleNamespace(status="cancelled"),
        types.SimpleNamespace(
            status="finished", exception=lambda: None, result=lost
        ),  # lost after it came, before it was fetched
        types.SimpleNamespace(status="finished", exception=lost),
    ],
)
def test_what_is_lost_is_asked_for_again(future):
    assert fitting._result(future, 3) is None


def test_a_fit_that_killed_one_worker_after_the_other_is_a_row():
    """What the scheduler says then; made by hand, as in a small cluster the data may die with
    the workers.
    """
    error = distributed.KilledWorker("task", types.SimpleNamespace(address="a"), 3)
    records = fitting._result(types.SimpleNamespace(status="error", exception=lambda: error), 2)
    assert [(r["status"], r["error"]) for r in records] == [
        ("failed", "KilledWorker: 4 workers died of it")
    ] * 2


def test_without_a_client_the_two_lines_are_shown(tmp_path):
    path = tmp_path / "none.sqlite"
    with pytest.raises(ClfCompareError) as told:
        experiment().run(store=path, backend="dask", progress=False)
    lines = [
        line.split("#")[0].strip()
        for line in str(told.value).splitlines()
        if line.startswith("    ")
    ]
    assert (
        lines == ["from dask.distributed import Client", "client = Client()"] and not path.exists()
    )
    for line in lines:
        compile(line, "shown", "exec")


def test_a_client_that_is_closed_is_told():
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=":0") as cluster:
        client = distributed.Client(cluster, set_as_default=False)
    with client.as_current(), pytest.raises(ClfCompareError, match="must stay open|active"):
        experiment().run(backend="dask", progress=False)
    client.close()


def test_dask_is_imported_only_when_asked_for(env):
    code = (
        "import sys; from clfcompare import Experiment, k_fold; from sklearn.naive_bayes import GaussianNB; import numpy as np\n"
        "X, y = np.random.default_rng(1).normal(size=(30, 2)), np.arange(30) % 2\n"
        'Experiment(datasets={"a": (X, y)}, algorithms={"b": GaussianNB()}, design=k_fold(3)).run(store={}, progress=False)\n'
        'sys.exit("dask" in sys.modules or "distributed" in sys.modules)'
    )
    assert subprocess.run([sys.executable, "-c", code], env=env).returncode == 0
