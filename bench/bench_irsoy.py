"""Irsoy's protocol, with shortcuts and without, beside plain scikit-learn: what it costs, and
whether it predicts the same.

    python bench/bench_irsoy.py two [repetitions]        # k-NN and linear SVM, tumour sets and a made-up one of 174 x 12533
    python bench/bench_irsoy.py growth [repetitions]     # how cost grows with genes, cases and algorithms
    python bench/bench_irsoy.py five                     # five algorithms on three tumour sets: where the time goes
    python bench/bench_irsoy.py peer [limit]             # one fit of wittgenstein's Ripper (pip install wittgenstein), stopped after limit seconds

A third of the cases is the test set; five times two-fold cross-validation on the rest chooses the
setting; the ten classifiers of that setting are tested. Plain: `GridSearchCV` over the ten pairs,
then ten fits. All on the same folds. One thread, seconds of processor time, the least of some
repetitions; for two cores, seconds on the clock. The tumour sets are fetched when they are not
there (`CLFCOMPARE_DATA` names a folder that has them).
"""

import os
import platform
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

os.environ.update(
    dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
)

import numpy as np
from clfcompare import Experiment, RipperClassifier, five_by_two, load_dataset, tuned
from clfcompare.experiment.inputs import read_datasets, with_cells
from clfcompare.experiment.tuning import best_setting, fresh
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

TUMOURS = [
    "9_Tumors",
    "Brain_Tumor1",
    "Brain_Tumor2",
    "DLBCL",
    "Leukemia1",
    "Leukemia2",
    "Prostate_Tumor",
    "SRBCT",
]
KNN = {"k-NN": (KNeighborsClassifier(), {"n_neighbors": list(range(1, 11))})}
SVM = {"linear SVM": (SVC(kernel="linear"), {"C": [10.0**c for c in range(-4, 2)]})}
RIDGE = {"ridge": (RidgeClassifier(), {"alpha": [10.0**a for a in range(6)]})}
SCALED = {
    "scaled k-NN": (
        make_pipeline(StandardScaler(), KNN["k-NN"][0]),
        {"kneighborsclassifier__n_neighbors": list(range(1, 11))},
    ),
    "scaled SVM": (
        make_pipeline(StandardScaler(), SVM["linear SVM"][0]),
        {"svc__C": SVM["linear SVM"][1]["C"]},
    ),
}
NEURONS = make_pipeline(StandardScaler(), MLPClassifier((10,), solver="lbfgs", max_iter=200))
OTHERS = {
    "random forest": (RandomForestClassifier(100), {"min_samples_leaf": [1, 3]}),
    "neural network": (NEURONS, {"mlpclassifier__alpha": [1.0, 10.0]}),
    "Ripper": (RipperClassifier(), {"prune_share": [1 / 3, 0.2]}),
}


def made_up(cases, genes, classes):
    rng = np.random.default_rng(1)
    y = rng.permutation(np.arange(cases) % classes)
    X = rng.normal(8, 2, size=(cases, genes))
    X[:, ::100] += rng.normal(size=(classes, X[:, ::100].shape[1]))[y]
    return X, y


def tumour(name):
    data = load_dataset(name)
    return np.ascontiguousarray(data.X, dtype=float), np.asarray(data.y)


def cells_of(name, data):
    return with_cells(read_datasets({name: data})[0], design=five_by_two(), rng=0).cells


def plain(name, data, algorithms, seeds, n_jobs=1):
    "By algorithm, the predictions of the ten test folds."
    (X, y), cells, found = data, cells_of(name, data), {}
    pairs = [(cell.train, cell.validation) for cell in cells]
    for algorithm, (estimator, grid) in algorithms.items():
        estimator = fresh(estimator, seeds[algorithm])
        search = GridSearchCV(estimator, grid, cv=pairs, refit=False, n_jobs=n_jobs).fit(X, y)
        errors = 1 - np.column_stack(
            [search.cv_results_[f"split{i}_test_score"] for i in range(len(pairs))]
        )
        setting = search.cv_results_["params"][best_setting(errors, better="lower")]  # ties as ours
        found[algorithm] = [
            fresh(estimator, seeds[algorithm], setting)
            .fit(X[c.train], y[c.train])
            .predict(X[c.test])
            for c in cells
        ]
    return found


def ours(name, data, algorithms, shortcuts="auto"):
    made = {
        algorithm: tuned(estimator, settings)
        for algorithm, (estimator, settings) in algorithms.items()
    }
    return Experiment(
        datasets={name: data}, algorithms=made, design=five_by_two(), shortcuts=shortcuts
    ).run(progress=False)


def least(act, repetitions, clock=time.process_time):
    "The shortest of some turns, and what the last one gave."
    times = []
    for _ in range(repetitions):
        start = clock()
        given = act()
        times.append(clock() - start)
    return min(times), given


def different(outcome, found):
    "How many of how many predictions differ."
    theirs = [np.concatenate(folds) for folds in found.values()]
    mine = [
        part["y_pred"].to_numpy()
        for _, part in outcome.predictions.groupby("algorithm", sort=False)
    ]
    return sum(int((a != b).sum()) for a, b in zip(mine, theirs, strict=True)), sum(
        map(len, theirs)
    )


def measured(name, data, algorithms, repetitions):
    seeds = dict.fromkeys(algorithms, 0)  # without chance; see `five` for the others
    fast, outcome = least(lambda: ours(name, data, algorithms), repetitions)
    slow, found = least(lambda: plain(name, data, algorithms, seeds), max(1, repetitions - 2))
    return slow, fast, *different(outcome, found)


def head(text, columns):
    print(
        f"{text}; {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, numpy {np.__version__}, "
        f"scikit-learn {version('scikit-learn')}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}",
        flush=True,
    )


def row(*cells):
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def two(repetitions=5):
    algorithms = KNN | SVM
    sets = {name: tumour(name) for name in TUMOURS} | {
        "made-up, 11 classes": made_up(174, 12533, 11)
    }
    ours("SRBCT", sets["SRBCT"], algorithms)  # first calls are slower
    head(
        f"k-NN (k = 1..10) and linear SVM (six C), 160 + 20 fits a set, least of {repetitions} runs of ours and "
        f"{max(1, repetitions - 2)} of plain, one thread",
        ["data set", "cases x genes", "plain, s", "ours, s", "ratio", "predictions", "different"],
    )
    total = np.zeros(4)
    for name, data in sets.items():
        slow, fast, differ, count = measured(name, data, algorithms, repetitions)
        if name in TUMOURS:
            total += slow, fast, differ, count
        row(
            name,
            "{} x {}".format(*data[0].shape),
            f"{slow:.2f}",
            f"{fast:.3f}",
            f"{slow / fast:.0f}",
            count,
            differ,
        )
    seconds = f"{total[0]:.2f}", f"{total[1]:.3f}", f"{total[0] / total[1]:.0f}"
    row("eight tumour sets, one by one", "", *seconds, int(total[3]), int(total[2]))
    tumours = {name: sets[name] for name in TUMOURS}
    made = {name: tuned(*algorithm) for name, algorithm in algorithms.items()}
    whole = Experiment(datasets=tumours, algorithms=made, design=five_by_two())
    for label, clock, n_jobs in (
        ("one thread", time.process_time, 1),
        ("plain on two cores, clock", time.perf_counter, 2),
    ):
        fast, _ = least(lambda: whole.run(progress=False), repetitions, clock)  # noqa: B023
        slow, _ = least(
            lambda: [
                plain(*item, algorithms, dict.fromkeys(algorithms, 0), n_jobs)  # noqa: B023
                for item in tumours.items()
            ],
            max(1, repetitions - 2),
            clock,
        )
        row(
            f"eight tumour sets, one experiment, {label}",
            "",
            f"{slow:.2f}",
            f"{fast:.3f}",
            f"{slow / fast:.0f}",
            "",
            "",
        )


def growth(repetitions=3):
    both = KNN | SVM
    ours("warm", made_up(60, 500, 4), both)
    head(
        f"made-up data, 4 classes, least of {repetitions} runs of ours and {max(1, repetitions - 2)} of plain, one thread",
        ["algorithms", "cases", "genes", "plain, s", "ours, s", "ratio", "different"],
    )
    tasks = [(both, 90, genes) for genes in (300, 1000, 3000, 10000, 30000)] + [
        (both, cases, 5000) for cases in (45, 180, 360)
    ]
    tasks += [
        (group, 90, 5000) for group in (KNN, SVM, both, both | RIDGE, SCALED, both | RIDGE | SCALED)
    ]
    for algorithms, cases, genes in tasks:
        slow, fast, differ, _ = measured(
            "made-up", made_up(cases, genes, 4), algorithms, repetitions
        )
        row(
            ", ".join(algorithms),
            cases,
            genes,
            f"{slow:.2f}",
            f"{fast:.3f}",
            f"{slow / fast:.0f}",
            differ,
        )


def five():
    algorithms = KNN | SVM | OTHERS
    head(
        "one run each, one thread",
        ["data set", "algorithm", "shortcuts off, s", "auto, s", "ratio", "different"],
    )
    for name in ("SRBCT", "9_Tumors", "Leukemia1"):
        data, total = tumour(name), np.zeros(2)
        for algorithm, settings in algorithms.items():
            slow, off = least(lambda: ours(name, data, {algorithm: settings}, "off"), 1)  # noqa: B023
            fast, auto = least(lambda: ours(name, data, {algorithm: settings}), 1)  # noqa: B023
            total += slow, fast
            differ = int((auto.predictions["y_pred"] != off.predictions["y_pred"]).sum())
            row(name, algorithm, f"{slow:.2f}", f"{fast:.3f}", f"{slow / fast:.1f}", differ)
        row(
            name, "all five", f"{total[0]:.2f}", f"{total[1]:.2f}", f"{total[0] / total[1]:.1f}", ""
        )


PEER = """
import sys
import time
import warnings
sys.path.insert(0, sys.argv[1])
from bench_irsoy import cells_of, tumour
from wittgenstein import RIPPER
warnings.simplefilter('ignore')
(X, y), start = tumour('SRBCT'), time.process_time()
train = cells_of('SRBCT', (X, y))[0].train
RIPPER(random_state=1).fit(X[train], y=y[train] == y[train][0])
print(time.process_time() - start)
"""


def peer(limit=600):
    X, y = tumour("SRBCT")
    train = cells_of("SRBCT", (X, y))[0].train
    fast, _ = least(lambda: RipperClassifier().fit(X[train], y[train]), 3)
    head(f"SRBCT, {len(train)} training cases x {X.shape[1]} genes", ["Ripper", "what", "s"])
    row("ours", f"all {len(np.unique(y))} classes", f"{fast:.3f}")
    try:
        done = subprocess.run(
            [sys.executable, "-c", PEER, str(Path(__file__).parent)],
            capture_output=True,
            text=True,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        return row("wittgenstein", "one class against the rest", f"not done after {limit}")
    row(
        "wittgenstein",
        "one class against the rest",
        done.stdout.strip() or done.stderr.strip().splitlines()[-1],
    )


if __name__ == "__main__":
    what, *numbers = sys.argv[1:] or ["two"]
    {"two": two, "growth": growth, "five": five, "peer": peer}[what](*map(int, numbers))
