"""A small experiment that several tests run: uninterrupted, killed, twice at a time, on a cluster.

It has tuned and plain algorithms, one that draws random numbers, one that fails on some folds, one
that warns. As a program (`python -c "import small_experiment; small_experiment.killed(...)"`) it is
run by processes that may be killed.
"""

import ctypes
import json
import os
import random
import signal
import sys
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
from clfcompare import Experiment, five_by_two, monte_carlo, tuned
from clfcompare.experiment.store import Store, read_store
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris, load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier


class Slow(GaussianNB):
    "Naive Bayes that takes its time and complains."

    def __init__(self, pause=0.004):
        super().__init__()
        self.pause = pause

    def fit(self, X, y):
        time.sleep(self.pause)
        warnings.warn(f"slept, with {len(y)} cases", stacklevel=2)
        return super().fit(X, y)


class Sulky(ClassifierMixin, BaseEstimator):
    "Fails when the mean of its first feature is high."

    def fit(self, X, y):
        if X[:, 0].mean() > self.bound(y):
            raise RuntimeError(f"not with {X[0, 0]:.1f} in front")
        self.classes_, counts = np.unique(y, return_counts=True)
        self.most_ = self.classes_[counts.argmax()]
        return self

    def bound(self, y):
        return 5.85 if len(y) < 28 else 12.98

    def predict(self, X):
        return np.full(len(X), self.most_)


def experiment(pause=0.004):
    """2 data sets x 4 algorithms x 10 splits, and 20 splits to tune by. One has more columns
    than rows, so that there are shortcuts.
    """
    iris, wine = load_iris(), load_wine()
    wide = np.hstack([wine.data[::2], np.random.default_rng(5).normal(size=(89, 100))])
    knn = tuned(KNeighborsClassifier(), {"n_neighbors": [1, 4, 400]})
    return Experiment(
        datasets={
            "iris": (iris.data[::2], iris.target[::2]),
            "wine": (wide, wine.target_names[wine.target[::2]]),
        },
        algorithms={
            "knn": knn,
            "forest": RandomForestClassifier(2),
            "slow": Slow(pause),
            "sulky": Sulky(),
        },
        design=five_by_two(),
        measures=["error", "macro_f1"],
        rng=11,
    )


FITS, TRIALS = 80, 20


class Hostile(GaussianNB):
    "Does to its process what no learner should."

    def __init__(self, deed="none"):
        super().__init__()
        self.deed = deed

    def fit(self, X, y):
        if self.deed == "exit":
            os._exit(5)
        if self.deed == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        if self.deed == "leave":
            sys.exit(4)
        if self.deed == "mute":
            raise Mute
        if self.deed == "endless":
            ctypes.PyDLL(None).sleep(1000)  # in C, and no other thread of Python runs meanwhile
        return super().fit(X, y)


class Mute(BaseException):
    def __str__(self):
        raise self


REASONS = {
    "exit": "exit code 5",
    "crash": "SIGSEGV",
    "leave": "SystemExit: 4",
    "mute": "Mute",
    "endless": "TimeLimit: not done after 3 s",
}


def hostile():
    """One fit each of learners that are lost with their process, raise what is no Exception, or
    never end; and of two good ones.
    """
    iris = load_iris()
    learners = (
        {"first": GaussianNB()} | {deed: Hostile(deed) for deed in REASONS} | {"last": Hostile()}
    )
    return Experiment(
        datasets={"iris": (iris.data[::2], iris.target[::2])},
        algorithms=learners,
        design=monte_carlo(1),
        rng=3,
    )


def check_hostile(outcome):
    "Each is a row that says why; the good ones are not harmed; the summary names them."
    runs = outcome.runs.set_index("algorithm")
    assert runs.index[runs["status"] == "ok"].tolist() == ["first", "last"]
    for name, words in REASONS.items():
        assert words in runs["error"][name], runs["error"][name]
        assert f"{name} 1 times, first: " in outcome.summary() and words in outcome.summary()


def tables(outcome):
    "The three tables, without what is different every time."
    return [
        outcome.scores,
        outcome.predictions,
        outcome.runs.drop(columns=["fit_time", "predict_time"]),
    ]


def check_same(one, other):
    "Row for row, to the last digit."
    for a, b in zip(tables(one), tables(other)):
        pd.testing.assert_frame_equal(a, b, check_exact=True)


def forked(work):
    "A child process that does the work; its number."
    number = os.fork()
    if number:
        return number
    try:
        work()
    except BaseException as error:  # a child must not go on where its parent does
        os.write(2, repr(error).encode())
        os._exit(1)
    os._exit(0)


def done(path):
    "How many records that went well a store holds; 0 when it is not yet made."
    return (
        int((read_store(path)["status"] == "ok").sum())
        if os.path.exists(path) and os.path.getsize(path)
        else 0
    )


def killed(path, kills, pause):
    """Start it again and again, and kill it: at any moment, then after some more records; print
    how it ended and how much was done.
    """
    ends = []
    for i in range(kills):
        records = random.randint(1, 9) if i >= kills // 3 else None
        child = forked(
            lambda records=records: whole(
                path, pause=pause, records=records, delay=random.uniform(0, 0.02)
            )
        )
        if records is None:
            time.sleep(random.uniform(0, 0.25))  # no result depends on how far it has come by then
            os.kill(child, signal.SIGKILL)
        ends.append([os.WIFSIGNALED(os.waitpid(child, 0)[1]), done(path)])
    json.dump(ends, sys.stdout)


def children(number):
    "The processes that a process has started, and those that they have (Linux)."

    def parent(path):
        try:
            return int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            return None  # it has just ended

    parents = {int(path.parent.name): parent(path) for path in Path("/proc").glob("[0-9]*/stat")}
    own = [child for child, one in parents.items() if one == number]
    return own + [one for child in own for one in children(child)]


def lives(number):
    "Is there such a process, and is it more than an entry in a list?"
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def crowd(path, writers, records):
    """Some processes make a store at the same moment and write, every second record the same as
    another's; print how they ended.
    """
    start = time.monotonic() + 0.2

    def write(number):
        time.sleep(max(0, start - time.monotonic()))
        with Store(path) as store:
            for i in range(records):
                store.keep(
                    f'{{"seed": {i if i % 2 else 1000 * number + i}}}',
                    dict(status="ok", y_pred=np.arange(i)),
                )

    children = [forked(lambda number=number: write(number)) for number in range(1, writers + 1)]
    json.dump([os.waitpid(child, 0)[1] for child in children], sys.stdout)


def whole(path, pause=0.004, records=None, then="die", delay=0, **how):
    """Run it once; with `records`, until so many are kept: then this process kills itself, without
    farewell, after printing who its children are; or, with `then='tell'`, prints a line and goes
    on."""
    keep, kept = Store.keep, []

    def keep_and_act(store, definition, record):
        keep(store, definition, record)
        kept.append(1)
        if len(kept) != records:
            return
        if then == "tell" or not delay:
            os.write(1, (json.dumps(children(os.getpid())) + "\n").encode())
        if then == "die" and delay:
            threading.Timer(delay, os.kill, (os.getpid(), signal.SIGKILL)).start()
        elif then == "die":
            os.kill(os.getpid(), signal.SIGKILL)

    if records is not None:
        Store.keep = keep_and_act
    experiment(pause).run(store=path, progress=False, **how)


def stuck():
    "Start fits of which one is in C code for ever, in two workers; tell when it is."

    class Telling(Hostile):
        def fit(self, X, y):
            os.write(2, b"begun\n")
            return super().fit(X, y)

    iris = load_iris()
    learners = {"one": Telling("endless"), "other": Telling("endless")}
    Experiment(
        datasets={"iris": (iris.data, iris.target)}, algorithms=learners, design=monte_carlo(1)
    ).run(n_jobs=2, progress=False)
