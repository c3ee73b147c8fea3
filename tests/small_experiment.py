"""A small experiment that several tests run: uninterrupted, killed, twice at a time, on a cluster.

It has tuned and plain algorithms, one that draws random numbers, one that fails on some folds, one that warns. As a program
(`python -c "import small_experiment; small_experiment.killed(...)"`) it is run by processes that may be killed.
"""
import json
import os
import random
import signal
import sys
import time
import warnings

import numpy as np
import pandas as pd
from clfcompare import Experiment, five_by_two, tuned
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
        warnings.warn(f'slept, with {len(y)} cases', stacklevel=2)
        return super().fit(X, y)


class Sulky(ClassifierMixin, BaseEstimator):
    "Fails when the mean of its first feature is high."
    def fit(self, X, y):
        if X[:, 0].mean() > self.bound(y): raise RuntimeError(f'not with {X[0, 0]:.1f} in front')
        self.classes_, counts = np.unique(y, return_counts=True)
        self.most_ = self.classes_[counts.argmax()]
        return self

    def bound(self, y): return 5.85 if len(y) < 28 else 12.98

    def predict(self, X): return np.full(len(X), self.most_)


def experiment(pause=0.004):
    "2 data sets x 4 algorithms x 10 splits, and 20 splits to tune by. One has more columns than rows, so that there are shortcuts."
    iris, wine = load_iris(), load_wine()
    wide = np.hstack([wine.data[::2], np.random.default_rng(5).normal(size=(89, 100))])
    knn = tuned(KNeighborsClassifier(), {'n_neighbors': [1, 4, 400]})
    return Experiment(datasets={'iris': (iris.data[::2], iris.target[::2]), 'wine': (wide, wine.target_names[wine.target[::2]])},
                      algorithms={'knn': knn, 'forest': RandomForestClassifier(2), 'slow': Slow(pause), 'sulky': Sulky()},
                      design=five_by_two(), measures=['error', 'macro_f1'], rng=11)


FITS, TRIALS = 80, 20


def tables(outcome):
    "The three tables, without what is different every time."
    return [outcome.scores, outcome.predictions, outcome.runs.drop(columns=['fit_time', 'predict_time'])]


def check_same(one, other):
    "Row for row, to the last digit."
    for a, b in zip(tables(one), tables(other)): pd.testing.assert_frame_equal(a, b, check_exact=True)


def forked(work):
    "A child process that does the work; its number."
    number = os.fork()
    if number: return number
    try: work()
    except BaseException as error: # a child must not go on where its parent does
        os.write(2, repr(error).encode())
        os._exit(1)
    os._exit(0)


def done(path):
    "How many records that went well a store holds; 0 when it is not yet made."
    return int((read_store(path)['status'] == 'ok').sum()) if os.path.exists(path) and os.path.getsize(path) else 0


def killed(path, kills, pause):
    "Start the experiment again and again, and kill it: at any moment, then some records later; print how it ended and how much was done."
    ends = []
    for i in range(kills):
        before, more = done(path), random.randint(0, 12) if i >= kills // 3 else 0
        child = forked(lambda: experiment(pause).run(store=path, progress=False))
        alive = True
        while alive and done(path) < before + more:
            time.sleep(0.005)
            alive = os.waitpid(child, os.WNOHANG) == (0, 0)
        time.sleep(random.uniform(0, 0.05 if more else 0.25))
        ends.append([alive and _killed(child), done(path)])
    json.dump(ends, sys.stdout)


def _killed(child):
    "Kill a child process; False if it had ended by itself."
    os.kill(child, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def crowd(path, writers, records):
    "Some processes make a store at the same moment and write, every second record the same as another's; print how they ended."
    start = time.monotonic() + 0.2

    def write(number):
        time.sleep(max(0, start - time.monotonic()))
        with Store(path) as store:
            for i in range(records):
                store.keep(f'{{"seed": {i if i % 2 else 1000 * number + i}}}', dict(status='ok', y_pred=np.arange(i)))
    children = [forked(lambda number=number: write(number)) for number in range(1, writers + 1)]
    json.dump([os.waitpid(child, 0)[1] for child in children], sys.stdout)


def whole(path, n_jobs=1, pause=0.004, records=None):
    "Run it once; with `records`, until so many are kept: then this process kills itself, without farewell."
    keep, kept = Store.keep, []

    def keep_and_die(store, definition, record):
        keep(store, definition, record)
        kept.append(1)
        if len(kept) == records: os.kill(os.getpid(), signal.SIGKILL)
    if records is not None: Store.keep = keep_and_die
    experiment(pause).run(store=path, n_jobs=n_jobs, progress=False)
