"""The experiments behind the chapter on Berrar, Bradbury and Dubitzky (2006), nbs/cases/31.

Eleven models on NCI60 by ten random splits, with the features made from the training cases only: 23
principal components, or genes with the largest signal-to-noise ratios and their permutation
p-values. As in the paper, settings are chosen on the training set with the features at hand, and
all models of a split see the same genes.
"""

from functools import lru_cache

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.decomposition import PCA
from sklearn.ensemble import AdaBoostClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import clfcompare as cc
from clfcompare.algorithms.neural import ProbabilisticNeuralNetworkClassifier, RBFNetworkClassifier
from clfcompare.algorithms.selection import SignalToNoiseSelector
from clfcompare.experiment.outcomes import outcome_tables

CLASSES = ("BREAST", "CNS", "COLON", "LEUKEMIA", "MELANOMA", "NSCLC", "OVARIAN", "RENAL")
COMPONENTS, GENES, PERMUTATIONS = 23, 64, 1000
# A search by lbfgs goes another way after another last digit.
LOOSE = {"berrar_nci60": {"MLP": 0.03}}


def nci60(data):
    "57 cell lines of eight kinds."
    X, y = data["NCI60"].X, data["NCI60"].y
    keep = np.isin(y, CLASSES)  # not: 2 prostate lines, 1 unknown, 4 repeats
    return X[keep], y[keep]


@lru_cache(maxsize=16)
def chosen(values, shape, labels):
    "The genes of one training set and their p-values: found once for all models."
    X = np.frombuffer(values).reshape(shape)
    selector = SignalToNoiseSelector(
        GENES, permutations=PERMUTATIONS, max_pvalue=0.05, random_state=60
    ).fit(X, np.array(labels))
    return selector.genes_, selector.pvalues_


class SharedGenes(TransformerMixin, BaseEstimator):
    "Genes by signal-to-noise ratio and permutation p-value, the same for every model of a split."

    def fit(self, X, y):
        X = np.ascontiguousarray(X, dtype=float)
        self.genes_, self.pvalues_ = chosen(X.tobytes(), X.shape, tuple(np.asarray(y).tolist()))
        return self

    def transform(self, X):
        return np.asarray(X)[:, self.genes_]


class OneScale(TransformerMixin, BaseEstimator):
    "Divide all columns by one number, so that the mean square distance of two training cases is 1."

    def fit(self, X, y=None):
        self.scale_ = np.sqrt(2 * np.var(X, axis=0).sum())
        return self

    def transform(self, X):
        return np.asarray(X) / self.scale_


def models():
    """The eleven models; C5.0 is stood in for by an entropy tree with two cases in a leaf, its
    boosting by AdaBoost.
    """
    tree = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2)
    some = dict(folds=3)
    boosted = {f"{k}-fold boosted": AdaBoostClassifier(tree, n_estimators=k) for k in (2, 3, 4, 5)}
    return {
        "k-NN": cc.tuned(
            KNeighborsClassifier(weights="distance"),
            {"n_neighbors": [1, 3, 5], "metric": ["euclidean", "manhattan"]},
            **some,
        ),
        "SVMs": cc.tuned(
            SVC(),
            [{"kernel": ["linear"], "C": [1, 100]}, {"kernel": ["rbf"], "C": [1, 100]}],
            **some,
        ),
        "C5.0": tree,
        **boosted,
        "CART": cc.tuned(DecisionTreeClassifier(), {"ccp_alpha": [0.0, 0.02, 0.05]}, **some),
        "PNN": cc.tuned(
            ProbabilisticNeuralNetworkClassifier(), {"sigma": [0.05, 0.1, 0.2, 0.4]}, **some
        ),
        "RBF": cc.tuned(RBFNetworkClassifier(), {"n_centers": [8, 16, 24]}, **some),
        "MLP": cc.tuned(
            make_pipeline(StandardScaler(), MLPClassifier((10,), solver="lbfgs", max_iter=300)),
            {"mlpclassifier__alpha": [0.1, 1.0]},
            **some,
        ),
    }


def splits_of(features, X, y, *, splits=10, only=None, rng=60):
    "The models after a chain of transformers, on random splits."
    algorithms = {
        name: make_pipeline(*features, model)
        for name, model in models().items()
        if only is None or name in only
    }
    return cc.Experiment(
        datasets={"NCI60": (X, y)},
        algorithms=algorithms,
        design=cc.monte_carlo(splits, test_size=0.25),
        measures=["error"],
        rng=rng,
    )


def cases(outcome, features):
    "Right or wrong, case by case: one row a test of a case."
    table = outcome.predictions[["algorithm", "repeat", "row", "y_true", "y_pred"]]
    return table.assign(
        features=features, wrong=(table["y_true"] != table["y_pred"]).astype(int)
    ).drop(columns="y_pred")


def eleven(data, run):
    """Eleven models with principal components and with genes, and with components of all cases
    (as the paper seems to have done).
    """
    X, y = nci60(data)
    before = PCA(COMPONENTS, svd_solver="full").fit_transform(X)
    kinds = {
        "components": ([PCA(COMPONENTS, svd_solver="full"), OneScale()], X),
        "genes": ([SharedGenes(), StandardScaler(), OneScale()], X),
        "components of all cases": ([OneScale()], before),
    }
    outcomes = {
        name: run(splits_of(features, values, y)) for name, (features, values) in kinds.items()
    }
    scores = [outcome.scores.assign(dataset=name) for name, outcome in outcomes.items()]
    runs = [
        outcome_tables(outcome)["runs"].assign(dataset=name) for name, outcome in outcomes.items()
    ]
    tested = pd.concat(
        [cases(outcome, name) for name, outcome in outcomes.items()], ignore_index=True
    )
    return {
        "scores": pd.concat(scores, ignore_index=True),
        "runs": pd.concat(runs, ignore_index=True),
        "cases": tested,
        **features_of(X, y, tested),
    }


def features_of(X, y, tested):
    """What the features were: variance explained in each split, and how many genes had which
    p-value.
    """
    rows, genes = [], []
    for repeat, part in tested.groupby("repeat"):
        train = np.setdiff1d(np.arange(len(y)), part["row"])
        found, p = chosen(X[train].tobytes(), X[train].shape, tuple(y[train].tolist()))
        test = np.setdiff1d(np.arange(len(y)), train)
        inside, before = (
            PCA(COMPONENTS, svd_solver="full").fit(X[rows_]) for rows_ in (train, np.arange(len(y)))
        )
        lengths = {
            name: (pca.transform(X[test]) ** 2).sum(1).mean()
            / (pca.transform(X[train]) ** 2).sum(1).mean()
            for name, pca in (("inside", inside), ("before", before))
        }
        rows.append(
            {
                "repeat": repeat,
                "explained": inside.explained_variance_ratio_.sum(),
                **lengths,
                "genes": len(found),
                "largest_p": p.min(axis=0)[found].max(),
                "genes_at_smallest_p": int((p.min(axis=0) <= 1 / (PERMUTATIONS + 1) + 1e-12).sum()),
            }
        )
        genes += [{"repeat": repeat, "gene": int(g)} for g in found]
    return {"features": pd.DataFrame(rows).round(6), "genes": pd.DataFrame(genes)}


def again(data, run):
    """A hundred splits, ten studies of ten: three models; and models that go by distances, with
    components of the training cases and of all.
    """
    X, y = nci60(data)
    inside, before = (
        PCA(COMPONENTS, svd_solver="full"),
        PCA(COMPONENTS, svd_solver="full").fit_transform(X),
    )
    scores = run(
        splits_of([inside, OneScale()], X, y, splits=100, only=("k-NN", "SVMs", "C5.0"), rng=61)
    ).scores
    kinds = {
        "components": ([inside, OneScale()], X),
        "components of all cases": ([OneScale()], before),
    }
    near = {
        name: splits_of(*kind, y, splits=100, only=("k-NN", "PNN", "RBF"), rng=61)
        for name, kind in kinds.items()
    }
    parts = [run(experiment).scores.assign(dataset=name) for name, experiment in near.items()]
    return {"scores": scores, "by_distances": pd.concat(parts, ignore_index=True)}


def experiments():
    return {"berrar_nci60": (eleven, ["NCI60"]), "berrar_nci60_again": (again, ["NCI60"])}
