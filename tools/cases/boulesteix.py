"""The experiments behind the chapters on Boulesteix, Strobl, Augustin and Daumer (2008),
nbs/cases/40 to 43.

Real gene expression: the 72 leukaemias of Golub et al. (1999), and beside them labels shuffled at
random and pure noise. Every fold of every design is one row of weights (how often each case
trains), so that all folds of a data set are a few matrix products.
"""

from itertools import product

import numpy as np
import pandas as pd
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import clfcompare as cc
from clfcompare.experiment.designs import Cell

GENES = 10  # genes that the learners of the strategies see
SIZES = (2, 5, 10, 20, 50, 100, 200)  # genes to choose from
LEARNERS = ("nearest mean", "1-NN", "3-NN", "5-NN", "9-NN")


def golub(data):
    """Expression (72 x 7129), 1 for AML, and the rows of the study's own test set.

    Prepared as by Dudoit et al. (2002), without their filter: floor 100, ceiling 16 000, logarithm.
    Nothing is learned from the cases.
    """
    y = (np.asarray(data["golub"].y) == "AML").astype(int)
    if y.sum() != 25 or y[:34].sum() != 14:
        raise SystemExit("golub: the rows stand in an unknown order")
    return np.log10(np.clip(data["golub"].X, 100, 16_000)), y, np.arange(34)


# All folds at once: W[j, i] says how often case i trains in cell j, T[j, i] whether it tests.


def weights(cells, n):
    return np.array(
        [[np.bincount(rows, minlength=n) for rows in (c.train, c.test)] for c in cells], float
    ).swapaxes(0, 1)


def best_genes(X, y, W, k):
    """In each cell: the k genes with the largest F (equal to the two-sample t squared), best
    first; and the class means of all genes.
    """
    a, b = W * (y == 1), W * (y == 0)
    n1, n0 = a.sum(1)[:, None], b.sum(1)[:, None]
    m1, m0 = a @ X / n1, b @ X / n0
    within = W @ X**2 - n1 * m1**2 - n0 * m0**2
    F = (m1 - m0) ** 2 / (np.maximum(within, 0) + 1e-9)
    top = np.argpartition(-F, k - 1, axis=1)[:, :k]
    return (
        np.take_along_axis(top, np.take_along_axis(-F, top, 1).argsort(1, kind="stable"), 1),
        m1,
        m0,
    )


def wrong_mean(X, y, genes, m1, m0, sizes):
    "Nearest class mean on the first genes: cells x n x sizes, true where a case is misclassified."
    m1, m0 = np.take_along_axis(m1, genes, 1), np.take_along_axis(m0, genes, 1)
    towards = ((m1 - m0) * X[:, genes] - (m1**2 - m0**2) / 2).cumsum(-1)[..., np.array(sizes) - 1]
    return ((towards > 0) != (y == 1)[:, None, None]).swapaxes(0, 1)


def wrong_neighbours(X, y, W, genes, sizes, ks):
    """k nearest neighbours, a copy of a case counting as often as it was drawn: cells x n x
    sizes x ks.
    """
    wrong = np.empty((len(W), len(y), len(sizes), len(ks)), bool)
    for j, g in enumerate(genes):
        rows = np.repeat(np.arange(len(y)), W[j].astype(int))
        for s, size in enumerate(sizes):
            A = X[:, g[:size]]
            square = (A**2).sum(1)
            near = np.argsort(
                square[:, None] + square[rows] - 2 * A @ A[rows].T, axis=1, kind="stable"
            )[:, : max(ks)]
            votes = y[rows][near].cumsum(1)
            for i, k in enumerate(ks):
                wrong[j, :, s, i] = (2 * votes[:, k - 1] > k) != y
    return wrong


def fold_error(wrong, T):
    "Mean over cells of the error on the test cases; whatever axes follow cells and cases are kept."
    shape = T.shape + (1,) * (wrong.ndim - 2)
    return ((wrong * T.reshape(shape)).sum(1) / T.sum(1).reshape(shape[:1] + shape[2:])).mean(0)


# Chapter 40: thirty patients are the study, all others are the world.


def folds(y, rng):
    "Method -> (W, T)."
    n, whole = len(y), [Cell(0, 0, np.arange(len(y)), np.arange(len(y)))]
    samples = [c.train for c in cc.bootstrap(10).split(y, rng=rng)]
    within = [
        Cell(b, c.fold, s[c.train], s[c.test])
        for b, s in enumerate(samples)
        for c in cc.k_fold(5).split(y[s], rng=rng)
    ]
    one_out = [
        Cell(b, c.fold, s[c.train], s[c.test])
        for b, s in enumerate(samples)
        for c in cc.leave_one_out().split(y[s], rng=0)
    ]
    designs = {
        "holdout": cc.monte_carlo(1, test_size=1 / 3),
        "cv": cc.k_fold(10),
        "repeated_cv": cc.repeated_k_fold(repeats=5, folds=10),
        "loocv": cc.leave_one_out(),
        "mccv": cc.monte_carlo(50, test_size=0.2),
        "oob": cc.bootstrap(50),
    }
    cells = {"resubstitution": whole, "bootstrap_cv": within} | {
        m: d.split(y, rng=rng) for m, d in designs.items()
    }
    cells["bootstrap_loocv"] = one_out
    return {m: weights(c, n) for m, c in cells.items()}


def estimates(X, y, all_folds, rows=None):
    """The estimates of two learners by every strategy: learner -> method -> error; and the
    errors on the cases that are not in `rows`.
    """
    rows = np.arange(len(y)) if rows is None else rows
    study, labels = X[rows], y[rows]
    found = {name: {} for name in ("nearest mean", "1-NN")}
    for method, (W, T) in all_folds.items():
        genes, m1, m0 = best_genes(study, labels, W, GENES)
        wrongs = {
            "nearest mean": wrong_mean(study, labels, genes, m1, m0, [GENES])[..., 0],
            "1-NN": wrong_neighbours(study, labels, W, genes, [GENES], [1])[..., 0, 0],
        }
        for learner, wrong in wrongs.items():
            found[learner][method] = fold_error(wrong, T)
            if method == "oob":  # the same samples, averaged by replicate and by case
                found[learner]["bootstrap"] = found[learner]["oob"]
                tested = T.sum(0) > 0
                found[learner]["oob"] = ((wrong * T).sum(0)[tested] / T.sum(0)[tested]).mean()
            if method == "resubstitution":
                found[learner]["said"] = np.where(wrong[0], 1 - labels, labels)
    return {learner: _mixtures(values, labels) for learner, values in found.items()}


def _mixtures(values, labels):
    said = values.pop("said")
    err, oob = values["resubstitution"], values["oob"]
    gamma = cc.no_information_rate(labels, said)
    return values | {"632": cc.err632(err, oob), "632+": cc.err632plus(err, oob, gamma)}


def truth(X, y, rows, others):
    "Errors on the other cases of the learners trained on `rows`."
    W = np.bincount(rows, minlength=len(y)).astype(float)[None]
    genes, m1, m0 = best_genes(X, y, W, GENES)
    return {
        "nearest mean": wrong_mean(X, y, genes, m1, m0, [GENES])[0, others, 0].mean(),
        "1-NN": wrong_neighbours(X, y, W, genes, [GENES], [1])[0, others, 0, 0].mean(),
    }


def strategies(data, draws=100):
    "Chapter 40: estimates and truth for many small studies."
    X, y, _ = golub(data)
    rows = []
    for draw in range(draws):
        rng = np.random.default_rng([40, draw])
        cell = cc.monte_carlo(1, test_size=42 / 72).split(y, rng=rng)[0]
        shuffled = rng.permutation(y)
        noise, coin = rng.normal(size=(430, 2000)), np.repeat([0, 1, 0, 1], [15, 15, 200, 200])
        again = cc.monte_carlo(1, test_size=42 / 72).split(shuffled, rng=rng)[0]
        worlds = {
            "leukaemia": (X, y, cell.train, cell.test),
            "labels shuffled": (X, shuffled, again.train, again.test),
            "noise": (noise, coin, np.arange(30), np.arange(30, 430)),
        }
        for world, (values, labels, study, others) in worlds.items():
            true = truth(values, labels, study, others)
            for learner, of in estimates(values, labels, folds(labels[study], rng), study).items():
                rows.append(
                    {"world": world, "draw": draw, "learner": learner, "truth": true[learner], **of}
                )
    table = pd.DataFrame(rows).round(5)
    one_out = table[["world", "draw", "learner", "bootstrap_loocv"]]
    return {
        "estimates": table.drop(columns="bootstrap_loocv"),
        "bootstrap_loocv": one_out,
        "partitions": partitions(data),
    }


def partitions(data, times=60):
    "The same 72 patients, the same learner, other partitions: what does the estimate do?"
    X, y, _ = golub(data)
    designs = {
        "holdout": cc.monte_carlo(1, test_size=1 / 3),
        "cv, 3 folds": cc.k_fold(3),
        "cv, 10 folds": cc.k_fold(10),
        "repeated_cv": cc.repeated_k_fold(repeats=10, folds=10),
        "loocv": cc.leave_one_out(),
        "mccv": cc.monte_carlo(100, test_size=0.2),
        "oob": cc.bootstrap(100),
    }
    rows = []
    for name, design in designs.items():
        for time in range(
            1 if name == "loocv" else times if len(design.split(y, rng=0)) < 50 else 20
        ):
            W, T = weights(design.split(y, rng=np.random.default_rng([41, time])), len(y))
            genes, m1, m0 = best_genes(X, y, W, GENES)
            rows.append(
                {
                    "design": name,
                    "partition": time,
                    "error": fold_error(wrong_mean(X, y, genes, m1, m0, [GENES])[..., 0], T),
                }
            )
    return pd.DataFrame(rows).round(5)


# Chapters 40 and 43: the same leukaemias in the form of the GEMS collection.


def leukaemias(data):
    "Expression (72 x 5327) and 1 for AML: class 2 of the three, the only one with 25 patients."
    y = (np.asarray(data["Leukemia1"].y) == "2").astype(int)
    if y.sum() != 25:
        raise SystemExit("Leukemia1: the classes stand in an unknown order")
    return lift(data["Leukemia1"].X), y


def prostates(data):
    "Expression (102 x 10509) and 1 for the 52 tumours."
    return lift(data["Prostate_Tumor"].X), (np.asarray(data["Prostate_Tumor"].y) == "0").astype(int)


SHARES, SPLITS = (0.1, 0.2, 1 / 3, 0.5), (10, 50, 200)


def ratios(data, draws=100):
    """Chapter 40: Monte-Carlo cross-validation with other shares of test cases and other numbers
    of splits, on 100 studies of 30.
    """
    X, y = leukaemias(data)
    rows = []
    for draw in range(draws):
        rng = np.random.default_rng([47, draw])
        cell = cc.monte_carlo(1, test_size=42 / 72).split(y, rng=rng)[0]
        noise, coin = rng.normal(size=(430, 2000)), np.repeat([0, 1, 0, 1], [15, 15, 200, 200])
        worlds = {
            "leukaemia": (X, y, cell.train, cell.test),
            "noise": (noise, coin, np.arange(30), np.arange(30, 430)),
        }
        for world, (values, labels, study, others) in worlds.items():
            true = truth(values, labels, study, others)["nearest mean"]
            for share in SHARES:
                W, T = weights(
                    cc.monte_carlo(max(SPLITS), test_size=share).split(labels[study], rng=rng),
                    len(study),
                )
                genes, m1, m0 = best_genes(values[study], labels[study], W, GENES)
                wrong = wrong_mean(values[study], labels[study], genes, m1, m0, [GENES])[..., 0]
                of_split = (wrong * T).sum(1) / T.sum(1)
                rows += [
                    {
                        "world": world,
                        "draw": draw,
                        "share": share,
                        "splits": n,
                        "truth": true,
                        "error": of_split[:n].mean(),
                    }
                    for n in SPLITS
                ]
    return {"errors": pd.DataFrame(rows).round(5)}


def filters(data, draws=60):
    """Chapter 43: ten genes by every selector in many studies of 30, the nearest mean on the
    other patients; and bagging's own estimate.
    """
    selectors = {
        m: cc.algorithms.GeneSelector(GENES, method=m)
        for m in ("t", "moderated_t", "signal_to_noise", "wilcoxon", "tnom")
    }
    selectors |= {
        how: cc.algorithms.SubsetSelector(GENES, how=how) for how in ("uncorrelated", "mahalanobis")
    }
    rows, bagged = [], []
    for name, (X, y) in {"leukaemia": leukaemias(data), "prostate": prostates(data)}.items():
        for draw in range(draws):
            cell = cc.monte_carlo(1, test_size=1 - 30 / len(y)).split(
                y, rng=np.random.default_rng([48, draw])
            )[0]
            for word, selector in selectors.items():
                chosen = selector.fit(X[cell.train], y[cell.train]).genes_
                scaled = make_pipeline(
                    StandardScaler(), LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.5)
                )
                wrong = (
                    scaled.fit(X[cell.train][:, chosen], y[cell.train]).predict(
                        X[cell.test][:, chosen]
                    )
                    != y[cell.test]
                )
                rows.append(
                    {
                        "dataset": name,
                        "draw": draw,
                        "selector": word,
                        "error": wrong.mean(),
                        "genes": " ".join(map(str, chosen)),
                    }
                )
            if name == "leukaemia":
                bagged += bagging(X, y, cell, draw)
    return {"errors": pd.DataFrame(rows).round(5), "bagging": pd.DataFrame(bagged).round(5)}


def bagging(X, y, cell, draw):
    """Out-of-bag error and truth of bagged trees, ten genes chosen inside each bootstrap sample,
    or once before.
    """
    rng, rows = np.random.default_rng([49, draw]), []
    noise, coin = rng.normal(size=(430, 2000)), np.repeat([0, 1, 0, 1], [15, 15, 200, 200])
    tree = make_pipeline(SelectKBest(f_classif, k=GENES), DecisionTreeClassifier(random_state=draw))
    worlds = (
        ("leukaemia", X, y, cell.train, cell.test),
        ("noise", noise, coin, np.arange(30), np.arange(30, 430)),
    )
    for world, values, labels, study, others in worlds:
        early = SelectKBest(f_classif, k=GENES).fit(values[study], labels[study]).get_support()
        for where, columns in (("inside", np.ones(values.shape[1], bool)), ("before", early)):
            model = BaggingClassifier(tree, 50, oob_score=True, random_state=draw).fit(
                values[study][:, columns], labels[study]
            )
            rows.append(
                {
                    "world": world,
                    "draw": draw,
                    "genes": where,
                    "oob": 1 - model.oob_score_,
                    "truth": np.mean(model.predict(values[others][:, columns]) != labels[others]),
                }
            )
    return rows


# Chapter 41: genes chosen before or inside, and the best of many settings.


def selection(data, times=100):
    """Leave-one-out errors with the genes chosen on all patients and in each fold; true labels,
    and labels shuffled.
    """
    X, y, _ = golub(data)
    W, T = weights(cc.leave_one_out().split(y, rng=0), len(y))
    rows = []
    for shuffle in range(-1, times):
        labels = y if shuffle < 0 else np.random.default_rng([42, shuffle]).permutation(y)
        genes, m1, m0 = best_genes(X, labels, W, max(SIZES))
        everywhere = np.broadcast_to(
            best_genes(X, labels, np.ones((1, len(y))), max(SIZES))[0], genes.shape
        )
        for where, chosen in (("on all patients", everywhere), ("in each fold", genes)):
            error = fold_error(wrong_mean(X, labels, chosen, m1, m0, SIZES), T)
            rows += [
                {"shuffle": shuffle, "chosen": where, "genes": size, "error": e}
                for size, e in zip(SIZES, error)
            ]
    return {"errors": pd.DataFrame(rows).round(5)}


def variant_errors(X, y, W):
    """Is each case misclassified in each cell by each of the 35 variants: cells x n x 35,
    learners within sizes.
    """
    genes, m1, m0 = best_genes(X, y, W, max(SIZES))
    means = wrong_mean(X, y, genes, m1, m0, SIZES)[..., None]
    return np.concatenate(
        [means, wrong_neighbours(X, y, W, genes, SIZES, [1, 3, 5, 9])], axis=-1
    ).reshape(len(W), len(y), -1)


VARIANTS = [f"{learner}, {size} genes" for size, learner in product(SIZES, LEARNERS)]


def nested(X, y, rng):
    """Errors of the variants by 10-fold cross-validation, and of the choice among them by nested
    cross-validation.
    """
    outer = cc.k_fold(10).split(y, rng=rng)
    wrong = variant_errors(X, y, weights(outer, len(y))[0])
    scores = fold_error(wrong, weights(outer, len(y))[1])
    parts = []
    for j, cell in enumerate(outer):
        W, T = weights(cc.k_fold(5).split(y[cell.train], rng=rng), len(cell.train))
        pick = np.argmin(fold_error(variant_errors(X[cell.train], y[cell.train], W), T))
        parts.append(wrong[j, cell.test, pick].mean())
    return scores, float(np.mean(parts))


def settings(data, times=60):
    """Thirty-five variants, their best, and nested cross-validation; true labels (three
    partitions), and labels shuffled.
    """
    X, y, _ = golub(data)
    rows, chosen = [], []
    for shuffle in range(-3, times):
        rng = np.random.default_rng([43, shuffle + 3])
        scores, honest = nested(X, y if shuffle < 0 else rng.permutation(y), rng)
        rows += [{"shuffle": shuffle, "variant": v, "error": e} for v, e in zip(VARIANTS, scores)]
        chosen.append({"shuffle": shuffle, "nested": honest})
    return {
        "errors": pd.DataFrame(rows).round(5),
        "nested": pd.DataFrame(chosen).round(5),
        "validation": validation(X, y),
        "validation_shuffled": validation_shuffled(X, y, times),
    }


def validation(X, y, repeats=20):
    "Golub's own split: 38 patients to learn and to choose, 34 others to validate."
    closed = np.arange(34)
    learn = np.arange(34, 72)
    W, T = weights(
        cc.repeated_k_fold(repeats=repeats, folds=10).split(y[learn], rng=44), len(learn)
    )
    errors = fold_error(variant_errors(X[learn], y[learn], W), T)
    final = variant_errors(X, y, np.bincount(learn, minlength=len(y)).astype(float)[None])[0]
    return pd.DataFrame(
        {
            "variant": VARIANTS,
            "cv": errors,
            "validation_errors": final[closed].sum(0),
            "missed_aml": final[closed][y[closed] == 1].sum(0),
        }
    ).round(5)


def validation_shuffled(X, y, times):
    "The same where there is nothing to find: labels shuffled among the 38 and among the 34."
    parts = []
    for shuffle in range(times):
        rng, labels = np.random.default_rng([46, shuffle]), y.copy()
        for rows in (np.arange(34), np.arange(34, 72)):
            labels[rows] = rng.permutation(y[rows])
        parts.append(
            validation(X, labels, repeats=5).drop(columns="missed_aml").assign(shuffle=shuffle)
        )
    return pd.concat(parts, ignore_index=True)


def prostate(data):
    """Costs and sensitivity: 52 tumours and 50 normal prostates, with five genes only, so that
    something goes wrong.
    """
    X, y = (
        data["Prostate_Tumor"].X,
        (np.asarray(data["Prostate_Tumor"].y) == "0").astype(int),
    )  # the 52
    learners = {
        "logistic": LogisticRegression(),
        "logistic, weighted": LogisticRegression(class_weight={0: 1, 1: 10}),
        "9-NN": KNeighborsClassifier(9),
    }
    algorithms = {
        name: make_pipeline(
            FunctionTransformer(lift), SelectKBest(f_classif, k=5), StandardScaler(), learner
        )
        for name, learner in learners.items()
    }
    measures = ["error", "tpr", "tnr", "auc_roc", "brier_score"]
    return cc.Experiment(
        datasets={"prostate": (X, y)},
        algorithms=algorithms,
        design=cc.repeated_k_fold(repeats=6, folds=5),
        measures=measures,
        rng=45,
    )


def lift(X):
    return np.log10(np.clip(X, 20, 16_000))


# Chapter 42: eight methods on eight sets of tumours.

TUMOURS = (
    "9_Tumors",
    "Brain_Tumor1",
    "Brain_Tumor2",
    "DLBCL",
    "Leukemia1",
    "Leukemia2",
    "Prostate_Tumor",
    "SRBCT",
)


def lda():
    return LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto")


def ranking(data):
    """Ten random splits of each set; selection and scaling inside the folds. Without shortcuts:
    the chapter compares training times.
    """
    algorithms = {
        "genes + LDA": make_pipeline(SelectKBest(f_classif, k=20), lda()),
        "PCA + LDA": make_pipeline(StandardScaler(), PCA(20, svd_solver="full"), lda()),
        "PLS + LDA": make_pipeline(StandardScaler(), cc.algorithms.PLSComponents(5), lda()),
        "shrunken centroids": cc.algorithms.ShrunkenCentroidClassifier(1.0),
        "SVM": make_pipeline(StandardScaler(), SVC(kernel="linear", C=0.01)),
        "random forest": RandomForestClassifier(100),
        "bagged trees": make_pipeline(
            SelectKBest(f_classif, k=200), BaggingClassifier(DecisionTreeClassifier(), 100)
        ),
        "genes + 3-NN": make_pipeline(
            SelectKBest(f_classif, k=100), StandardScaler(), KNeighborsClassifier(3)
        ),
    }
    return cc.Experiment(
        datasets=list(data.values()),
        algorithms=algorithms,
        design=cc.monte_carlo(10, test_size=0.2),
        measures=["error"],
        rng=42,
        shortcuts="off",
    )


def lift_intensities(X):
    return lift(X) if np.max(X) > 100 else X  # SRBCT holds logarithms of ratios already


def trap(data):
    """The same splits, the same threshold: shrunken centroids by their definition, and
    scikit-learn's class of that name by default.
    """
    algorithms = {
        "shrunken centroids": cc.algorithms.ShrunkenCentroidClassifier(1.0),
        "logarithm + shrunken centroids": make_pipeline(
            FunctionTransformer(lift_intensities), cc.algorithms.ShrunkenCentroidClassifier(1.0)
        ),
        "one tree": make_pipeline(SelectKBest(f_classif, k=200), DecisionTreeClassifier()),
        "NearestCentroid": make_pipeline(StandardScaler(), NearestCentroid(shrink_threshold=1.0)),
    }
    return cc.Experiment(
        datasets=list(data.values()),
        algorithms=algorithms,
        design=cc.monte_carlo(10, test_size=0.2),
        measures=["error"],
        rng=42,
        shortcuts="off",
    )


def experiments():
    return {
        "boulesteix_strategies": (strategies, ["golub"]),
        "boulesteix_selection": (selection, ["golub"]),
        "boulesteix_settings": (settings, ["golub"]),
        "boulesteix_prostate": (prostate, ["Prostate_Tumor"]),
        "boulesteix_ranking": (ranking, TUMOURS),
        "boulesteix_trap": (trap, TUMOURS),
        "boulesteix_ratios": (ratios, ["Leukemia1"]),
        "boulesteix_filters": (filters, ["Leukemia1", "Prostate_Tumor"]),
    }
