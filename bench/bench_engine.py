"""What the engine costs beside a bare loop, and what a second worker gains: `python bench/bench_engine.py [repeats]`.

The bare loop does the same work by plain code: clone and seed, fit and predict with the times taken, class scores, error, size of the
model, and at the end the same tables. The shortest loop only clones, fits, predicts and counts errors. Seconds of processor time of one
thread, the best of some turns, engine and loop by turns; for two workers, seconds on the clock.
"""
import os

for name in ('OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'MKL_NUM_THREADS'): os.environ[name] = '1'

import pickle
import platform
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import sklearn
from clfcompare import Experiment, repeated_k_fold
from clfcompare.experiment.inputs import seed_of
from sklearn.base import clone
from sklearn.datasets import load_digits, load_iris
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

X, y = load_iris(return_X_y=True)
LEARNERS = {'naive Bayes': GaussianNB(), 'tree': DecisionTreeClassifier(),
            'scaler, logistic': make_pipeline(StandardScaler(), LogisticRegression()), 'forest of 10': RandomForestClassifier(10)}


def seeded(estimator, seed):
    copy = clone(estimator)
    names = [name for name in copy.get_params() if name.split('__')[-1] == 'random_state']
    return copy.set_params(**dict.fromkeys(names, seed))


def shortest(estimator, design):
    "Errors, and nothing else."
    cells = design.split(y, rng=0)
    return [np.mean(clone(estimator).fit(X[c.train], y[c.train]).predict(X[c.test]) != y[c.test]) for c in cells]


def one_fit(estimator, cell, seed):
    X_train, y_train, X_test, y_test = X[cell.train], y[cell.train], X[cell.test], y[cell.test]
    model = seeded(estimator, seed)
    start = time.perf_counter()
    model.fit(X_train, y_train)
    middle = time.perf_counter()
    y_pred = model.predict(X_test)
    end = time.perf_counter()
    run = (cell.repeat, cell.fold, seed, middle - start, end - middle, len(pickle.dumps(model)), np.mean(y_pred != y_test))
    return run, y_test, y_pred, model.predict_proba(X_test)


def bare(estimator, design):
    "The same work, by plain code: folds, a table of runs with their errors, a table of predictions."
    cells = design.split(y, rng=seed_of(0, 'folds', 'iris'))
    seeds = [seed_of(0, 'iris', 'one', cell.repeat, cell.fold) for cell in cells]
    runs, y_true, y_pred, scores = zip(*(one_fit(estimator, cell, seed) for cell, seed in zip(cells, seeds)))
    sizes = [len(cell.test) for cell in cells]
    where = {name: np.repeat([getattr(cell, name) for cell in cells], sizes) for name in ('repeat', 'fold')}
    predictions = pd.DataFrame({**where, 'row': np.concatenate([cell.test for cell in cells]), 'y_true': np.concatenate(y_true),
                                'y_pred': np.concatenate(y_pred)})
    predictions[['score_0', 'score_1', 'score_2']] = np.concatenate(scores)
    return pd.DataFrame(runs, columns=['repeat', 'fold', 'seed', 'fit_time', 'predict_time', 'size', 'error']), predictions


def engine(estimator, design, store=None):
    return Experiment(datasets={'iris': (X, y)}, algorithms={'one': estimator}, design=design).run(store=store, progress=False)


def stored(estimator, design):
    with tempfile.TemporaryDirectory() as folder: return engine(estimator, design, Path(folder) / 'bench.sqlite')


def seconds(*calls, turns=7, clock=time.process_time):
    "The best time of each call, by turns."
    best = [np.inf] * len(calls)
    for _ in range(turns):
        for i, call in enumerate(calls):
            start = clock()
            call()
            best[i] = min(best[i], clock() - start)
    return best


def overhead(repeats):
    design = repeated_k_fold(repeats, 5)
    print('| learner | shortest loop, ms a fit | same work, ms | engine, ms | with a store, ms | engine : same work | store : same work |')
    print('|---|---|---|---|---|---|---|')
    for name, estimator in LEARNERS.items():
        if not np.allclose(engine(estimator, design).scores['value'], bare(estimator, design)[0]['error']): sys.exit('other errors')
        times = seconds(lambda e=estimator: shortest(e, design), lambda e=estimator: bare(e, design), lambda e=estimator: engine(e, design),
                        lambda e=estimator: stored(e, design))
        row = [f'{200 * t / repeats:.2f}' for t in times] + [f'{t / times[1]:.2f}' for t in times[2:]]
        print(f'| {name} | {" | ".join(row)} |', flush=True)


def two_workers():
    X, y = load_digits(return_X_y=True)
    forest = RandomForestClassifier(60)
    experiment = Experiment(datasets={'digits': (X, y)}, algorithms={'forest': forest}, design=repeated_k_fold(5, 10))
    run = partial(experiment.run, progress=False)
    run(n_jobs=2)  # the workers are started
    one, two = seconds(run, partial(run, n_jobs=2), turns=3, clock=time.perf_counter)
    print('\n| 50 fits of a forest of 60 on 1797 x 64 | seconds on the clock |\n|---|---|')
    print(f'| one worker | {one:.2f} |\n| two workers | {two:.2f} |\n| ratio | {one / two:.2f} |')


if __name__ == '__main__':
    repeats = int(sys.argv[1]) if sys.argv[1:] else 40
    print(f'{5 * repeats} fits on 120 x 4; {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, '
          f'numpy {np.__version__}, scikit-learn {sklearn.__version__}\n')
    overhead(repeats)
    two_workers()
