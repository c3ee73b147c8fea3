"""A gene selector with a classifier behind it, in all folds: the engine with shared scores, and
without. Called by bench_equivalent.py.
"""

import time

import numpy as np
from bench_irsoy import head, made_up, row
from clfcompare import Experiment, five_by_two, k_fold, tuned
from clfcompare.algorithms import GeneSelector
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC

GENES, NUMBERS = 12533, [5, 10, 20, 50, 100]


def algorithms(method, numbers):
    made = {}
    for name, last in (("3-NN", KNeighborsClassifier(3)), ("linear SVM", SVC(kernel="linear"))):
        pipeline = make_pipeline(GeneSelector(20, method=method), last)
        made[name] = tuned(pipeline, {"geneselector__k": numbers}) if numbers else pipeline
    return made


def measured(experiment, repetitions):
    """Least processor time of the engine with shared scores and without, in turn, and the two
    outcomes.
    """
    times, found = np.full(2, np.inf), {}
    for _ in range(repetitions):
        for i, word in enumerate(("off", "auto")):
            start = time.process_time()
            found[word] = Experiment(**experiment, shortcuts=word).run(progress=False)
            times[i] = min(times[i], time.process_time() - start)
    return times, found["off"], found["auto"]


def selection(repetitions=2):
    head(
        f"{GENES} genes, 90 cases, least of {repetitions} runs, the two ways in turn, one thread",
        [
            "classes",
            "score",
            "protocol",
            "fits",
            "off, s",
            "auto, s",
            "ratio",
            "predictions",
            "different",
            "settings different",
        ],
    )
    for classes in (2, 4):
        data = made_up(90, GENES, classes)
        for method in ("signal_to_noise", "wilcoxon"):
            for label, design, numbers in (
                ("5x2 cv, five numbers of genes tuned", five_by_two(), NUMBERS),
                ("10-fold, 20 genes", k_fold(10), None),
            ):
                experiment = dict(
                    datasets={"made-up": data},
                    algorithms=algorithms(method, numbers),
                    design=design,
                )
                times, off, auto = measured(experiment, repetitions)
                differ = (off.predictions["y_pred"] != auto.predictions["y_pred"]).sum()
                settings = sum(a != b for a, b in zip(off.runs["params"], auto.runs["params"]))
                fits = len(off.runs) * (1 + len(numbers or []))
                row(
                    classes,
                    method,
                    label,
                    fits,
                    *(f"{t:.2f}" for t in times),
                    f"{times[0] / times[1]:.1f}",
                    len(off.predictions),
                    differ,
                    settings,
                )
