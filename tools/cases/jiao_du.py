"""The experiments behind the chapters on Jiao and Du (2016), nbs/cases/50 and 51.

Donor sites of 462 human genes, in folds of whole genes: scores of six learners for every window,
and what happens when positives are taken out of the training sets. Nine kinds of tumour, one of
them with two patients.
"""

import numpy as np
import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from dealt import Dealt

from clfcompare import Experiment, k_fold, repeated_k_fold
from clfcompare.measures.curves import auc_roc

LEARNERS = {
    "forest": RandomForestClassifier(200, min_samples_leaf=3),
    "logistic": LogisticRegression(max_iter=1000),
    "lda": LinearDiscriminantAnalysis(),
    "bayes": BernoulliNB(),
    "25-nn": KNeighborsClassifier(25),
    "tree": DecisionTreeClassifier(min_samples_leaf=20),
}
RATIOS = (4, 10, 30, 100, 300)  # negatives for one positive in training


def donors(data, run):
    "One window a row: gene, fold, truth, and the score of every learner (four digits)."
    windows = data["genie462_donors"]
    design = Dealt(k_fold(10), "jiao_du_donors")
    experiment = Experiment(
        datasets=[windows], algorithms=LEARNERS, design=design, measures=["error"], rng=2016
    )
    wide = run(experiment).predictions.pivot(
        index=["row", "fold", "y_true"], columns="algorithm", values="score"
    )
    wide = (
        wide[list(LEARNERS)].apply(lambda column: [float(f"{v:.4g}") for v in column]).reset_index()
    )
    return {
        "windows": wide.drop(columns="row").assign(gene=np.asarray(windows.groups)[wide["row"]])
    }


def fewer(y, train, ratio, rng):
    "The training windows with positives left out until there are `ratio` negatives for each."
    positive = rng.permutation(train[y[train] == 1])
    return np.r_[positive[: round((y[train] == 0).sum() / ratio)], train[y[train] == 0]]


def trained_on_few(data):
    """Counts at the usual threshold and areas, with fewer and fewer positives in training; the
    test windows stay as they are.
    """
    windows, rows = data["genie462_donors"], []
    ways = {
        "logistic": LogisticRegression(max_iter=1000),
        "logistic, balanced": LogisticRegression(max_iter=1000, class_weight="balanced"),
        "forest": RandomForestClassifier(100, min_samples_leaf=3, random_state=1),
    }
    X, y = np.asarray(windows.X), np.asarray(windows.y)
    for cell in k_fold(5).split(y, groups=windows.groups, rng=16):
        for ratio in RATIOS:
            train = fewer(y, cell.train, ratio, np.random.default_rng([cell.fold, ratio]))
            for name, learner in ways.items():
                score = learner.fit(X[train], y[train]).predict_proba(X[cell.test])[:, 1]
                called, truth = score > 0.5, y[cell.test] == 1
                rows.append(
                    {
                        "ratio": ratio,
                        "algorithm": name,
                        "fold": cell.fold,
                        "positives": int(y[train].sum()),
                        "tp": (called & truth).sum(),
                        "fn": (~called & truth).sum(),
                        "fp": (called & ~truth).sum(),
                        "tn": (~called & ~truth).sum(),
                        "auc_roc": auc_roc(y[cell.test], score),
                        "score_at_same_rate": rate_at(score, truth),
                    }
                )
    return {"counts": pd.DataFrame(rows)}


def rate_at(score, truth, fpr=0.03):
    "The true-positive rate at the threshold that calls 3 % of the negatives."
    return float(np.mean(score[truth] > np.quantile(score[~truth], 1 - fpr)))


def tumours(data):
    "Nine kinds of tumour, five times in two folds: the smallest class has two patients."
    learners = {
        "svm": make_pipeline(StandardScaler(), SVC(kernel="linear")),
        "5-nn": make_pipeline(StandardScaler(), KNeighborsClassifier(5)),
    }
    return Experiment(
        datasets=data,
        algorithms=learners,
        design=repeated_k_fold(repeats=5, folds=2),
        measures=["error", "macro_tpr", "mcc"],
        rng=2016,
    )


def experiments():
    return {
        "jiao_du_donors": (donors, ["genie462_donors"]),
        "jiao_du_training": (trained_on_few, ["genie462_donors"]),
        "jiao_du_tumours": (tumours, ["9_Tumors"]),
    }
