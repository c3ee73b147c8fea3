"""The experiments behind the chapters on Yildiz and Alpaydin (2013), nbs/cases/20 to 22.

Seven learners on four sets of DNA windows, 400 positive and 400 negative windows each, ten times ten-fold cross-validation; the
donors once more in the paper's size; and support vector machines with five sequence kernels on two of the sets.
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

from clfcompare import Dataset, Experiment, load_dataset, repeated_k_fold
from clfcompare.algorithms.sequences import SequenceKernel

PAPER = {1: 1324, 0: 4922}  # donor sites and decoys in the paper's set
SETS = {"donors": "genie462_donors", "acceptors": "genie462_acceptors", "polyadenylation": "polyadenylation", "uci": "acceptors"}
EACH = 400  # windows of each class

LEARNERS = {
    "lda": LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
    "qda": make_pipeline(PCA(30, random_state=0), QuadraticDiscriminantAnalysis(reg_param=0.1)),
    "knn": KNeighborsClassifier(10),
    "tree": DecisionTreeClassifier(criterion="entropy", min_samples_leaf=5),
    "rf": RandomForestClassifier(100),
    "svm1": SVC(kernel="linear"),
    "svm2": SVC(kernel="poly", degree=2, coef0=1),
}
KERNELS = {"spectrum 3": ("spectrum", 3), "spectrum 5": ("spectrum", 5), "places 1": ("weighted_degree", 1),
           "places 3": ("weighted_degree", 3), "places 8": ("weighted_degree", 8)}


def some(name, sizes=None, rng=2013):
    "Windows of each class, drawn at random; whole genes stay together in the folds."
    data = load_dataset(SETS[name])
    y, draw, sizes = np.asarray(data.y), np.random.default_rng(rng), sizes or {0: EACH, 1: EACH}
    return data.take(np.sort(np.concatenate([draw.choice(np.flatnonzero(y == c), sizes[c], replace=False) for c in (0, 1)])))


def counts(outcome):
    "One fit a row: tp, fn, fp, tn."
    p = outcome.predictions
    if len(outcome.failed): raise RuntimeError(f"{len(outcome.failed)} fits failed: {outcome.failed['error'].iloc[0]}")
    kinds = {"tp": (1, 1), "fn": (1, 0), "fp": (0, 1), "tn": (0, 0)}
    key = ["dataset", "algorithm", "repeat", "fold"]
    table = p[key].assign(**{kind: (p["y_true"] == t) & (p["y_pred"] == c) for kind, (t, c) in kinds.items()})
    return table.groupby(key, sort=False).sum().reset_index()


def sequences(store):
    "Seven learners, four sets, ten times ten folds."
    data = {name: some(name) for name in SETS}
    experiment = Experiment(datasets=data, algorithms=LEARNERS, design=repeated_k_fold(10, 10), measures=["error"], rng=2013)
    return {"counts": counts(experiment.run(store=store))}


def donors(store):
    "The seven learners on as many sites and decoys as the paper had, folds by gene, and folds that do not know the genes."
    by_gene = replace(some("donors", PAPER), name="by gene")
    data = [by_gene, replace(by_gene, name="blind", groups=None)]
    experiment = Experiment(datasets=data, algorithms=LEARNERS, design=repeated_k_fold(1, 10), measures=["error"], rng=1996)
    return {"counts": counts(experiment.run(store=store))}


def texts(name):
    "The windows as letters."
    data = some(name)
    return Dataset(X=np.asarray(data.sequences, dtype=object)[:, None], y=data.y, name=name, groups=data.groups, positive=1)


def kernels(store):
    "Five kernels, two sets, ten folds."
    learners = {name: make_pipeline(SequenceKernel(*kernel), SVC(kernel="precomputed", C=10)) for name, kernel in KERNELS.items()}
    data = [texts("acceptors"), texts("polyadenylation")]
    experiment = Experiment(datasets=data, algorithms=learners, design=repeated_k_fold(1, 10), measures=["error"], rng=31)
    return {"counts": counts(experiment.run(store=store))}


def experiments():
    return {"yildiz_sequences": sequences, "yildiz_donors": donors, "yildiz_kernels": kernels}
