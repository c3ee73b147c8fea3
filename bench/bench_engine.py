"""What the engine costs beside a bare loop, what a second worker gains, and how much memory it
takes.

    python bench/bench_engine.py overhead [repeats]
    python bench/bench_engine.py workers
    python bench/bench_engine.py memory [cases] [columns]

The bare loop does the same work by plain code: clone and seed, fit and predict with the times
taken, class scores, error, size of the model, and at the end the same tables. The shortest loop
only clones, fits, predicts and counts errors. Seconds of processor time of one thread, the best of
some turns, engine and loop by turns. For two workers, seconds on the clock, beside two processes
that have nothing to do with each other: no engine can gain more than these. Memory is the
proportional set size of the process and its workers (what they share counts once), looked at every
20 ms; on Linux only.
"""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import contextlib
import pickle
import platform
import subprocess
import sys
import tempfile
import time
from functools import partial
from multiprocessing import Process
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
LEARNERS = {
    "naive Bayes": GaussianNB(),
    "tree": DecisionTreeClassifier(),
    "scaler, logistic": make_pipeline(StandardScaler(), LogisticRegression()),
    "forest of 10": RandomForestClassifier(10),
}


def seeded(estimator, seed):
    copy = clone(estimator)
    names = [name for name in copy.get_params() if name.split("__")[-1] == "random_state"]
    return copy.set_params(**dict.fromkeys(names, seed))


def shortest(estimator, design):
    "Errors, and nothing else."
    cells = design.split(y, rng=0)
    return [
        np.mean(clone(estimator).fit(X[c.train], y[c.train]).predict(X[c.test]) != y[c.test])
        for c in cells
    ]


def one_fit(estimator, cell, seed, scored):
    X_train, y_train, X_test, y_test = X[cell.train], y[cell.train], X[cell.test], y[cell.test]
    model = seeded(estimator, seed)
    start = time.perf_counter()
    model.fit(X_train, y_train)
    middle = time.perf_counter()
    y_pred = model.predict(X_test)
    end = time.perf_counter()
    run = (
        cell.repeat,
        cell.fold,
        seed,
        middle - start,
        end - middle,
        len(pickle.dumps(model)),
        np.mean(y_pred != y_test),
    )
    return run, y_test, y_pred, model.predict_proba(X_test) if scored else None


def bare(estimator, design, scored=True):
    """The same work, by plain code: folds, a table of runs with their errors, a table of
    predictions.
    """
    cells = design.split(y, rng=seed_of(0, "folds", "iris"))
    seeds = [seed_of(0, "iris", "one", cell.repeat, cell.fold) for cell in cells]
    runs, y_true, y_pred, probabilities = zip(
        *(one_fit(estimator, cell, seed, scored) for cell, seed in zip(cells, seeds))
    )
    sizes = [len(cell.test) for cell in cells]
    where = {
        name: np.repeat([getattr(cell, name) for cell in cells], sizes)
        for name in ("repeat", "fold")
    }
    predictions = pd.DataFrame(
        {
            **where,
            "row": np.concatenate([cell.test for cell in cells]),
            "y_true": np.concatenate(y_true),
            "y_pred": np.concatenate(y_pred),
        }
    )
    if scored:
        predictions[["score_0", "score_1", "score_2"]] = np.concatenate(probabilities)
    return pd.DataFrame(
        runs, columns=["repeat", "fold", "seed", "fit_time", "predict_time", "size", "error"]
    ), predictions


def engine(estimator, design, store=None, class_scores="always"):
    experiment = Experiment(
        datasets={"iris": (X, y)},
        algorithms={"one": estimator},
        design=design,
        class_scores=class_scores,
    )
    return experiment.run(store=store, progress=False)


def stored(estimator, design):
    with tempfile.TemporaryDirectory() as folder:
        return engine(estimator, design, Path(folder) / "bench.sqlite")


def seconds(*calls, turns=7, clock=time.process_time):
    "The best time of each call, by turns."
    best = [np.inf] * len(calls)
    for _ in range(turns):
        for i, call in enumerate(calls):
            start = clock()
            call()
            best[i] = min(best[i], clock() - start)
    return best


def overhead(repeats=40, turns=15):
    """Class scores are asked for in the columns `scored`, and left out in the others, as in the
    shortest loop.
    """
    design = repeated_k_fold(repeats=repeats, folds=5)
    head(f"{5 * repeats} fits on 120 x 4, milliseconds a fit, best of {turns} turns")
    print(
        "| learner | shortest loop | same work | engine | engine : shortest | engine : same work | scored: same work | engine | with a store | engine : same work | store : same work |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for name, e in LEARNERS.items():
        if not np.allclose(engine(e, design).scores["value"], bare(e, design)[0]["error"]):
            sys.exit("other errors")
        calls = (
            shortest,
            partial(bare, scored=False),
            partial(engine, class_scores="asked"),
            bare,
            engine,
            stored,
        )
        short, same, ours, same_scored, ours_scored, kept = seconds(
            *(partial(call, e, design) for call in calls), turns=turns
        )
        times = [
            f"{200 * t / repeats:.2f}" for t in (short, same, ours, same_scored, ours_scored, kept)
        ]
        ratios = [
            f"{r:.2f}"
            for r in (ours / short, ours / same, ours_scored / same_scored, kept / same_scored)
        ]
        print(
            f"| {name} | {' | '.join(times[:3] + ratios[:2] + times[3:] + ratios[2:])} |",
            flush=True,
        )


def digits():
    X, y = load_digits(return_X_y=True)
    return Experiment(
        datasets={"digits": (X, y)},
        algorithms={"forest": RandomForestClassifier(60)},
        design=repeated_k_fold(repeats=5, folds=10),
    )


def apart(share):
    "Some of the fits of `digits`, in a plain loop."
    X, y = load_digits(return_X_y=True)
    for cell in digits().design.split(y, rng=0)[share]:
        RandomForestClassifier(60).fit(X[cell.train], y[cell.train]).predict(X[cell.test])


def both_apart():
    halves = [Process(target=apart, args=(slice(start, None, 2),)) for start in (0, 1)]
    for half in halves:
        half.start()
    for half in halves:
        half.join()


def workers():
    run = partial(digits().run, progress=False)
    run(n_jobs=2)  # the workers are started
    one, two, alone, pair = seconds(
        run,
        partial(run, n_jobs=2),
        partial(apart, slice(None)),
        both_apart,
        turns=3,
        clock=time.perf_counter,
    )
    head("50 fits of a forest of 60 on 1797 x 64, seconds on the clock")
    print("| | one | two | ratio |\n|---|---|---|---|")
    print(
        f"| workers of an experiment | {one:.2f} | {two:.2f} | {one / two:.2f} |\n| plain loop, in one and in two processes | {alone:.2f} | {pair:.2f} | {alone / pair:.2f} |"
    )


WATCHED = """
import sys
import numpy as np
from clfcompare import Experiment, k_fold
from sklearn.svm import SVC
from sklearn.naive_bayes import GaussianNB
cases, columns, n_jobs, shortcuts = *map(int, sys.argv[1:4]), sys.argv[4]
X, y = np.random.default_rng(0).normal(size=(cases, columns)), np.arange(cases) % 3
learners = {'linear SVM': SVC(kernel='linear'), 'naive Bayes': GaussianNB()}
if n_jobs: Experiment(datasets={'made-up': (X, y)}, algorithms=learners, design=k_fold(5), shortcuts=shortcuts).run(n_jobs=n_jobs, progress=False)
else:
    for cell in k_fold(5).split(y, rng=0):
        for learner in learners.values(): learner.fit(X[cell.train], y[cell.train]).predict(X[cell.test])
"""


def family(pid):
    "A process and those it started."
    found = [pid]
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += [one for child in path.read_text().split() for one in family(int(child))]
    return found


def held(pid):
    "Bytes of a process, what it shares by share."
    with contextlib.suppress(OSError):
        return sum(
            1024 * int(line.split()[1])
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            if line.startswith("Pss:")
        )
    return 0


def most_held(*arguments):
    "The most that a child and its workers held, and how many processes that were."
    child, most = subprocess.Popen([sys.executable, "-c", WATCHED, *map(str, arguments)]), (0, 0)
    while child.poll() is None:
        sizes = list(map(held, family(child.pid)))
        most = max(most, (sum(sizes), sum(size > 3e7 for size in sizes)))
        time.sleep(0.02)
    return most


def memory(cases=174, columns=12533):
    data = 8e-6 * cases * columns
    head(f"{cases} x {columns}, {data:.0f} MB; linear SVM and naive Bayes, 5 folds")
    print(
        "| | most memory, MB | processes | data + a fold per worker + 200 MB |\n|---|---|---|---|"
    )
    for name, n_jobs, shortcuts in (
        ("plain loop", 0, "off"),
        ("one worker", 1, "auto"),
        ("one worker, no shortcuts", 1, "off"),
        ("two workers", 2, "auto"),
    ):
        most, processes = most_held(cases, columns, n_jobs, shortcuts)
        print(
            f"| {name} | {most / 1e6:.0f} | {processes} | {data * (1 + max(1, n_jobs)) + 200:.0f} |",
            flush=True,
        )


def head(text):
    print(
        f"\n{text}; {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, numpy {np.__version__}, "
        f"scikit-learn {sklearn.__version__}\n"
    )


if __name__ == "__main__":
    what, *numbers = sys.argv[1:] or ["overhead"]
    {"overhead": overhead, "workers": workers, "memory": memory}[what](*map(int, numbers))
