"""RipperClassifier beside another implementation: accuracy and time of a fit on the same folds.

    python bench/bench_ripper.py [folds] [limit]

The peer is wittgenstein (pip install wittgenstein), where it is installed. Each task runs in a
process of its own, on one thread; a task that takes longer than the limit (seconds) is given up and
says so. Times are those of `fit` alone, after one fit that is not counted. The peer learns two
classes only, so every task has two.
"""

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError, version

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
TASKS = (
    "breast_cancer",
    "donors, letters",
    "donors, one-hot",
    "srbct, EWS or not",
    "made-up, 12,533 genes",
)


def data(task):
    "Features, labels 0/1, and whether the features are categories."
    import clfcompare as cc
    import numpy as np

    if task == "made-up, 12,533 genes":
        rng = np.random.default_rng(1)
        y = np.repeat([0, 1], [60, 40])
        X = rng.normal(size=(100, 12533))
        X[:, :30] += y[:, None]
        return X, y, False
    found = cc.load_dataset(task.split(",")[0])
    y = (
        np.asarray(found.y) == {"srbct, EWS or not": "EWS", "breast_cancer": 0}.get(task, 1)
    ).astype(int)
    letters = task == "donors, letters"
    return (
        (np.array([list(s) for s in found.sequences], dtype=object) if letters else found.X),
        y,
        letters,
    )


def ours(X, y, categorical):
    from clfcompare import RipperClassifier

    model = RipperClassifier(
        categorical_features=range(X.shape[1]) if categorical else None, random_state=1
    )

    def fit():
        model.fit(X, y)

    return (
        fit,
        model.predict,
        lambda: (len(model.rules_) - 1, sum(len(rule.conditions) for rule in model.rules_)),
    )


def peer(X, y, categorical):
    import numpy as np
    import pandas as pd
    import wittgenstein

    def frame(X):
        return pd.DataFrame(X).add_prefix("f")

    model, training = wittgenstein.RIPPER(random_state=1), frame(X).assign(label=y)

    def fit():
        model.fit(training, class_feat="label", pos_class=1)

    def size():
        return len(model.ruleset_.rules), sum(len(rule.conds) for rule in model.ruleset_.rules)

    return fit, lambda X: np.array(model.predict(frame(X))).astype(int), size


def one(who, task, folds):
    "Run one task in this process and print what it gave."
    import warnings

    import numpy as np
    from sklearn.model_selection import StratifiedKFold

    warnings.simplefilter("ignore")
    X, y, categorical = data(task)
    seconds, right, sizes = [], [], []
    for number, (train, test) in enumerate(
        StratifiedKFold(folds, shuffle=True, random_state=1).split(X, y)
    ):
        fit, predict, size = {"ours": ours, "peer": peer}[who](X[train], y[train], categorical)
        if number == 0 and who == "ours":
            fit()
        start = time.perf_counter()
        fit()
        seconds.append(time.perf_counter() - start)
        right.append(np.mean(predict(X[test]) == y[test]))
        sizes.append(size())
    rules, conditions = np.mean(sizes, axis=0)
    print(
        json.dumps(
            dict(
                shape=X.shape,
                seconds=statistics.median(seconds),
                accuracy=np.mean(right),
                rules=rules,
                conditions=conditions,
            )
        )
    )


def child(who, task, folds, limit):
    "The figures of one task as text, or why there are none."
    env = {**os.environ, **dict.fromkeys(THREADS, "1")}
    command = [sys.executable, __file__, "--one", who, task, str(folds)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=limit)
    except subprocess.TimeoutExpired:
        return f"all folds: more than {limit}"
    if done.returncode and "ModuleNotFoundError" in done.stderr:
        return "not installed"
    return (
        json.loads(done.stdout)
        if not done.returncode
        else "fails: " + done.stderr.strip().splitlines()[-1]
    )


def released(package):
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


def cells(found):
    if isinstance(found, str):
        return f"{found} | | | "
    return f"{found['seconds']:.3f} | {found['accuracy']:.3f} | {found['rules']:.1f} | {found['conditions']:.1f} "


def main(folds=5, limit=100):
    print(
        f"{folds} folds, one thread; {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"numpy {released('numpy')}, scikit-learn {released('scikit-learn')}, wittgenstein {released('wittgenstein')}\n"
    )
    figures = "s per fit | accuracy | rules | conditions"
    print(f"| task | cases x features | ours: {figures} | peer: {figures} | ratio of times |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for task in TASKS:
        us, them = (child(who, task, folds, limit) for who in ("ours", "peer"))
        shape = "?" if isinstance(us, str) else " x ".join(map(str, us["shape"]))
        ratio = (
            ""
            if isinstance(us, str) or isinstance(them, str)
            else f"{them['seconds'] / us['seconds']:.0f}"
        )
        print(f"| {task} | {shape} | {cells(us)}| {cells(them)}| {ratio} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        main(*map(int, sys.argv[1:]))
