"""The experiments behind the chapters on Yildiz and Alpaydin (2013), nbs/cases/20 to 22.

Seven learners on four sets of DNA windows, 400 positive and 400 negative windows each, ten times
ten-fold cross-validation; the donors once more in the paper's size; and support vector machines
with five sequence kernels on two of the sets.
"""

from dataclasses import replace

import numpy as np
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from dealt import Dealt

from clfcompare import Experiment, repeated_k_fold
from clfcompare.data import Dataset
from clfcompare.algorithms.sequences import SequenceKernel

PAPER = {1: 1324, 0: 4922}  # donor sites and decoys in the paper's set
SETS = {
    "donors": "genie462_donors",
    "acceptors": "genie462_acceptors",
    "polyadenylation": "polyadenylation",
    "uci": "acceptors",
}
EACH = 400  # windows of each class

LEARNERS = {
    "lda": LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
    "qda": make_pipeline(PCA(30), QuadraticDiscriminantAnalysis(reg_param=0.1)),
    "knn": KNeighborsClassifier(10),
    "tree": DecisionTreeClassifier(criterion="entropy", min_samples_leaf=5),
    "rf": RandomForestClassifier(100),
    "svm1": SVC(kernel="linear"),
    "svm2": SVC(kernel="poly", degree=2, coef0=1),
}
KERNELS = {
    "spectrum 3": ("spectrum", 3),
    "spectrum 5": ("spectrum", 5),
    "places 1": ("weighted_degree", 1),
    "places 3": ("weighted_degree", 3),
    "places 8": ("weighted_degree", 8),
}


def some(data, name, sizes=None, rng=2013):
    "Windows of each class, drawn at random; whole genes stay together in the folds."
    whole = data[SETS[name]]
    y, draw, sizes = np.asarray(whole.y), np.random.default_rng(rng), sizes or {0: EACH, 1: EACH}
    return whole.take(
        np.sort(
            np.concatenate(
                [draw.choice(np.flatnonzero(y == c), sizes[c], replace=False) for c in (0, 1)]
            )
        )
    )


def counts(outcome):
    "One fit a row: tp, fn, fp, tn."
    p = outcome.predictions
    kinds = {"tp": (1, 1), "fn": (1, 0), "fp": (0, 1), "tn": (0, 0)}
    key = ["dataset", "algorithm", "repeat", "fold"]
    table = p[key].assign(
        **{kind: (p["y_true"] == t) & (p["y_pred"] == c) for kind, (t, c) in kinds.items()}
    )
    return table.groupby(key, sort=False).sum().reset_index()


def sequences(data, run):
    "Seven learners, four sets, ten times ten folds."
    drawn = {name: some(data, name) for name in SETS}
    experiment = Experiment(
        datasets=drawn,
        algorithms=LEARNERS,
        design=repeated_k_fold(repeats=10, folds=10),
        measures=["error"],
        rng=2013,
    )
    return {"counts": counts(run(experiment))}


def donors(data, run):
    """The seven learners on as many sites and decoys as the paper had, folds by gene, and folds
    that do not know the genes.
    """
    by_gene = replace(some(data, "donors", PAPER), name="by gene")
    blind = replace(by_gene, name="blind", groups=None)
    experiment = Experiment(
        datasets=[by_gene, blind],
        algorithms=LEARNERS,
        design=Dealt(repeated_k_fold(repeats=1, folds=10), "yildiz_donors"),
        measures=["error"],
        rng=1996,
    )
    return {"counts": counts(run(experiment))}


def texts(data, name):
    "The windows as letters."
    drawn = some(data, name)
    return Dataset(
        X=np.asarray(drawn.sequences, dtype=object)[:, None],
        y=drawn.y,
        name=name,
        groups=drawn.groups,
        positive=1,
    )


def kernels(data, run):
    "Five kernels, two sets, ten folds."
    learners = {
        name: make_pipeline(SequenceKernel(*kernel), SVC(kernel="precomputed", C=10))
        for name, kernel in KERNELS.items()
    }
    both = [texts(data, "acceptors"), texts(data, "polyadenylation")]
    experiment = Experiment(
        datasets=both,
        algorithms=learners,
        design=repeated_k_fold(repeats=1, folds=10),
        measures=["error"],
        rng=31,
    )
    return {"counts": counts(run(experiment))}


def experiments():
    return {
        "yildiz_sequences": (sequences, SETS.values()),
        "yildiz_donors": (donors, [SETS["donors"]]),
        "yildiz_kernels": (kernels, [SETS["acceptors"], SETS["polyadenylation"]]),
    }
