"""The experiments behind the chapters on Irsoy, Yildiz and Alpaydin (2012), nbs/cases/10 to 13.

The paper's protocol: a third of the cases is the test set; five times two-fold cross-validation on
the rest; the setting is chosen by the mean error on the ten validation folds; the ten classifiers
of that setting are tested on the test set.
"""

from dataclasses import replace

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from dealt import Dealt

from clfcompare import (
    Experiment,
    LinearDiscriminantTreeClassifier,
    RipperClassifier,
    five_by_two,
    tuned,
)
from clfcompare.experiment.outcomes import outcome_tables

TUMOURS = {
    "9tumors": "9_Tumors",
    "braintumor1": "Brain_Tumor1",
    "braintumor2": "Brain_Tumor2",
    "dlbcl": "DLBCL",
    "leukemia1": "Leukemia1",
    "leukemia2": "Leukemia2",
    "prostatetumor": "Prostate_Tumor",
    "srbct": "SRBCT",
}
SIZES = {"donors": 6246, "acceptors": 3889}  # the paper's
NEIGHBOURS = list(range(1, 11))
# A search by lbfgs goes another way after another last digit.
LOOSE = {
    "irsoy_tumours": {"Mlp": 0.03},
    "irsoy_donors": {"Mlp": 0.005},
    "irsoy_donors_rounding": {"Mlp": 0.005},
    "irsoy_tumours_rounding": {"Mlp": 0.03},
    "irsoy_longer": {"Mlp": 0.03},
}


def scaled(classifier):
    return make_pipeline(StandardScaler(), classifier)


def neurons(limit):
    return MLPClassifier((10,), solver="lbfgs", max_iter=limit)


def for_genes(limit=500):
    return tuned(scaled(neurons(limit)), {"mlpclassifier__alpha": [1.0, 10.0]})


def for_letters(limit=500):
    return tuned(neurons(limit), {"alpha": [1.0, 10.0]})


def expression(data, algorithms, shortcuts="off"):
    """Algorithms on eight sets of gene expression. Without shortcuts: the chapter orders them by
    size and training time.
    """
    named, design = (
        {paper: data[name] for paper, name in TUMOURS.items()},
        five_by_two(holdout=1 / 3),
    )
    return Experiment(
        datasets=named,
        algorithms=algorithms,
        design=design,
        measures=["error"],
        rng=2012,
        shortcuts=shortcuts,
    )


def tumours(data):
    "Five algorithms with small grids; every gene is scaled on the training cases."
    return expression(
        data,
        {
            "Rip": tuned(RipperClassifier(random_state=None), {"prune_share": [1 / 3, 0.2]}),
            "Mlp": for_genes(),
            "RnF": tuned(RandomForestClassifier(100), {"min_samples_leaf": [1, 3]}),
            "Svm": tuned(scaled(SVC(kernel="linear")), {"svc__C": [0.001, 0.01, 1.0]}),
            "Knn": tuned(
                scaled(KNeighborsClassifier()), {"kneighborsclassifier__n_neighbors": NEIGHBOURS}
            ),
        },
    )


def some_genes(data, kind, seed):
    "Windows of genes drawn at random, as many genes as make no more windows than the paper had."
    genes, sizes = np.unique(data.groups, return_counts=True)
    order = np.random.default_rng(seed).permutation(len(genes))
    keep = genes[order[np.cumsum(sizes[order]) <= SIZES[kind]]]
    return data.take(np.isin(data.groups, keep))


def splice(data, kind, algorithms, seed=2012):
    "Algorithms on splice sites; the windows of a gene stay on one side of every split."
    windows, design = some_genes(data[f"genie462_{kind}"], kind, seed), five_by_two(holdout=1 / 3)
    if (kind, seed) == ("acceptors", 7):
        design = Dealt(design, "irsoy_acceptors_again_7")
    measures = ["error", "auc_roc", "auc_pr", "auc_pr_trapezoid"]
    return Experiment(
        datasets={kind: windows}, algorithms=algorithms, design=design, measures=measures, rng=seed
    )


def nearest():
    return tuned(KNeighborsClassifier(), {"n_neighbors": NEIGHBOURS})


def tree():
    return tuned(
        LinearDiscriminantTreeClassifier(random_state=None),
        [{"min_share": [0.02, 0.05, 0.2]}, {"prune_share": [0.3]}],
    )


class WithCases(dict):
    "The tables of an outcome, and one of what the classifiers said of every held-out case."

    def __init__(self, experiment, outcome):
        ((name, windows),) = experiment.datasets.items()
        super().__init__(
            outcome_tables(outcome),
            cases=cases(outcome.predictions, windows.groups).assign(dataset=name),
        )
        self.facts = outcome.facts


def cases(predictions, genes):
    """A row for each held-out case: its gene, and of every algorithm, in the order of repeat and
    fold, ten digits (1 where a classifier was wrong) and ten numbers (the place of its score among
    the different scores of that classifier, from the lowest), enough for areas."""
    table = predictions.sort_values(["repeat", "fold", "row"])
    wrong = (table["y_true"] != table["y_pred"]).astype(int).astype(str)
    place = (
        table.groupby(["algorithm", "repeat", "fold"])["score"]
        .rank("dense")
        .astype(int)
        .astype(str)
    )
    by = [table["row"], table["algorithm"]]
    found = wrong.groupby(by).agg("".join).unstack().add_suffix("_wrong")
    found = found.join(place.groupby(by).agg(" ".join).unstack().add_suffix("_place"))
    truth = table.groupby("row")["y_true"].first()
    return (
        found.assign(y_true=truth, gene=genes[truth.index]).reset_index().rename_axis(columns=None)
    )


def donors(data, run):
    "Five algorithms on windows of 15 bases."
    experiment = splice(
        data,
        "donors",
        {
            "Rip": tuned(RipperClassifier(random_state=None), {"prune_share": [1 / 3, 0.2]}),
            "Mdt": tree(),
            "Mlp": for_letters(),
            "Svm": tuned(SVC(kernel="linear"), {"C": [0.01, 0.1, 1.0]}),
            "Knn": nearest(),
        },
    )
    return WithCases(experiment, run(experiment))


def tumours_rounding(data, run):
    """Mlp once more, trained on one coordinate a case: the same steps, but for rounding, as on
    another processor.
    """
    scores = run(expression(data, {"Mlp": for_genes()}, "equivalent")).scores
    columns = ["dataset", "algorithm", "measure", "repeat", "fold", "value", "better"]
    return {"scores": scores[columns]}


def rounding(data, run):
    """Mlp on the donors six times more, all inputs larger by some units of their last digit: as far
    as another processor's rounding takes it.
    """
    parts = []
    for units in range(1, 7):
        study = splice(data, "donors", {"Mlp": for_letters()})
        ((name, windows),) = study.datasets.items()
        moved = replace(windows, X=windows.X * (1 + units * np.finfo(float).eps))
        scores = run(replace(study, datasets={name: moved})).scores
        parts.append(scores.assign(units=units))
    columns = ["dataset", "algorithm", "measure", "repeat", "fold", "units", "value"]
    return {"scores": pd.concat(parts, ignore_index=True)[columns]}


def two_algorithms(data, seed):
    "Two algorithms on windows of 90 bases."
    return splice(data, "acceptors", {"Knn": nearest(), "Mdt": tree()}, seed)


def acceptors(data, run):
    "The two, once."
    experiment = two_algorithms(data, 2012)
    return WithCases(experiment, run(experiment))


def acceptors_again(data, run):
    "The whole study ten times more: other genes, another test set, other folds."
    parts = [run(two_algorithms(data, seed)).scores.assign(study=seed) for seed in range(1, 11)]
    return {
        "scores_by_study": pd.concat(parts)[
            ["study", "algorithm", "measure", "repeat", "fold", "value", "n_train", "n_test"]
        ]
    }


def longer(data, run):
    """Mlp once more, with a limit of iterations that it does not reach; folds and first weights
    are those of the studies above.
    """
    studies = (
        expression(data, {"Mlp": for_genes(10_000)}),
        splice(data, "donors", {"Mlp": for_letters(10_000)}),
    )
    outcomes = [outcome_tables(run(study)) for study in studies]
    return {
        part: pd.concat([tables[part] for tables in outcomes], ignore_index=True)
        for part in ("scores", "runs")
    }


def experiments():
    return {
        "irsoy_tumours": (tumours, TUMOURS.values()),
        "irsoy_donors": (donors, ["genie462_donors"]),
        "irsoy_tumours_rounding": (tumours_rounding, TUMOURS.values()),
        "irsoy_donors_rounding": (rounding, ["genie462_donors"]),
        "irsoy_acceptors": (acceptors, ["genie462_acceptors"]),
        "irsoy_acceptors_again": (acceptors_again, ["genie462_acceptors"]),
        "irsoy_longer": (longer, [*TUMOURS.values(), "genie462_donors"]),
    }
