"""What `shortcuts="equivalent"` gains and costs: networks in the row space beside scikit-learn's,
and Irsoy's five algorithms.

    python bench/bench_equivalent.py networks [set ...]   # single fits: times, and predictions that differ, beside those of another seed
    python bench/bench_equivalent.py five [set ...]       # the whole protocol of tools/cases/irsoy.py, "off" beside "equivalent"
    python bench/bench_equivalent.py selection [repetitions]   # a gene selector with a classifier behind it, in all folds

`networks`: the first four training sets of the protocol (a third of the cases each), every gene
scaled on them; both penalties, ten hidden units, at most 500 steps. The three fits of a comparison
(plain, row space, plain with another seed) follow each other, so that what else the machine does
touches all alike. One thread, seconds of processor time. The tumour sets are fetched when they are
not there (`CLFCOMPARE_DATA` names a folder that has them).
"""

import dataclasses
import os
import sys
import time
import warnings
from pathlib import Path

os.environ.update(
    dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
)
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tools/cases")]

import irsoy
import numpy as np
from bench_irsoy import TUMOURS, cells_of, head, row, tumour
from clfcompare.algorithms import RowSpaceMLPClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

SETTINGS = {"hidden_layer_sizes": (10,), "max_iter": 500}


def fitted(model, train, labels):
    "The model, and the processor time of its fit."
    start = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the limit of 500 steps
        model.fit(train, labels)
    return model, time.process_time() - start


def compared(name):
    """Seconds of plain, row space, another seed; predictions; those that differ in the row
    space, and by the seed; fits of equal length.
    """
    X, y = tumour(name)
    seconds, counts, fits = np.zeros(3), np.zeros(3, int), np.zeros(2, int)
    for k, cell in enumerate(cells_of(name, (X, y))[:4]):
        scale = StandardScaler().fit(X[cell.train])
        train, other = (
            scale.transform(X[cell.train]),
            scale.transform(np.delete(X, cell.train, axis=0)),
        )
        for alpha in (1.0, 10.0):
            kinds = [
                MLPClassifier(solver="lbfgs", alpha=alpha, random_state=seed, **SETTINGS)
                for seed in (k, 100 + k)
            ]
            kinds.insert(1, RowSpaceMLPClassifier(alpha=alpha, random_state=k, **SETTINGS))
            models, times = zip(*[fitted(model, train, y[cell.train]) for model in kinds])
            plain, turned, seeded = (model.predict(other) for model in models)
            seconds += times
            counts += len(other), (plain != turned).sum(), (plain != seeded).sum()
            fits += 1, models[0].n_iter_ == models[1].n_iter_
    return X.shape, seconds, counts, fits


def networks(*names):
    head(
        "4 folds x 2 penalties, one fit each",
        [
            "data set",
            "cases x genes",
            "plain, s",
            "row space, s",
            "ratio",
            "fits with as many steps",
            "predictions",
            "different",
            "different by another seed",
        ],
    )
    for name in names or TUMOURS:
        shape, seconds, counts, fits = compared(name)
        row(
            name,
            "{} x {}".format(*shape),
            f"{seconds[0]:.2f}",
            f"{seconds[1]:.2f}",
            f"{seconds[0] / seconds[1]:.0f}",
            f"{fits[1]} of {fits[0]}",
            *counts,
        )


def five(*names):
    head(
        "the tumour protocol, one run each, one thread",
        [
            "data set",
            "algorithm",
            "off, s",
            "equivalent, s",
            "ratio",
            "predictions",
            "different",
            "settings different",
        ],
    )
    for name in names or ("SRBCT", "9_Tumors", "Leukemia1"):
        data, total = tumour(name), np.zeros(2)
        study = irsoy.tumours(dict.fromkeys(irsoy.TUMOURS.values(), data))
        for algorithm, estimator in study.algorithms.items():
            one, found, times = (
                dataclasses.replace(
                    study, datasets={name: data}, algorithms={algorithm: estimator}
                ),
                [],
                [],
            )
            for word in ("off", "equivalent"):
                start = time.process_time()
                found.append(dataclasses.replace(one, shortcuts=word).run(progress=False))
                times.append(time.process_time() - start)
            total += times
            off, quick = found
            differ = (off.predictions["y_pred"] != quick.predictions["y_pred"]).sum()
            settings = sum(a != b for a, b in zip(off.runs["params"], quick.runs["params"]))
            row(
                name,
                algorithm,
                *(f"{t:.2f}" for t in times),
                f"{times[0] / times[1]:.1f}",
                len(off.predictions),
                differ,
                settings,
            )
        row(
            name, "all five", *(f"{t:.2f}" for t in total), f"{total[0] / total[1]:.1f}", "", "", ""
        )


if __name__ == "__main__":
    what, *words = sys.argv[1:] or ["networks"]
    if what == "selection":
        from bench_selected import selection

        selection(*map(int, words))
    else:
        {"networks": networks, "five": five}[what](*words)
