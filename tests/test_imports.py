"""Results written in the forms of Weka and scikit-learn come back as they were, whatever they
are called and in whatever order.
"""

import clfcompare as cc
import numpy as np
import pytest
from clfcompare.core.errors import ClfCompareError

NAMES = [
    "plain",
    "it's",
    "a, b",
    "50%",
    'say "yes"',
    "back\\slash",
    "{1,2}",
    " spaced ",
    "Umlaut ä",
    "'",
    '-K 1 -A "x -R \\"first\\""',
]
DESIGNS = [
    ("five_by_two(holdout=None)", 5, 2, "corrected_ttest"),
    ("k_fold(7)", 1, 7, "corrected_ttest"),
    ("repeated_k_fold(repeats=3, folds=4)", 3, 4, "corrected_ttest"),
    ("monte_carlo(6)", 6, 1, "corrected_ttest"),
]


def sizes(folds):
    "Training and test cases of a split; 84 cases are dealt into folds."
    return (90, 13) if folds == 1 else (84 - 84 // folds, 84 // folds)


def quoted(text):
    """As Weka writes a text: in single quotes where it must be, with a backslash before what
    would be misread.
    """
    if not any(c in text for c in "'\"\\%{}, ") and text:
        return text
    return "'" + "".join("\\" + c if c in "\\'\"%" else c for c in text) + "'"


def weka_text(rows, folds, form):
    "An experiment in Weka's form; rows of data set, run, fold, scheme, options, value."
    names = [
        "Key_Dataset",
        "Key_Run",
        *["Key_Fold"] * (folds > 1),
        "Key_Scheme",
        "Key_Scheme_options",
        "Number_of_training_instances",
        "Number_of_testing_instances",
        "Area_under_ROC",
        "Percent_incorrect",
        "Summary",
    ]
    lines = []
    for dataset, run, fold, scheme, options, value in rows:
        keys = [
            quoted(dataset),
            run + 1,
            *[fold + 1] * (folds > 1),
            quoted(scheme),
            quoted(options),
        ]
        lines.append(",".join(map(str, [*keys, *sizes(folds), "?", value, "?"])))
    if form == "csv":
        return "\n".join([",".join(names), *lines])
    head = [f"@attribute {name} numeric" for name in names]
    return "\n".join(["@relation InstanceResultListener", "", *head, "", "@data", *lines, ""])


@pytest.mark.parametrize("form", ["arff", "csv"])
@pytest.mark.parametrize(("design", "repeats", "folds", "test"), DESIGNS)
def test_weka_round_trip(tmp_path, design, repeats, folds, test, form):
    rng = np.random.default_rng(repeats * 10 + folds)
    rows = [
        (dataset, run, fold, scheme, options, float(rng.uniform(0, 50)))
        for dataset in NAMES
        for run in range(repeats)
        for fold in range(folds)
        for scheme, options in (
            ("weka.lazy.IBk", "-K 1"),
            ("weka.lazy.IBk", "-K 5 -A 'x, y'"),
            ("weka.rules.ZeroR", ""),
        )
    ]
    rng.shuffle(rows := np.array(rows, dtype=object))
    (tmp_path / f"results.{form}").write_text(weka_text(rows, folds, form), encoding="utf-8")
    scores = cc.data.scores_from_weka(tmp_path / f"results.{form}")
    schemes = {"-K 1": "IBk -K 1", "-K 5 -A 'x, y'": "IBk -K 5 -A 'x, y'", "": "ZeroR"}
    expected = {(d, schemes[o], r, f): v for d, r, f, _, o, v in rows}
    found = dict(
        zip(
            scores[["dataset", "algorithm", "repeat", "fold"]].itertuples(index=False, name=None),
            scores["value"],
        )
    )
    assert found == expected and set(scores["design"]) == {design}
    assert set(zip(scores["n_train"], scores["n_test"])) == {sizes(folds)}
    one = scores[scores["dataset"] == "it's"]
    assert cc.compare(one[one["algorithm"] != "ZeroR"]).choice.pairs == test


@pytest.mark.parametrize(("design", "repeats", "folds", "test"), DESIGNS)
def test_the_same_results_from_anywhere_give_the_same_report(
    tmp_path, design, repeats, folds, test
):
    rng = np.random.default_rng(folds)
    values = {name: rng.uniform(10, 40, repeats * folds).round(3) for name in ("a", "b", "c")}
    rows = [
        ("d", i // folds, i % folds, f"weka.{name}", "", v)
        for name, row in values.items()
        for i, v in enumerate(row)
    ]
    (tmp_path / "results.arff").write_text(weka_text(rows, folds, "arff"), encoding="utf-8")
    named = {
        "five_by_two(holdout=None)": cc.five_by_two(holdout=None),
        "k_fold(7)": cc.k_fold(7),
        "repeated_k_fold(repeats=3, folds=4)": cc.repeated_k_fold(repeats=3, folds=4),
        "monte_carlo(6)": cc.monte_carlo(6, test_size=13 / 103),
    }[design]
    words = dict(dataset="d", design=named, measure="neg_error", sizes=sizes(folds))
    runs = [
        dict(
            data_name="d",
            flow_name=name,
            fold_evaluations={
                "average_cost": {
                    r: {f: row[r * folds + f] for f in range(folds)} for r in range(repeats)
                }
            },
        )
        for name, row in values.items()
    ]
    results = {name: {"test_score": -row} for name, row in values.items()}
    tables = [
        cc.data.scores_from_weka(tmp_path / "results.arff"),
        cc.data.scores_from_cross_validate(results, **words),
        cc.data.scores_from_openml(runs, measure="average_cost").assign(n_train=90, n_test=13),
    ]
    if folds > 1:
        tables = [
            table.assign(n_train=None, n_test=None) for table in tables
        ]  # the ratio is then that of the design
    tables.append(
        cc.data.scores_from_cross_validate(results, **words)
    )  # and with the true sizes it is the same
    reports = [cc.compare(table) for table in tables]
    for report in reports[1:]:
        assert np.allclose(
            report.pairs.comparisons["pvalue"], reports[0].pairs.comparisons["pvalue"], rtol=1e-9
        )
    assert {report.choice.pairs for report in reports} == {test}


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_refused_or_read_as_it_stands(tmp_path, seed):
    rng = np.random.default_rng(seed)
    rows = [
        (dataset, run, fold, scheme, "-K 1", 3.5 + run + fold)
        for dataset in NAMES[:3]
        for run in range(2)
        for fold in range(3)
        for scheme in ("weka.IBk", "weka.ZeroR")
    ]
    text = weka_text(rows, 3, "arff" if seed % 2 else "csv")
    start, length = int(rng.integers(len(text))), int(rng.integers(1, 200))
    (tmp_path / "results").write_text(text[:start] + text[start + length :], encoding="utf-8")
    try:
        scores = cc.data.scores_from_weka(tmp_path / "results")
    except ClfCompareError as error:
        assert "; got " in str(error)
    else:
        assert scores["value"].notna().all() and scores["design"].notna().all()


def test_cases_drawn_twice_count_once():
    "A bootstrap made elsewhere: `n_train` counts the different cases."
    cells = cc.bootstrap(4).split(np.arange(40) % 2, rng=5)
    indices = {"train": [cell.train for cell in cells], "test": [cell.test for cell in cells]}
    rng = np.random.default_rng(6)
    results = {name: {"test_score": rng.random(4), "indices": indices} for name in ("a", "b")}
    scores = cc.data.scores_from_cross_validate(
        results, dataset="d", design=cc.bootstrap(4), measure="accuracy"
    )
    assert (
        scores["n_train"].tolist()[:4] == [len(set(cell.train.tolist())) for cell in cells]
        and scores["n_train"].max() < 40
    )
